import numpy as np


def f(x: "float64[N]"):
    scales = {"5": 2.0, "6": 3.0}
    return scales[f"{len(x)}"] * np.sum(x * x)
