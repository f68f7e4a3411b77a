def decay(x: "float64[N]", a: float, steps: int):
    if a > 0.0:
        for t in range(steps):
            x[:] = x * x
