def decay(x: "float64[N]"):
    x[:] = x * x
    x[:] = x * x
