# signature: step_inplace(a: float64[N], b: float64[N], c: float64)
import numpy as np


def step_inplace(a, b, c):
    tmp = np.empty_like(a)
    np.multiply(a, c, tmp)
    np.add(tmp, b, a)
    np.subtract(a, tmp, out=tmp)
    np.negative(tmp, tmp)
    np.exp(tmp, tmp)
    for i, s in enumerate((0.5, -1.0, 2.0)):
        a[i] += s * tmp[i]
    first, *others = a, b, tmp
    return a.dot(tmp) + sum(o.sum() for o in others)
