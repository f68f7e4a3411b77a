def f(x: "float64[n]"):
    parts = [x[0]]
    s = 0.0
    for v in parts:
        s += v
        if len(parts) < 4:
            parts.append(0.5 * v)
    return s
