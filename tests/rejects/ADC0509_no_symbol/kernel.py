# adc: rules eos.rules
import numpy as np


def column(t: "float64[n]", s: "float64[n]"):
    rho = np.empty_like(t)
    eos(t, s, rho)
    return np.sum(rho)
