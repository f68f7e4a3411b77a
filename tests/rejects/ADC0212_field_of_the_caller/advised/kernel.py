from dataclasses import dataclass, replace

import numpy as np


@dataclass
class State:
    u: "float64[N]"
    steps: int = 0


def f(s: State, h: float):
    s = replace(s)
    s.u = s.u + h * np.sin(s.u)
    s.steps += 1
    return np.sum(s.u)
