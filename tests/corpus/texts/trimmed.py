# signature: cvar(losses: float64[N])
import numpy as np


def cvar(losses, trim=1):
    ordered = np.sort(losses)
    tail = ordered[-3:]
    gini = np.sum((2 * np.arange(1, len(losses) + 1) - len(losses) - 1) * ordered) / (len(losses) * ordered.sum())
    return tail.mean() + gini + np.mean(ordered[trim:-trim])
