import numpy as np


def f(x: "float64[N]"):
    squares = [v * v for v in x]
    return sum(squares)
