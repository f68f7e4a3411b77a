"""Vertical advection of COSMO: u by w, implicit in the column, by elimination upwards."""

import numpy as np


def vadv(theta, rate, u, w, forcing):
    """`w` stands on the levels between and half a cell to the side; `theta` weighs the new time."""
    layers = u.shape[2]
    tendency = np.zeros_like(u)
    upper = np.zeros_like(u)
    right = np.zeros_like(u)
    # w (u[k+1] - u[k-1])/2 at a layer, w the mean of two columns and of the levels on both sides.
    half = 0.25 * (w[1:] + w[:-1])
    above = half[:, :, 1]
    upper[:, :, 0] = theta * above
    right[:, :, 0] = (
        rate * u[:, :, 0] + forcing[:, :, 0] - (1.0 - theta) * above * (u[:, :, 1] - u[:, :, 0])
    )
    pivot = rate - theta * above
    upper[:, :, 0] /= pivot
    right[:, :, 0] /= pivot
    for k in range(1, layers - 1):
        below = half[:, :, k]
        above = half[:, :, k + 1]
        explicit = above * (u[:, :, k + 1] - u[:, :, k]) + below * (u[:, :, k] - u[:, :, k - 1])
        known = rate * u[:, :, k] + forcing[:, :, k] - (1.0 - theta) * explicit
        pivot = rate + theta * (below - above) + theta * below * upper[:, :, k - 1]
        upper[:, :, k] = theta * above / pivot
        right[:, :, k] = (known + theta * below * right[:, :, k - 1]) / pivot
    below = half[:, :, layers - 1]
    explicit = below * (u[:, :, layers - 1] - u[:, :, layers - 2])
    known = rate * u[:, :, layers - 1] + forcing[:, :, layers - 1] - (1.0 - theta) * explicit
    pivot = rate + theta * below + theta * below * upper[:, :, layers - 2]
    new = (known + theta * below * right[:, :, layers - 2]) / pivot
    tendency[:, :, layers - 1] = rate * (new - u[:, :, layers - 1])
    for k in range(layers - 2, -1, -1):
        new = right[:, :, k] - upper[:, :, k] * new
        tendency[:, :, k] = rate * (new - u[:, :, k])
    return tendency
