epsilon_0 = 8.8541878188e-12


def f(field: "float64[n]"):
    return 0.5 * epsilon_0 * field**2
