# signature: loss(params: float64[3], cases: float64[T])
from dataclasses import dataclass

import numpy as np

POPULATION = 1e4


@dataclass
class State:
    S: float
    E: float
    I: float
    R: float


def loss(params, cases):
    beta, sigma, gamma = params
    s = State(S=POPULATION - 1, E=0.0, I=1.0, R=0.0)
    preds = []
    for _ in range(len(cases)):
        new_e = beta * s.S * s.I / POPULATION
        new_i = sigma * s.E
        new_r = gamma * s.I
        s = State(S=s.S - new_e, E=s.E + new_e - new_i, I=s.I + new_i - new_r, R=s.R + new_r)
        preds.append(new_i)
    preds = np.asarray(preds)
    return np.sum((np.log1p(preds) - np.log1p(cases)) ** 2)
