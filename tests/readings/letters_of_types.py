"""Letters of NumPy's types, and numbers that are made of nothing."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[n]", s: "float64"):
    z = np.float32()
    w = np.float64()
    return x * (s + w) + z
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    kinds = {np.float32().dtype.char: 2.0, np.float64().dtype.char: 3.0}
    kinds[np.float16().dtype.char] = 4.0
    return x * s * kinds[x.dtype.char] + kinds["e"] * len(np.complex64().dtype.char)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    class_of = np.longdouble().dtype.char + np.complex128().dtype.kind
    return x * s if class_of == "gc" else x
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    dtype = np.float64
    return x * s if dtype().dtype.char == "d" else x
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
