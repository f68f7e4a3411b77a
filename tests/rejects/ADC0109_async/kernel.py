async def f(x: "float64[N]"):
    return x
