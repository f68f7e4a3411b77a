def f(x: "float64[n]"):
    a, b = x
    return a * b
