"""Arrays that a module makes: they are constants where nothing in the file may write to them."""

from __future__ import annotations

from tests.readings.table import body, text, value


def used(statements: str, value: str = "np.sum(Q * x[:3]) * Q[0]", refused: str = "ADC0123"):  # type: ignore[no-untyped-def]
    """A file with the array Q and `statements`, whose function f returns `value`."""
    head = "import numpy as np\nQ = np.array([1.0, 2.0, 3.0])\n"
    return text(f'{head}{statements}\ndef f(x: "float64[5]"):\n    return {value}\n', refused)


def read(statements: str, value: str = "np.sum(Q * x[:3]) * Q[0]"):  # type: ignore[no-untyped-def]
    return used(statements, value, "")


def moves(statements: str, refused: str = ""):  # type: ignore[no-untyped-def]
    """A loop over an array of literals that a function makes, and may have changed."""
    lines = "".join(f"    {line}\n" for line in statements.split("\n") if line)
    head = "import numpy as np\ndef put(q):\n    q[0] = 2\n"
    made = f'def f(x: "float64[5]"):\n    k = np.array([0, -1, 3])\n    s = 0.0\n{lines}'
    loop = "    for a, w in zip(k, [0.5, 0.25, 2.0]):\n        s += w * np.roll(x, a)[0] * x[1]\n"
    return text(f"{head}{made}{loop}    return s\n", refused)


