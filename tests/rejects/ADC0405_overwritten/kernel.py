def decay(x: "float64[N]", steps: int):
    for t in range(steps):
        x[:] = x * x
