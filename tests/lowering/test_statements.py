"""Statements against NumPy: overlaps, views, swaps, names that meet, loops, branches, calls."""

from __future__ import annotations

import textwrap
from typing import Any

import numpy as np
import pytest

from adc.diagnostics import AdcError, Diagnostic
from tests.lowering.harness import agree, lowered

VECTORS = 'A: "float64[N]", B: "float64[N]", a: float, n: int'
MATRIX = 'A: "float64[N, M]", x: "float64[M]", n: int'


def function(body: str, signature: str = VECTORS) -> str:
    return f"def f({signature}):\n" + textwrap.indent(textwrap.dedent(body).strip("\n"), "    ")


def vectors(length: int) -> list[dict[str, Any]]:
    """Both signs of the scalar, and trip counts from none to two."""
    rng = np.random.default_rng(length)
    return [
        {"A": rng.uniform(0.3, 1.7, length), "B": rng.uniform(0.3, 1.7, length), "a": a, "n": n}
        for a in (0.5, -0.5)
        for n in (0, 1, 2)
    ]


def matrices(*shapes: tuple[int, int]) -> list[dict[str, Any]]:
    rng = np.random.default_rng(len(shapes))
    return [
        {"A": rng.uniform(0.3, 1.7, shape), "x": rng.uniform(0.3, 1.7, shape[1]), "n": n}
        for shape in shapes
        for n in (0, 1, 3)
    ]


def check(body: str, inputs: list[dict[str, Any]], signature: str = VECTORS) -> None:
    source = function(body, signature)
    program = lowered(source)
    for arguments in inputs:
        agree(source, arguments, program)


#: Right-hand sides are read whole before anything is written; any length will do.
OVERLAPS = [
    "A[1:] = A[:-1]", "A[:-1] = A[1:]", "A[:] = A[::-1]", "A[:] = A[::-1] + A\nreturn A",
    "A[1:-1] = 0.5*(A[:-2] + A[2:])", "A[1:-1] += 0.5*(A[:-2] - A[2:])", "A += A",
    "A *= A[::-1]", "A[1:] = A[1:]*A[:-1] + B[:-1]", "A[1:] -= A[:-1]*B[1:]",
    "A[:] = np.cumsum(A)\nB[:] = np.roll(B, 1)", "A[:] = A - A.sum()\nB[:] = B*B.sum()",
    "A[2:] = A[:-2] + A[1:-1]", "A **= 2\nB /= A\nA %= 0.7\nA -= B", "A @= np.eye(A.shape[0])",
    "A[:] = np.where(A > 1, A[::-1], 0)", "C = A*1.0\nA[:] = C[::-1]\nC[:] = A\nreturn C",
    "for i in range(1, A.shape[0]):\n    A[i] = A[i]*A[i - 1]",
    "for i in range(A.shape[0] - 2, -1, -1):\n    A[i] = A[i] + 0.5*A[i + 1]",
    "for i in range(0, A.shape[0], 2):\n    A[i] = A[i]*i",
    "for i in range(A.shape[0] - 1, 0, -2):\n    A[i] -= A[i - 1]",
]  # fmt: skip

