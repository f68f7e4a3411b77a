"""Lists of what a mask selects, and lists that grow under a test and take all of another one."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[n]"):
    inv = []
    for i in range(len(x)):
        if x[i] > 0.5:
            inv.append(i)
    it = np.where(x < -0.5)[0]
    for k in range(len(it)):
        inv.append(it[k])
    y = x.copy()
    y[inv] = y[inv] * 3.0
    return y * len(inv)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    inv = []
    for i in range(len(x)):
        if x[i] > 0.5:
            inv.append(i)
    it = np.where(x < -0.5)[0]
    for k in it:
        inv.append(k)
    y = x.copy()
    y[inv] = y[inv] * 3.0
    return y * len(inv)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    inv = list(np.where(x > 0.5)[0])
    other = inv
    inv += list(np.where(x < -0.5)[0])
    y = x.copy()
    y[other] = y[other] * 3.0
    return y * len(other)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    inv = list(x[x > 0.5])
    inv += [1.0, 2.0]
    inv.append(3.0)
    return x * sum(inv) * len(inv) + inv[-1] + inv[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    inv = list(x[x > 0.5])
    x[0] = 9.0
    inv.extend(x)
    return np.sum(np.array(inv)) * x
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    inv = list(x[x > 0.5])
    inv.extend(inv)
    return np.sum(np.array(inv)) * x * len(inv)
""",
        "ADC0235",
    ),
    (
        """
def f(x: "float64[n]"):
    s = 0.0
    for k in range(3):
        inv = list(x[x > 0.5 * k])
        inv.append(x[k])
        s += sum(inv) * len(inv)
    return s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    inv = []
    for k in range(3):
        inv += list(x[x > 0.5 * k])
    return x * sum(inv) + len(inv)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    inv = []
    for k in range(3):
        inv.extend(x[x > 0.5 * k].tolist())
    return x * sum(inv) + len(inv)
""",
        "ADC0216",
    ),
    (
        """
def f(x: "float64[n]"):
    inv = list(np.where(x > 50.0)[0])
    if len(inv) > 0:
        return x * 2.0
    inv += list(np.where(x > 60.0)[0])
    y = x * 1.0
    y[inv] = 7.0
    return y * (1 + len(inv))
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    v = (x[x > 0.5]).tolist()
    w = np.array(v) * 2.0
    return x * np.sum(w)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    v = list(x[x > 0.0])
    v.append(1)
    return x * sum(v)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    v = list(np.where(x > 0.0)[0])
    v.append(0.5)
    return x * sum(v)
""",
        "",
    ),
    (
        """
def g(v, x):
    v.append(x[0])
    return len(v)
def f(x: "float64[n]"):
    v = list(x[x > 0.0])
    k = g(v, x)
    return x * sum(v) * k
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    v = list(x[x > 0.0])
    v[0] = 5.0
    return x * sum(v)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    v = list(x[x > 0.0])
    v = v + v
    return x * sum(v)
""",
        "ADC0216",
    ),
    (
        """
def f(x: "float64[n]"):
    v = list(x[x > 0.0])
    v += x
    return v
""",
        "ADC0216",
    ),
    (
        """
def f(x: "float64[n,m]"):
    v = list(x[x[:, 0] > 0.0])
    return sum(v)
""",
        "ADC0216",
    ),
    (
        """
def f(x: "float64[n]"):
    v = list(x > 0.5)
    w = list((x > 0.5)[x > 0.0])
    return x * len(w)
""",
        "ADC0220",
    ),
    (
        """
def f(x: "float64[n]"):
    v = list(x[x > 0.2])
    return x * max(v) + min(v)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    v = list(x[x > 0.2])
    s = 0.0
    for i, a in enumerate(v):
        s += a * i
    return [a * 2.0 + s for a in v]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    v = list(x[x > 0.2])
    return v
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    bad = list(np.where(x < 0.0)[0]) + list(np.where(x > 1.0)[0])
    y = x.copy()
    y[bad] = 0.0
    return y
""",
        "ADC0216",
    ),
    (
        """
def f(x: "float64[n]"):
    v = list(x[x > 0.2])
    w = v * 2
    return x * sum(w)
""",
        "ADC0216",
    ),
    (
        """
def f(x: "float64[n]"):
    v = sorted(x[x > 0.2])
    return x * v[0]
""",
        "ADC0216",
    ),
    (
        """
def f(x: "float64[n]"):
    v = list(x[x > 0.2])
    if 3.0 in v:
        return x
    return x * (len(v) if v else 2.0)
""",
        "ADC0213",
    ),
    (
        """
def f(x: "float64[n]"):
    v = list(x[x > 0.2])
    v.insert(0, x[0])
    return x * v[0]
""",
        "ADC0216",
    ),
    (
        """
def f(x: "float64[n]"):
    v = list(x[x > 0.2])
    a = v.pop()
    return x * a
""",
        "ADC0216",
    ),
    (
        """
def f(x: "float64[n]"):
    inv = list(np.where(x > 0.5)[0])
    inv += list(np.where(x < -0.5)[0])
    y = x.copy()
    y[inv] = 2.0 * y[inv]
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    inv = list(np.where(x > 0.5)[0])
    y = x.copy()
    y[inv] = 0.0
    return y * len(inv)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    inv = np.where(x > 0.5)[0].tolist()
    inv.extend(np.where(x < -0.5)[0])
    y = x.copy()
    y[inv] = 0.0
    return y * x
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    inv = list(np.where(x > 0.5)[0])
    s = 0.0
    for i in inv:
        s += x[i] ** 2
    return s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    v = list(x[x > 0.0])
    return sum(v) * x
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    inv = []
    for i in range(len(x)):
        if x[i] > 0.5:
            inv.append(i)
    y = x.copy()
    y[inv] = 0.0
    return y * len(inv)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    inv = []
    for i in range(len(x)):
        if x[i] > 0.5:
            inv.append(i)
    b = []
    for i in range(len(x)):
        if x[i] < -0.5:
            b.append(i)
    inv += b
    y = x.copy()
    y[inv] = y[inv] * 3.0
    return y * len(inv)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    inv = []
    for i in range(len(x)):
        if x[i] > 0.5:
            inv.append(i)
    inv.extend(np.where(x < -0.5)[0])
    y = x.copy()
    y[inv] = y[inv] * 3.0
    return y * len(inv)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    v = list(x[x > 0.2])
    if s > 0.0:
        v += list(x[x > 1.0])
    else:
        v.append(s)
    return x * sum(v)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    v = list(x[x > 0.2])
    for a in v:
        x = x + a
    return x
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    m = x > 0.2
    v = list(x[m])
    m[0] = False
    x = x * 2.0
    return x * sum(v) + np.sum(m)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    y = x * 1.0
    v = list(y[y > 0.2])
    y[:] = 3.0
    v.append(y[0])
    return x * sum(v)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    p = list(np.where(x > 0.2)[0])
    y = x.copy()
    y[p] = np.arange(len(p)) * x[p]
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    out = []
    for i in range(len(x)):
        v = list(x[x > x[i]])
        v += [x[i]]
        out.append(sum(v) / len(v))
    return np.array(out)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    out = []
    for i in range(len(x)):
        v = list(x[x > x[i]])
        out += v
    return np.array(out) * 2.0
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    v = list(x[2:][x[2:] > 0.2])
    return x * np.mean(v) if len(v) else x
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    v = list(x[x > 0.2])
    v += v
    return x * sum(v)
""",
        "ADC0235",
    ),
    (
        """
def f(x: "float64[n]"):
    v = list(x[x > 0.2])
    v.extend((x[0], x[1]))
    v += (x[0],)
    return x * sum(v)
""",
        "ADC0216",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
