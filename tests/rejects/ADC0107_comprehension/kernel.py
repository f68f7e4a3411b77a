import numpy as np


def f(x: "float64[N]"):
    squares = [v * v for v in x if v > 0.0]
    return sum(squares)
