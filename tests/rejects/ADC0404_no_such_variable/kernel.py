def square(x: "float64[N]"):
    y = x * x
    return y
