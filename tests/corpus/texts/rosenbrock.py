# signature: objective(x: float64[N])
import numpy as np


def rosen(x):
    x = np.asarray(x)
    return np.sum(100.0 * (x[1:] - x[:-1] ** 2.0) ** 2.0 + (1 - x[:-1]) ** 2.0, axis=0)


def ackley(x, a=20, b=0.2, c=2 * np.pi):
    d = len(x)
    sum_sq = sum(xi ** 2 for xi in x)
    sum_cos = sum(np.cos(c * xi) for xi in x)
    return -a * np.exp(-b * np.sqrt(sum_sq / d)) - np.exp(sum_cos / d) + a + np.e


def griewank(x):
    i = np.arange(1, len(x) + 1)
    return 1 + np.sum(x ** 2) / 4000 - np.prod(np.cos(x / np.sqrt(i)))


FUNCTIONS = [rosen, ackley, griewank]


def objective(x):
    total = 0
    for w, fn in zip((1.0, 0.5, 0.25), FUNCTIONS):
        total += w * fn(x)
    return total
