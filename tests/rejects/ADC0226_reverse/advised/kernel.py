def f(x: "float64[N]"):
    found = []
    for v in x:
        found.append(v**2)
    return found[::-1][0]
