import numpy as np


def f(x: "float64[N]"):
    scales = {"5": 2.0, "6": 3.0}
    print(f"{len(x)}")
    return scales["5"] * np.sum(x * x)
