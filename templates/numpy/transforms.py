# Transforms, filters, and functions of complex numbers, as adc reads them
# (`adc/lowering/numpy/written.py`): not to be imported.

import numpy as np
from scipy import signal


def adc_axes(a, axes, s):
    # As many of the last ones as there are sizes.
    if axes is None:
        return tuple(range(0 if s is None else a.ndim - len(s), a.ndim))
    if len(axes) == 2 and (axes[0] - axes[1]) % a.ndim == 0:
        raise NotImplementedError("for different axes")
    return axes


def numpy_fft_rfft2(a, s=None, axes=(-2, -1), norm=None):
    return numpy_fft_rfftn(a, s, axes, norm)


def numpy_fft_rfftn(a, s=None, axes=None, norm=None):
    axes = adc_axes(a, axes, s)
    if len(axes) > 2:
        raise NotImplementedError("for one axis or two")
    found = np.fft.rfft(a, None if s is None else s[-1], axes[-1], norm)
    if len(axes) < 2:
        return found
    return np.fft.fft(found, None if s is None else s[0], axes[0], norm)


def numpy_fft_irfft2(a, s=None, axes=(-2, -1), norm=None):
    return numpy_fft_irfftn(a, s, axes, norm)


def numpy_fft_irfftn(a, s=None, axes=None, norm=None):
    axes = adc_axes(a, axes, s)
    if len(axes) > 2:
        raise NotImplementedError("for one axis or two")
    if len(axes) > 1:
        a = np.fft.ifft(a, None if s is None else s[0], axes[0], norm)
    return np.fft.irfft(a, None if s is None else s[-1], axes[-1], norm)


def scipy_fft_rfft2(x, s=None, axes=(-2, -1), norm=None):
    return numpy_fft_rfftn(x, s, axes, norm)


def scipy_fft_rfftn(x, s=None, axes=None, norm=None):
    return numpy_fft_rfftn(x, s, axes, norm)


def scipy_fft_irfft2(x, s=None, axes=(-2, -1), norm=None):
    return numpy_fft_irfftn(x, s, axes, norm)


def scipy_fft_irfftn(x, s=None, axes=None, norm=None):
    return numpy_fft_irfftn(x, s, axes, norm)


def adc_cosines(x, norm):
    # 2*sum(x[j]*cos(pi*k*(2*j + 1)/(2*n))), of the sequence and itself turned round.
    n = x.shape[-1]
    turn = np.pi * np.arange(n) / (2.0 * n)
    both = np.fft.rfft(np.concatenate((x, x[..., ::-1]), axis=-1))[..., :n]
    found = both.real * np.cos(turn) + both.imag * np.sin(turn)
    if norm == "ortho":
        found = found * np.where(np.arange(n) == 0, np.sqrt(0.25 / n), np.sqrt(0.5 / n))
    return found


def adc_of_cosines(x, norm):
    # x[0] + 2*sum(x[j]*cos(pi*(2*k + 1)*j/(2*n)) from j = 1 on.
    n = x.shape[-1]
    if norm == "ortho":
        x = x * np.where(np.arange(n) == 0, np.sqrt(1.0 / n), np.sqrt(0.5 / n))
    turn = np.pi * np.arange(n) / (2.0 * n)
    zero = np.zeros_like(x[..., :1])
    re = np.concatenate((x * np.cos(turn), zero), axis=-1)
    im = np.concatenate((x * np.sin(turn), zero), axis=-1)
    return np.fft.irfft(re + 1j * im, 2 * n)[..., :n] * (2.0 * n)


def adc_of_both_ends(x, norm):
    # x[0] + (-1)**k*x[-1] + 2*sum(x[j]*cos(pi*k*j/(n - 1))) over what is between, of one period.
    n = x.shape[-1]
    if n < 2:
        raise ValueError("DCT-I is not defined for size < 2")
    ends = (np.arange(n) == 0) | (np.arange(n) == n - 1)
    if norm == "ortho":
        x = x * np.where(ends, np.sqrt(2.0), 1.0)
    found = np.fft.rfft(np.concatenate((x, x[..., 1:-1][..., ::-1]), axis=-1)).real
    if norm == "ortho":
        found = found * np.where(ends, np.sqrt(0.25 / (n - 1)), np.sqrt(0.5 / (n - 1)))
    return found