VIEWS = [
    "C = A[1:]\nC[:] = 2*C\nreturn C", "C = A[1:]\nA[:] = 3.0*A\nreturn C*1.0",
    "C = A[::2]\nC += 1\nD = C[::-1]\nD[:1] = 7.0\nreturn A.sum()", "C = A\nC *= 2\nreturn C",
    "C = A\nC = C + 1\nA[0] = 2\nreturn C", "x = A[:1]\nA[0] = 9\nreturn x",
    "x = A[0]\nA[0] = 9\nreturn x", "x = A[0:2] + 1\nA[0] = 9\nreturn x",
    "A[...] = B\nA[:, None][1:] += 1", "C = A[1:3]\nC = C + 1\nreturn C, A",
    "C = np.asarray(A)\nC[0] = 9\nD = np.array(A)\nD[0] = 3", "A.fill(2.0)\nB.fill(a)",
    "C = A.astype(float, copy=False)\nC[0] = 9\nD = A.astype(float)\nD[0] = 3\nreturn C*1",
    "C = np.broadcast_to(A, (2, A.shape[0]))\nA[0] = 9\nreturn C*1",
    "C = np.outer(A, B)\nd = np.diagonal(C)\nC[0, 0] = 9\nreturn d*1",
    "s = A[3]\nC = np.ascontiguousarray(A[:4:2])\nD = np.ascontiguousarray(A[1:])\n"
    "A[0] = 9\nA[1] = 9\nreturn C*1, D*1, s",
    "C = A\nA[0], C[1] = 3, 4\nreturn C", "x = y = A*2\nx += 1\nreturn x, y",
    "t = (A, B)\nA[0] = 3\nu, v = t\nreturn u, v", "A[n] = A[n - 1]\nA[-1 - n] *= 2",
    "t = (A[0]*2, A + 1, A[1])\nA[0] = 9\nA[1] = 8\nreturn t[0]*t[1]*t[2]",
    "s = a*2\nt = (s, s + 1)\ns = s*3\nreturn t[0]*t[1]*s",
    "A[-1] = A[-2]*A[0]\nreturn A[-3:], A[:-2], A[1:-1:2], A[::-2], A[3:0:-1], A[-1:-3:-1]",
    "for i in range(A.shape[0]):\n    r = A[i:]\n    r[0] = 2*r[0]\n    B[i] = r.sum()",
]  # fmt: skip

MATRIX_VIEWS = [
    "b = A.reshape(-1)\nb[:] = b[::-1]*2", "b = A.T\nb[1:] = 2*b[:-1]",
    "for i in range(A.shape[0]):\n    r = A[i]\n    r -= r.sum()", "A.T[1:] = 3",
    "b = A.ravel()\nb += 1\nreturn b.reshape(A.shape)*2", "b = A.T.flatten()\nb[:] = 2\nreturn b",
    "A[:, 1:] = A[:, :-1]\nA[1:] = A[:-1]", "A[:] = x\nA += A[::-1, ::-1]",
    "A += A.sum(axis=1, keepdims=True)", "A -= A.sum(axis=0)",
    "b = np.swapaxes(A, 0, 1)[::-1]\nb *= np.arange(A.shape[0])",
    "n, m = A.shape\ns, (p, q) = 1.5, (n, m)\nreturn s*A, p + q",
]  # fmt: skip

SWAPS = [
    "A, B = B, A\nreturn A - 2*B", "A[0], A[1] = A[1], A[0]", "A[0], B[0] = B[0], A[0]",
    "B[:], A[:] = A, B", "B[:], A[:] = A + 0, B + 0", "a, b = a*2, a\nreturn a - 2*b",
    "A[:2], A[2:4] = A[2:4], A[:2]", "A[:2], A[2:4] = A[2:4]*1, A[:2]*1",
    "for t in range(n):\n    A, B = B, A\n    B = B*0.5 + A\nreturn A, B",
    "u = A.copy()\nv = np.zeros_like(A)\nfor t in range(n):\n    v[1:-1] = 0.5*(u[:-2] + u[2:])\n"
    "    u, v = v, u\nreturn u",
    "u = A.copy()\nv = B.copy()\nfor t in range(n):\n    u, v = v, u\n    u[0] += 1\nreturn u, v",
    "u = A\nv = B\nfor t in range(n):\n    w = u\n    u = v\n    v = w\nreturn u*1, v*1",
    "u = A*1\nv = A*2\nw = A*3\nfor t in range(n):\n    u, v, w = v, w, u\n    u[0] += 1\n"
    "return u, v, w",
    "s = a\nfor i in range(A.shape[0]):\n    s, A[i] = A[i], s\nreturn s",
    "for i in range(1, A.shape[0]):\n    A[i], B[i] = A[i - 1]*B[i], B[i - 1] + A[i]",
    "p, q = 0, a\nfor t in range(n):\n    p, q = q, p + q\nreturn p*1.0, q",
]  # fmt: skip

