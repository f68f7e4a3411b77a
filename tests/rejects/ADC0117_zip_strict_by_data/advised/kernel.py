def f(x: "float64[N]", y: "float64[N]"):
    r = 0.0
    for v, w in zip(x, y):
        r += v * w
    return r
