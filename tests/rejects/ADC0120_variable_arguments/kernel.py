import numpy as np


def f(x: "float64[N]", *rest, **options):
    return np.sum(x)
