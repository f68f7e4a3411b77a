"""What masks select, kept in objects, lists and names, with masks and arrays that change: values,
tangents and adjoints against the original."""

from __future__ import annotations

from tests.readings.table import Reading, text

_F = '\ndef f(x: "float64[N]", y: "float64[N]", s: float, t: float, n: int, m: int):\n'
_KEPT = """
class Kept:
    def __init__(self, a, level):
        self.a = a[a > level]
        self.n = len(self.a)

    def total(self):
        return np.sum(self.a ** 2) + self.n

    def shrink(self):
        self.a = self.a[1:]

    def __len__(self):
        return self.n
"""


def of(statements: str, before: str = "", refused: str = "") -> Reading:
    lines = "".join(f"    {line}\n" for line in statements.splitlines())
    return text("import numpy as np\n" + before + _F + lines, refused)


READINGS = [
    of("k = Kept(x, 0.5)\nx[0] = t\nreturn k.total() * s", _KEPT),
    of("k, h = Kept(x, 0.5), Kept(y, 0.7)\nreturn k.total() * h.total() + len(k) * s - h.n", _KEPT),
    of("k = Kept(x, 0.1)\nb = k.a\nk.shrink()\nreturn np.sum(k.a) * s + np.sum(b) + len(b)", _KEPT),
    of("k = Kept(x, 0.3)\nr = 0.0\nfor i, v in enumerate(k.a):\n    r += v * (i + 1) * s\nreturn r",
       _KEPT),
    of("k = Kept(x, 0.1)\nr = 0.0\nfor i in range(2):\n    k.a = k.a[k.a > 0.2 * (i + 1)]\n"
       "    r += np.sum(k.a * s)\nreturn r", _KEPT),
    of("m = x > 0.4\nu = np.log(x[m] - 0.4)\nc = np.array([s, t, -0.7])\nx[m] = np.polyval(c, u)\n"
       "z = np.interp(x=np.sqrt(y[m]), xp=np.arange(4.0) / 3, fp=y[:4], right=s)\n"
       "return np.sum(x * y) + np.sum(z * u) + np.polyval([1.0, s], x[~m]).sum()"),
    of("return np.sum(np.polyval(x[x > 0.4], y[y > 0.4]))", refused="ADC0216"),
    of("a = [x[x > 0.5], y[y > 0.5]]\nreturn sum(np.sum(v ** 2) for v in a) * s + len(a[1])"),
    of("a = x[x > 0.4]\nb = a\nb *= 2\nreturn np.sum(a) * s + np.sum(b)"),
    of("a = x[x > 0.3]\nb = a[1:]\nb += t\nreturn np.sum(a) * s"),
    of("a = x[x > 0.3]\ndef g(v):\n    return np.sum(a * v)\na = a[:1]\nreturn g(s)"),
    of("a = x[x > 0.4]\nx[1] = 0.1\nb = x[x > 0.4]\nreturn np.sum(a) * s + np.sum(b) * t"),
    of("k = x > 0.3\na, b = np.cumsum(x[k]), np.cumsum(x[:-1][k[:-1]])\n"
       "return np.sum(a * a) * s + np.sum(b * 2.0 * t)"),
    of("k = x > 0.3\na, b = np.cumsum(x[k]), np.cumsum(x[:3][k[:3]])\n"
       "return np.sum(a) * s + np.sum(b * 2.0) + b.size"),
    of("v, r = [], 0.0\nfor i in range(3):\n    for e in x:\n        if e > 0.2 * i:\n"
       "            v.append(e * s)\n    r = r + np.sum(np.array(v) ** 2)\nreturn r"),
    # NaN among what is selected, along each axis, of integers, and where it is all there is.
    of("A, m = np.outer(x, y), x > 0.4\nA[2, 1] = np.nan\nB, z = A[m], np.log(x - 0.45)\n"
       "r = np.nanmax(np.arange(len(x))[m]) * np.nansum((B[:, 0] * x[m]) ** 2) * s\n"
       "r += np.nanstd(B[:, 1], ddof=1) + np.nanprod(B[:, 1]) + np.nansum(z[z < -90.0])\n"
       "r += np.sum(np.nanvar(B, axis=1)) - np.nanmin(B, axis=0).sum() + np.nansum(z[x < 0.45])\n"
       "return r * np.nansum(A[:, m], axis=0).sum() + np.nanmean(np.append(z, 2 * s)[1:][m])"),
    # Numbers of elements in a list, as many as targets, and positions that the text changes.
    of("i, j = np.flatnonzero(x > 0.4)[[0, -1]]\na, b = x[x > 0.4][:2]\n"
       "A = np.outer(x, y)[x > 0.4]\nB = A[[0, -1]]\nx[0] = t\n"
       "return (a + b * x[i]) * s + y[j] + np.sum(B[0] * B[1])"),
    of("p = np.flatnonzero(x > 0.3)\nq = p\nq[:-1 if q[-1] == len(x) - 1 else None] += 1\n"
       "p[None if p[0] == 0 else 1:] -= 1\nr = p.copy()\nr[0] = 2\n"
       "return np.sum(y[p]) * s + np.sum(x[q] ** 2) + y[r[0]] * np.sum(x[r])"),
    # Python's `min` and `max` bound a length, that of nothing among them.
    of("k = min(int(np.ceil(s * 2)), len(x))\nj, h = max(k, 1), min(int(-s * 4), 5)\n"
       "r = np.sum(np.linspace(0, s, j) ** 2) + np.sum(np.arange(h)) * t\nfor i in range(3):\n"
       "    w = np.arange(max(1, min(int(s * 2) + i, 7))) * s\n    r += np.sum(w) * len(w)\n"
       "return r + np.sum(x[:k]) * np.sum(np.ones((j, 2)) * t)"),
    of("k = x > 0.4\na = x[k]\nk[0] = False\nreturn np.sum(np.sort(a)) * s", "", "ADC0211"),
]  # fmt: skip
