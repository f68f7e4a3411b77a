def kernel(x: float, n: int):
    total, factorial = 1.0, 1.0
    for k in range(1, n):
        factorial *= k
        total += x**k / factorial
    return total
