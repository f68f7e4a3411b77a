def f(c: float):
    low, high = 0.0, 10.0
    for _ in range(50):
        middle = 0.5 * (low + high)
        cost = 1.0 + middle
        if middle > 0.3 * c:
            cost = cost + 0.5 * (middle - 0.3 * c)
        if cost > c:
            high = middle
        else:
            low = middle
    return c * middle
