"""Linear algebra and statistics for JAX."""

import jax.numpy as jnp
from jax import lax
from jax.scipy.linalg import solve_triangular


def gemm_lax(alpha, beta, C, A, B):
    return alpha * A @ B + beta * C


def two_mm_lax(alpha, beta, A, B, C, D):
    return alpha * A @ B @ C + beta * D


def three_mm_lax(A, B, C, D):
    return (A @ B) @ (C @ D)


def atax_lax(A, x):
    return (A @ x) @ A


def bicg_lax(A, p, r):
    return A @ p, r @ A


def mvt_lax(x1, x2, y1, y2, A):
    return x1 + A @ y1, x2 + y2 @ A


def gemver_lax(alpha, beta, A, u1, v1, u2, v2, w, x, y, z):
    A = A + jnp.outer(u1, v1) + jnp.outer(u2, v2)
    x = x + beta * y @ A + z
    return w + alpha * A @ x


def gemver_best(alpha, beta, A, u1, v1, u2, v2, w, x, y, z):
    """The updates of rank one are never added to the matrix."""
    x = x + beta * (y @ A + (y @ u1) * v1 + (y @ u2) * v2) + z
    return w + alpha * (A @ x + u1 * (v1 @ x) + u2 * (v2 @ x))


def gesummv_lax(alpha, beta, A, B, x):
    return alpha * A @ x + beta * B @ x


def gesummv_best(alpha, beta, A, B, x):
    return alpha * (A @ x) + beta * (B @ x)


def doitgen_lax(A, C4):
    return lax.fori_loop(0, A.shape[0], lambda r, A: A.at[r].set(A[r] @ C4), A)


def doitgen_best(A, C4):
    return A @ C4


def symm_lax(alpha, beta, C, A, B):
    rows = jnp.arange(C.shape[0])

    def row(i, C):
        before = jnp.where(rows < i, A[i], 0.0)
        C = C + alpha * jnp.outer(before, B[i])
        return C.at[i].add(alpha * jnp.where(rows <= i, A[i], 0.0) @ B)

    return lax.fori_loop(0, C.shape[0], row, beta * C)


def symm_best(alpha, beta, C, A, B):
    return alpha * (jnp.tril(A) + jnp.tril(A, -1).T) @ B + beta * C


def syrk_lax(alpha, beta, C, A):
    columns = jnp.arange(C.shape[1])

    def row(i, C):
        return C.at[i].set(jnp.where(columns <= i, beta * C[i] + alpha * A @ A[i], C[i]))

    return lax.fori_loop(0, C.shape[0], row, C)


def syrk_best(alpha, beta, C, A):
    return jnp.tril(alpha * A @ A.T + beta * C) + jnp.triu(C, 1)


def syr2k_lax(alpha, beta, C, A, B):
    columns = jnp.arange(C.shape[1])

    def row(i, C):
        new = beta * C[i] + alpha * (A @ B[i] + B @ A[i])
        return C.at[i].set(jnp.where(columns <= i, new, C[i]))

    return lax.fori_loop(0, C.shape[0], row, C)


def syr2k_best(alpha, beta, C, A, B):
    product = A @ B.T
    return jnp.tril(alpha * (product + product.T) + beta * C) + jnp.triu(C, 1)


def trmm_lax(alpha, A, B):
    rows = jnp.arange(B.shape[0])

    def row(i, B):
        return B.at[i].add(jnp.where(rows > i, A[:, i], 0.0) @ B)

    return alpha * lax.fori_loop(0, B.shape[0], row, B)


def trmm_best(alpha, A, B):
    return alpha * (B + jnp.tril(A, -1).T @ B)


def trisolv_lax(L, b):
    # What x does not hold yet is zero, so that the sum may run over the whole row.
    def row(i, x):
        return x.at[i].set((b[i] - L[i] @ x) / L[i, i])

    return lax.fori_loop(0, b.shape[0], row, jnp.zeros_like(b))


def trisolv_best(L, b):
    return solve_triangular(L, b, lower=True)


def lu_lax(A):
    n = A.shape[0]
    k = jnp.arange(n)

    def lower(j, state):
        A, i = state
        new = (A[i, j] - jnp.where(k < j, A[i] * A[:, j], 0.0).sum()) / A[j, j]
        return A.at[i, j].set(jnp.where(j < i, new, A[i, j])), i

    def upper(j, state):
        A, i = state
        new = A[i, j] - jnp.where(k < i, A[i] * A[:, j], 0.0).sum()
        return A.at[i, j].set(jnp.where(j >= i, new, A[i, j])), i

    def row(i, A):
        A, _ = lax.fori_loop(0, n, lower, (A, i))
        A, _ = lax.fori_loop(0, n, upper, (A, i))
        return A

    return lax.fori_loop(0, n, row, A)


