"""Items of lists that grow under a test: arrays among them are the list's own, so that what changes
one changes the list. Such changes are refused; numbers are set."""

from __future__ import annotations

from typing import Any

from tests.readings.table import HEADER, Reading, text


def listed(statements: str, refused: str = "", *, after: str = "np.sin(v)") -> Reading:
    """`L` has rows of `A`, where they are large."""
    inner = statements.replace("\n", "\n    ")
    return text(
        f"{HEADER}"
        'def f(A: "float64[N, 3]", q: "int64[N]"):\n'
        "    L = []\n"
        "    for v in A:\n"
        f"        if v[0] > 0.3:\n            L.append({after})\n"
        f"    {inner}\n",
        refused,
    )


def numbers(statements: str, refused: str = "", *, after: str = "v * 2", **facts: Any) -> Reading:
    """`L` has numbers of `x`, where they are large."""
    inner = statements.replace("\n", "\n    ")
    return text(
        f"{HEADER}"
        'def f(x: "float64[N]", p: "int64[N]"):\n'
        "    L = []\n"
        "    for i, v in enumerate(x):\n"
        f"        if v > 0.3:\n            L.append({after})\n"
        f"    {inner}\n",
        refused, **facts,
    )  # fmt: skip


READINGS = (
    listed("r = L[0]\nr *= 2\nreturn L[0] @ r", "ADC0211"),
    listed("r = L[-1]\nr[1] = 2.0\nreturn L[-1] @ r", "ADC0211"),
    listed("k = int(np.argmax(A[0])) * 0\nr = L[k]\nr += 1.0\nreturn L[k] @ r", "ADC0211"),
    listed("for r in L:\n    r *= 2\nreturn L[0] @ L[-1]", "ADC0211"),
    listed("for i in range(len(L)):\n    r = L[i]\n    r[0] = i\nreturn L[0] @ L[-1]", "ADC0211"),
    listed("L[0][1] = 3.0\nreturn L[0] @ L[-1]", "ADC0211"),
    listed("r = L[0]\nnp.multiply(r, 2.0, out=r)\nreturn L[0] @ r", "ADC0211"),
    listed("r = L[0]\nt = r[1:]\nt[0] = 2.0\nreturn L[0] @ r", "ADC0211"),
    text(f"{HEADER}def double(z):\n    z *= 2\n"
         'def f(A: "float64[N, 3]"):\n    L = []\n    for v in A:\n'
         "        if v[0] > 0.3:\n            L.append(np.cos(v))\n    double(L[0])\n"
         "    return L[0] @ L[-1]\n", "ADC0212"),
    text(f'{HEADER}def f(A: "float64[N, 3]"):\n    L = [np.sin(v) for v in A if v[0] > 0.3]\n'
         "    L[-1][0] = 2.0\n    return L[-1] @ L[0]\n", "ADC0211"),
    # What changes nothing of them is read.
    listed("r = L[0]\ns = r * 2\nL.append(s)\nreturn L[-1] @ r"),
    listed("r = L[0].copy()\nr *= 2\nreturn L[0] @ r"),
    listed("r = L[-1]\nr = r * 2\nr = r + L[0]\nreturn L[-1] @ r"),
    listed("s = 0.0\nfor r in L:\n    s += r @ r * r[1]\nreturn s"),
    listed("a = np.array(L)\na[0] *= 2\nreturn a[0] @ L[0]"),
    listed("r = L[0]\nfor i in range(2):\n    r = r * L[-1]\nreturn r"),
    listed("return np.array([L[0], L[-1]])"),
    # Numbers are set where they are, for all names of the list.
    numbers("M = L\nM[0] = 3.0 * x[1]\nM.append(x[1])\nreturn sum(L) * L[0] + L[-1]"),
    numbers("for k in range(len(L)):\n    L[k] *= x[k] + k\nreturn sum(L) * L[-1]"),
    numbers("a = np.array(L)\nb = L[0]\nL[0] = x[0]**2\nL[-1] += b\n"
            "return np.sum(a * a) + b * L[0] + L[-1]"),
    numbers("L[0], L[1] = L[1], L[0]\nL[-1], L[0] = L[0] * 2, L[-1]\nreturn L[0] * L[1]**2"),
    numbers("for i in range(len(L)):\n    for j in range(len(L) - 1 - i):\n"
            "        if L[j] > L[j + 1]:\n            L[j], L[j + 1] = L[j + 1], L[j]\n"
            "return L[0] + 2 * L[1]"),
    numbers("s = 0.0\nfor v in L:\n    L[1] = s\n    s += v * L[0]\nreturn s"),
    numbers("k = int(np.argmin(x)) * 0 + 1\nL[k] = x[0]\nL[k - 1] -= L[k]\nreturn sum(L) * L[0]"),
    numbers("s = np.sum(L)\nw = [v for v in L]\nL[0] = 7.0\nw[1] = 5.0 * x[1]\n"
            "return s * L[0] + sum(w) * w[0]"),
    numbers("z = [L, L]\nz[0][0] = x[0]\nreturn z[1][0] * L[0]"),
    numbers("if x[0] > 0.4:\n    L[0] = x[1]\nelse:\n    L[1] = x[2]\nwhile L[0] < 5.0:\n"
            "    L[0] = L[0] * 1.5\nreturn L[0] * L[1]"),
    # Integers become numbers; what is set is not cut off.
    numbers("L[0] = L[1] * 2\nL[1] += 3\nreturn x[L[0] % 3] * L[1]", after="i"),
    numbers("L[0] = x[0]\nL[1] /= 2\nreturn L[0] * L[1] + L[-1]", after="i"),
)  # fmt: skip
