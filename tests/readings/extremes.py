"""Python's min and max of lists and tuples: of one item they are the item."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[n]"):
    return x * max(x.shape)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    k = max(x.shape)
    return x[: k - 1] * min(x.shape)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", A: "float64[n,m]"):
    return x * max(A.shape) + min([3.0])
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    t = (x[0],)
    return max(t) * min([x[1]]) + max((2,))
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    return max([x[k] for k in range(1)]) * sum(x)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    return max(x[0])
""",
        "ADC0220 raises",
    ),
    (
        """
def f(x: "float64[n]"):
    return max(()) * x
""",
        "ADC0220 raises",
    ),
    (
        """
def f(x: "float64[n]"):
    return max([x]) * 2.0
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    ind = np.arange(0, max(x.shape) - 1, 1)
    return x[ind + 1] - x[ind]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", A: "float64[n,m]"):
    return max(A.shape[1:]) * x
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    y = max([x])
    y[0] = 3.0 * y[1]
    return x * y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    return max() * x
""",
        "ADC0220 raises",
    ),
    (
        """
def f(x: "float64[n]"):
    return min((x[:2],)) * 2
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    return x * sorted()
""",
        "ADC0220 raises",
    ),
    (
        """
def f(x: "float64[n]"):
    return x * max(key=len)
""",
        "ADC0220 raises",
    ),
    (
        """
def f(x: "float64[n]"):
    return sum([x]) * 2.0
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    return sorted([x])[0] * 2.0
""",
        "ADC0220",
    ),
    (
        """
def f(x: "float64[n]"):
    return math.prod([x]) * 2.0
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", A: "float64[n,m]"):
    return max([A]) * 2.0
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    return max([[x[0], x[1]]])[1] * x
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    return max([v for v in [x]]) * 2.0
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    items = [x]
    return max(items) * min(*items)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    return max(*[x]) * 2.0
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    rows = []
    rows.append(x * 2.0)
    return min(rows)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", A: "float64[1,m]"):
    return max(A) * 2.0
""",
        "ADC0220",
    ),
    (
        """
def f(x: "float64[n]"):
    return x * max((r for r in (2,)))
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    return max({"a": 2.0, "b": 3.0}.values()) * x
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    return max({"a": x}.values()) * x
""",
        "",
    ),
)

#: After a code: Python itself raises, too.
RAISES = " raises"

READINGS = [
    text(
        source if "import numpy" in source else HEADER + source,
        code.removesuffix(RAISES),
        raises=code.endswith(RAISES),
    )
    for source, code in _TEXTS
]
