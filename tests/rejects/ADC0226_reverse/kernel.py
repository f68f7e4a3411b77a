def f(x: "float64[N]"):
    found = []
    for v in x:
        found.append(v**2)
    found.reverse()
    return found[0]
