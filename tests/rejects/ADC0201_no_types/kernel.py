import numpy as np


def f(n, alpha, x, y):
    for t in range(n):
        for i in range(1, n):
            x[i] = alpha * x[i - 1] + y[i, t]
