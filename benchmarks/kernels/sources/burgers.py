"""Burgers' equation, explicit in time: upwind advection and central diffusion."""


def burgers(steps, dt, h, nu, u):
    for t in range(steps):
        u[1:-1] += dt * (
            nu * (u[2:] - 2.0 * u[1:-1] + u[:-2]) / (h * h)
            - u[1:-1] * (u[1:-1] - u[:-2]) / h
        )  # fmt: skip
