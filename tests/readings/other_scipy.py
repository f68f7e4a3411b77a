"""Options of SciPy's functions that are less common, its LAPACK, filters and eigenproblems."""

from __future__ import annotations

from tests.readings.by_names import of

READINGS = [
    of(
        "K = A @ A.T + np.eye(5)\nreturn solve(K, x, overwrite_a=True, overwrite_b=False)",
        head="from scipy.linalg import solve",
    ),
    of(
        "return solve(A + 5 * np.eye(5), x * 2, overwrite_a=True, overwrite_b=True)",
        head="from scipy.linalg import solve",
    ),
    of(
        "K = A @ A.T + np.eye(5)\n"
        "c = cho_factor(K, overwrite_a=True, check_finite=False)\n"
        "r = x - s\n"
        "return cho_solve(c, r, overwrite_b=True)",
        head="from scipy.linalg import cho_factor, cho_solve",
    ),
    of(
        "K = A @ A.T + np.eye(5)\n"
        "L = cholesky(K, lower=True, overwrite_a=True, check_finite=False)\n"
        "return solve_triangular(L, x, lower=True, overwrite_b=False, "
        "check_finite=False)",
        head="from scipy.linalg import cholesky, solve_triangular",
    ),
    of(
        "ab = np.vstack([x, 4 + x, x])\n"
        "b = B * s\n"
        "return solve_banded((1, 1), ab, b, overwrite_ab=True, overwrite_b=True)",
        head="from scipy.linalg import solve_banded",
    ),
    of(
        "lu, piv = lu_factor(A + 5 * np.eye(5), overwrite_a=True)\nreturn lu_solve((lu, piv), x)",
        head="from scipy.linalg import lu_factor, lu_solve",
    ),
    of(
        "return solve(A + 5 * np.eye(5), x, overwrite_b=True)",
        "ADC0220",
        head="from scipy.linalg import solve",
    ),
    of(
        "return solve(A + 5 * np.eye(5), x, overwrite_b=False)",
        head="from scipy.linalg import solve",
    ),
    of(
        "for i in range(n):\n"
        "    K = A + (5 + i) * np.eye(5)\n"
        "    x = solve(K, x, overwrite_a=True)\n"
        "return x",
        head="from scipy.linalg import solve",
    ),
    of(
        "C = A @ A.T\n"
        "return eigh(C, eigvals_only=True, overwrite_a=True) + inv(A + 5 * "
        "np.eye(5), overwrite_a=True)[0] + det(A + np.eye(5), overwrite_a=True)",
        head="from scipy.linalg import eigh, svd, inv, det, lstsq",
    ),
    of(
        "M1 = B * 1.0\nreturn lstsq(M1, x, overwrite_a=True)[0]",
        head="from scipy.linalg import svdvals, lstsq, qr",
    ),
    of(
        "b = x.copy()\nz = solve(A + 5 * np.eye(5), b, overwrite_b=True)\nb = z * 2\nreturn z + b",
        head="from scipy.linalg import solve",
    ),
    of(
        "return solve_triangular(np.tril(A), q, lower=True, overwrite_b=True) * s",
        head="from scipy.linalg import solve_triangular",
    ),
    of(
        "return eigh(A + A.T, A @ A.T + np.eye(5), eigvals_only=True)",
        head="from scipy.linalg import eigh",
    ),
    of(
        "w, v = eigh(A + A.T, b=A @ A.T + np.eye(5))\nreturn w * (v[:, 0] @ x) ** 2",
        head="from scipy.linalg import eigh",
    ),
    of(
        "return eigh(A, B @ B.T + np.eye(5), lower=False, eigvals_only=True)",
        head="from scipy.linalg import eigh",
    ),
    of(
        "w, v = eigh(A + A.T, subset_by_index=[1, 3])\nreturn w * (x @ v) ** 2",
        head="from scipy.linalg import eigh",
    ),
    of(
        "return eigvalsh(A + A.T, A @ A.T + 2 * np.eye(5))",
        head="from scipy.linalg import eigvalsh",
    ),
    of("return eigvalsh(A, lower=False)", head="from scipy.linalg import eigvalsh"),
    of(
        "return eigh(A, eigvals_only=True, lower=True, driver='evr')",
        head="from scipy.linalg import eigh",
    ),
    of(
        "return eigh(A + A.T, eigvals_only=True, subset_by_index=(0, 0))",
        head="from scipy.linalg import eigh",
    ),
    of(
        "return eigh(A + A.T, eigvals_only=True, subset_by_index=[n, n])",
        head="from scipy.linalg import eigh",
    ),
    of("P, L, U = lu(A)\nreturn P @ L @ U, L, U", head="from scipy.linalg import lu"),
    of("L, U = lu(A, permute_l=True)\nreturn L, U", head="from scipy.linalg import lu"),
    of("p_, L, U = lu(A, p_indices=True)\nreturn L[p_] @ U", head="from scipy.linalg import lu"),
    of(
        "lu, piv, z, info = dgesv(A + 5 * np.eye(5), x)\nreturn z",
        head="from scipy.linalg.lapack import dgesv",
    ),
    of(
        "lu, piv, info = lapack.dgetrf(A)\n"
        "if info != 0: raise ValueError('singular')\n"
        "z, info = lapack.dgetrs(lu, piv, B, trans=1)\n"
        "return z",
        head="from scipy.linalg import lapack",
    ),
    of(
        "L, info = dpotrf(A @ A.T + np.eye(5), lower=1)\n"
        "z, info = dpotrs(L, x, lower=1)\n"
        "return z @ x + 2 * np.log(np.diag(L)).sum()",
        head="from scipy.linalg.lapack import dpotrf, dpotrs",
    ),
    of(
        "U, info = dpotrf(A @ A.T + np.eye(5), clean=0)\nreturn U",
        head="from scipy.linalg.lapack import dpotrf",
    ),
    of(
        "c, z, info = dposv(A @ A.T + np.eye(5), x, lower=1)\nreturn z",
        head="from scipy.linalg.lapack import dposv",
    ),
    of(
        "return dtrtrs(A, x, lower=1, trans=1)[0] + dtrtrs(A, x, unitdiag=1)[0]",
        head="from scipy.linalg.lapack import dtrtrs",
    ),
    of(
        "d, e, z, info = dptsv(4 + x, x[1:], x * s)\nreturn d, e, z",
        head="from scipy.linalg.lapack import dptsv",
    ),
    of("z = dptsv(4 + x, x[1:], B)[2]\nreturn z", head="from scipy.linalg.lapack import dptsv"),
    of(
        "w, v, info = dsyev(A + A.T)\nreturn w * (v.T @ x) ** 2",
        head="from scipy.linalg.lapack import dsyev",
    ),
    of(
        "lu, piv, info = dgetrf(np.zeros((3, 3)) + s)\nreturn info * s",
        head="from scipy.linalg.lapack import dgetrf",
    ),
    of(
        "K = A @ A.T + np.eye(5)\nL, info = dpotrf(K, lower=1, overwrite_a=1)\nreturn L",
        head="from scipy.linalg.lapack import dpotrf",
    ),
    of(
        "return x[idamax(x)] * dger(s, x, y) + dger(1.0, x, y, a=B)",
        head="from scipy.linalg.blas import idamax, dger, dsymv, dsymm, dtrmv, dtrsv, dtrmm",
    ),
    of(
        "return dsymv(s, A, x, beta=t, y=x, lower=1) + dsymm(1.0, A, B)[:, 0] + "
        "dsymm(1.0, A, B.T, side=1, lower=1)[0]",
        head="from scipy.linalg.blas import dsymv, dsymm",
    ),
    of(
        "return dtrmv(A, x) + dtrmv(A, x, lower=1, trans=1, diag=1) + dtrsv(A, x, "
        "trans=1) + dtrmm(s, A, B, lower=1)[:, 1] + dtrmm(s, A, B.T, side=1, "
        "trans_a=1, diag=1)[0]",
        head="from scipy.linalg.blas import dtrmv, dtrsv, dtrmm",
    ),
    of(
        "return ndimage.convolve(B, np.array([[1, 2, 1], [0, s, 0]]), mode='constant', cval=t)",
        head="from scipy import ndimage",
    ),
    of(
        "return ndi.convolve(x, [1, 2, s], mode='wrap', origin=0)",
        head="import scipy.ndimage as ndi",
    ),
    of(
        "return laplace(A, mode='wrap') + laplace(A, None, 'nearest') + laplace(A, mode='mirror')",
        head="from scipy.ndimage import laplace",
    ),
    of(
        "u = np.empty_like(B)\nlaplace(B, output=u, mode='constant', cval=1.0)\nreturn u",
        head="from scipy.ndimage import laplace",
    ),
    of(
        "return convolve(B, A[:2, :2], origin=(0, -1)) + correlate(B, A[:2, :2], origin=(-1, 0))",
        head="from scipy.ndimage import convolve, correlate",
    ),
    of(
        "return convolve(B, A[:3, :2], origin=(1, 0), mode='nearest') + correlate(B, "
        "A[:3, :2], mode='wrap') + convolve(B, A[:3, :3], origin=-1, mode='constant')",
        head="from scipy.ndimage import convolve, correlate",
    ),
    of("return convolve(x, [s, t], mode='mirror')", head="from scipy.ndimage import convolve"),
    of("return convolve(x, [s, t, 1.0, 2.0], origin=1)", head="from scipy.ndimage import convolve"),
    of(
        "u = np.zeros((5, 3))\n"
        "gaussian_filter(B, 0.6, output=u)\n"
        "return u + sobel(B, output=np.float64)",
        head="from scipy.ndimage import gaussian_filter, sobel",
    ),
    of("laplace(B, output=B); return B", "ADC0220", head="from scipy.ndimage import laplace"),
    of(
        "v = laplace(B, output=np.zeros((5, 3)))\nreturn v * s",
        head="from scipy.ndimage import laplace",
    ),
    of(
        "return convolve(B, A[:2, :2], origin=2)",
        "ADC0220",
        head="from scipy.ndimage import convolve",
        raises=True,
    ),
    of(
        "u = np.zeros((5, 3))\nmaximum_filter(B, 3, output=u)\nreturn u",
        head="from scipy.ndimage import maximum_filter, median_filter",
    ),
    of("return np.pad(x, 2, 'reflect')"),
    of(
        "return detrend(x, overwrite_data=True) * x",
        "ADC0220",
        head="from scipy.signal import detrend",
    ),
    of("return detrend(x, overwrite_data=False) * x", head="from scipy.signal import detrend"),
    of("return dct(x, overwrite_x=True) * x", "ADC0220", head="from scipy.fftpack import dct"),
    of(
        "return idst(x, 2, None, -1, 'ortho', True) * x",
        "ADC0220",
        head="from scipy.fftpack import idst",
    ),
    of(
        "return dct(x, norm='ortho', overwrite_x=False) * idct(x) * dst(x, 3) * idst(x)",
        head="from scipy.fftpack import dct, dst, idct, idst",
    ),
    of(
        "v = np.zeros(5)\nloggamma(x, v)\nreturn v * s",
        "ADC0229",
        head="from scipy.special import loggamma",
    ),
    of("return laplace(B, output=int) * s", "ADC0220", head="from scipy.ndimage import laplace"),
    of("return laplace(B, output=float) * s", head="from scipy.ndimage import laplace"),
]
