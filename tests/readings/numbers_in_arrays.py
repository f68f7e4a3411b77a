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
]  # fmt: skip
