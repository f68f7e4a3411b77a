def kept(value, values=[]):
    values += [value]
    return values[-1] * len(values)


def f(x: "float64[N]"):
    return kept(x[0]) + kept(x[1])