LOOPS = [
    "u = A\nfor t in range(n):\n    u = u + 0.1*u**2\nreturn u",
    "u = A\nfor t in range(n):\n    un = u.copy()\n"
    "    u[1:-1] = un[1:-1] - 0.1*un[1:-1]*(un[1:-1] - un[:-2])\nreturn u",
    "u = A.copy()\nfor t in range(n):\n    un = u\n    u = un*1.1\n    u[0] = un[1]\nreturn u",
    "old = A\nnew = A*2\nfor t in range(n):\n    nxt = 2*new - old\n    old = new\n    new = nxt\n"
    "return new, old",
    "p = A\nfor t in range(n):\n    q = p*B\n    p = q + A\nreturn p",
    "C = A\nfor i in range(3):\n    C = C*A\n    A[0] = C[0]\nreturn C",
    "u = A\nfor t in range(3):\n    w = u\n    u = u*2\nreturn w*1",
    "u = A*1\nfor t in range(n):\n    A[0] += u[1]\n    u = A\nreturn u*1",
    "u = A*1\nfor t in range(3):\n    w = u\n    u = u*2\nreturn w, u",
    "u = A*1\nv = u\nfor t in range(n):\n    w = v\n    v = u\n    u = u*2\nreturn v*1",
    "u = A*1\nfor t in range(3):\n    w = u[1:]\n    u = u*2\nreturn w*1",
    "u = A*1\nw = u[1:]\nfor t in range(n):\n    u = u*2\n    w = w + u[1:]\nreturn w*1",
    "u = A*1\nw = u[1:]\nfor t in range(n):\n    w = u[1:]\n    u = u*2\nreturn w*1",
    "u = A\nfor t in range(n):\n    u = u*2\n    A[0] = 7\nreturn u*1",
    "u = A.copy()\nfor t in range(n):\n    v = u\n    u = u*2\n    v[0] = 3\nreturn u",
    "u = A.copy()\nv = u\nfor t in range(n):\n    u = u*2\n    v[0] += 3\nreturn u, v",
    "x = A.sum()\nfor i in range(n):\n    x = x*A[i]\nreturn x",
    "s = 0\nfor i in range(A.shape[0]):\n    s += A[i]*A[i]\nreturn s*1.0",
    "s = 0\nfor i in range(n + 1):\n    s = s + A*i\nreturn s + A",
    "s = 0\nfor i in range(n):\n    for j in range(i):\n        s += A[j]*B[i]\nreturn s*1.0",
    "s = 0\nfor i in range(n):\n    s += i\nreturn A*s",
    "s = 1\nfor i in range(n):\n    s = s*A[i]\n    s = s + 1 if a > 0 else s - 1\nreturn s*1.0",
    "x = 0.0\nfor i in range(n):\n    y = x\n    x += A[i]\n    x += y\nreturn x",
    "for i in range(3):\n    x = A[i]*2\nreturn x, i",
    "for i in range(3):\n    for i in range(2):\n        A[i] += 1\n    B[i] += 1",
    "for i in range(3):\n    i = i + 1\n    A[i] += 1",
    "C = np.zeros(4)\nfor i in range(n):\n    C[i] = A[i]\n    C = C*2\nreturn C",
    "for i in range(n):\n    C = np.zeros(2)\n    for j in range(2):\n        C[j] += A[i]\n"
    "        C[1] += C[0]\n    B[i] = C[0]*C[1]",
    "s = 0.0\nfor i in range(n, 4):\n    for j in range(i, 4, 2):\n        s += A[j]*B[i]\n"
    "    for j in range(3, i, -1):\n        s -= A[j]\nreturn s",
    "x = np.cumsum(A)[-1]\nfor i in range(n):\n    x = x*2\nreturn x",
    "x = A.sum()\ny = x\nx += 1\nreturn x, y", "x = 5\nx //= 2\nx **= 2\nreturn A*x",
]  # fmt: skip

