"""Arrays that NumPy makes of a number: they keep it where the name is bound again."""

from __future__ import annotations

import textwrap

from tests.readings.table import Reading, text

HEAD = """
import numpy as np
class Held:
    def __init__(self, v):
        self.v = v
def f(x: "float64[N]", s: float, t: float, n: int):
    d = 1.0 + s
"""

MADE = (
    "np.atleast_1d(d)", "np.atleast_2d(d)", "np.expand_dims(d, 0)", "np.reshape(d, (1, 1))",
    "np.ravel(d)", "np.broadcast_to(d, (2,))", "np.broadcast_arrays(d, x)[0]", "np.array(d)",
    "np.asarray(d)", "np.asarray(d)[None]", "np.full(3, d)", "np.array([d, d])", "np.tile(d, 2)",
    "np.repeat(d, 2)", "np.squeeze(d)", "np.stack([d, d])", "np.append(x, d)", "[d, [d, d]][1]",
)  # fmt: skip

#: Arrays without axes, parts of x among them, and what NumPy gives numbers for.
SHARED = (
    "np.array(d)", "np.asarray(d)", "x[..., 0]", "np.squeeze(x[:1])", "x[:1].squeeze()",
    "x[:1].reshape(())", "np.full((), d)", "np.copy(d)", "np.asarray(x[0, ...]).T",
    "np.where(s > 0, d, t)", "np.tensordot(x, x, 1)", "np.vectorize(lambda v: v * t)(d)",
)  # fmt: skip
NUMBERS = (
    "np.array(d) * 2", "np.asarray(d)[()]", "x[0].copy()", "np.reshape(x[0], ())", "-np.array(d)",
    "np.squeeze(x[0])", "np.abs(x[0, ...])", "np.array(d).sum()", "np.array(d).item()",
)  # fmt: skip
#: Other names for an array without axes, and writes.
WRITTEN = (
    ("np.atleast_1d(y)", "z[0] = t"), ("y.reshape(1)", "y += t"), ("y[None]", "y[()] = t"),
    ("np.broadcast_to(y, 3)", "y[...] = t"), ("y", "y.fill(t)"), ("y", "np.copyto(z, x[0])"),
    ("y.T", "np.add(x[0], y, out=y)"), ("y.copy()", "y *= t"), ("y[()]", "y *= t"),
)  # fmt: skip


def row(body: str, refused: str = "") -> Reading:
    return text(HEAD + textwrap.indent(body.rstrip(), "    ") + "\n", refused)


