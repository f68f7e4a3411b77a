from dataclasses import dataclass

import numpy as np


@dataclass
class State:
    u: "float64[N]"
    t: float = 0.0


def f(s: State, h: float):
    s.u = s.u + h * np.sin(s.u)
    return np.sum(s.u)
