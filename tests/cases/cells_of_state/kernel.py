"""Two coupled oscillator chains whose states are objects that are set in place, step by step: the
leapfrog scheme (Hairer, Lubich and Wanner, "Geometric Numerical Integration", section I.1.4)."""

import copy
from dataclasses import dataclass

import numpy as np


@dataclass
class State:
    q: np.ndarray
    p: np.ndarray
    t: float = 0.0
    steps: int = 0

    def kick(self, force, h):
        self.p = self.p + h * force

    def drift(self, h):
        self.q += h * self.p
        self.t += h
        self.steps += 1


def force(s, other, k):
    f = -k * np.sin(s.q)
    f[1:] -= s.q[1:] - s.q[:-1]
    f[:-1] -= s.q[:-1] - s.q[1:]
    return f + 0.1 * (other.q - s.q)


def advance(pair, k, h):
    for s, other in (pair, pair[::-1]):
        s.kick(force(s, other, k), h)
    for s in pair:
        s.drift(h)


def chains(k, h, q, p, steps):
    a = State(q.copy(), p.copy())
    b = copy.deepcopy(a)
    b.q = 0.5 * b.q
    sums = {"energy": 0.0, "last": a}
    worst = [0.0, None]
    worst[1] = a.q[0]
    for _ in range(steps):
        advance((a, b), k, h)
        if a.q[0] > b.q[0]:
            sums["energy"] += np.sum(a.p**2) * a.t
            worst[0] = a.q[0] - b.q[0]
        else:
            b.t += 0.5 * h
            worst[1] *= k
    sums["last"].p[0] *= 2.0
    return sums["energy"] + np.sum(a.p * b.q) + b.t * worst[0] + worst[1] * a.steps