READINGS: list[Reading] = [
    *(row(f"w = {made}\nd = t * 7\nreturn np.sum(w) * d") for made in MADE),
    row("w = [np.atleast_1d(d)]\nd = t * 7\nreturn w[0][0] * d"),
    row("w = {'a': np.ravel(d)}\nd = t * 7\nreturn w['a'][0] * d"),
    row("w = Held(np.expand_dims(d, 0))\nd = t * 7\nreturn w.v[0] * d"),
    row("w = []\nfor d in (s, t, s * t):\n    w.append(np.atleast_1d(d))\n"
        "return w[0][0] + 2 * w[1][0] + 3 * w[2][0]"),
    row("w = [np.atleast_1d(d) for d in [1.0 + s, -2 * t, x]]\nreturn w[0][0] * w[1] + w[2]"),
    row("w = []\nfor i in range(n):\n    w.append(np.atleast_1d(d))\n    d = d * s\n"
        "return w[0][0] + 2 * w[1][0] + 3 * w[3][0]"),
    row("w = np.broadcast_to(d, x.shape)\nd *= 3\nreturn x * w + d"),
    row("w = np.atleast_1d(d)\nif s > t:\n    d = t\nelse:\n    d = 3 * s\nreturn w[0] * d"),
    row("w = np.atleast_1d(d)\nfor i in range(n):\n    d = d * 0.5 + x[i]\nreturn w[0] * d"),
    row("z = s + 1j * t\nw = np.atleast_1d(z)\nz = z * 2\nreturn w[0].real * z.imag + w[0].imag"),
    row("w = np.atleast_1d(d)\nw[0] = 5.0 * t\nreturn w[0] * d"),
    row("def g(v):\n    w = np.atleast_1d(v)\n    v = 2 * v\n    return w * v\nreturn g(d) * d"),
    # parts of the flat array are copies; what NumPy has broadcast nobody may write
    text('import numpy as np\ndef f(A: "float64[4, 3]", s: float):\n    v = A.flat[2:5]\n'
         "    v[0] = 9.0\n    A.flat[1:3] = s\n    A.flat[5:7] *= 2\n    return A, v\n"),
    text(HEAD + "    w = np.broadcast_to(x[:1], (3,))\n    w[1] = s\n    return w\n", "ADC0211",
         raises=True),
    text("import numpy as np\ndef g(r):\n    v = r[1:3]\n    v[0] = 9.0\n    r[0] = 2.0\n"
         "    return v\n"
         'def f(A: "float64[4, 3]", s: float):\n    r = A.flat\n    w = r[2:5]\n    A *= s\n'
         "    return A, w, g(r)\n"),
    # arrays without axes: names share them
    *(row(f"y = {made}\nz = y\nz += 1\nx[0] = 7 * t\nreturn y * z, x * y") for made in SHARED),
    *(row(f"y = {made}\nz = y\nz += 1\nx[0] = 7 * t\nreturn y * z, x * y") for made in NUMBERS),
    *(row(f"y = np.array(d)\nz = {taken}\n{write}\nreturn y * 2, z * t")
      for taken, write in WRITTEN),
    row("out = np.zeros(())\nout[()] = s\nout[...] += d\nreturn out, out.item(), float(out)"),
    row("def g(v):\n    v += t\n    return v\ny = np.array(d)\nk = x[1]\nz = g(y)\nz *= 2\n"
        "return y + g(k) * k"),
    row("w = [np.array(d), x[1, ...]]\nfor v in w:\n    v *= t\nh = Held(w[0])\nh.v += 1\n"
        "return w[0] * x"),
    row("w = []\nfor i in range(n):\n    w.append(np.array(x[i]))\nfor v in w:\n    v += s\n"
        "return w[0] * w[2]"),
    row("y = np.zeros(())\nfor i in range(n):\n    y = y + x[i] * s\nz = np.zeros(())\n"
        "k = z\nfor i in range(n):\n    z += x[i] * t\nreturn y * k"),
    row("def g(a=np.array(s), b=np.zeros(2)):\n    a += t\n    b += a\n    return a * b\n"
        "return g() + 3 * g()"),
    row("y = np.zeros(())\nif s > t:\n    y = d * 2\ny += 2\nreturn y"),
    row("y = np.zeros(())\nif s > t:\n    y = d * 2\nz = y\ny += 2\nreturn y + z", "ADC0212"),
    row("y = np.array(d)\nz = y\nif s > t:\n    y = np.array(s)\ny += 2\nreturn y + z", "ADC0211"),
    row("w = [0.0]\nfor i in range(n):\n    w.append(np.array(x[i]))\nreturn w[1] * s", "ADC0212"),
    row("k = int(np.argmax(x))\ny = x[k, ...]\nx[k] = s\nreturn y", "ADC0211"),
    # an iteration leaves a number to the next; a loop that may not run makes no array; and an array
    # of one element meets what is a number on a path
    row("r = 0.0\nfor i in range(n):\n    r += np.sum(x)\n    x = d\nreturn r", "ADC0212"),
    row("if s > t:\n    d = x * d\nfor i in range(n):\n    d += x\nreturn np.sum(d)", "ADC0212"),
    row("if s > t:\n    d = x * d\nd = d + x[:1]\nreturn np.sum(d)", "ADC0212"),
    # a number that is 0 gives what an array full of it gives, as long as it is 0
    row("r = 0.0\nw = 0\nz = 0.0\nfor i in range(n):\n    r += np.sum(r * x) + np.sum(w)\n"
        "    if x[i] * s > 0.5:\n        continue\n    w = w + x * s\n    z -= 3 * x\n"
        "q = np.abs(z) * 2 - z**2\nwhile x[0] > 99:\n    d = d * x\n"
        "return r, np.sum(w) * s, np.mean(q), np.max(q), np.dot(z, 2 * z), np.any(w), d * x"),
    row("d = 0.0\nr = t\nif s > t:\n    d = x * t\nfor i in range(n):\n    r += np.sum(d)\n"
        "    d += 1.0\nreturn r", "ADC0212"),
    row("if s > 99:\n    x = 0.0\nreturn x.sum()", "ADC0212"),
]  # fmt: skip
