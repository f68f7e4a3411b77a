def f(x: "float64[n]", n: int):
    s = 0.0
    for v in (0.5, 1.0, 2.0):
        if x[0] > v:
            break
        s += x[1] * v
    else:
        s = 2 * s
    return s
