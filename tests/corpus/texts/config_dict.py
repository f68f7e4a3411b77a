# signature: anneal(x: float64[N], n: int)
import numpy as np

CONFIG = {"t0": 1.0, "decay": 0.95, "widths": (0.5, 1.0)}


def anneal(x, n):
    temp = CONFIG["t0"]
    params = dict(scale=2.0, shift=0.1)
    for _ in range(n):
        temp *= CONFIG["decay"]
        for width in CONFIG["widths"]:
            x = x - 0.1 * np.tanh(x / width) * temp * params["scale"] + params["shift"]
    out = {"mean": x.mean(), "energy": 0.5 * np.dot(x, x)}
    return out["mean"] + out["energy"]
