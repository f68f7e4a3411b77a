def f(x: "float64[n]"):
    s = x[0]
    path = [s]
    while s > 0.1:
        s = 0.5 * s
        path.append(s)
    return sum(path)
