def f(c: float):
    low, high = 0.0, 10.0
    for _ in range(50):
        a = high - 0.618 * (high - low)
        b = low + 0.618 * (high - low)
        if a**4 - c * a < b**4 - c * b:
            high = b
        else:
            low = a
    return c * low
