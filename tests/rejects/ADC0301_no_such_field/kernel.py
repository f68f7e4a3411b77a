from typing import NamedTuple

import numpy as np


class Params(NamedTuple):
    k: float
    u: "float64[N]"


def f(p: Params):
    return p.k * np.sum(p.u)
