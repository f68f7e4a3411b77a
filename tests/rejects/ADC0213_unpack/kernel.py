def f(x: "float64[3, n]"):
    a, b = x
    return a * b
