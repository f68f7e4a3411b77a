"""How far acoustic waves in a plane are from what receivers have recorded."""

import numpy as np


def misfit(c, wavelet, recorded, taper, dt, dx, row, column, line):
    """Half the sum of squares of what the receivers, all along the row `line`, do not explain.

    `c` is the velocity at each point, `wavelet` what the source at (row, column) emits in each
    step, `recorded` what each receiver has found then; `taper` weakens waves at the boundary.
    """
    before, now, after = np.zeros_like(c), np.zeros_like(c), np.zeros_like(c)
    cost = 0.0
    for t in range(wavelet.shape[0]):
        after[1:-1, 1:-1] = (
            2.0 * now[1:-1, 1:-1]
            - before[1:-1, 1:-1]
            + (dt / dx * c[1:-1, 1:-1]) ** 2
            * (
                now[2:, 1:-1] + now[:-2, 1:-1] + now[1:-1, 2:] + now[1:-1, :-2]
                - 4.0 * now[1:-1, 1:-1]
            )
        )
        after[row, column] += dt**2 * wavelet[t]
        before[:] = taper * now
        now[:] = taper * after
        residual = now[line] - recorded[t]
        cost += 0.5 * np.sum(residual * residual)
    return cost
