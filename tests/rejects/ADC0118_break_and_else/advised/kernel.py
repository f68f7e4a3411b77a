def f(x: "float64[n]", n: int):
    s = 0.0
    ended = True
    for v in (0.5, 1.0, 2.0):
        if x[0] > v:
            ended = False
            break
        s += x[1] * v
    if ended:
        s = 2 * s
    return s
