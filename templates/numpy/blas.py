# Routines of BLAS as SciPy calls them, in double precision: what they return, arguments
# unchanged where SciPy leaves them so.

import numpy as np
from scipy import linalg


def scipy_linalg_blas_ddot(x, y):
    return np.dot(blas_vector(x), blas_vector(y))


def scipy_linalg_blas_dnrm2(x):
    return np.linalg.norm(np.asarray(x, dtype=np.float64))


def scipy_linalg_blas_dasum(x):
    return np.sum(np.abs(np.asarray(x, dtype=np.float64)))


def scipy_linalg_blas_dgemv(alpha, a, x, beta=0.0, y=None, *, trans=0, overwrite_y=0):
    if overwrite_y:
        raise NotImplementedError("with overwrite_y=0")
    blas_letter(trans)
    a = blas_matrix(a)
    x = blas_vector(x)
    found = blas_scalar(alpha) * (a.T @ x if trans else a @ x)
    if y is None:
        return found
    return found + blas_added(found, beta, blas_vector(y))


def scipy_linalg_blas_dgemm(alpha, a, b, beta=0.0, c=None, trans_a=0, trans_b=0, overwrite_c=0):
    if overwrite_c:
        raise NotImplementedError("with overwrite_c=0")
    blas_letter(trans_a)
    blas_letter(trans_b)
    a = blas_matrix(a)
    b = blas_matrix(b)
    found = blas_scalar(alpha) * ((a.T if trans_a else a) @ (b.T if trans_b else b))
    if c is None:
        return found
    return found + blas_added(found, beta, blas_matrix(c))


def scipy_linalg_blas_dsyrk(alpha, a, beta=0.0, c=None, trans=0, lower=0, overwrite_c=0):
    if overwrite_c:
        raise NotImplementedError("with overwrite_c=0")
    blas_letter(trans)
    blas_choice(lower)
    a = blas_matrix(a)
    found = blas_scalar(alpha) * (a.T @ a if trans else a @ a.T)
    return blas_half_added(found, beta, c, lower)


def scipy_linalg_blas_dtrsm(alpha, a, b, side=0, lower=0, trans_a=0, diag=0, overwrite_b=0):
    if overwrite_b:
        raise NotImplementedError("with overwrite_b=0")
    blas_choice(side)
    blas_choice(lower)
    blas_letter(trans_a)
    blas_choice(diag)
    a = blas_matrix(a)
    b = blas_scalar(alpha) * blas_matrix(b)
    if side:
        return blas_solved(a.T, b.T, trans_a, not lower, diag).T
    return blas_solved(a, b, trans_a, lower, diag)


def scipy_linalg_blas_idamax(x):
    return np.argmax(np.abs(blas_vector(x)))


def scipy_linalg_blas_dger(alpha, x, y, *, a=None, overwrite_a=0):
    if overwrite_a:
        raise NotImplementedError("with overwrite_a=0")
    found = blas_scalar(alpha) * np.outer(blas_vector(x), blas_vector(y))
    if a is None:
        return found
    return found + blas_added(found, 1.0, blas_matrix(a))


def scipy_linalg_blas_dsymv(alpha, a, x, beta=0.0, y=None, *, lower=0, overwrite_y=0):
    if overwrite_y:
        raise NotImplementedError("with overwrite_y=0")
    blas_choice(lower)
    found = blas_scalar(alpha) * (blas_symmetric(blas_matrix(a), lower) @ blas_vector(x))
    if y is None:
        return found
    return found + blas_added(found, beta, blas_vector(y))


def scipy_linalg_blas_dsymm(alpha, a, b, beta=0.0, c=None, side=0, lower=0, overwrite_c=0):
    if overwrite_c:
        raise NotImplementedError("with overwrite_c=0")
    blas_choice(side)
    blas_choice(lower)
    a = blas_symmetric(blas_matrix(a), lower)
    b = blas_matrix(b)
    found = blas_scalar(alpha) * (b @ a if side else a @ b)
    if c is None:
        return found
    return found + blas_added(found, beta, blas_matrix(c))


def scipy_linalg_blas_dtrmv(a, x, *, lower=0, trans=0, diag=0, overwrite_x=0):
    if overwrite_x:
        raise NotImplementedError("with overwrite_x=0")
    blas_letter(trans)
    a = blas_triangle(blas_matrix(a), lower, diag)
    return (a.T if trans else a) @ blas_vector(x)


def scipy_linalg_blas_dtrsv(a, x, *, lower=0, trans=0, diag=0, overwrite_x=0):
    if overwrite_x:
        raise NotImplementedError("with overwrite_x=0")
    blas_letter(trans)
    blas_choice(lower)
    blas_choice(diag)
    return blas_solved(blas_matrix(a), blas_vector(x), trans, lower, diag)


