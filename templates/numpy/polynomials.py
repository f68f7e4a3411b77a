# Polynomials, as adc reads them: adc/lowering/written.py says how.


def numpy_polyadd(a1, a2):
    a1 = np.atleast_1d(a1)
    a2 = np.atleast_1d(a2)
    rest = len(a1) - len(a2)
    if rest >= 0:
        return np.concatenate((np.zeros(rest, a2.dtype), a2)) + a1
    return np.concatenate((np.zeros(-rest, a1.dtype), a1)) + a2


def numpy_polyder(p, m=1):
    p = np.atleast_1d(p)
    for k in range(m):
        p = p[:-1] * np.arange(len(p) - 1, 0, -1)
    return p
