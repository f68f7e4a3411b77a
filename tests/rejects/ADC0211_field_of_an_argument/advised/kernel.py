from dataclasses import dataclass, replace

import numpy as np


@dataclass
class State:
    u: "float64[N]"
    t: float = 0.0


def f(s: State, h: float):
    s = replace(s)
    s.u = s.u + h * np.sin(s.u)
    return np.sum(s.u)