def scipy_linalg_blas_dtrmm(alpha, a, b, side=0, lower=0, trans_a=0, diag=0, overwrite_b=0):
    if overwrite_b:
        raise NotImplementedError("with overwrite_b=0")
    blas_choice(side)
    blas_letter(trans_a)
    a = blas_triangle(blas_matrix(a), lower, diag)
    a = a.T if trans_a else a
    b = blas_matrix(b)
    return blas_scalar(alpha) * (b @ a if side else a @ b)


def scipy_linalg_blas_daxpy(x, y, *, a=1.0):
    x = blas_vector(x)
    y = blas_changed(y, x)
    blas_apart(x, y)
    y += blas_scalar(a) * x
    return y


def scipy_linalg_blas_dscal(a, x):
    x = blas_changed(x, x)
    x *= blas_scalar(a)
    return x


def scipy_linalg_blas_dcopy(x, y):
    x = blas_vector(x)
    y = blas_changed(y, x)
    blas_apart(x, y)
    y[:] = x
    return y


def scipy_linalg_blas_dswap(x, y):
    x = blas_changed(x, y)
    y = blas_changed(y, x)
    blas_apart(x, y)
    kept = x.copy()
    x[:] = y
    y[:] = kept
    return x, y


def scipy_linalg_blas_drot(x, y, c, s, *, overwrite_x=0, overwrite_y=0):
    if overwrite_x or overwrite_y:
        raise NotImplementedError("with overwrite_x=0 and overwrite_y=0")
    x, y = blas_alike(blas_vector(x), blas_vector(y))
    c, s = blas_scalar(c), blas_scalar(s)
    return c * x + s * y, c * y - s * x


def scipy_linalg_blas_dsyr(alpha, x, *, lower=0, a=None, overwrite_a=0):
    x = blas_vector(x)
    return blas_updated(blas_scalar(alpha) * np.outer(x, x), lower, a, overwrite_a)


def scipy_linalg_blas_dsyr2(alpha, x, y, *, lower=0, a=None, overwrite_a=0):
    x, y = blas_alike(blas_vector(x), blas_vector(y))
    found = blas_scalar(alpha) * (np.outer(x, y) + np.outer(y, x))
    return blas_updated(found, lower, a, overwrite_a)


def scipy_linalg_blas_dsyr2k(alpha, a, b, beta=0.0, c=None, trans=0, lower=0, overwrite_c=0):
    if overwrite_c:
        raise NotImplementedError("with overwrite_c=0")
    blas_letter(trans)
    blas_choice(lower)
    a, b = blas_matrix(a), blas_matrix(b)
    found = a.T @ b if trans else a @ b.T
    found = blas_scalar(alpha) * (found + found.T)
    return blas_half_added(found, beta, c, lower)


def scipy_linalg_blas_dgbmv(m, n, kl, ku, alpha, a, x, *, beta=0.0, y=None, trans=0, overwrite_y=0):
    if overwrite_y:
        raise NotImplementedError("with overwrite_y=0")
    blas_letter(trans)
    a = blas_matrix(a)
    x = blas_vector(x)
    if len(a) < kl + ku + 1 or a.shape[1] != n or len(x) != (m if trans else n):
        raise NotImplementedError("where its arguments have the sizes that it is told")
    found = np.zeros(n if trans else m)
    for j in range(n):
        for i in range(max(0, j - ku), min(m, j + kl + 1)):
            if trans:
                found[j] += a[ku + i - j, j] * x[i]
            else:
                found[i] += a[ku + i - j, j] * x[j]
    found = blas_scalar(alpha) * found
    return found if y is None else found + blas_added(found, beta, blas_vector(y))


def scipy_linalg_blas_dsbmv(k, alpha, a, x, *, beta=0.0, y=None, lower=0, overwrite_y=0):
    return scipy_linalg_blas_dsymv(
        alpha, blas_band(a, k, lower), x, beta, y, lower=lower, overwrite_y=overwrite_y
    )


def scipy_linalg_blas_dtbmv(k, a, x, *, lower=0, trans=0, diag=0, overwrite_x=0):
    return scipy_linalg_blas_dtrmv(
        blas_band(a, k, lower), x, lower=lower, trans=trans, diag=diag, overwrite_x=overwrite_x
    )


def scipy_linalg_blas_dtbsv(k, a, x, *, lower=0, trans=0, diag=0, overwrite_x=0):
    return scipy_linalg_blas_dtrsv(
        blas_band(a, k, lower), x, lower=lower, trans=trans, diag=diag, overwrite_x=overwrite_x
    )


def scipy_linalg_blas_dspmv(n, alpha, ap, x, *, beta=0.0, y=None, lower=0, overwrite_y=0):
    return scipy_linalg_blas_dsymv(
        alpha, blas_unpacked(ap, n, lower), x, beta, y, lower=lower, overwrite_y=overwrite_y
    )