BRANCHES = [
    "if a > 0:\n    u = 2*A\nelse:\n    u = A - 1\nreturn u",
    "if n > 1:\n    u = 2*A\nelse:\n    u = A\nreturn u + 1",
    "if n > 0:\n    C = A[1:]\nelse:\n    C = A[:-1]\nreturn C*2",
    "x = 1\nif a > 0:\n    x = a*2\nreturn x*1.0", "x = 0\nif a > 0:\n    x = A*2\nreturn A + x",
    "if a > 0:\n    return A*2\nA = A - 1\nreturn A",
    "if a > 0:\n    return a*2\nelif n > 1:\n    return a\nreturn a*a",
    "s = 0.0\nfor i in range(A.shape[0]):\n    if A[i] > 1.0:\n        s += A[i]\n"
    "    elif A[i] > 0.6:\n        s -= 2*A[i]\n    else:\n        A[i] = 0.0\nreturn s",
    "s = 0\nfor i in range(n):\n    if a > 0:\n        s = A[i]\nreturn s*1.0",
    "if n > 0:\n    s = A.sum()\nelse:\n    s = 0\nreturn s*1.0",
    "if n > 0:\n    if a > 0:\n        A[0] = 3\n    else:\n        A = A*2\n        A[0] = 1\n"
    "return A*1",
    "A = A.copy()\nif a > 0:\n    A = A*2\nA[0] = 1\nreturn A",
    "if a > 0:\n    A = A.copy()\nreturn A*1",
    "s = 0.0\nfor i in range(A.shape[0]):\n    s += A[i] if i % 2 == 0 else -A[i]\nreturn s",
    "r = 0.0\nif n > 0 and A[n - 1] > 0.5 or a < 0:\n    r = a\nreturn r",
    "u = A*1\nfor i in range(n):\n    if u[0] > 1:\n        u = u*0.5\n    else:\n"
    "        u[0] = 2*u[0]\nreturn u",
    "u = A*1\nfor i in range(n):\n    if i % 2 == 0:\n        u[0] += i\n    else:\n"
    "        u = u + A\nreturn u",
    "x = 0\nfor i in range(n):\n    if a > 0:\n        x += i\n    else:\n        x += 0.5\n"
    "return x*1.0",
    "s = 0.0\nfor i in range(4):\n    if i > n:\n        s += A[i]\n    if i != n:\n"
    "        s -= B[i]\nreturn s",
    "assert A.shape[0] > n\nassert A.shape == B.shape, 'shapes'\nreturn A[n]",
]  # fmt: skip

RESULTS = [
    "return A.sum(), 2*A, A", "C = 2*A\nreturn C, C", "C = 2*A\nreturn C[1:], C",
    "return A[1:3], A[1:], A", "return", "A[0] = 1", "return (A, B)", "return n, a, A.shape[0]",
    "C = np.empty(4)\nC[:] = A[:4]\nC[0] = 1\nreturn C", "return np.zeros(3)",
]  # fmt: skip


@pytest.mark.parametrize("body", OVERLAPS)
@pytest.mark.parametrize("length", [0, 1, 2, 5])
def test_overlaps(body: str, length: int) -> None:
    check(body, vectors(length)[:1])


@pytest.mark.parametrize("body", VIEWS + SWAPS + LOOPS + BRANCHES + RESULTS)
def test_statements(body: str) -> None:
    check(body, vectors(4))


@pytest.mark.parametrize("body", MATRIX_VIEWS)
def test_views_of_matrices(body: str) -> None:
    check(body, matrices((3, 2), (1, 1), (0, 2), (2, 0)), MATRIX)


@pytest.mark.parametrize("length", [0, 2, 8])
def test_interleaved_slices(length: int) -> None:
    check("A[::2] -= A[1::2]\nB[::2] = B[1::2]*2", vectors(length))


def test_gram_schmidt() -> None:
    check(
        """
        Q = np.zeros_like(A)
        for j in range(A.shape[1]):
            v = A[:, j]
            for k in range(j):
                v = v - np.dot(Q[:, k], A[:, j])*Q[:, k]
            Q[:, j] = v/np.linalg.norm(v)
        return Q
        """,
        matrices((5, 3), (2, 1), (4, 0)),
        MATRIX,
    )


def test_lu_in_place() -> None:
    body = """
        for i in range(A.shape[0]):
            for j in range(i):
                A[i, j] = (A[i, j] - A[i, :j] @ A[:j, j])/A[j, j]
            for j in range(i, A.shape[0]):
                A[i, j] -= A[i, :i] @ A[:i, j]
        """
    rng = np.random.default_rng(5)
    inputs = [{"A": rng.uniform(0, 1, (n, n)) + n * np.eye(n)} for n in (0, 1, 5)]
    check(body, inputs, 'A: "float64[N, N]"')


