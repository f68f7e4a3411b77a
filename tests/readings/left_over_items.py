"""Loops over items that are not alike, which are left early."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def check(var, strings):
    for t in ["b", "a"]:
        if t == var:
            return t
    raise ValueError("no")
def f(x: "float64[n]"):
    if check("a", ["b", "a"]) == "a":
        return x * 2
    return x
""",
        "",
    ),
    (
        """
def check(var, strings):
    for t in strings:
        if t == var:
            return t
    raise ValueError("no")
def f(x: "float64[n]"):
    if check("a", ["b", "a"]) == "a":
        return x * 2
    return x
""",
        "",
    ),
    (
        """
def check(var, strings):
    for t, i in zip(("b", "a"), (1, 2)):
        if t == var:
            return i
    raise ValueError("no")
def f(x: "float64[n]"):
    return x * check("a", ["b", "a"])
""",
        "",
    ),
    (
        """
def check(var, strings):
    r = ""
    for t, i in zip(strings, ["B", "A"]):
        if t == var:
            r = i
    return r
def f(x: "float64[n]"):
    if check("a", ["b", "a"]) == "A":
        return x * 2
    return x
""",
        "",
    ),
    (
        """
def f(x: "float64[24]"):
    return x.reshape((int(4 / 2), 12)).sum(axis=0)
""",
        "",
    ),
    (
        """
def f(x: "float64[24]"):
    k = np.prod([int(4 / 2), 2])
    return x.reshape((k, 6)).sum(axis=0)
""",
        "",
    ),
    (
        """
def pick(x, names, values):
    for n, v in zip(names, values):
        if n == "b":
            break
    return v * x
def f(x: "float64[n]"):
    return pick(x, ("a", "b", "c"), (1.0, 2.0, 3.0))
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    items = [x, x[:2], x[1:]]
    k = 0.0
    for v in items:
        if np.sum(v) > 0.4:
            k = k + np.sum(v ** 2)
            break
        k = k + v[0]
    return k
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    items = [x, x[:2], x[1:]]
    names = ["one", "two", "three"]
    k = 0.0
    for i, (v, w) in enumerate(zip(items, names)):
        if w == "two":
            continue
        if v[0] > 0.6:
            return k * x[0] + i
        k = k + v[0] * np.sum(v)
    else:
        k = k * 10.0
    return k
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    names = ["one", "two", "three"]
    k = 0.0
    for w in names:
        if w == "two":
            break
        k += x[0]
    else:
        k = k * 10.0
    return k, w == "two"
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    names = ["one", "two", "three"]
    i = 0
    for j in range(2):
        for w in names:
            if x[j] > 0.4 and w == "two":
                break
            i = i + len(w)
        else:
            i = i + 100
    return x * i
""",
        "",
    ),
    (
        """
def check(name, var, strings=None, sensitive=False):
    if isinstance(var, str):
        if not sensitive:
            test = var.casefold()
            def fold(v):
                if isinstance(v, (list, tuple)):
                    return [fold(q) for q in v]
                return v.casefold()
            tests = fold(strings)
        else:
            test = var
            tests = strings
        for t, item in zip(tests, strings):
            if isinstance(t, (list, tuple)):
                if test in t:
                    return item[0]
            if test == t:
                return item
        raise ValueError("no")
    else:
        raise TypeError("no")
def f(x: "float64[n]"):
    k = check("kind", "A", ["b", ["a", "c"], "d"])
    if k == "a":
        return x * 2
    return x
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    a = x.copy()
    for v, s in zip([a, a[1:]], ["p", "q"]):
        v *= 2.0
        if s == "q" or x[0] > 90.0:
            break
    return a
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    y = 0.0
    for g in (np.sin, np.cos, np.tan):
        y = y + g(x[0])
        if y > 0.7:
            break
    return y, g(x[1])
""",
        "ADC0212",
    ),
    (
        """
def f(x: "float64[n]"):
    for p, q in (("a", x), ("b", x[1:])):
        if x[0] > 0.5:
            return q.sum() * len(p)
        x = x * 0.5
    return x.sum()
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", k: "int"):
    names = ["a", "b", "c"]
    for i in range(k):
        if names[i % 3] == "b":
            return x * i
    return x
""",
        "ADC0216",
    ),
    (
        """
def f(x: "float64[n]"):
    opts = {"a": 1.0, "b": 2.0}
    for key, value in opts.items():
        if key == "b":
            return x * value
    return x
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    found = None
    for key, value in [("a", x[0]), ("b", x[1])]:
        if value > 0.5:
            found = key
            break
    return x * (2.0 if found == "a" else 3.0)
""",
        "ADC0212",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
