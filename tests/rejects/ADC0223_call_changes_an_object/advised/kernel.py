from dataclasses import dataclass

import numpy as np


@dataclass
class State:
    u: "float64[N]"
    t: float = 0.0


def advance(s, h):
    s.t += h
    return s.t


def f(x: "float64[N]", h: float):
    s = State(x)
    limit = 1.0
    if h > 0.5:
        limit = advance(s, h)
    return limit * s.t * np.sum(s.u)
