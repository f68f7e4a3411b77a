from dataclasses import dataclass

import numpy as np


@dataclass
class State:
    u: "float64[N]"
    steps: int = 0


def f(s: State, h: float):
    s.u = s.u + h * np.sin(s.u)
    s.steps += 1
    return np.sum(s.u)
