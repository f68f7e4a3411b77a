import numpy as np


def f(x, share):
    left_out = int(np.ceil(len(x) / 100 * share))
    kept = [row[:-left_out] for row in x.reshape(2, -1)]
    return np.sum(np.stack(kept) ** 2)
