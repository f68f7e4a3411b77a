"""Arrays whose length data decide, against NumPy at all small sizes.

As in `test_misfits`: where NumPy gives a value, the program gives it, also of selections of none or
of one element; where NumPy raises an error, the call says that the sizes do not fit. Those that are
`CAUTIOUS` may say so where NumPy would have gone on, never the other way round.
"""

from __future__ import annotations

import itertools
import textwrap

import numpy as np
import pytest

from adc.diagnostics import AdcError
from tests.lowering.harness import lowered
from tests.lowering.test_misfits import numpy_gives, program_gives

XY = 'x: "float64[N]", y: "float64[N]"'

FUNCTIONS: dict[str, str] = {
    "the first": """
        a = x[x > 0.5]
        return a[0] * np.sum(a)
    """,
    "the last": """
        a = x[x > 0.5]
        return a[-1] + len(a)
    """,
    "one at a position of data": """
        a = x[x > 0.3]
        k = np.argmax(y)
        return a[k] * a[k - 2]
    """,
    "differences": """
        a = x[x > 0.3]
        return np.sum(np.diff(a) ** 2) + np.sum(a[1:] * a[:-1])
    """,
    "slices": """
        a = x[x > 0.2]
        k = int(np.sum(y > 0.5))
        s = np.sum(a[k:] ** 2) + np.sum(a[:k] ** 3) + np.sum(a[-2:]) + np.sum(a[:9])
        s += np.sum(a[::2] ** 2) + np.sum(a[1:-1])
        s += np.sum(a[7:]) + np.sum(a[::-1] * a)
        s += np.sum(a[k - 2 : k]) + np.sum(a[1::2] ** 2)
        return s
    """,
    "of two masks": """
        return np.sum(x[x > 0.5] * y[y > 0.5])
    """,
    "beside a whole array": """
        return np.sum(x[x > 0.3] * y)
    """,
    "running sums": """
        m = x > 0.3
        return np.sum(np.cumsum(x[m]) * y[m]) + np.sum(np.cumprod(x[m]))
    """,
    "sorted": """
        m = x > 0.3
        a = np.sort(x[m])
        return np.sum(a * y[m]) + np.sum(a[np.argsort(y[m])] * x[m])
    """,
    "quantiles": """
        a = x[x > 0.3]
        if len(a) == 0:
            return 0.0
        return np.median(a) + np.quantile(a, 0.3) * np.percentile(a, 90)
    """,
    "the place of the largest": """
        a = x[x > 0.5]
        return a[np.argmax(a)] + np.argmin(a)
    """,
    "the largest position": """
        i = np.flatnonzero(x > 0.5)
        return i.max() + i[0] * 0.5
    """,
    "joined": """
        a = np.concatenate([x[x > 0.5], y, y[y > 0.6]])
        b = np.append(a, 0.25)
        return np.sum(np.diff(a) ** 2) + np.sum(a) * b[-1] + len(b)
    """,
    "a trapezoid": """
        m = x > 0.3
        return np.trapezoid(y[m], x[m]) + np.trapezoid(y[m], dx=0.5)
    """,
    "a loop over it": """
        s = 0.1
        for v in x[x > 0.4]:
            s = s * v + v
        return s
    """,
    "loops over positions": """
        s = 0.0
        idx = np.where(x > 0.4)[0]
        for i in idx:
            for j in idx:
                if i < j:
                    s += x[i] * y[j] * (j - i)
        return s
    """,
    "two at a time": """
        s = 0.0
        for k, (u, v) in enumerate(zip(x[x > 0.4], y[y > 0.4])):
            s += (k + 1) * u * v
        return s
    """,
    "between positions": """
        s = 0.0
        idx = np.where(x > 0.4)[0]
        for k in range(len(idx) - 1):
            s += np.sum(y[idx[k] : idx[k + 1]]) * (k + 2)
        return s
    """,
    "positions that are computed": """
        i = np.where(x[:-1] > 0.4)[0]
        z = x.copy()
        z[i + 1] -= y[i]
        z[i] = z[i + 1] * y[i]
        return np.sum(z ** 2)
    """,
    "positions outside": """
        i = np.where(x > 0.4)[0]
        return np.sum(y[i + 1])
    """,
    "positions in several axes": """
        A = np.outer(x, y)
        i, j = np.where(A > 0.25)
        return np.sum(x[i] * y[j]) + np.sum(A[i, j])
    """,
    "a mask of several axes": """
        A = np.outer(x, y)
        v = A[A > 0.25]
        return v[0] * np.sum(v[1:])
    """,
    "rows": """
        A = np.outer(x, y)
        B = A[x > 0.4]
        return np.sum((B[1:] - B[:-1]) ** 2) + np.sum(B[-1])
    """,
    "set in place": """
        a = x[x > 0.3]
        b = a
        a[0] = 3.0
        c = a[1:]
        c[0] = y[0] ** 2
        a[-1] *= 2.0
        a[a > 2.5] = 0.5
        a[:2] += 0.25
        return np.sum(b ** 2) + np.sum(c)
    """,
    "a mask and parts of it": """
        m = x > 0.3
        a = np.cumsum(x[m])
        s = np.sum(a) + np.sum(np.cumsum(x[1:][m[1:]]) ** 2)
        s += np.sum(np.cumsum(x[:-1][m[:-1]]) ** 3)
        A = np.outer(x, y)
        M = A > 0.3
        return s + np.sum(np.cumsum(A[M])) + np.sum(np.cumsum(A[:-1][M[:-1]]) ** 2)
    """,
    "a list that unrolled loops make longer": """
        v = []
        s = 0.0
        for t in range(9):
            if x[0] > 0.1 * t:
                v.append(x[0] * (t + 1))
            if y[0] > 0.2 * t:
                v.append(y[0] ** 2)
            s += np.sum(np.array(v) ** 2)
        return s
    """,
    "arrays in a list that unrolled loops make longer": """
        v = []
        for t in range(3):
            if y[0] > 0.2 * t:
                v.append(x * (t + 1))
        s = 0.0
        for a in v:
            s += np.sum(a ** 2) * y[0]
        return s
    """,
    "a copy": """
        a = x[x > 0.3]
        b = a.copy()
        b[0] = 3.0
        x[:] = 7.0
        return np.sum(a) + np.sum(b * a)
    """,
    "put back": """
        m = x > 0.3
        z = y.copy()
        z[m] = np.cumsum(x[m])
        z[~m] = 1.0
        return np.sum(z * x)
    """,
    "a whole array put": """
        x[x > 0.3] = y
        return np.sum(x)
    """,
    "again and again": """
        s = 0.0
        n = 1
        for t in range(3):
            s += n * 0.5
            a = x[x > 0.2 * t]
            n = len(a)
            s += n * np.sum(a[1:])
        return s * n
    """,
    "bounds of data": """
        k = int(np.sum(y > 0.5))
        z = x.copy()
        z[1:k] *= y[1:k]
        z[k:] = 0.5
        z[:k] += y[:k]
        s = np.sum(z ** 2) + np.sum(z[k - 2 :] ** 3) + np.sum(z[: k - 2])
        return s + np.sum(z[k : k + 2]) + np.sum(z[-k:])
    """,
    "made": """
        k = int(np.sum(x > 0.5))
        z = np.zeros(k)
        w = np.arange(k + 1) * np.ones(k + 1)
        k = 9
        z[0] = x[0]
        for i in range(len(z)):
            z[i] += x[i] * i
        return np.sum(z ** 2) + np.sum(w)
    """,
    "counted, then made": """
        k = 0
        for v in x:
            if v > 0.5:
                k += 1
        z = np.full(k, 0.5)
        j = 0
        for v in x:
            if v > 0.5:
                z[j] = v
                j += 1
        return np.sum(z ** 2) + len(z)
    """,
    "of negative length": """
        k = int(np.sum(x > 0.5)) - 1
        return np.sum(np.ones(k)) + 1.0
    """,
    "equally spaced": """
        k = int(np.sum(x > 0.5))
        g = np.linspace(0.0, 2.0, k)
        h = np.linspace(1.0, 2.0, k + 1, endpoint=False)
        return np.sum(g ** 2) + np.sum(h ** 3)
    """,
    "a list": """
        r = []
        for i in range(len(x)):
            if x[i] > 0.4:
                r.append(x[i] * y[i])
        a = np.array(r)
        r.append(0.5)
        return np.sum(a ** 2) * len(r) + r[-1] + sum(r)
    """,
    "a part turned round": """
        k = int(np.sum(y > 0.5))
        z = x.copy()
        z[:k] = z[:k][::-1]
        return np.sum(z * y)
    """,
    "a mask among what a mask selects": """
        a = x[x > 0.3]
        b = np.sort(a)
        i = np.where(b > 0.6)[0]
        return np.sum(b[a > 0.6] ** 2) + np.sum(a[i] * 2.0) + np.sum(i)
    """,
    "a list of arrays": """
        A = np.outer(x, y)
        r = []
        for i in range(len(x)):
            if x[i] > 0.4:
                r.append(A[i] * 2.0)
        return np.sum(np.array(r)[1:] ** 2) + np.sum(r[0])
    """,
    "a list in a loop": """
        s = 0.0
        for t in range(2):
            r = []
            for v in x:
                if v > 0.3 * t:
                    r.append(v)
                    if len(r) > 1:
                        s += r[-1] * r[-2] * r[0]
            s += sum(r) * len(r)
        return s
    """,
    "a list of pairs": """
        r = []
        for i in range(len(x)):
            for j in range(i):
                if x[i] > y[j]:
                    r.append(x[i] - y[j])
        return np.max(np.array(r)) + len(r)
    """,
    "a list that an arm makes longer": """
        r = [0.5]
        if np.sum(x) > 1.0:
            r.append(2.0)
        else:
            r.append(x[0])
            r.append(x[1])
        return sum(r) + r[1]
    """,
    "a list of positions": """
        p = []
        for i in range(1, len(x) - 1):
            if x[i] > x[i - 1] and x[i] > x[i + 1]:
                p.append(i)
        s = 0.0
        for i in p:
            s += y[i] * x[i - 1]
        return s + np.sum(x[p])
    """,
    "a comprehension": """
        r = [v ** 2 for v in x if v > 0.4]
        return sum(r) + len(r)
    """,
    "values": """
        u, c = np.unique(np.round(x * 3), return_counts=True)
        return np.sum(u * c ** 2) + len(u)
    """,
    "values and their places": """
        u, i = np.unique(np.round(x * 3), return_inverse=True)
        return np.sum(u[i] * y) + np.sum(i)
    """,
    "one taken out": """
        k = np.argmin(x) - 1
        return np.sum(np.delete(x, k) * y[1:])
    """,
    "one put in": """
        k = np.argmin(x) - 1
        w = np.insert(x, k, 5.0)
        return np.sum(w[1:] * x) + w[0]
    """,
}
#: NumPy stretches what has one element.
CAUTIOUS = {"of two masks", "beside a whole array", "a whole array put"}
DRAWS = 8


