def max(a, b):
    if a > b:
        return a
    return b


def peak(x: "float64[3]"):
    return max(x[0], x[1])
