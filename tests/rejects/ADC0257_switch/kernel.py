from scipy.integrate import odeint


def heated(y, t, c):
    return c - y if y[0] < 0.9 * c else -y


def f(x: "float64[n]", s: float):
    return odeint(heated, x, [0.0, 1.0], args=(s,))[-1]
