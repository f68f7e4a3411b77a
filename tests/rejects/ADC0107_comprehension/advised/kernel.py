import numpy as np


def f(x: "float64[N]"):
    squares = np.zeros(len(x))
    for i in range(len(x)):
        squares[i] = x[i] * x[i]
    return sum(squares)