def adc_of_no_ends(x, norm):
    # 2*sum(x[j]*sin(pi*(k + 1)*(j + 1)/(n + 1))), of one period.
    n = x.shape[-1]
    zero = np.zeros_like(x[..., :1])
    found = np.fft.rfft(np.concatenate((zero, x, zero, -x[..., ::-1]), axis=-1))
    found = -found.imag[..., 1 : n + 1]
    return found * np.sqrt(0.5 / (n + 1)) if norm == "ortho" else found


def adc_transformed(x, type, n, axis, norm, sines, inverse):
    if norm not in (None, "backward", "ortho"):
        raise NotImplementedError("for the norms backward and ortho")
    if type != 1 and type != 2 and type != 3:
        raise NotImplementedError("for the types 1, 2 and 3")
    x = np.moveaxis(np.asarray(x) * 1.0, axis, -1)
    if x.dtype == np.float32:
        raise NotImplementedError("in double precision")
    if n is not None and n <= x.shape[-1]:
        x = x[..., :n]
    elif n is not None:
        x = np.pad(x, [(0, 0)] * (x.ndim - 1) + [(0, n - x.shape[-1])])
    n = x.shape[-1]
    if type == 1:
        found = adc_of_no_ends(x, norm) if sines else adc_of_both_ends(x, norm)
        if inverse and norm != "ortho":
            found = found / (2.0 * (n + 1) if sines else 2.0 * (n - 1))
        return np.moveaxis(found, -1, axis)
    back = (type == 3) != inverse
    signs = 1.0 - 2.0 * (np.arange(n) % 2)
    if back:
        found = adc_of_cosines(x[..., ::-1] if sines else x, norm)
        found = found * signs if sines else found
    else:
        found = adc_cosines(x * signs if sines else x, norm)
        found = found[..., ::-1] if sines else found
    if inverse and norm != "ortho":
        found = found / (2.0 * n)
    return np.moveaxis(found, -1, axis)


def scipy_fft_dct(x, type=2, n=None, axis=-1, norm=None):
    return adc_transformed(x, type, n, axis, norm, False, False)


def scipy_fft_idct(x, type=2, n=None, axis=-1, norm=None):
    return adc_transformed(x, type, n, axis, norm, False, True)


def scipy_fft_dst(x, type=2, n=None, axis=-1, norm=None):
    return adc_transformed(x, type, n, axis, norm, True, False)


def scipy_fft_idst(x, type=2, n=None, axis=-1, norm=None):
    return adc_transformed(x, type, n, axis, norm, True, True)


def adc_other_way(type):
    # The type of the transform that takes one of this type back, but for a factor.
    return 5 - type if type in (2, 3) else type


def adc_of_fftpack(norm, overwrite_x):
    if overwrite_x:
        raise NotImplementedError("with `overwrite_x=False`")
    if norm not in (None, "ortho"):
        raise NotImplementedError("for the norms None and ortho")
    return norm


def scipy_fftpack_dct(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False):
    norm = adc_of_fftpack(norm, overwrite_x)
    return adc_transformed(x, type, n, axis, norm, False, False)


def scipy_fftpack_idct(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False):
    norm = adc_of_fftpack(norm, overwrite_x)
    return adc_transformed(x, adc_other_way(type), n, axis, norm, False, False)


def scipy_fftpack_dst(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False):
    norm = adc_of_fftpack(norm, overwrite_x)
    return adc_transformed(x, type, n, axis, norm, True, False)


def scipy_fftpack_idst(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False):
    norm = adc_of_fftpack(norm, overwrite_x)
    return adc_transformed(x, adc_other_way(type), n, axis, norm, True, False)


def adc_along_all(x, type, s, axes, norm, inverse):
    axes = adc_axes(np.asarray(x), axes, s)
    if len(axes) > 2:
        raise NotImplementedError("for one axis or two")
    x = adc_transformed(x, type, s, axes[0], norm, False, inverse)
    return adc_transformed(x, type, s, axes[-1], norm, False, inverse) if len(axes) > 1 else x


