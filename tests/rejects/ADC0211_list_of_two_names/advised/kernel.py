def f(x: "float64[n]", steps: int):
    log = [x[0]]
    for t in range(steps):
        log.append(log[-1] * x[1])
    return sum(log)
