from dataclasses import dataclass, replace

import numpy as np


@dataclass(frozen=True)
class State:
    u: "float64[N]"
    t: float = 0.0


def f(x: "float64[N]"):
    s = State(np.sin(x))
    s = replace(s, t=2.0)
    return s.t * np.sum(s.u)
