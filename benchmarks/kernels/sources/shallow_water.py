"""Shallow water on a staggered grid with walls: velocities first, then the height."""


def shallow_water(steps, dt, h, gravity, depth, u, v):
    for t in range(steps):
        u[1:-1, :] -= dt / h * gravity * (depth[1:, :] - depth[:-1, :])
        v[:, 1:-1] -= dt / h * gravity * (depth[:, 1:] - depth[:, :-1])
        flux_x = 0.5 * u[1:-1, :] * (depth[1:, :] + depth[:-1, :])
        flux_y = 0.5 * v[:, 1:-1] * (depth[:, 1:] + depth[:, :-1])
        depth[:-1, :] -= dt / h * flux_x
        depth[1:, :] += dt / h * flux_x
        depth[:, :-1] -= dt / h * flux_y
        depth[:, 1:] += dt / h * flux_y