READINGS = (
    value("np.sum(x, keepdims=1) * x + np.sum(x, axis=0, keepdims=0)"),
    read("Q[0] = 10.0"),
    read("Q += 1.0"),
    used("def bump(a):\n    a[0] = 10.0\n    return 3.0\nZ = bump(Q)"),
    used("def bump(a):\n    a *= 2.0\n    return a\nR = 1.0 + bump(Q)[0]"),
    used("P = [Q]\nP[0][0] = 5.0"),
    used("P = (Q, 1.0)\nP[0][0] = 5.0"),
    used("P = {'q': Q}\nP['q'][0] = 5.0"),
    read("for i in range(2):\n    Q[i] = 7.0"),
    used("for row in [Q]:\n    row[0] = 9.0"),
    read("if True:\n    Q[0] = 6.0"),
    used("(lambda a: a.fill(4.0))(Q)"),
    used("bump = lambda: Q.fill(4.0)\nZ = bump()"),
    used("bump = lambda a: a.fill(4.0)\nZ = bump(Q)"),
    used("R = Q\nS = R\nS += 1.0"),
    used("R = Q[:2]\nR[0] = 6.0"),
    used("R = Q.reshape(3, 1)\nR[0, 0] = 6.0"),
    used("R = np.asarray(Q)[1:]\nR[0] = 6.0"),
    used("R = np.array(Q, copy=False)\nR[0] = 6.0"),
    used("R, S = Q, 1.0\nR[0] = 6.0"),
    used("R = S = Q\nS[0] = 6.0"),
    used("R = Q if len(Q) > 1 else None\nR[0] = 4.0"),
    used("R = Q\nR[0] = 4.0", "np.sum(R) * x[0]"),
    used("R = Q.T\nQ[0] = 4.0", "np.sum(R) * x[0]"),
    used("np.copyto(Q, 2.0)"),
    used("Z = np.copyto(Q, 2.0)"),
    used("Z = np.multiply(2.0, 3.0, out=Q)"),
    used("Z = np.sqrt([4.0, 4.0, 4.0], Q)"),
    used("Z = np.cumsum(np.ones(3), 0, None, Q)"),
    used("from numpy import copyto as show\nZ = show(Q, 2.0)"),
    used("from operator import setitem\nZ = setitem(Q, 0, 5.0)"),
    used("np.random.default_rng(0).shuffle(Q)"),
    used("Z = [a.fill(2.0) for a in (Q,)]"),
    used("Z = Q.fill(2.0)"),
    read("Q.flat[0] = 5.0"),
    used("globals()['Q'][0] = 5.0"),
    used("exec('Q[0] = 5.0')"),
    used("def setup():\n    q = Q\n    q[1] = 8.0\nsetup()"),
    used("def setup(a=Q):\n    a[1] = 8.0\nsetup()"),
    used("def get():\n    return Q\nget()[0] = 8.0"),
    used("def inner():\n    bump(Q)\ndef bump(a):\n    a[0] = 8.0\ninner()"),
    used("def setup():\n    for q in (Q,):\n        q[0] = 8.0\nsetup()"),
    used("class K:\n    q = Q\nK.q[0] = 3.5"),
    used("class K:\n    def set(self):\n        self.q = Q\n        self.q[0] = 3.5\nK().set()"),
    used("def keep(a):\n    a[0] = 8.0\n    return lambda f: f\n@keep(Q)\ndef g():\n    pass"),
    read("def later():\n    return helper(Q)\ndef helper(a):\n    return a[0]"),
    read("R = Q @ Q + np.dot(Q, Q[::-1]) - Q.sum()"),
    read("R = Q[1:]", "np.sum(R * x[:2]) + Q[0]"),
    read("R = Q.reshape(3, 1).T", "np.sum(R @ x[:3])"),
    read("print(Q, len(Q), Q.shape, Q[0])\nassert Q[0] == 1.0 and Q.size == 3"),
    read("R = np.stack([Q, 2.0 * Q])", "np.sum(R @ x[:3])"),
    read("R = np.linspace(0.0, 1.0, len(Q))", "np.sum(R * x[:3])"),
    read("k = [float(q) for q in np.array(Q)]\nR = Q ** 2 > 1.0"),
    read("scale = lambda a: helper(a, Q)\ndef helper(a, b):\n    return a * b[1]", "scale(x[0])"),
    read("def g(a, w=2.0):\n    q = Q\n    return a * q[1] * w", "g(np.sum(x)) * Q[2]"),
    read("def g(Q):\n    Q[0] = 5.0\n    return Q\nZ = g(np.ones(3))"),
    read("def g(a):\n    q = np.sin(Q)\n    q[0] *= a\n    return q", "g(x[0])[0] * Q[2]"),
    read("def g(a):\n    q = Q.copy()\n    q[0] *= a\n    return q", "g(x[0])[0] * Q[2]"),
    read("from numpy import *\nR = 0.5 * arange(3) + ones(3)", "np.sum(R * x[:3])"),
    read(
        "from numpy import *\ndef g(a):\n    q = sin(Q)\n    q[0] *= a\n    return q", "g(x[0])[0]"
    ),
    used("from numpy import *\ndef sin(a):\n    a[0] = 5.0\n    return 1.0\nZ = sin(Q)"),
    used("from numpy import *\nif len(Q) > 1:\n    def cos(a):\n        a[0] = 5.0\nZ = cos(Q)"),
    used("sin = lambda a: a.fill(2.0)\nZ = sin(Q)"),
    read("def g(a, w=Q):\n    return a * w[1]", "g(x[0])"),
    used("def g(a, w=Q):\n    w[1] = a\n    return w[1] * a", "g(x[0]) + Q[1]", "ADC0239"),
    used("def g(w=Q):\n    w[1] = 7.0\n    return 1.0\nZ = g()"),
    used("def g(w=Q):\n    return w\nh = g\nZ = h()\nZ[0] = 3.0"),
    moves(""),
    moves("q = k + 1\nx = q[0] * x"),
    moves("k = np.array([2, 1, 0])"),
    moves("k[1] = 1"),
    moves("k += 1"),
    moves("q = k\nq[0] = 2"),
    moves("put(k)"),
    moves("k[-1:] *= 2"),
    moves("np.add(k, 1, out=k)"),
    moves("k = k[::-1]"),
    # Places outside of the shape, and samples without values: NumPy raises.
    value("np.ravel_multi_index((1, n), (4, 5)) * s"),
    value("np.ravel_multi_index((1, n), (4, m)) * s", "assumed", raises=True),
    value("np.ravel_multi_index((q - 1, q % 3), (5, 3)) * s"),
    value("np.ravel_multi_index((q, q % 3 - 2), (6, 3)) * s", "assumed", raises=True),
    value("np.unravel_index(n, (2, m))[1] * s"),
    value("np.unravel_index(m - n, (2, m))[1] * s", "assumed", raises=True),
    value("np.unravel_index(q - 9, (2, 5))[1] * s", "assumed", raises=True),
    value("np.quantile(x, s / 2) + np.percentile(x, 30 * s)"),
    value("np.quantile(x, s + 2)", "assumed", raises=True),
    value("np.divide(s, t, out=np.zeros_like(t), where=t > 0.0) * x"),
    value("np.divide(s, t, out=np.full((), 3.0), where=s * s < 0.0) * x"),
    value("np.sum(x * x, out=np.empty(()))"),
    value("np.sum(x[np.argwhere(x < 0.5)])", "ADC0216"),
    value("np.add(x, s, out=np.zeros(()))", "ADC0212", raises=True),
    value("np.sum(np.conj(x[x > 0.3]) * x[x > 0.3].conj())"),
    body("r = s\nfor i in range(1, n):\n    r += np.sum(x[:i].squeeze())\nreturn r", "ADC0220"),
    body("r = s\nfor i in range(2, len(x)):\n    r += np.sum(x[:i].squeeze()) * i\nreturn r"),
    body("if s > t:\n    return y.squeeze() * s\nreturn y * t"),
    body("r = np.zeros(())\nnp.add(s, t, out=r)\nreturn r"),
    body("q = np.conj(x[x > 0.1])\nq[0] = 2.0\nreturn np.sum(q) * x"),
    body("p = x[x > s]\nreturn np.zeros(x.shape[1:]) + s * len(p) * p[0]", inputs={"s": -9.0}),
    text(
        "import numpy as np\ndef f(x: 'float64[n, m]'):\n    return x.squeeze() * x[0].squeeze()\n",
        integers={"m": 0},
    ),
    value("np.percentile(x, -s)", "assumed", raises=True),
    value("np.choose(q % 2, [x, s * x])"),
    value("np.choose(q, [x, s * x])", "assumed", raises=True),
    body("""
        a, b = np.nancumsum(q), np.nancumprod(q)
        a[0] = b[1] = 1.7
        return a * s, b * s, np.nancumsum(np.where(x > 0.7, x, np.nan))
    """),
    # the array itself, and copies
    body("""
        a, b, k = np.float64(x), np.float64(x[1:]), np.int64(q)
        a[0], b[1], k[0] = s, 7.0 * s, 9
        c, d = np.choose([0] * 5, [x]), np.choose([0, 0], [t])
        e, g = np.apply_along_axis(lambda v: v[1:], 0, x), np.float64(q)
        c[2] = e[2] = g[1] = d[0] = 5.0 * s
        return x * q, np.stack([c, g]), d, e
    """),
    value("np.interp(x, np.arange(3.0), x, period=s)", "assumed", raises=True),
    value("np.interp(x, x, x * s, period=t - t)", "assumed", raises=True),
)