def test_calls_take_arrays_by_reference() -> None:
    source = """
def scaled(x, s=3.0, *, shift=0):
    x *= s
    return x.sum() + shift

def squared(x):
    return x*x

def f(A: "float64[N]", a: float):
    t = scaled(A[1:], a)
    y = squared(A) + squared(A[0]) + squared(2)
    return t*scaled(A*1.0, 2, shift=t)*scaled(A), y
"""
    source = source.replace(", *, shift", ", shift")
    agree(source, {"A": np.random.default_rng(1).uniform(1, 2, 4), "a": 0.4})


#: One of several buffers by a branch: what is written to it is written to that one.
ONE_OF_SEVERAL = [
    "if a > 0:\n    u = A\nelse:\n    u = B\nu[0] = 5\nreturn u*1",
    "if a > 0:\n    u = A\nelse:\n    u = B\nA[0] = 5\nreturn u*1",
    "if a > 0:\n    A = A*2\nA[0] = 1\nreturn A*1",
    "A = A.copy()\nC = A\nif a > 0:\n    A = A*2\nC[0] = 1\nreturn A, C",
    "if n > 0:\n    C = A[1:]\nelse:\n    C = A[:-1]\nA[1] = 5\nreturn C*2",
    "u = A if a > 0 else B\nu[0] = 5\nA[1] = 3\nreturn u*1",
    "u = A if a > 0 else B*2\nu += B\nB[0] = u[1]\nreturn u*1",
    "u = A[::-1] if n > 1 else B\nv = u if a > 0 else A\nv[1:] *= u[:-1]\nreturn u*v",
    "u = A\nif a > 0:\n    u, A = B, u\nif n > 1:\n    u = A[::-1]\nu[1:][0] = 7\nreturn u*A",
    "for t in range(n):\n    u = A if t % 2 == 0 else B\n    u[t] += 2*B[0]\n    u *= A[1]",
    "u = (A if a > 0 else B).reshape(1, -1)\nu[0, 1] = 4\nreturn u.T[1:]*2",
    "a > 0 and n\nu = np.asarray(A if n else B)\nu[:] = u[::-1]\nu[::2] += A[::2]\nreturn +u",
    "u = A\nv = B\nfor t in range(n):\n    w = u\n    u = v\n    v = w\n    v[0] = 3\n"
    "return u*1, v*1",
]


@pytest.mark.parametrize("body", ONE_OF_SEVERAL)
def test_writes_to_the_one_of_several_buffers(body: str) -> None:
    check(body, [*vectors(3), *vectors(4)])


#: Which buffer is meant depends on the path: silently taking one of them would be wrong.
AMBIGUOUS = [
    "u = A\nfor t in range(n):\n    u = u*2\nA[0] = 7\nreturn u*1",
    "u = A\nfor t in range(n):\n    u = u*2\nu[0] = 7\nreturn u*1",
    "u = A\nfor t in range(n):\n    A[0] += u[1]\n    u = u*2\nreturn u*1",
    "u = A*1\nfor t in range(n):\n    A[0] += u[1]\n    B[0] += u[0]\n    u = A\nreturn u*1",
    "u = A.copy()\nv = B.copy()\nw = u\nfor t in range(n):\n    u, v = v, u\nw[0] = 9\n"
    "return u, v, w",
    "u = A.copy()\nv = B.copy()\nw = u\nfor t in range(n):\n    u, v = v, u\nu[0] = 9\n"
    "return u, v, w",
    "u = A\nv = B\nfor t in range(n):\n    u, v = v, u\nA[0] = 9\nreturn v*1",
    "u = A\nv = B\nfor t in range(n):\n    w = u\n    u = v\n    v = w\n    v[0] = 3\nreturn A*u",
]  # fmt: skip


@pytest.mark.parametrize("body", AMBIGUOUS)
def test_refuses_writes_to_one_of_several_buffers(body: str) -> None:
    with pytest.raises(AdcError) as caught:
        lowered(function(body))
    assert caught.value.diagnostics[0].code == "ADC0211"


