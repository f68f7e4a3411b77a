# adc: rules eos.rules
import numpy as np


def column(t: "float64[n]", s: "float64[n]"):
    rho = np.empty((t.shape[0], 2))
    eos(t, s, rho[:, 0])
    return np.sum(rho[:, 0])
