# Margins around arrays, as adc reads them (`adc/lowering/numpy/written.py`): not to be imported.

import numpy as np


def adc_padded_by_statistics(a, before, after, axis, statistic, first, last):
    rows = np.moveaxis(a, axis, 0)
    count = rows.shape[0]
    low = statistic(rows[: min(first, count)], axis=0)
    high = statistic(rows[count - min(last, count) :], axis=0)
    front = np.broadcast_to(low, (before, *rows.shape[1:]))
    behind = np.broadcast_to(high, (after, *rows.shape[1:]))
    return np.moveaxis(np.concatenate((front, rows, behind)), 0, axis)


def adc_padded_by_ramps(a, before, after, axis, first, last):
    rows = np.moveaxis(a, axis, 0)
    front = adc_ramp(first, rows[0], before)
    behind = adc_ramp(last, rows[-1], after)[::-1]
    return np.moveaxis(np.concatenate((front, rows, behind)), 0, axis)


def adc_ramp(start, stop, number):
    # From `start` to the step before `stop`, along an axis in front of those of `stop`.
    step = (stop - start) / max(number, 1)
    steps = np.arange(number).reshape((number,) + (1,) * np.ndim(stop))
    return steps * step + start
