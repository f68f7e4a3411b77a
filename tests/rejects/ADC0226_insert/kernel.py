def f(x: "float64[3]"):
    found = []
    for i in range(3):
        found.insert(0, x[i] ** 2)
    return found[0]
