def f(x: "float64[N]"):
    found = {"squares": []}
    for v in x:
        found["squares"].append(v**2)
    return found["squares"][::-1][0]
