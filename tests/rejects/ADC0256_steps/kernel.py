from scipy.integrate import quad


def step(t, c):
    return c if t > 0.25 else 0.0


def f(x: "float64[n]", s: float):
    return x * quad(step, 0.0, s, args=(s,))[0]
