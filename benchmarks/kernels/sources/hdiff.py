"""Horizontal diffusion of COSMO: the flux of a Laplacian, without what goes up the gradient."""

import numpy as np


def hdiff(field, weight):
    laplacian = (
        4.0 * field[1:-1, 1:-1]
        - field[2:, 1:-1] - field[:-2, 1:-1] - field[1:-1, 2:] - field[1:-1, :-2]
    )  # fmt: skip
    flux_x = laplacian[1:, 1:-1] - laplacian[:-1, 1:-1]
    slope_x = field[2:-1, 2:-2] - field[1:-2, 2:-2]
    flux_x = np.where(flux_x * slope_x > 0.0, 0.0, flux_x)
    flux_y = laplacian[1:-1, 1:] - laplacian[1:-1, :-1]
    slope_y = field[2:-2, 2:-1] - field[2:-2, 1:-2]
    flux_y = np.where(flux_y * slope_y > 0.0, 0.0, flux_y)
    return field[2:-2, 2:-2] - weight * (flux_x[1:] - flux_x[:-1] + flux_y[:, 1:] - flux_y[:, :-1])