def lu_best(A):
    """One update of rank one per column, on the whole matrix under a mask."""
    k = jnp.arange(A.shape[0])

    def column(j, A):
        factors = jnp.where(k > j, A[:, j] / A[j, j], 0.0)
        A = A - jnp.outer(factors, jnp.where(k > j, A[j], 0.0))
        return A.at[:, j].set(jnp.where(k > j, factors, A[:, j]))

    return lax.fori_loop(0, A.shape[0] - 1, column, A)


def ludcmp_lax(A, b):
    n = A.shape[0]
    k = jnp.arange(n)
    LU = lu_lax(A)

    def forward(i, y):
        return y.at[i].set(b[i] - LU[i] @ y)

    y = lax.fori_loop(0, n, forward, jnp.zeros_like(b))

    def backward(s, x):
        i = n - 1 - s
        return x.at[i].set((y[i] - jnp.where(k > i, LU[i], 0.0) @ x) / LU[i, i])

    return lax.fori_loop(0, n, backward, jnp.zeros_like(b))


def ludcmp_best(A, b):
    return jnp.linalg.solve(A, b)


def cholesky_lax(A):
    n = A.shape[0]
    k = jnp.arange(n)

    def element(j, state):
        A, i = state
        new = (A[i, j] - jnp.where(k < j, A[i] * A[j], 0.0).sum()) / A[j, j]
        return A.at[i, j].set(jnp.where(j < i, new, A[i, j])), i

    def row(i, A):
        A, _ = lax.fori_loop(0, n, element, (A, i))
        return A.at[i, i].set(jnp.sqrt(A[i, i] - jnp.where(k < i, A[i] * A[i], 0.0).sum()))

    return lax.fori_loop(0, n, row, A)


def cholesky_best(A):
    """The library's factor of the lower triangle; the upper one stays as it is."""
    symmetric = jnp.tril(A) + jnp.tril(A, -1).T
    return jnp.tril(jnp.linalg.cholesky(symmetric, symmetrize_input=False)) + jnp.triu(A, 1)


def durbin_lax(r):
    n = r.shape[0]
    k = jnp.arange(n)

    def step(m, state):
        y, alpha, beta = state
        beta = beta * (1.0 - alpha * alpha)
        known = k < m
        turned = (m - 1 - k) % n
        alpha = -(r[m] + jnp.where(known, r[turned] * y, 0.0).sum()) / beta
        y = y + alpha * jnp.where(known, y[turned], 0.0)
        return y.at[m].set(alpha), alpha, beta

    start = (jnp.zeros_like(r).at[0].set(-r[0]), -r[0], 1.0)
    return lax.fori_loop(1, n, step, start)[0]


def durbin_best(r):
    """Turned by rolling instead of by subscripts."""
    n = r.shape[0]
    k = jnp.arange(n)
    backwards = r[::-1]

    def step(m, state):
        y, alpha, beta = state
        beta = beta * (1.0 - alpha * alpha)
        known = k < m
        alpha = -(r[m] + jnp.where(known, jnp.roll(backwards, m) * y, 0.0).sum()) / beta
        y = y + alpha * jnp.where(known, jnp.roll(y[::-1], m), 0.0)
        return y.at[m].set(alpha), alpha, beta

    start = (jnp.zeros_like(r).at[0].set(-r[0]), -r[0], 1.0)
    return lax.fori_loop(1, n, step, start)[0]


def gramschmidt_lax(A):
    n = A.shape[1]
    columns = jnp.arange(n)

    def column(k, state):
        A, Q, R = state
        norm = jnp.sqrt(A[:, k] @ A[:, k])
        q = A[:, k] / norm
        r = jnp.where(columns > k, q @ A, 0.0)
        return A - jnp.outer(q, r), Q.at[:, k].set(q), R.at[k].set(r.at[k].set(norm))

    return lax.fori_loop(0, n, column, (A, jnp.zeros_like(A), jnp.zeros((n, n))))[1:]


def gramschmidt_best(A):
    """The library's factors, with the signs of Gram and Schmidt's."""
    Q, R = jnp.linalg.qr(A)
    signs = jnp.sign(jnp.diagonal(R))
    return Q * signs, signs[:, None] * R


def correlation_lax(data):
    centred = data - jnp.mean(data, axis=0)
    scaled = centred / jnp.sqrt(jnp.sum(centred * centred, axis=0))
    return scaled.T @ scaled


def covariance_lax(data):
    centred = data - jnp.mean(data, axis=0)
    return centred.T @ centred / (data.shape[0] - 1.0)
