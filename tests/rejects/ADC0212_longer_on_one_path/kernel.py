def f(x: "float64[n]"):
    found = []
    for i in range(len(x)):
        if x[i] > 0.5:
            found.append((x[i], x[i] ** 2))
    s = 0.0
    for u, v in found:
        s += u * v
    return s
