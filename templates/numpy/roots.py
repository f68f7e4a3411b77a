# Roots of functions and matrices, as adc reads them (`adc/lowering/numpy/written.py`): not to be
# imported.

from typing import NamedTuple

import numpy as np


class adc_root(NamedTuple):
    root: float
    converged: bool


def adc_by_slopes(f, x0, fprime, args, tol, rtol, maxiter):
    # Newton's steps from x0, which end at the root that SciPy's end at.
    here = x0 * 1.0
    apart = np.inf
    done = 0
    while apart > 0.0 and done < maxiter:
        value = f(here, *args)
        step = 0.0 if value == 0.0 else value / fprime(here, *args)
        apart = np.abs(step) - (tol + rtol * np.abs(here))
        here = here - step
        done += 1
    if not apart <= 0.0:
        raise RuntimeError("Failed to converge")
    return here


def adc_by_secants(f, x0, x1, args, tol, rtol, maxiter):
    before = x0 * 1.0
    here = x1 * 1.0
    at_before = f(before, *args)
    at_here = f(here, *args)
    if np.abs(at_here) < np.abs(at_before):
        before, here = here, before
        at_before, at_here = at_here, at_before
    apart = np.inf
    done = 0
    while apart > 0.0 and done < maxiter:
        if at_here == at_before:
            # Only where both are on the root there is one.
            ahead = here if at_here == 0.0 else np.nan
        elif np.abs(at_here) > np.abs(at_before):
            share = at_before / at_here
            ahead = (before - share * here) / (1.0 - share)
        else:
            share = at_here / at_before
            ahead = (here - share * before) / (1.0 - share)
        apart = np.abs(ahead - here) - (tol + rtol * np.abs(here))
        before, at_before = here, at_here
        here = ahead
        at_here = f(here, *args)
        done += 1
    if not apart <= 0.0:
        raise RuntimeError("Failed to converge")
    return here


def scipy_optimize_newton(
    func, x0, fprime=None, args=(), tol=1.48e-8, maxiter=50, fprime2=None, x1=None, rtol=0.0
):
    if fprime2 is not None or np.ndim(x0) > 0:
        raise NotImplementedError("for one number, without a second derivative")
    if fprime is not None:
        low = adc_by_slopes(func, x0, fprime, args, tol, rtol, maxiter)
    else:
        second = x0 * (1.0 + 1e-4) if x1 is None else x1
        if x1 is None:
            second = second + (1e-4 if second >= 0.0 else -1e-4)
        low = adc_by_secants(func, x0, second, args, tol, rtol, maxiter)
    return adc_refined(func, low, 1.0 + np.abs(low), args)


def adc_bracketed(f, a, b, args):
    # Bisection finds the root, and steps by a quotient of differences for the slope its
    # derivative: each one makes the derivative's error smaller by as much as the quotient is off.
    left, right = f(a, *args), f(b, *args)
    if not left * right <= 0.0:
        raise ValueError("f(a) and f(b) must have different signs")
    low, high = a * 1.0, b * 1.0
    for _ in range(100):
        middle = 0.5 * (low + high)
        same = f(middle, *args) * left > 0.0
        low = np.where(same, middle, low)
        high = np.where(same, high, middle)
    low = np.where(left == 0.0, a, np.where(right == 0.0, b, 0.5 * (low + high)))
    return adc_refined(f, low, np.abs(b - a), args)


def adc_refined(f, low, width, args):
    step = 1e-5 * np.maximum(np.abs(low), 1e-3 * width)
    slope = (f(low + step, *args) - f(low - step, *args)) / (2.0 * step)
    half = 0.5 * step
    near = (f(low + half, *args) - f(low - half, *args)) / step
    ahead = (f(low + step, *args) - f(low, *args)) / step
    apart = np.maximum(np.abs(slope - near), 0.1 * np.abs(ahead - near))
    if not apart <= 1e-3 * np.abs(near):
        raise NotImplementedError("for functions that are smooth around a single root")
    found = low
    for _ in range(5):
        found = found - f(found, *args) / near
    if not np.abs(found - low) <= 1e-7 * width:
        raise NotImplementedError("for functions that are smooth around a single root")
    return found


def scipy_optimize_brentq(f, a, b, args=(), xtol=2e-12, rtol=8.9e-16, maxiter=100):
    return adc_bracketed(f, a, b, args)


