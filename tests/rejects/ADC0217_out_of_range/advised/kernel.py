import numpy as np


def f(x: "float64[3]"):
    return x[2] * x[0]
