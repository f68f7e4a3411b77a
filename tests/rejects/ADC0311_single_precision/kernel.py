# adc: rules eos.rules
import numpy as np


def column(t: "float32[n]", s: "float32[n]"):
    rho = np.empty_like(t)
    eos(t, s, rho)
    return np.sum(rho)