@pytest.mark.parametrize("body", ["b = A.T.reshape(-1)\nb[0] = 2",
                                  "b = A.T.reshape(-1)\nA[0] = 2\nreturn b*1"])  # fmt: skip
def test_refuses_writes_to_what_may_be_a_view(body: str) -> None:
    with pytest.raises(AdcError) as caught:
        lowered(function(body, MATRIX))
    assert caught.value.diagnostics[0].code == "ADC0211"
    assert "sizes" in caught.value.diagnostics[0].message


REFUSED = [
    ("for i in range(n):\n    u = [A, A]\nreturn u", "ADC0212"), ("return q", "ADC0225"),
    ("if a > 0:\n    u = A\nreturn A * (u if a > 0 else A)", "ADC0224"),
    ("for i in range(a):\n    A[0] = 1", "ADC0227"),
    ("return A[a]", "ADC0216"), ("return A[0, 0]", "ADC0215"),
    ("return np.zeros(3)[3]", "ADC0217"), ("x, y = A, B, a\nreturn x", "ADC0213"),
    ("a[0] = 1", "ADC0232"), ("if A:\n    A[0] = 1", "ADC0226"), ("assert 1 > 2", "ADC0233"),
    ("return A[:, None] + np.zeros((2, 3)) + np.zeros(2)", "ADC0212"),
    ("for i in range(n):\n    if a > 1:\n        return A\n    if a < 0:\n        return a",
     "ADC0230"),
    ("for i in range(n):\n    if A[i] > 1:\n        return A\nreturn a", "ADC0212"),
    ("for i in range(n):\n    if A[i] > 1:\n        return A[:i]\nreturn B", "ADC0212"),
    ("C = np.arange(3)\nC += 0.5", "ADC0214"),
]  # fmt: skip


#: Python reads the left operand before it calls what changes it.
CHANGING = ["A[0] += g(A)", "return A[0] + g(A)", "return (A*2 + g(A)).sum()",
            "return A.copy(), g(A)", "return 1, A*2, g(A)", "y, z = A*2, g(A)\nreturn y*z",
            "if 0 < 1 < A[0] < g(A):\n    A[0] = 1"]  # fmt: skip


@pytest.mark.parametrize("body", CHANGING)
def test_refuses_calls_that_change_earlier_operands(body: str) -> None:
    helper = "def g(x):\n    x[0] = 2*x[0]\n    return x[0]\n"
    with pytest.raises(AdcError) as caught:
        lowered(helper + function(body))
    assert caught.value.diagnostics[0].code == "ADC0223"


@pytest.mark.parametrize("body", ["A[:] += g(A)", "return A + g(A)", "A += g(A)\nreturn A.sum()",
                                  "A[0] = g(A)", "t = g(A)\nreturn t*A"])  # fmt: skip
def test_calls_that_change_arrays_taken_by_reference(body: str) -> None:
    helper = "def g(x):\n    x[0] = 2*x[0]\n    return x[0]\n"
    source = helper + function(body)
    program = lowered(source)
    for arguments in vectors(4)[:1]:
        agree(source, arguments, program)


@pytest.mark.parametrize(("body", "code"), REFUSED)
def test_refuses(body: str, code: str) -> None:
    with pytest.raises(AdcError) as caught:
        lowered(function(body))
    diagnostic = caught.value.diagnostics[0]
    assert (diagnostic.code, bool(diagnostic.help)) == (code, True)
    assert diagnostic.span is not None


def test_warns_of_what_has_no_effect() -> None:
    found: list[Diagnostic] = []
    lowered(function("A + 1\nA[0] = 2"), found)
    assert [d.code for d in found] == ["ADC0232"]


def test_names_results_after_the_variables() -> None:
    program = lowered(function("s = A.sum()\nC = np.cumsum(A)\nreturn s, C"))
    assert program.returns == ("s", "C")
    assert {c.name for c in program.containers} == {"A", "B", "a", "s", "C"}


def test_reads_what_is_computed_once() -> None:
    """A fused sum needs no temporary; an extreme of something computed does."""
    program = lowered(function("return np.sum(A*B), np.max(A*B)"))
    written = [node.container for node in program.body]  # type: ignore[union-attr]
    assert written == ["total", "total", "tmp", "largest"]
