def f(x: "float64[3, n]"):
    a, b = x[0], x[1]
    return a * b
