"""Names in letters that are not ASCII, which Python compares in a normal form."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[n]"):
    s = 0.0
    for i in range(len(x)):
        s += x[i] ** 2
    return s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    θ = x * 2.0
    θ[1:] += θ[:-1]
    return np.sum(θ**2)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", m: "float64"):
    ϕ = 2.0 * m * x
    φ = 3.0 * x
    for ι in range(1, len(x)):
        φ[ι] += ϕ[ι - 1] * φ[ι]
    return np.sum(x * ϕ) * φ
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    μ = np.mean(x)
    µ *= 3.0
    return (x - μ) ** 2
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", 𝜃: "float64"):
    return np.sum(x) * θ**2
""",
        "",
    ),
    (
        """
def scaled(x, µ=2.0):
    return x * μ


def f(x: "float64[n]", s: "float64"):
    return np.sum(scaled(x, μ=s))
""",
        "",
    ),
    (
        """
class Stretch:
    def __init__(self, µ):
        self.µ = µ


def f(x: "float64[n]", s: "float64"):
    return Stretch(s).μ * np.sum(x)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    names = {"µ": 2.0, "μ": 3.0}
    return np.sum(x) * names["µ"] * s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", β_1: "float64"):
    γ, β = x[::-1].copy(), np.zeros(len(x))
    for k in range(len(x) - 1, 0, -1):
        γ[k - 1] = γ[k] * β_1 + β[k]
        β[k] = γ[k - 1] ** 2
    return np.sum(β)
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
