# Routines of LAPACK as SciPy calls them, in double precision: what they return, arguments
# unchanged. Of a matrix that is no positive definite or a singular one, `info` says where this was
# found, as LAPACK's does; what else is returned then are not LAPACK's numbers.

import numpy as np
from scipy import linalg


def scipy_linalg_lapack_dgetrf(a, overwrite_a=0):
    lapack_kept(overwrite_a)
    both, pivots = linalg.lu_factor(lapack_square(a))
    return both, pivots, lapack_first(np.diag(both) == 0.0)


def scipy_linalg_lapack_dgetrs(lu, piv, b, trans=0, overwrite_b=0):
    lapack_kept(overwrite_b)
    return linalg.lu_solve((lu, piv), np.asarray(b, dtype=np.float64), trans), 0


def scipy_linalg_lapack_dgesv(a, b, overwrite_a=0, overwrite_b=0):
    lapack_kept(overwrite_a)
    lapack_kept(overwrite_b)
    both, pivots = linalg.lu_factor(lapack_square(a))
    x = linalg.lu_solve((both, pivots), np.asarray(b, dtype=np.float64))
    return both, pivots, x, lapack_first(np.diag(both) == 0.0)


def scipy_linalg_lapack_dpotrf(a, lower=0, clean=1, overwrite_a=0):
    lapack_kept(overwrite_a)
    a = lapack_square(a)
    if lower:
        c, rest = np.linalg.cholesky(a), np.triu(a, 1)
    else:
        c, rest = np.linalg.cholesky(a.T).T, np.tril(a, -1)
    if not clean:
        c = c + rest
    return c, lapack_first(np.logical_not(np.diag(c) > 0.0))


def scipy_linalg_lapack_dpotrs(c, b, lower=0, overwrite_b=0):
    lapack_kept(overwrite_b)
    if lower:
        return linalg.cho_solve((c, True), np.asarray(b, dtype=np.float64)), 0
    return linalg.cho_solve((c, False), np.asarray(b, dtype=np.float64)), 0


def scipy_linalg_lapack_dposv(a, b, lower=0, overwrite_a=0, overwrite_b=0):
    lapack_kept(overwrite_a)
    c, info = scipy_linalg_lapack_dpotrf(a, lower, 0)
    return c, scipy_linalg_lapack_dpotrs(c, b, lower, overwrite_b)[0], info


def scipy_linalg_lapack_dtrtrs(a, b, lower=0, trans=0, unitdiag=0, overwrite_b=0):
    lapack_kept(overwrite_b)
    a, b = lapack_square(a), np.asarray(b, dtype=np.float64)
    info = 0 if unitdiag else lapack_first(np.diag(a) == 0.0)
    return lapack_triangular(a, b, lower, trans, unitdiag), info


def scipy_linalg_lapack_dptsv(d, e, b, overwrite_d=0, overwrite_e=0, overwrite_b=0):
    lapack_kept(overwrite_d)
    lapack_kept(overwrite_e)
    lapack_kept(overwrite_b)
    d, e = np.array(d, dtype=np.float64), np.array(e, dtype=np.float64)
    x = np.array(b, dtype=np.float64)
    n = len(d)
    for i in range(n - 1):
        below = e[i]
        e[i] = below / d[i]
        d[i + 1] -= e[i] * below
        x[i + 1] -= x[i] * e[i]
    x[n - 1] /= d[n - 1]
    for i in range(n - 2, -1, -1):
        x[i] = x[i] / d[i] - x[i + 1] * e[i]
    return d, e, x, lapack_first(np.logical_not(d > 0.0))


def scipy_linalg_lapack_dgtsv(
    dl, d, du, b, overwrite_dl=0, overwrite_d=0, overwrite_du=0, overwrite_b=0
):
    lapack_kept(overwrite_dl)
    lapack_kept(overwrite_d)
    lapack_kept(overwrite_du)
    lapack_kept(overwrite_b)
    dl, d = np.array(dl, dtype=np.float64), np.array(d, dtype=np.float64)
    du, x = np.array(du, dtype=np.float64), np.array(b, dtype=np.float64)
    n = len(d)
    if n < 2 or len(dl) != n - 1 or len(du) != n - 1 or len(x) != n:
        raise NotImplementedError("for two equations or more, with diagonals of these lengths")
    # Rows change places where the element below is the larger one (LAPACK 3.11, DGTSV).
    for i in range(n - 1):
        if abs(d[i]) >= abs(dl[i]):
            factor = dl[i] / d[i]
            d[i + 1] -= factor * du[i]
            x[i + 1] -= factor * x[i]
            if i < n - 2:
                dl[i] = 0.0
        else:
            factor = d[i] / dl[i]
            d[i] = dl[i]
            below = d[i + 1]
            d[i + 1] = du[i] - factor * below
            if i < n - 2:
                dl[i] = du[i + 1]
                du[i + 1] = -factor * dl[i]
            du[i] = below
            row = x[i] * 1.0
            x[i] = x[i + 1]
            x[i + 1] = row - factor * x[i + 1]
    x[n - 1] /= d[n - 1]
    x[n - 2] = (x[n - 2] - du[n - 2] * x[n - 1]) / d[n - 2]
    for i in range(n - 3, -1, -1):
        x[i] = (x[i] - du[i] * x[i + 1] - dl[i] * x[i + 2]) / d[i]
    return dl, d, du, x, lapack_first(d == 0.0)


def scipy_linalg_lapack_dsyev(a, compute_v=1, lower=0, lwork=None, overwrite_a=0):
    lapack_kept(overwrite_a)
    a = lapack_square(a)
    if not compute_v:
        raise NotImplementedError("with vectors: for the values alone call `scipy.linalg.eigvalsh`")
    if lower:
        w, v = np.linalg.eigh(a, "L")
    else:
        w, v = np.linalg.eigh(a, "U")
    return w, v, 0


def lapack_kept(overwrite):
    if overwrite:
        raise NotImplementedError("without `overwrite_…=1`")


def lapack_square(a):
    if np.ndim(a) != 2:
        raise NotImplementedError("for one matrix")
    return np.asarray(a, dtype=np.float64)


# The place of the first that holds, counted from 1; 0 where none does.
def lapack_first(holds):
    if np.any(holds):
        return np.argmax(holds) + 1
    return 0


def lapack_triangular(a, b, lower, trans, unit):
    if trans:
        a = a.T
        lower = not lower
    if lower:
        if unit:
            return linalg.solve_triangular(a, b, 0, True, True)
        return linalg.solve_triangular(a, b, 0, True)
    if unit:
        return linalg.solve_triangular(a, b, 0, False, True)
    return linalg.solve_triangular(a, b)
