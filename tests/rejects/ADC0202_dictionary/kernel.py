def f(x, p):
    return x*p.get("k")*p["n"]
