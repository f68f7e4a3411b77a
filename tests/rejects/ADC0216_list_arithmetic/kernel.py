def f(x: "float64[n]"):
    found = []
    for v in x:
        if v > 0.5:
            found.append(v * v)
    found = found * 2
    return sum(found)