def source_of(name: str) -> str:
    return f"def f({XY}):\n{textwrap.indent(textwrap.dedent(FUNCTIONS[name]), '    ')}"


@pytest.mark.parametrize("name", FUNCTIONS)
def test_numpy_gives_the_same(name: str) -> None:
    text = source_of(name)
    program = lowered(text)
    rng = np.random.default_rng(5)
    values = 0
    for size, _ in itertools.product(range(6), range(DRAWS)):
        given: dict[str, object] = {n: rng.uniform(0.05, 0.95, size) for n in ("x", "y")}
        wanted = numpy_gives(text, given)
        found = program_gives(program, {"N": size}, given)
        values += wanted is not None
        if found is None and wanted is not None:
            assert name in CAUTIOUS, given
            continue
        assert (found is None) == (wanted is None), given
        assert wanted is None or found == pytest.approx(wanted, rel=1e-12, nan_ok=True), given
    assert values


#: What cannot be told from an array of another name, or differs between lists and arrays.
REFUSED: dict[str, tuple[str, str]] = {
    "positions under two names": ("ADC0211", """
        i = np.where(x > 0.3)[0]
        j = i
        i += 1
        return np.sum(j) + x[i[0]]
    """),
    "an item by reference": ("ADC0211", """
        v, r = np.zeros(2), []
        s = x[x > 0.5][0]
        for i in range(len(x)):
            v[0] = x[i]
            if x[i] > 0.3:
                r.append(v)
        return s * np.sum(np.array(r))
    """),
    "a part and the whole": ("ADC0211", """
        z = x * y
        w = z[: np.argmax(x)]
        z[0] = 2.0
        return np.sum(w)
    """),
    "a list that is repeated": ("ADC0216", """
        r = []
        for v in x:
            if v > 0.3:
                r.append(v)
        return sum(r * 2)
    """),
    "a length without a bound": ("ADC0235", """
        return np.sum(np.zeros(int(np.sum(x) * 7.0)))
    """),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    code, body = REFUSED[name]
    with pytest.raises(AdcError) as found:
        lowered(f"def f({XY}):{textwrap.indent(textwrap.dedent(body), '    ')}")
    assert code in {d.code for d in found.value.diagnostics}, found.value
