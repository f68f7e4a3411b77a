# Least squares and the like, as adc reads it (`adc/lowering/numpy/written.py`): not to be
# imported.

import numpy as np
from scipy import linalg


def adc_least_squares(a, b):
    m, n = a.shape
    q, r = np.linalg.qr(a)
    x = linalg.solve_triangular(r, q.T @ b)
    ends = np.abs(np.diag(r))
    if not np.min(ends) > np.finfo(r.dtype).eps * max(m, n) * np.max(ends):
        x = x * np.nan
    return x


def adc_pseudo_inverse(a):
    m, n = a.shape
    q, r = np.linalg.qr(a)
    x = linalg.solve_triangular(r, q.T)
    ends = np.abs(np.diag(r))
    if not np.min(ends) > np.finfo(r.dtype).eps * max(m, n) * np.max(ends):
        x = x * np.nan
    return x


def adc_polyfit(x, y, deg, w):
    vandermonde = np.vander(x, deg + 1)
    if w is not None:
        vandermonde = vandermonde * w[:, None]
        y = (y.T * w).T
    scale = np.sqrt(np.sum(vandermonde * vandermonde, axis=0))
    c = adc_least_squares(vandermonde / scale, y)
    return (c.T / scale).T


def adc_cond_2(x):
    s = np.linalg.svdvals(x)
    return s[..., 0] / s[..., -1]


def adc_cond_minus_2(x):
    s = np.linalg.svdvals(x)
    return s[..., -1] / s[..., 0]


def adc_cond(x, p):
    return np.linalg.norm(x, p) * np.linalg.norm(np.linalg.inv(x), p)


def numpy_linalg_matrix_rank(a):
    if a.ndim < 2:
        return int(not np.all(a == 0))
    s = np.linalg.svdvals(a)
    least = np.max(s, axis=-1, keepdims=True) * max(a.shape[-2], a.shape[-1])
    return np.count_nonzero(s > least * np.finfo(s.dtype).eps, axis=-1)


def numpy_linalg_tensorsolve(a, b):
    wide = a.reshape(b.size, b.size)
    return np.linalg.solve(wide, b.ravel()).reshape(a.shape[b.ndim :])


def adc_solve_banded(lower, upper, ab, b):
    # Row i of the matrix in a row of its own, from its first column in the band on, and then what
    # exchanges of rows bring beside it.
    n = ab.shape[1]
    width = lower + upper + 1
    rows = np.zeros((n + lower, lower + width), ab.dtype)
    x = np.zeros((n + lower, *b.shape[1:]), ab.dtype)
    x[:n] = b
    for d in range(width):
        for j in range(max(0, upper - d), min(n, n + upper - d)):
            rows[j + d - upper, width - 1 - d] = ab[d, j]
    for k in range(n):
        for i in range(1, lower + 1):
            if np.abs(rows[k + i, lower - i]) > np.abs(rows[k, lower]):
                row = rows[k, lower:].copy()
                rows[k, lower:] = rows[k + i, lower - i : lower - i + width]
                rows[k + i, lower - i : lower - i + width] = row
                side = x[k].copy()
                x[k] = x[k + i]
                x[k + i] = side
        for i in range(1, lower + 1):
            share = rows[k + i, lower - i] / rows[k, lower]
            rows[k + i, lower - i : lower - i + width] -= share * rows[k, lower:]
            x[k + i] -= share * x[k]
    for k in range(n - 1, -1, -1):
        for j in range(1, width):
            if k + j < n:
                x[k] -= rows[k, lower + j] * x[k + j]
        x[k] /= rows[k, lower]
    return x[:n]


def scipy_linalg_toeplitz(c, r=None):
    c = np.asarray(c)
    r = np.conj(c) if r is None else np.asarray(r)
    if c.ndim != 1 or r.ndim != 1:
        raise NotImplementedError("for vectors")
    values = np.concatenate((c[::-1], r[1:]))
    found = np.empty((len(c), len(r)), values.dtype)
    for i in range(len(c)):
        found[i] = values[len(c) - 1 - i : len(c) - 1 - i + len(r)]
    return found


def scipy_linalg_circulant(c):
    c = np.asarray(c)
    found = np.empty((len(c), len(c)), c.dtype)
    for i in range(len(c)):
        found[i:, i] = c[: len(c) - i]
        found[:i, i] = c[len(c) - i :]
    return found


def scipy_linalg_inv(a, overwrite_a=False, check_finite=True):
    if overwrite_a:
        raise NotImplementedError("with `overwrite_a` given by its name")
    return np.linalg.inv(a)


def scipy_linalg_det(a, overwrite_a=False, check_finite=True):
    if overwrite_a:
        raise NotImplementedError("with `overwrite_a` given by its name")
    return np.linalg.det(a)


def scipy_linalg_block_diag(*arrs):
    rows = 0
    columns = 0
    flat = []
    for part in arrs:
        part = np.atleast_2d(part)
        flat.append(np.ravel(part))
        rows += part.shape[0]
        columns += part.shape[1]
    found = np.zeros((rows, columns), np.concatenate(flat).dtype)
    row = 0
    column = 0
    for part in arrs:
        part = np.atleast_2d(part)
        found[row : row + part.shape[0], column : column + part.shape[1]] = part
        row += part.shape[0]
        column += part.shape[1]
    return found


def adc_banded_of_upper(ab):
    # The whole band, of the upper half of it.
    upper = ab.shape[0] - 1
    n = ab.shape[1]
    whole = np.zeros((2 * upper + 1, n), ab.dtype)
    whole[: upper + 1] = ab
    for d in range(1, upper + 1):
        whole[upper + d, : n - d] = ab[upper - d, d:]
    return whole


def adc_banded_of_lower(ab):
    lower = ab.shape[0] - 1
    n = ab.shape[1]
    whole = np.zeros((2 * lower + 1, n), ab.dtype)
    whole[lower:] = ab
    for d in range(1, lower + 1):
        whole[lower - d, d:] = ab[d, : n - d]
    return whole


def adc_generalised_eigh(a, b, lower):
    a, b = np.asarray(a), np.asarray(b)
    if a.ndim != 2 or b.ndim != 2:
        raise NotImplementedError("for two matrices")
    if not lower:
        a, b = a.T, b.T
    factor = np.linalg.cholesky(b)
    whole = np.tril(a) + np.tril(a, -1).T
    half = linalg.solve_triangular(factor, whole, lower=True)
    w, v = np.linalg.eigh(linalg.solve_triangular(factor, half.T, lower=True))
    return w, linalg.solve_triangular(factor, v, trans=1, lower=True)


def adc_rows_below(r, more):
    return np.concatenate([r, np.zeros((more, r.shape[1]), dtype=r.dtype)])


def adc_wide_qr(a):
    m = a.shape[0]
    q, r = np.linalg.qr(a[:, :m])
    return q, np.concatenate([r, q.T @ a[:, m:]], axis=1)


def scipy_linalg_lu(a, permute_l=False, overwrite_a=False, check_finite=True, p_indices=False):
    a = np.asarray(a)
    if a.ndim != 2 or a.shape[0] != a.shape[1]:
        raise NotImplementedError("for one square matrix")
    n = a.shape[0]
    both, pivots = linalg.lu_factor(a)
    lower = np.tril(both, -1) + np.eye(n)
    upper = np.triu(both)
    order = np.arange(n)
    for k in range(n):
        here = order[k]
        there = order[pivots[k]]
        order[k] = there
        order[pivots[k]] = here
    places = np.argsort(order)
    if p_indices:
        return places, lower, upper
    if permute_l:
        return lower[places], upper
    return np.eye(n)[places], lower, upper
