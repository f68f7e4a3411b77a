"""Arrays and numbers of the module: what NumPy makes of literals, to the last bit."""

from __future__ import annotations

import textwrap

import numpy as np
import pytest

from adc.diagnostics import AdcError
from adc.frontends.python import parse
from adc.frontends.signature import resolve
from adc.interpret import run
from adc.lowering import lower
from tests.lowering.harness import by_python, lowered

CONSTANTS = [
    "np.diag([1.0, -2.0, 0.5])",
    "np.array([[1, -1, 0], [0, 1, -1]])",
    "np.array([1.0, 2.5], dtype=np.float32)",
    "np.linspace(0.0, 1.0, 7)",
    "np.linspace(-1, 1, N, endpoint=False)",
    "np.arange(5)",
    "np.arange(0.0, 1.0, 0.1)[1:-1]",
    "np.eye(3)[::-1].T * 2 - 1",
    "np.full((2, 3), -0.0)",
    "np.array([0.1, 1 / 3, np.pi, math.sqrt(2.0), np.inf, -np.inf])",
    "np.polynomial.legendre.leggauss(5)[0]",
    "np.exp(-np.arange(4) ** 2 / 3.0)",
    "np.outer([1.0, 2.0], np.ones(3)).reshape(3, 2)",
    "np.array([True, False])",
]


@pytest.mark.parametrize("text", CONSTANTS)
def test_what_numpy_makes_of_it(text: str) -> None:
    source = f"N = 6\nQ = {text}\n\ndef f(x: float):\n    y = Q.copy()\n    return y\n"
    program = lowered(source)
    (wanted,), _ = by_python(source, {"x": 1.0})
    found = run(program, {}, {"x": np.array(1.0)})[program.returns[0]]
    assert found.dtype == wanted.dtype and found.shape == wanted.shape
    assert found.tobytes() == wanted.tobytes()


@pytest.mark.parametrize(
    "text",
    [
        "np.random.rand(3)", "np.loadtxt('a')",
        "open('a').read()", "np.array(['a'])", "np.zeros(10**9)",
        "[0] * 10**9", "9 ** 10**9",
    ],
)  # fmt: skip
def test_what_is_beyond(text: str) -> None:
    with pytest.raises(AdcError) as caught:
        lowered(f"Q = {text}\n\ndef f(x: float):\n    return x * Q\n")
    assert caught.value.diagnostics[0].code == "ADC0123"


@pytest.mark.parametrize(
    "writes",
    [
        "def g():\n    Q[0] = 1.0",
        "def g():\n    Q[0, :] += 1.0",
        "def g():\n    Q.fill(0.0)",
        "def g():\n    np.multiply(Q, 2.0, out=Q)",
        "class C:\n    def m(self):\n        Q[...] = 2.0",
        "R = Q\nR[0, 0] = 3.0",
        "R = Q.T[0]\nS = np.asarray(R)\ndef g():\n    S[0] = 3.0",
        "np.fill_diagonal(Q, 3.0)",
        "def g():\n    np.add(1.0, 2.0, Q)",
        "def g():\n    Q.flat[0] += 1.0",
        "def g(a):\n    a, Q[0, 0] = 1.0, 2.0",
        "def g():\n    r = Q\n    r *= 2.0",
    ],
)
def test_an_array_that_a_function_changes_is_not_believed(writes: str) -> None:
    source = f"Q = np.diag([1.0, 2.0])\n\n{writes}\n\ndef f(x: float):\n    return x * Q[1, 1]\n"
    with pytest.raises(AdcError) as caught:
        lowered(source)
    assert caught.value.diagnostics[0].code == "ADC0123"


def test_writing_to_one_by_another_name_is_refused() -> None:
    source = """
    Q = np.linspace(0.0, 1.0, 3)

    def f(x: "float64[3]"):
        for k in range(2):
            q = Q
            q[k] = x[k]
        return np.sum(q)
    """
    with pytest.raises(AdcError) as caught:
        lowered(textwrap.dedent(source))
    assert caught.value.diagnostics[0].code in ("ADC0123", "ADC0239", "ADC0211")


def test_numbers() -> None:
    source = """
    STEPS = int(7.9) // 2
    FACT = math.factorial(5)
    nodes, weights = np.polynomial.legendre.leggauss(3)
    H = np.linspace(0, 1, 5)[1]
    M = len(nodes) + math.ceil(10 / 4)

    def f(x: "float64[N]"):
        s = 0.0
        for k in range(STEPS):
            s += np.sum(x[:M]) * weights[k] * nodes[k] ** 2 / FACT + H
        return s
    """
    text = textwrap.dedent(source)
    x = np.linspace(0.5, 2.0, 8)
    program = lowered(text)
    (wanted,), _ = by_python(text, {"x": x})
    found = run(program, {"N": 8}, {"x": x})[program.returns[0]]
    np.testing.assert_allclose(found, wanted, rtol=1e-15)


def test_names_mean_what_the_module_says() -> None:
    """`len` may be a function of the file, `np` another package."""
    source = "def len(a):\n    return 7\n\nM = len((1, 2))\n\ndef f(x: float):\n    return x * M\n"
    program = lowered(source)
    assert run(program, {}, {"x": np.array(2.0)})[program.returns[0]] == 14.0
    other = parse(
        "k.py", "import helpers as np\nQ = np.ones(3)\ndef f(x: float):\n    return x * Q\n"
    )
    with pytest.raises(AdcError):
        lower(other, "f", resolve(other, other.functions[-1], warnings=[]), [])
