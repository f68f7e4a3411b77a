def f(x: "float64[n]"):
    v = x[0]
    s = v
    count = 1
    while count < 4:
        v = 0.5 * v
        s += v
        count += 1
    return s
