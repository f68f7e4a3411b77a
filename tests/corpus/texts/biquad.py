# signature: biquad(x: float64[N], b: float64[3], a: float64[3])
import numpy as np


def biquad(x, b, a):
    """Direct form II transposed."""
    if a[0] == 0:
        raise ZeroDivisionError("a[0] must not be zero")
    b, a = b / a[0], a / a[0]
    y = np.zeros(len(x))
    z1 = z2 = 0.0
    for n, xn in enumerate(x):
        yn = b[0] * xn + z1
        z1 = b[1] * xn - a[1] * yn + z2
        z2 = b[2] * xn - a[2] * yn
        y[n] = yn
    rms = np.sqrt(np.mean(y ** 2))
    return 20 * np.log10(rms + 1e-12)
