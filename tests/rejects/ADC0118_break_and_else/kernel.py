def f(x: "float64[n]", n: int):
    s = 0.0
    for i in range(n):
        if x[i] > 1.0:
            break
        s += x[i]
    else:
        s = 2 * s
    return s