def scipy_optimize_brenth(f, a, b, args=(), xtol=2e-12, rtol=8.9e-16, maxiter=100):
    return adc_bracketed(f, a, b, args)


def scipy_optimize_bisect(f, a, b, args=(), xtol=2e-12, rtol=8.9e-16, maxiter=100):
    return adc_bracketed(f, a, b, args)


def scipy_optimize_ridder(f, a, b, args=(), xtol=2e-12, rtol=8.9e-16, maxiter=100):
    return adc_bracketed(f, a, b, args)


def scipy_optimize_toms748(f, a, b, args=(), xtol=2e-12, rtol=8.9e-16, maxiter=100):
    return adc_bracketed(f, a, b, args)


def scipy_optimize_root_scalar(
    f, args=(), method=None, bracket=None, fprime=None, x0=None, x1=None, xtol=None, rtol=None
):
    if bracket is None and x0 is not None and method in (None, "newton", "secant"):
        if (method == "newton" and fprime is None) or (method == "secant" and fprime is not None):
            raise NotImplementedError("for a method that takes what is given")
        tol = 1.48e-8 if xtol is None else xtol
        rel = 0.0 if rtol is None else rtol
        found = scipy_optimize_newton(f, x0, fprime, args, tol, 50, None, x1, rel)
        return adc_root(found, True)
    if bracket is None or method not in (None, "brentq", "brenth", "bisect", "ridder", "toms748"):
        raise NotImplementedError("for a bracket, and the methods that take one")
    return adc_root(adc_bracketed(f, bracket[0], bracket[1], args), True)


def scipy_optimize_rosen(x):
    x = np.asarray(x)
    return np.sum(100.0 * (x[1:] - x[:-1] ** 2.0) ** 2.0 + (1.0 - x[:-1]) ** 2.0, axis=0)


def scipy_linalg_expm(A):
    # Scaling and squaring with the Pade approximant of degree 13 (Higham 2005).
    a = np.asarray(A) * 1.0
    if a.ndim != 2 or a.dtype != np.float64:
        raise NotImplementedError("for one matrix in double precision")
    size = np.max(np.sum(np.abs(a), axis=0))
    halvings = 0
    while size > 5.371920351148152:
        size = 0.5 * size
        a = 0.5 * a
        halvings += 1
    one = np.eye(a.shape[0])
    a2 = a @ a
    a4 = a2 @ a2
    a6 = a4 @ a2
    u = a6 @ (a6 + 16380.0 * a4 + 40840800.0 * a2) + 33522128640.0 * a6
    u = a @ (u + 10559470521600.0 * a4 + 1187353796428800.0 * a2 + 32382376266240000.0 * one)
    v = a6 @ (182.0 * a6 + 960960.0 * a4 + 1323241920.0 * a2) + 670442572800.0 * a6
    v = v + 129060195264000.0 * a4 + 7771770303897600.0 * a2 + 64764752532480000.0 * one
    found = np.linalg.solve(v - u, v + u)
    done = 0
    while done < halvings:
        found = found @ found
        done += 1
    return found


def scipy_linalg_hankel(c, r=None):
    c = np.ravel(c)
    r = np.zeros_like(c) if r is None else np.ravel(r)
    values = np.concatenate((c, r[1:]))
    found = np.empty((len(c), len(r)), values.dtype)
    for i in range(len(c)):
        found[i] = values[i : i + len(r)]
    return found


def scipy_linalg_companion(a):
    a = np.asarray(a) * 1.0
    if a.ndim != 1:
        raise NotImplementedError("for a vector of coefficients")
    n = len(a) - 1
    return np.concatenate(((-a[1:] / a[0])[None, :], np.eye(n)[:-1]), axis=0)


def scipy_linalg_khatri_rao(a, b):
    a, b = np.asarray(a), np.asarray(b)
    return np.reshape(a[:, None, :] * b[None, :, :], (-1, a.shape[1]))


def scipy_linalg_convolution_matrix(a, n, mode="full"):
    a = np.asarray(a)
    if a.ndim != 1 or mode != "full":
        raise NotImplementedError("for a vector, in mode full")
    found = np.zeros((len(a) + n - 1, n), a.dtype)
    for j in range(n):
        found[j : j + len(a), j] = a
    return found