def scipy_linalg_blas_dtpmv(n, ap, x, *, lower=0, trans=0, diag=0, overwrite_x=0):
    return scipy_linalg_blas_dtrmv(
        blas_unpacked(ap, n, lower), x, lower=lower, trans=trans, diag=diag,
        overwrite_x=overwrite_x,
    )  # fmt: skip


def scipy_linalg_blas_dtpsv(n, ap, x, *, lower=0, trans=0, diag=0, overwrite_x=0):
    return scipy_linalg_blas_dtrsv(
        blas_unpacked(ap, n, lower), x, lower=lower, trans=trans, diag=diag,
        overwrite_x=overwrite_x,
    )  # fmt: skip


# What SciPy makes of other shapes (longer vectors, numbers, parts of arrays) is left to it.


def blas_scalar(value):
    if np.ndim(value) != 0:
        raise NotImplementedError("with numbers as factors")
    return value


def blas_vector(x):
    if np.ndim(x) != 1:
        raise NotImplementedError("where its vectors have one axis")
    return np.asarray(x, dtype=np.float64)


def blas_matrix(a):
    if np.ndim(a) != 2:
        raise NotImplementedError("where its matrices have two axes")
    return np.asarray(a, dtype=np.float64)


def blas_symmetric(a, lower):
    if lower:
        return np.tril(a) + np.tril(a, -1).T
    return np.triu(a) + np.triu(a, 1).T


def blas_triangle(a, lower, unit):
    blas_choice(lower)
    blas_choice(unit)
    shift = 1 if unit else 0
    part = np.tril(a, -shift) if lower else np.triu(a, shift)
    return part + np.eye(len(a)) if unit else part


# SciPy changes these vectors themselves, unless it has to convert or to copy them.
def blas_changed(x, other):
    if np.ndim(x) != 1 or len(x) != len(other):
        raise NotImplementedError("where its vectors have one axis, of the same length")
    return np.ascontiguousarray(x, dtype=np.float64)


# BLAS goes on element by element, or in blocks, as the machine has it.
def blas_apart(x, y):
    if adc_overlapping(x, y) or adc_overlapping(y, x):
        raise NotImplementedError("where its vectors do not overlap in memory")


def blas_alike(x, y):
    if len(x) != len(y):
        raise NotImplementedError("where its vectors have the same length")
    return x, y


def blas_updated(found, lower, a, overwrite):
    if overwrite:
        raise NotImplementedError("with overwrite_a=0")
    blas_choice(lower)
    return blas_half_added(found, 1.0, a, lower)


# Of the sum of `found` and beta*c one triangle, and of `c` the other.
def blas_half_added(found, beta, c, lower):
    if c is None:
        return np.tril(found) if lower else np.triu(found)
    c = blas_matrix(c)
    found = found + blas_added(found, beta, c)
    return np.tril(found) + np.triu(c, 1) if lower else np.triu(found) + np.tril(c, -1)


def blas_band(a, k, lower):
    # The triangle whose diagonal is the last row of `a`, or the first one where it is the lower.
    a = blas_matrix(a)
    if len(a) < k + 1:
        raise NotImplementedError("where its matrix has a row for each diagonal")
    n = a.shape[1]
    whole = np.zeros((n, n))
    for j in range(n):
        for i in range(max(0, j - k), j + 1):
            if lower:
                whole[j, i] = a[j - i, i]
            else:
                whole[i, j] = a[k + i - j, j]
    return whole


def blas_unpacked(ap, n, lower):
    ap = blas_vector(ap)
    if len(ap) < n * (n + 1) // 2:
        raise NotImplementedError("where its matrix has all elements of the triangle")
    whole = np.zeros((n, n))
    for j in range(n):
        for i in range(j + 1):
            if lower:
                whole[j, i] = ap[j + i * (2 * n - i - 1) // 2]
            else:
                whole[i, j] = ap[i + j * (j + 1) // 2]
    return whole


def blas_letter(value):
    if value < 0 or value > 2:
        raise ValueError("trans is 0, 1 or 2")


def blas_choice(value):
    if value != 0 and value != 1:
        raise ValueError("lower, side and diag are 0 or 1")


# BLAS reads nothing of `c` where beta is zero; the derivative by beta is c there, all the same.
def blas_added(found, beta, c):
    for extent, wanted in zip(c.shape, found.shape):
        if extent != wanted:
            raise ValueError("what is added has the shape of the product")
    if blas_scalar(beta) == 0.0:
        c = np.where(np.isfinite(c), c, 0.0)
    return beta * c


def blas_solved(a, b, turned, lower, unit):
    if turned:
        return blas_triangular(a.T, b, not lower, unit)
    return blas_triangular(a, b, lower, unit)


def blas_triangular(a, b, lower, unit):
    if lower:
        if unit:
            return linalg.solve_triangular(a, b, 0, True, True)
        return linalg.solve_triangular(a, b, 0, True)
    if unit:
        return linalg.solve_triangular(a, b, 0, False, True)
    return linalg.solve_triangular(a, b)
