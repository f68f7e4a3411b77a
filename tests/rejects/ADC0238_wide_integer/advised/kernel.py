def kernel(x: "float64[N]", n: int):
    if n > 10.0**20:
        x[0] = 2.0 * x[0]
    return x[0]
