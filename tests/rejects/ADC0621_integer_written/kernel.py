# adc: rules eos.rules
import numpy as np


def column(t: "float64[n]", s: "float64[n]"):
    info = np.empty(1, dtype=np.int32)
    rho = np.empty_like(t)
    eos(t, s, rho, info)
    return np.sum(rho)