def scipy_fft_dctn(x, type=2, s=None, axes=None, norm=None):
    return adc_along_all(x, type, s, axes, norm, False)


def scipy_fft_idctn(x, type=2, s=None, axes=None, norm=None):
    return adc_along_all(x, type, s, axes, norm, True)


def scipy_signal_sosfilt(sos, x, axis=-1):
    if isinstance(sos, adc_sections):
        found = adc_by_sections(sos, np.moveaxis(np.asarray(x), axis, -1), False)
        return np.moveaxis(found, -1, axis)
    sos = np.asarray(sos)
    if np.any(sos[:, 3] != 1.0):
        raise ValueError("sos[:, 3] should be all ones")
    for k in range(sos.shape[0]):
        x = signal.lfilter(sos[k, :3], sos[k, 3:], x, axis=axis)
    return x


def scipy_signal_savgol_filter(x, window_length, polyorder, deriv=0, mode="interp"):
    # The least squares' polynomial of each stretch, in its middle; at the ends in all of it.
    x = np.asarray(x) * 1.0
    if x.ndim != 1 or deriv != 0 or mode != "interp" or window_length % 2 == 0:
        raise NotImplementedError("for vectors, odd windows, and the values in mode interp")
    if polyorder >= window_length or window_length > len(x):
        raise ValueError("window_length must be above polyorder, and at most the size of x.")
    half = window_length // 2
    place = (np.arange(window_length) - half) / max(half, 1)
    q = np.linalg.qr(np.vander(place, polyorder + 1))[0]
    fit = q @ q.T
    middle = np.convolve(x, fit[half], "valid")
    first = fit[:half] @ x[:window_length]
    last = fit[half + 1 :] @ x[len(x) - window_length :]
    return np.concatenate((first, middle, last))


def adc_complex_var(a, axis=None, ddof=0, keepdims=False):
    away = a - np.mean(a, axis=axis, keepdims=True)
    square = away.real * away.real + away.imag * away.imag
    count = square.size / np.sum(square, axis=axis).size
    return np.sum(square, axis=axis, keepdims=keepdims) / (count - ddof)


def adc_complex_std(a, axis=None, ddof=0, keepdims=False):
    return np.sqrt(adc_complex_var(a, axis=axis, ddof=ddof, keepdims=keepdims))


def adc_real_matrix(a):
    # That of real numbers which does what a does to the real and the imaginary parts.
    if a.ndim != 2:
        raise NotImplementedError("for one matrix of complex numbers")
    return np.block([[a.real, -a.imag], [a.imag, a.real]])


def adc_complex_solve(a, b):
    if b.ndim > 2:
        raise NotImplementedError("for one matrix of complex numbers")
    a, b = a + 0j, b + 0j
    found = np.linalg.solve(adc_real_matrix(a), np.concatenate((b.real, b.imag)))
    n = a.shape[0]
    return found[:n] + 1j * found[n:]


def adc_complex_inv(a):
    n = a.shape[0]
    found = np.linalg.inv(adc_real_matrix(a))
    return found[:n, :n] + 1j * found[n:, :n]


def adc_complex_prod(a):
    a = np.ravel(a)
    found = 1.0 + 0j
    for k in range(len(a)):
        found = found * a[k]
    return found


def adc_complex_cumprod(a):
    a = np.ravel(a)
    found = np.zeros_like(a)
    value = 1.0 + 0j
    for k in range(len(a)):
        value = value * a[k]
        found[k] = value
    return found


def adc_complex_sum(iterable, start=0):
    found = start + 0j
    for k in range(len(iterable)):
        found = found + iterable[k]
    return found


def adc_complex_isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    if equal_nan:
        raise NotImplementedError("for numbers that are not NaN")
    return (a == b) | (np.isfinite(b) & (np.abs(a - b) <= atol + rtol * np.abs(b)))


def adc_complex_allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    return np.all(adc_complex_isclose(a, b, rtol, atol, equal_nan))


