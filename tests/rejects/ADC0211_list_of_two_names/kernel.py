def record(log, value):
    log.append(value)


def f(x: "float64[n]", steps: int):
    log = [x[0]]
    for t in range(steps):
        record(log, log[-1] * x[1])
    return sum(log)
