import numpy as np


def f(x: "float64[N]"):
    for i in range(len(x)):
        yield x[i]
