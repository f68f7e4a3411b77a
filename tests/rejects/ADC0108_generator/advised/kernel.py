import numpy as np


def f(x: "float64[N]"):
    items = np.zeros(len(x))
    for i in range(len(x)):
        items[i] = x[i]
    return items
