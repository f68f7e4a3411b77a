import numpy as np


def f(z: complex):
    terms = int(abs(z)) + 25
    a = np.zeros(terms, dtype=np.complex128)
    a[0] = z
    for k in range(1, terms):
        a[k] = a[k - 1] * z / k
    return np.sum(a).real
