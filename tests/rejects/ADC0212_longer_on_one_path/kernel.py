def f(x: "float64[n]"):
    found = []
    for i in range(len(x)):
        if x[i] > 0.5:
            found.append(x[i] ** 2)
    return sum(found)
