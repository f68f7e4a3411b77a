"""Matrices of scipy.sparse: what SciPy computes, with all elements kept."""

from __future__ import annotations

import textwrap

from tests.readings.table import Reading, text

HEAD = """
import numpy as np
from scipy import sparse
from scipy.sparse import csr_matrix, diags, lil_matrix
from scipy.sparse.linalg import factorized, spsolve
import scipy.sparse.linalg as spla
def f(x: "float64[5]", A: "float64[5, 5]", s: float, t: float, n: int):
"""


def row(body: str, refused: str = "", raises: bool = False, smooth: bool = True) -> Reading:
    source = HEAD + textwrap.indent(body.rstrip(), "    ") + "\n"
    return text(source, refused, raises=raises, smooth=smooth)


READINGS: list[Reading] = [
    # implicit steps of a heat equation
    row(
        "m = len(x)\nL = sparse.diags([1, -2, 1], [-1, 0, 1], shape=(m, m))\n"
        "B = sparse.eye(m) - s * L\nu = x\nfor k in range(3):\n"
        "    u = spsolve(B.tocsc(), u)\nreturn u"
    ),
    row(
        "B = lil_matrix((n, n))\nfor i in range(n):\n    B[i, i] = 2.0 + s\n    if i > 0:\n"
        "        B[i, i - 1] = -1.0\n    if i < n - 1:\n        B[i, i + 1] = -t\nB = B.tocsr()\n"
        "return B * x[:4] + B.dot(x[1:]) * 2 + B @ x[:4]"
    ),
    # data and positions, of which some come twice
    row(
        "i, j = np.array([0, 1, 2, 1, 0, 2]), np.array([1, 0, 2, 0, 1, 1])\n"
        "B = csr_matrix((np.append(x, s), (i, j)), shape=(3, 4))\n"
        "return B.T @ (B @ np.arange(4.0)) + np.sum(B.diagonal()) + B[1, 0]"
    ),
    row(
        "B = csr_matrix((x, np.array([0, 2, 2, 0, 1]), np.array([0, 2, 3, 5])), shape=(3, 3))\n"
        "C = sparse.csc_matrix((x, np.array([0, 2, 2, 0, 1]), np.array([0, 2, 3, 5])), (3, 3))\n"
        "return B.dot(x[:3]) * s + C @ x[2:] + (B - C.T).toarray()[0]"
    ),
    # products and sums of kinds
    row(
        "D = diags([-1.0, 1.0], [0, 1], shape=(4, 5))\nL = (D.T @ D).multiply(s)\n"
        "L = L + sparse.identity(5)\nR = np.array([[0.0, t], [1.0, 0.0]])\n"
        "K = sparse.kron(L, sparse.eye(2)) + sparse.kron(sparse.eye(5), R)\n"
        "return factorized(K.tocsc())(np.concatenate([x, x])), L.sum(), spla.norm(L)"
    ),
    row("K = sparse.kronsum(A[:2, :2], csr_matrix(A[2:, 2:]))\nreturn K.toarray() * s"),
    row("main = 2 + s * x ** 2\nB = diags([main, -np.ones(4), -t * np.ones(4)], [0, 1, -1])\n"
        "return spsolve(B.tocsr(), x)"),
    row(
        "B = diags([1.0 + s, -2 * t, np.arange(1, 5) * s], [0, -2, 1], shape=(5, 5)).tolil()\n"
        "B[0, 0] = 3.0\nB[4, 0] = t\nC = B.tocsr()\nB[1, 1] = 9.0\n"
        "y = (C * C) * x + x @ B + x * B + 2.0 * (s * C @ x) - (C / t) @ x + (-C).dot(x)\n"
        "return y + C[0, 0] + C.trace() + (C.power(2) - B.tocsr()).sum() + abs(C).mean()"
    ),
    row(
        "B = csr_matrix(A)\n"
        "return (B * s).toarray() @ x, B.T[1, 2] * t, B.diagonal(1), (t * B)[0, 1]"
    ),
    row("return diags(x).toarray() * s, diags(x[:3], 2).toarray()"),
    row("B = sparse.spdiags(np.array([x, s * x, t * x]), [0, 2, -1], 5, 4)\nreturn B @ x[:4]"),
    row(
        "B = sparse.vstack([csr_matrix(A[:2]), sparse.eye(3, 5, 1)])\n"
        "C = sparse.hstack([B, A])\n"
        "return spla.spsolve(B + 9 * sparse.eye(5), A), C.toarray() @ np.repeat(s, 10)"
    ),
    row("B = csr_matrix(A)\nC = sparse.triu(B, 1) + sparse.tril(A)\nreturn spla.splu((C + 9 * "
        "sparse.eye(5)).tocsc()).solve(x) * s"),
    row("return spsolve(csr_matrix(A + 9 * np.eye(5)), x[:, None]) * s"),
    row("return spsolve(csr_matrix(A + 9 * np.eye(5)), A[:, :2])"),
    row("B = csr_matrix(A)\nreturn s if sparse.issparse(B) and not sparse.issparse(A) else t"),
    # vectors are rows; products of two matrices, and NumPy's functions that ask a matrix
    row("B = csr_matrix(x)\nreturn B.toarray() * s, B @ x, sparse.kron(x, B).toarray()[0, :3]"),
    row("return (csr_matrix(A) @ csr_matrix(A) * csr_matrix(A.T)).toarray() @ x * s"),
    row("return np.sum(csr_matrix(A)) * s, np.transpose(csr_matrix(A)) @ x"),
    row("return np.multiply(csr_matrix(A), csr_matrix(A)).toarray()", "ADC0232"),
    row("return np.power(csr_matrix(A), 2).toarray()", "ADC0232"),
    row("return np.dot(csr_matrix(A), x)", "ADC0232"),
    # types
    row("i = np.array([[1, 2], [3, 4]])\nB = diags(np.array([1.0, 2.0], dtype=np.float32))\n"
        "return sparse.kronsum(i, i).toarray(), B.toarray(), s * B.toarray()", smooth=False),
    row("i = np.array([0, 0])\nreturn csr_matrix((x[:2], (i, i)), (2, 3), dtype=int).toarray()",
        "ADC0220"),
    # one matrix by two names, and matrices that share elements with arrays
    row("B = lil_matrix(A)\nC, D = B.tolil(), B.T\nB[1, 1] = s\nreturn C.tocsr() @ x, D @ x"),
    row("B = sparse.dok_matrix(A)\nC, D = B.asformat('dok'), B.copy()\nC[1, 1] = s\n"
        "return B @ x, D @ x, (2 * B).toarray()"),
    row("B = csr_matrix(A)\nC = B.T\nB[1, 1] = s\nreturn C @ x", "ADC0233"),
    row("B = csr_matrix(A)\nC = B\nB *= s\nreturn C @ x", "ADC0233"),
    row("B = lil_matrix(A)\nC = B\nB += sparse.eye(5)\nreturn C @ x", "ADC0233"),
    row("B = lil_matrix(A)\nC = lil_matrix(B)\nB[1, 1] = s\nreturn C @ x", "ADC0220"),
    row("B = sparse.spdiags(x, 0, 5, 5)\nx[0] = s\nreturn B @ x", "ADC0211"),
    row("B = sparse.spdiags(x, 0, 5, 5, format='csr')\nx[0] = s\nreturn B @ x"),
    row("i = np.arange(5)\nB = sparse.coo_matrix((x, (i, i)), (5, 5))\nx[0] = s\nreturn B @ x",
        "ADC0211"),
    row("i = np.arange(5)\nB = sparse.coo_matrix((x, (i, i)), (5, 5)).tocsr()\nx[0] = s\n"
        "return B @ x + csr_matrix((x, (i, i)), (5, 5)) @ x"),
    row("B = csr_matrix((x, np.array([0, 2, 2, 0, 1]), np.array([0, 2, 3, 5])), shape=(3, 3))\n"
        "x[0] = s\nreturn B @ x[:3]", "ADC0211"),
    # what is no question for a matrix of all elements
    row("return s if csr_matrix(A) == csr_matrix(A) else t", "ADC0233", True),
    row("return s if hasattr(csr_matrix(A), 'nnz') else t", "ADC0213"),
    row("return s if hasattr(csr_matrix(A), 'toarray') else t"),
    row("return s if type(csr_matrix(A)).__name__ == 'csr_matrix' else t", "ADC0226"),
    # refused
    row("return csr_matrix(A) + x[0] * np.ones((5, 5))", "ADC0233"),
    row("return csr_matrix(A)[1:3] @ x", "ADC0233"),
    row("return csr_matrix(A).sum(axis=0)", "ADC0233"),
    row("return csr_matrix(A).data", "ADC0226"),
    row("return spla.cg(csr_matrix(A), x)", "ADC0227"),
    row("return csr_matrix(A) + csr_matrix(A[:3])", "ADC0233", True),
]  # fmt: skip
