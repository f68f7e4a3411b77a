"""Lists that a module binds: they are constants where nothing in the file may change them."""

from __future__ import annotations

from tests.readings.table import text


def used(statements: str, value: str = "W[-1] * np.sum(x)", refused: str = "ADC0123"):  # type: ignore[no-untyped-def]
    """A file with the list W and `statements`, whose function f returns `value`."""
    head = "import numpy as np\nW = [0.5, 2.0, 3.0]\n"
    return text(f'{head}{statements}\ndef f(x: "float64[N]"):\n    return {value}\n', refused)


def read(statements: str, value: str = "W[-1] * np.sum(x)"):  # type: ignore[no-untyped-def]
    return used(statements, value, "")


_RUN = (
    "import numpy as np\n"
    "def run(x, e):\n    h = []\n    while e > 1.0:\n        e = e * 0.5\n        h.append(e)\n"
    "    return e, h\n"
)


def history(statements: str, refused: str = "ADC0224"):  # type: ignore[no-untyped-def]
    """A function whose caller gets a list of which data tell the length, in `h`."""
    body = "".join(f"    {line}\n" for line in statements.split("\n"))
    return text(f'{_RUN}def f(x: "float64[N]", s: float):\n{body}', refused)


def grown(value: str, item: str = "x[i] * y[i]", refused: str = ""):  # type: ignore[no-untyped-def]
    """A function that returns `value` of a list `a`, to which a loop appends `item`."""
    head = 'import numpy as np\ndef f(x: "float64[n, n]", y: "float64[n, n]"):\n    a = []\n'
    loop = f"    for i in range(x.shape[0]):\n        a.append({item})\n"
    return text(f"{head}{loop}    return {value}\n", refused)


_COLUMN = "x[:, i:i+1] * y[i, :2]"

READINGS = (
    grown("np.column_stack(a) @ y"),
    grown("np.stack(a, -1) * x"),
    grown("np.stack(a, axis=-2)"),
    grown("np.stack(a, dtype=np.float32)", "x[i] * y[i]", "ADC0220"),
    grown("np.concatenate(a, axis=1)", "(x[i] * y[i])[None]"),
    grown("np.concatenate(a, axis=-1)", _COLUMN),
    grown("np.hstack(a)", _COLUMN),
    grown("np.column_stack(a)", _COLUMN),
    grown("np.vstack(a)", _COLUMN),
    grown("np.stack(a, axis=1)", _COLUMN),
    grown("np.hstack(a)", "x[i, 0] * y[i, 1]"),
    grown("np.concatenate(a, axis=2)", "x[:, i:i+1, None] * np.ones(2)"),
    # Of a list that stands for one of unknown length nothing is asked, its truth included.
    history("e, h = run(x, s)\nreturn x * e", ""),
    history("e, h = run(x, s)\nreturn x * (2.0 if h else 3.0)"),
    history("e, h = run(x, s)\nreturn x * (2.0 if not h else 3.0)"),
    history("e, h = run(x, s)\nreturn x * len(h)"),
    history("e, h = run(x, s)\nreturn x * isinstance(h, str)"),
    history("e, h = run(x, s)\nreturn x * bool(h)"),
    history("r = run(x, s)\nreturn x * (2.0 if r[1] else 3.0)"),
    history(
        "h, t = [1.0], 0.0\nfor i in range(3):\n    t = t + len(h)\n    e, h = run(x, s)\n"
        "return x * t"
    ),
    history(
        "h, t = [1.0], 0.0\nwhile t < 2.0:\n    t = t + (1.0 if h else 0.5)\n"
        "    e, h = run(x, s)\nreturn x * t"
    ),
    # What functions do that the module runs.
    used("def put(v):\n    v.append(5.0)\ndef init():\n    put(W)\ninit()"),
    used("def get():\n    return W\nget().append(5.0)"),
    used("globals()['W'] = [7.0]"),
    used("globals().update(W=[7.0])"),
    read("W.append(5.0)"),
    read("W.sort(reverse=True)"),
    used("V = W\nV.append(5.0)"),
    used("V = W or None\nV.append(5.0)"),
    used("V = W if len(W) > 1 else None\nV.append(5.0)"),
    used("V = [W, W]\nV[0].append(5.0)"),
    used("(V, (U, k)) = (1, (W, 2))\nU.append(5.0)"),
    read("W[-1], k = 5.0, 1"),
    used("del W[-1]"),
    used("for W[-1] in (5.0, 6.0):\n    pass"),
    read("for k in range(2):\n    W.append(float(k))"),
    read("if len(W) > 2:\n    W.pop()"),
    read("k = [W.append(q) for q in (4.0, 5.0)]"),
    used("class Setup:\n    W.append(5.0)"),
    used("class Setup:\n    def __init__(self):\n        W[-1] = 5.0\nSetup()"),
    read("def change(w):\n    w.append(5.0)\nchange(W)"),
    used("def change():\n    W[-1] = 5.0\nchange()"),
    used("def change():\n    W.append(5.0)\nchange()"),
    used("def change():\n    for k in (4.0, 5.0):\n        W[-1] += k\nchange()"),
    used("import random\nrandom.Random(1).shuffle(W)"),
    used("T = (W, 1.0)\nT[0].append(5.0)"),
    read("T = ([1.0], 1.0)\nT[0].append(5.0)", "T[0][-1] * np.sum(x)"),
    used("T = [[1.0]]\nfor t in T:\n    t.append(5.0)", "T[0][-1] * np.sum(x)"),
    read("T = [[1.0]]\nlist(T)[0].append(5.0)", "T[0][-1] * np.sum(x)"),
    read("T = [[1.0]]\n(T + T)[0].append(5.0)", "T[0][-1] * np.sum(x)"),
    used("T = [[1.0], [2.0, 3.0]]\nk = len(T)", "T[1][-1] * np.sum(x)", ""),
    used("V = U = [1.0, 2.0]\nU.append(5.0)", "V[-1] * np.sum(x)"),
    read("V = [1.0, 2.0] * 2\nV.append(5.0)", "V[-1] * np.sum(x)"),
    read("V = list((1.0, 2.0))\nV.append(5.0)", "V[-1] * np.sum(x)"),
    used("def change():\n    W = [1.0]\n    W.append(5.0)\nchange()", refused=""),
    used("def change(W):\n    W.append(5.0)\nchange([1.0])", refused=""),
    used("k = len(W) + W[0] * sum(W) + W.index(2.0)", refused=""),
    used("V = W[1:] + [1.0]\nassert W != V", refused=""),
    used("k = [np.sin(q) for q in W]\nfor q in W:\n    k.append(q * W[0])", refused=""),
    used("print(W, np.array(W))\nk = tuple(W), W.copy()", refused=""),
    used("def g(x):\n    return W[0] * x", "W[1] * g(np.sum(x))", refused=""),
)
