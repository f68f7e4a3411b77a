# Images, filters and spectra of SciPy, as adc reads them (`adc/lowering/numpy/written.py`): not
# to be imported. Each by its definition in SciPy's reference.

import numpy as np
from scipy import ndimage, signal


def adc_pad_mode(mode):
    # NumPy's name of SciPy's way on beyond the edge.
    if mode in ("reflect", "grid-mirror"):
        return "symmetric"
    if mode == "nearest":
        return "edge"
    if mode == "mirror":
        return "reflect"
    if mode in ("wrap", "grid-wrap"):
        return "wrap"
    raise NotImplementedError("for the modes reflect, mirror, nearest and wrap")


def adc_windows(input, size, mode):
    # A row of all that is around each element.
    input = np.asarray(input)
    if np.ndim(size) > 0:
        raise NotImplementedError("for one size, along all axes")
    if size % 2 == 0 or input.ndim > 2:
        raise NotImplementedError("for vectors and matrices, and odd sizes")
    wide = np.pad(input, size // 2, mode=mode)
    rows = np.lib.stride_tricks.sliding_window_view(wide, size, axis=0)
    if input.ndim == 1:
        return rows
    both = np.lib.stride_tricks.sliding_window_view(rows, size, axis=1)
    return np.reshape(both, (*input.shape, size * size))


def scipy_ndimage_maximum_filter(input, size=None, *, mode="reflect"):
    return np.max(adc_windows(input, size, adc_pad_mode(mode)), axis=-1)


def scipy_ndimage_minimum_filter(input, size=None, *, mode="reflect"):
    return np.min(adc_windows(input, size, adc_pad_mode(mode)), axis=-1)


def scipy_ndimage_median_filter(input, size=None, *, mode="reflect"):
    return np.median(adc_windows(input, size, adc_pad_mode(mode)), axis=-1)


def scipy_ndimage_maximum_filter1d(input, size, axis=-1, *, mode="reflect"):
    input = np.moveaxis(np.asarray(input), axis, -1)
    if size % 2 == 0:
        raise NotImplementedError("for odd sizes")
    widths = [(0, 0)] * (input.ndim - 1) + [(size // 2, size // 2)]
    wide = np.pad(input, widths, mode=adc_pad_mode(mode))
    rows = np.lib.stride_tricks.sliding_window_view(wide, size, axis=-1)
    return np.moveaxis(np.max(rows, axis=-1), -1, axis)


def scipy_signal_medfilt(volume, kernel_size=3):
    volume = np.asarray(volume)
    if np.ndim(kernel_size) > 0 or volume.ndim != 1 or kernel_size % 2 == 0:
        raise NotImplementedError("for vectors, and odd sizes")
    wide = np.pad(volume, kernel_size // 2)
    rows = np.lib.stride_tricks.sliding_window_view(wide, kernel_size)
    return np.median(rows, axis=-1)


def scipy_ndimage_center_of_mass(input):
    input = np.asarray(input)
    if input.ndim > 2:
        raise NotImplementedError("for vectors and matrices")
    first = np.sum(input * np.arange(input.shape[0]).reshape(-1, *[1] * (input.ndim - 1)))
    if input.ndim == 1:
        return (first / np.sum(input),)
    second = np.sum(input * np.arange(input.shape[1]))
    return first / np.sum(input), second / np.sum(input)


def adc_lower(c, n, mode):
    # The sample before each place, and how far that is behind it; places outside go to the edge.
    if mode not in ("nearest", "constant"):
        raise NotImplementedError("for the modes nearest and constant")
    if n < 2:
        raise NotImplementedError("for two samples or more along each axis")
    c = np.clip(c, 0.0, n - 1.0)
    i = np.minimum(np.floor(c), n - 2.0).astype(np.int64)
    return i, c - i


def scipy_ndimage_map_coordinates(input, coordinates, *, order=3, mode="constant", cval=0.0):
    input = np.asarray(input)
    if order != 1:
        raise NotImplementedError("for order=1")
    if input.ndim > 2:
        raise NotImplementedError("for vectors and matrices")
    if input.dtype == np.int64 or input.dtype == np.int32 or input.dtype == np.bool_:
        raise NotImplementedError("for images of floating numbers, as SciPy rounds others")
    a = np.asarray(coordinates[0]) * 1.0
    i, v = adc_lower(a, input.shape[0], mode)
    inside = (a >= 0.0) & (a <= input.shape[0] - 1.0)
    if input.ndim == 1:
        found = (1.0 - v) * input[i] + v * input[i + 1]
        found = found if mode == "nearest" else np.where(inside, found, cval)
        return found.astype(input.dtype)
    b = np.asarray(coordinates[1]) * 1.0
    j, w = adc_lower(b, input.shape[1], mode)
    inside = inside & (b >= 0.0) & (b <= input.shape[1] - 1.0)
    above = (1.0 - w) * input[i, j] + w * input[i, j + 1]
    below = (1.0 - w) * input[i + 1, j] + w * input[i + 1, j + 1]
    found = (1.0 - v) * above + v * below
    found = found if mode == "nearest" else np.where(inside, found, cval)
    return found.astype(input.dtype)


def scipy_ndimage_shift(input, shift, *, order=3, mode="constant", cval=0.0):
    input = np.asarray(input)
    if order != 1:
        raise NotImplementedError("for order=1")
    if input.ndim > 2:
        raise NotImplementedError("for vectors and matrices")
    by = np.asarray(shift) * np.ones(input.ndim)
    rows = np.arange(input.shape[0]) - by[0]
    if input.ndim == 1:
        return ndimage.map_coordinates(input, [rows], order=1, mode=mode, cval=cval)
    columns = np.arange(input.shape[1]) - by[1]
    both = [rows[:, None] + 0.0 * columns, columns + 0.0 * rows[:, None]]
    return ndimage.map_coordinates(input, both, order=1, mode=mode, cval=cval)


def scipy_signal_convolve2d(in1, in2, mode="full", boundary="fill", fillvalue=0):
    if boundary != "fill" or fillvalue != 0:
        raise NotImplementedError("with zeros around")
    in1, in2 = np.asarray(in1), np.asarray(in2)
    (rows, columns), (height, width) = in1.shape, in2.shape
    both = np.zeros((rows + height - 1, columns + width - 1), np.result_type(in1, in2))
    for i in range(height):
        for j in range(width):
            both[i : i + rows, j : j + columns] += in2[i, j] * in1
    if mode == "full":
        return both
    if mode == "same":
        first, left = (height - 1) // 2, (width - 1) // 2
        return both[first : first + rows, left : left + columns]
    if rows < height or columns < width:
        raise NotImplementedError("for a second matrix that is no larger, in mode valid")
    return both[height - 1 : rows, width - 1 : columns]


def scipy_signal_correlate2d(in1, in2, mode="full", boundary="fill", fillvalue=0):
    if mode == "same":
        raise NotImplementedError("for the modes full and valid")
    return signal.convolve2d(in1, np.asarray(in2)[::-1, ::-1], mode, boundary, fillvalue)


def scipy_signal_correlate(in1, in2, mode="full", method="auto"):
    if np.ndim(in1) == 2 and np.ndim(in2) == 2:
        return signal.correlate2d(in1, in2, mode)
    if np.ndim(in1) != 1 or np.ndim(in2) != 1:
        raise NotImplementedError("for vectors and matrices")
    if mode == "valid" and len(in1) < len(in2):
        raise NotImplementedError("for a second vector that is no longer, in mode valid")
    return signal.convolve(in1, np.asarray(in2)[::-1], mode)


def scipy_signal_square(t, duty=0.5):
    turn = np.mod(t, 2.0 * np.pi)
    return np.where(turn < duty * 2.0 * np.pi, 1.0, -1.0)


def scipy_signal_sawtooth(t, width=1):
    width = np.where(np.greater_equal(width, 0) & np.less_equal(width, 1), width, np.nan)
    turn = np.mod(t, 2.0 * np.pi)
    up = turn < width * 2.0 * np.pi
    rising = turn / (np.pi * np.where(up, width, 1.0)) - 1.0
    falling = (np.pi * (width + 1.0) - turn) / (np.pi * np.where(up, 1.0, 1.0 - width))
    return np.where(up, rising, falling)


def scipy_signal_chirp(t, f0, t1, f1, method="linear", phi=0):
    if method not in ("linear", "lin", "li"):
        raise NotImplementedError("for the linear method")
    phase = 2.0 * np.pi * (f0 * t + 0.5 * (f1 - f0) / t1 * t * t)
    return np.cos(phase + phi * np.pi / 180.0)


def adc_spectrum(part, window, fs):
    n = part.shape[0]
    found = np.abs(np.fft.rfft((part - np.mean(part)) * window)) ** 2
    found = found / (fs * np.sum(window * window))
    k = np.arange(n // 2 + 1)
    return np.where((k == 0) | (2 * k == n), found, 2.0 * found)


def scipy_signal_periodogram(x, fs=1.0):
    x = np.asarray(x)
    if x.ndim != 1:
        raise NotImplementedError("for vectors")
    n = len(x)
    return np.fft.rfftfreq(n, 1.0 / fs), adc_spectrum(x, np.ones(n), fs)


def scipy_signal_welch(x, fs=1.0, window="hann", nperseg=None, noverlap=None):
    x = np.asarray(x)
    if x.ndim != 1 or not isinstance(window, str):
        raise NotImplementedError("for vectors, and windows by name")
    size = 256 if nperseg is None else nperseg
    if size > len(x):
        raise NotImplementedError("for segments that are no longer than the vector")
    step = size - size // 2 if noverlap is None else size - noverlap
    shape = signal.get_window(window, size)
    found = np.zeros(size // 2 + 1)
    count = (len(x) - size) // step + 1
    for k in range(count):
        found += adc_spectrum(x[k * step : k * step + size], shape, fs)
    return np.fft.rfftfreq(size, 1.0 / fs), found / count


def scipy_signal_freqz(b, a=1, worN=512):
    w = np.linspace(0.0, np.pi, worN, endpoint=False)
    over, under = np.atleast_1d(b), np.atleast_1d(a)
    turns = np.exp(-1j * w)
    return w, np.polyval(over[::-1], turns) / np.polyval(under[::-1], turns)
