from scipy.optimize import minimize_scalar


def f(c: float):
    return c * minimize_scalar(lambda x: x**4 - c * x, bounds=(0.0, 10.0), method="bounded").x
