from scipy.optimize import brentq


def f(c: float):
    return c * brentq(lambda x: x**3 + x - c, 0.0, 10.0)
