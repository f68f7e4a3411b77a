# signature: response(v: float64[N], rated: float64)
"""Power curve of wind turbines."""
import numpy as np


def response(v, rated, cut_in=0.6, cut_out=1.4):
    power = np.piecewise(
        v,
        [v < cut_in, (v >= cut_in) & (v < rated), (v >= rated) & (v <= cut_out)],
        [0.0, lambda s: (s ** 3 - cut_in ** 3) / (rated ** 3 - cut_in ** 3), 1.0],
    )
    return power.sum()
