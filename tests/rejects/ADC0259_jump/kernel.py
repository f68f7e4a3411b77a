def f(c: float):
    low, high = 0.0, 10.0
    for _ in range(50):
        middle = 0.5 * (low + high)
        cost = 1.0 + middle
        if middle > 3.0:
            cost = cost + 0.5 * (middle - 3.0)
        if cost > c:
            high = middle
        else:
            low = middle
    return c * middle
