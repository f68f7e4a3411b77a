"""Lists of numbers as long as sizes say, of which items are set."""

from __future__ import annotations

from tests.readings.table import body, text

_FILL = "def fill(w, x):\n    for i in range(len(w)):\n        w[i] = x[i] ** 2\n"
_INNER = "def g(v, w=[0.0 for _ in range(3)]):\n    {}\n    return len(w) * v\n"
_ONE = "def g(v):\n    return {}\n"
_TAIL = 'def f(x: "float64[N]", n: int):\n    '

READINGS = (
    body("w = [0.0] * n\nfor i in range(n):\n    w[i] = x[i] * s\nreturn w"),
    body("w = n * [s]\nw[1] += x[1]\nw[-1] *= t\nreturn sum(w), len(w)"),
    body("w = [0.0] * n\nreturn w", integers={"n": 0}),
    body("w = [0.0] * (n - 6)\nreturn w, len(w)"),
    body("w = [0.0 for v in x]\nw[1] = x[1]\nreturn w"),
    # Integers become numbers of another type one by one; an array has one type.
    body("w = [0] * n\nfor i in range(n):\n    w[i] = x[i] * i\nreturn np.array(w), w[0] ** 2"),
    body("w = [0] * n\nw[1] += 2\nreturn w[1] * x"),
    body("w = [0] * n\nif s > 9.0:\n    w[0] = s\na = np.array(w)\na[1] = t\nreturn a", "ADC0214"),
    # What has a copy does not see what is set; what shares the list does.
    body("w = [s] * n\na, b = np.array(w), np.asarray(w)\nw[1] = t\nreturn a * b, w"),
    body("w = [s] * n\nv = w\nv[1] = t\nw[2] = s * v[1]\nreturn v"),
    body("w = [s] * n\nv = w + w\nw[1] = t\nv[0] = x[0]\nreturn v[1] * w[1] * v[0]"),
    body("w = [s] * n\nv = w[1:]\nw[1] = t\nv[1] = x[0]\nreturn v[0] * w[1] * w[2]"),
    body("w = [s] * n\na = w[0]\nb = (w[0], w[1])\nw[0] = t\nw[1] = t\nreturn a * b[0] * b[1]"),
    body("w = [s] * n\nw[0], w[1] = t, w[0]\nw[1], w[2] = w[2] * 3, w[1]\nreturn w"),
    body("w = [s] * n\nu = [w, w]\nu[0][1] = t\nreturn w[1] * u[1][1]"),
    body("w = [s] * n\nfor v in w:\n    w[1] = t\n    w[2] += v * x[1]\nreturn w"),
    body("p = [0.0] * n\np[0] = 1.0\nfor k in range(3):\n    c = [0.0] * n\n"
         "    for i in range(1, n):\n        c[i] = p[i - 1] * x[i] + x[k]\n    p = c\nreturn p"),
    body("w = [s] * n\nold = w\nfor i in range(3):\n    w = [x[i]] * n\n    w[1] = t * i\n"
         "return w[0] * old[0] + w[1]"),
    body("w = [0.0] * n\nif s > 1.0:\n    w[1] = t\nelse:\n    w[2] = s\nreturn w"),
    body("w = sorted(x)\nw[0] = w[1] * w[2]\nreturn w"),
    body("w = [s] * n\nv = [t] * n\nu = w if s > t else v\nu[0] = x[0]\nreturn w[0]", "ADC0232"),
    text(f"{_FILL}{_TAIL}w = [0.0] * n\n    fill(w, x)\n    return w[1] + w[2]\n"),
    # Lists in lists.
    body("w = [[0.0] * m for _ in range(n)]\nfor i in range(n):\n    r = w[i]\n"
         "    for j in range(m):\n        r[j] = x[i] * y[j]\n    w[i][0] += s\nreturn w"),
    body("w = [[0.0, 1.0] for _ in x]\nfor i in range(n):\n    r = w[i]\n    r[0] = x[i]\n"
         "    w[i][1] += x[i] * r[0]\na, b = w[1]\nreturn a * b * w[2][1]"),
    body("w = [[0.0] * n] * 3\nw[0][1] = s\nreturn w[1][1] * t"),
    body("w = [[v] * m for v in x]\nr = w[0]\nr.append(s)\nreturn w[0][0]", "ADC0211"),
    body("w = [[v] * m for v in x]\nr = w[0]\nr += [s]\nreturn w[0][0]", "ADC0211"),
    body("w = [[v] * m for v in x]\nw[1] = w[0]\nw[0][1] = s\nreturn w[1][1]", "ADC0211"),
    body("r = [0.0] * n\nw = []\nfor i in range(3):\n    r[0] = x[i]\n    w.append(r)\n"
         "return w[0][0]", "ADC0211"),
    body("r = [s] * n\nw = []\nfor i in range(3):\n    w.append(r)\nr[0] = t\nreturn w[0][0]",
         "ADC0211"),
    # A part that is set may be of another length; so may what all calls share be.
    body("w = [0.0] * n\nw[0:2] = [s]\nreturn w[1]", "ADC0216"),
    body("w = [s, t] * n\nreturn w[1]", "ADC0216"),
    text(f"{_INNER.format('w[0] += v')}{_TAIL}return g(x[0]) * g(x[1])\n", "ADC0211"),
    text(f"{_INNER.format('w.append(v)')}{_TAIL}return g(x[0]) * g(x[1])\n", "ADC0211"),
    text(f"{_INNER.format('w += [v]')}{_TAIL}return g(x[0]) * g(x[1])\n", "ADC0211"),
    # Tuples and lists of one item, or of none.
    text(f"{_ONE.format('[v * 2.0]')}{_TAIL}return g(x)[0]\n"),
    text(f"{_ONE.format('(v * 2.0,)')}{_TAIL}return g(x)[0] * len(g(x))\n"),
    text(f"{_ONE.format('(v * 2.0,)')}{_TAIL}(a,) = g(x)\n    return a * n\n"),
    text(f"{_TAIL}g = lambda v: (v * 2.0,)\n    return g(x)[0] * len(g(x))\n"),
    text(f"{_ONE.format('()')}{_TAIL}return x[0] * (1 + len(g(x)))\n"),
    body("w = [k * x for k in (s,)]\nreturn w[0]"),
    body("w = [k for k in x.shape[:-1]]\nreturn sum(w + [n]) * s"),
    body("return np.zeros(tuple([k for k in x.shape[:-1]] + [n, 2])) + s"),
    text("def g(v):\n    if v[0] > 1.0:\n        return (v * 2.0,)\n    return (v,)\n"
         f"{_TAIL}return g(x)[0]\n"),
    # One list that is an item of another one several times, or in every iteration.
    body("w = [s, t]\nr = [w for _ in range(n)]\nr[0][1] = 3.0\nreturn r[1][1] * w[1]", "ADC0211"),
    body("w = [s, t]\nr = [w for _ in range(n)]\nw[1] = 3.0\nreturn r[1][1] * w[1]", "ADC0212"),
    body("w = [s, t]\nr = []\nfor i in range(n):\n    w[0] = x[i]\n    r.append(w)\n"
         "return r[0][0] * r[1][0]", "ADC0212"),
    body("w = [s, t]\nr = [w, w]\nfor i in range(n):\n    r.append([x[i], 1.0])\n"
         "r[0][1] = 3.0\nreturn r[1][1] * w[1]", "ADC0211"),
    body("r = []\nfor i in range(n):\n    w = [0.0, t]\n    w[0] = x[i]\n"
         "    r.append(np.array(w))\nreturn r[0][0] * r[1][0]"),
    # Lists that are returned.
    body("return [v * s for v in x]"),
    body("return s, [v * s for v in x[1:]], [[a * b for a in x] for b in y]"),
    text('def f(x: "float32[N]", n: int):\n    w = [0.0] * n\n    w[1] = x[1]\n    return w\n',
         "ADC0212"),
)  # fmt: skip
