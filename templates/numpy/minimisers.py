# Minimisers, as adc reads them (`adc/lowering/numpy/written.py`): not to be imported.

import numpy as np


def adc_number(v, f, args):
    return f(v[0], *args)


def scipy_optimize_fmin(func, x0, args=()):
    x = np.asarray(x0) * 1.0
    n = len(x)
    g = np.zeros(n)
    for j in range(n):
        way = np.zeros(n)
        way[j] = 1.0
        g[j] = adc_tangent(way, 0, func, x, *args)
    return g
