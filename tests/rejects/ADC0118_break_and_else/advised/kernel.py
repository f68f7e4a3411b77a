def f(x: "float64[n]", n: int):
    s = 0.0
    ended = True
    for i in range(n):
        if x[i] > 1.0:
            ended = False
            break
        s += x[i]
    if ended:
        s = 2 * s
    return s
