from dataclasses import dataclass, replace

import numpy as np


@dataclass
class State:
    u: "float64[N]"
    t: float = 0.0


def f(x: "float64[N]", c: float):
    a, b = State(x), State(2.0 * x)
    if c > 1.0:
        a = replace(a, t=c)
    else:
        b = replace(b, t=c)
    return np.sum(a.u) * a.t + np.sum(b.u) * b.t
