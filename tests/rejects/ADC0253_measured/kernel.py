from scipy.constants import epsilon_0


def f(field: "float64[n]"):
    return 0.5 * epsilon_0 * field**2
