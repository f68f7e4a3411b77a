"""Lists and dictionaries that are defaults of the function that is differentiated."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(s: "float64", args={'a': 2.0}):
    return s * args['a']
""",
        "",
    ),
    (
        """
def h(v, c=1.0):
    return v * c
def f(s: "float64", args={'c': 2.0}, k=[1.0, 3.0]):
    return h(s, **args) * k[1]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", w=[1.0, 2.0], d={}):
    d = d or {"q": 2.0}
    return np.sum(x) * len(w) * np.sum(w) * d.get("q", 1.0)
""",
        "",
    ),
    (
        """
def f(s: "float64", w=[1.0, 2.0]):
    w[0] += s
    return w[0] * w[1]
""",
        "ADC0211",
    ),
    (
        """
def f(s: "float64", w=[]):
    w.append(s)
    return w[-1] * len(w)
""",
        "ADC0211",
    ),
    (
        """
def f(s: "float64", w={}):
    if "a" not in w:
        w["a"] = s
    return w["a"]
""",
        "ADC0211",
    ),
    (
        """
def h(w, s):
    w[0] = w[0] * s
    return w[0]
def f(s: "float64", w=[1.0, 2.0]):
    return h(w, s)
""",
        "ADC0211",
    ),
    (
        """
def h(w, s):
    w = list(w)
    w[0] = w[0] * s
    return w[0]
def f(s: "float64", w=[1.0, 2.0]):
    return h(w, s) * w[0]
""",
        "",
    ),
    (
        """
def f(s: "float64", w=[1, 2]):
    w = np.array(w)
    w[0] = s * 3
    return s * w[0] * w[1]
""",
        "",
    ),
    (
        """
def f(s: "float64", w=[1, 2]):
    w *= 2
    return s * w[0] * len(w)
""",
        "ADC0211",
    ),
    (
        """
def f(s: "float64", w=([1, 2],)):
    w[0][1] = s
    return s * w[0][1]
""",
        "ADC0211",
    ),
    (
        """
def f(s: "float64", w={"a": [1, 2]}):
    w["a"][1] = s
    return s * w["a"][1]
""",
        "ADC0211",
    ),
    (
        """
def f(s: "float64", w={"a": [1, 2]}):
    v = dict(w)
    v["b"] = s
    u = w["a"]
    u += [3]
    return s * v["b"] * len(w["a"])
""",
        "ADC0211",
    ),
    (
        """
def f(s: "float64", w={1: 2.0, (1, 2): 3.0}):
    return s * w[1] * w[1, 2]
""",
        "",
    ),
    (
        """
def f(s: "float64", w=[1.0, 2.0, 4.0]):
    del w[0]
    return w[0] * s
""",
        "ADC0211",
    ),
    (
        """
def f(s: "float64", w=[1.0, 2.0, 4.0]):
    return w.pop() * s
""",
        "ADC0211",
    ),
    (
        """
def f(s: "float64", w=[1.0, 2.0, 4.0]):
    def g(v):
        return v * w[-1]
    return g(s) + w.index(2.0)
""",
        "",
    ),
    (
        """
P = 0.5
def f(s: "float64", w=[2 * P, -P, None, "a", np.sin]):
    r = s * w[0] + w[1]
    if w[2] is None and w[3] == "a":
        r = r * w[4](s)
    return r
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", p={"w": [1.0, 2.0], "k": (3, 4)}):
    for k, v in p.items():
        x = x * v[0] + v[1] * len(k)
    return x * sum(p["w"])
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", w=[1.0, 2.0, 4.0]):
    v = w[:]
    v[0] = x[0]
    v.append(x[1])
    return np.array(v) * w[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", w=[1.0, 2.0, 4.0]):
    v = w + [x[0]]
    v[1] = x[1]
    for a in w:
        x = x * a
    return np.array(v) * x[0] * w[1]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", edges=(0.5, 2.0), scale=None, power=None):
    if edges is None:
        a = 1.5 if scale is None else scale
        return a * x ** (3.0 if power is None else power)
    return f((x - edges[0]) / edges[1], None, scale=scale, power=power) + x
""",
        "",
    ),
    (
        """
def h(x, way):
    return f(x, way) * 2.0
def f(x: "float64[n]", way=(2.0,), how=None):
    if way is None:
        return x * x
    return h(x, None) * way[0] + f(x, way=how)
""",
        "",
    ),
    (
        """
def h(g, x):
    return g(x, None)
def f(x: "float64[n]", way=(2.0,)):
    if way is None:
        return np.sin(x)
    return h(f, x) * way[0]
""",
        "",
    ),
    (
        """
def h(x, f):
    return f(x, 3.0)
def f(x: "float64[n]", way=(2.0,)):
    g = [f * way[0] for f in x]
    return h(x, np.multiply) + np.array(g)
""",
        "",
    ),
    (
        """
class A:
    def go(self, x):
        return f(x, None) + 1.0
def f(x: "float64[n]", way=(2.0,)):
    if way is None:
        return x * x
    return A().go(x) * way[0]
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
