# Routines of BLAS as SciPy calls them, in double precision: what they return, arguments unchanged.

import numpy as np
from scipy import linalg


def scipy_linalg_blas_ddot(x, y):
    return np.dot(np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64))


def scipy_linalg_blas_dnrm2(x):
    return np.linalg.norm(np.asarray(x, dtype=np.float64))


def scipy_linalg_blas_dasum(x):
    return np.sum(np.abs(np.asarray(x, dtype=np.float64)))


def scipy_linalg_blas_dgemv(alpha, a, x, beta=0.0, y=None, trans=0, overwrite_y=0):
    if overwrite_y:
        raise NotImplementedError("with overwrite_y=0")
    a = np.asarray(a, dtype=np.float64)
    x = np.asarray(x, dtype=np.float64)
    found = alpha * (a.T @ x if trans else a @ x)
    if y is None:
        return found
    return found + beta * y


def scipy_linalg_blas_dgemm(alpha, a, b, beta=0.0, c=None, trans_a=0, trans_b=0, overwrite_c=0):
    if overwrite_c:
        raise NotImplementedError("with overwrite_c=0")
    a = np.asarray(a, dtype=np.float64)
    b = np.asarray(b, dtype=np.float64)
    found = alpha * ((a.T if trans_a else a) @ (b.T if trans_b else b))
    if c is None:
        return found
    return found + beta * c


def scipy_linalg_blas_dsyrk(alpha, a, beta=0.0, c=None, trans=0, lower=0, overwrite_c=0):
    if overwrite_c:
        raise NotImplementedError("with overwrite_c=0")
    a = np.asarray(a, dtype=np.float64)
    found = alpha * (a.T @ a if trans else a @ a.T)
    if c is not None:
        found = found + beta * c
    found = np.tril(found) if lower else np.triu(found)
    if c is None:
        return found
    return found + (np.triu(c, 1) if lower else np.tril(c, -1))


def scipy_linalg_blas_dtrsm(alpha, a, b, side=0, lower=0, trans_a=0, diag=0, overwrite_b=0):
    if overwrite_b:
        raise NotImplementedError("with overwrite_b=0")
    a = np.asarray(a, dtype=np.float64)
    b = alpha * np.asarray(b, dtype=np.float64)
    if side:
        return blas_solved(a.T, b.T, trans_a, not lower, diag).T
    return blas_solved(a, b, trans_a, lower, diag)


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