def adc_complex_power(z, p):
    # Of a real exponent that is no whole number: in polar form.
    size = np.abs(z) ** p
    turn = p * np.angle(z)
    return size * np.cos(turn) + 1j * (size * np.sin(turn))


def adc_complex_power_by_data(z, p):
    # Of any real exponent; zero has no negative powers.
    none = (z.real == 0.0) & (z.imag == 0.0) & (p < 0.0)
    size = np.where(none, np.nan, np.abs(z) ** p)
    turn = p * np.angle(z)
    return size * np.cos(turn) + 1j * (size * np.sin(turn))


def adc_complex_tan(x):
    found = adc_complex_tanh(1j * x)
    return found.imag - 1j * found.real


def adc_complex_tanh(x):
    # By (sinh(2*re) + 1j*sin(2*im))/(cosh(2*re) + cos(2*im)), scaled so that nothing overflows.
    small = np.exp(-2.0 * np.abs(x.real))
    under = 1.0 + small * small + 2.0 * small * np.cos(2.0 * x.imag)
    over = np.sign(x.real) * -np.expm1(-4.0 * np.abs(x.real))
    return over / under + 1j * (2.0 * small * np.sin(2.0 * x.imag) / under)


def adc_complex_average(a, axis=None, weights=None):
    if weights is None:
        return np.mean(a, axis=axis)
    if np.ndim(weights) != np.ndim(a):
        raise NotImplementedError("for weights of the array's shape")
    return np.sum(a * weights, axis=axis) / np.sum(weights, axis=axis)


def adc_complex_nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    re = np.nan_to_num(x.real, nan=nan, posinf=posinf, neginf=neginf)
    return re + 1j * np.nan_to_num(x.imag, nan=nan, posinf=posinf, neginf=neginf)


def adc_complex_matrix_power(a, n):
    if n < 1 or n > 64:
        raise NotImplementedError("for powers from 1 to 64")
    found = a
    for _ in range(n - 1):
        found = found @ a
    return found


def adc_complex_correlate(a, v, mode="valid"):
    return np.convolve(a + 0j, np.conj(v[::-1]) + 0j, mode)


# Kahan, "Branch cuts for complex elementary functions", in: The State of the Art in Numerical
# Analysis, 1987. `-(z - 1)` and `z - -1` keep the sign of an imaginary part that is zero, which
# tells the side of a cut.


def adc_complex_arcsin(x):
    a, b = np.sqrt(-(x - 1)), np.sqrt(x - -1)
    re = np.arctan2(x.real, a.real * b.real - a.imag * b.imag)
    return re + 1j * np.arcsinh(a.real * b.imag - a.imag * b.real)


def adc_complex_arccos(x):
    a, b = np.sqrt(-(x - 1)), np.sqrt(x - -1)
    re = 2 * np.arctan2(a.real, b.real)
    return re + 1j * np.arcsinh(b.real * a.imag - b.imag * a.real)


def adc_complex_arccosh(x):
    a, b = np.sqrt(x - 1), np.sqrt(x - -1)
    re = np.arcsinh(a.real * b.real + a.imag * b.imag)
    return re + 2j * np.arctan2(a.imag, b.real)


def adc_complex_arctanh(x):
    re, im = x.real, x.imag
    size = 0.25 * np.log1p(4 * re / ((1 - re) ** 2 + im**2))
    return size + 0.5j * np.arctan2(2 * im, (1 - re) * (1 + re) - im**2)


def adc_complex_log10(x):
    return np.log(x) / np.log(10.0)


def adc_complex_log2(x):
    return np.log(x) / np.log(2.0)


def adc_complex_log1p(x):
    re, im = x.real, x.imag
    return np.log(np.hypot(1 + re, im)) + 1j * np.arctan2(im, 1 + re)


def adc_complex_expm1(x):
    re, im = x.real, x.imag
    first = np.expm1(re) * np.cos(im) - 2 * np.sin(0.5 * im) ** 2
    return first + 1j * (np.exp(re) * np.sin(im))


def adc_complex_array_equal(a1, a2):
    return np.array_equal(a1.real, a2.real) and np.array_equal(a1.imag, a2.imag)
