import numpy as np


def f(x: "float64[3]"):
    return x[3] * x[0]
