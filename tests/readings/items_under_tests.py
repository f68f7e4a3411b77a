"""Items of lists that grow under a test: arrays among them are the list's own, so that what changes
one changes the list. Such changes are refused."""

from __future__ import annotations

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
)  # fmt: skip
