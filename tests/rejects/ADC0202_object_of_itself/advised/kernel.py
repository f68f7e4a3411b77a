def f(value: float, following: float):
    return value * following
