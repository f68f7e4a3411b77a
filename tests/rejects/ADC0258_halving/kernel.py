def f(c: float):
    low, high = 0.0, 10.0
    for _ in range(50):
        middle = 0.5 * (low + high)
        if middle**3 + middle > c:
            high = middle
        else:
            low = middle
    return c * middle
