"""Flow in a cavity whose lid moves: Navier and Stokes with a pressure by Jacobi's method."""


def cavity_flow(steps, inner, h, dt, rho, nu, u, v, p):
    for t in range(steps):
        du = (u[1:-1, 2:] - u[1:-1, :-2]) / (2.0 * h)
        dv = (v[2:, 1:-1] - v[:-2, 1:-1]) / (2.0 * h)
        shear = (u[2:, 1:-1] - u[:-2, 1:-1]) * (v[1:-1, 2:] - v[1:-1, :-2]) / (4.0 * h * h)
        source = rho * ((du + dv) / dt - du * du - 2.0 * shear - dv * dv)
        for s in range(inner):
            p[1:-1, 1:-1] = 0.25 * (
                p[1:-1, 2:] + p[1:-1, :-2] + p[2:, 1:-1] + p[:-2, 1:-1] - h * h * source
            )
            p[:, -1] = p[:, -2]
            p[0, :] = p[1, :]
            p[:, 0] = p[:, 1]
            p[-1, :] = 0.0
        un = u.copy()
        vn = v.copy()
        u[1:-1, 1:-1] = (
            un[1:-1, 1:-1]
            - dt / h * un[1:-1, 1:-1] * (un[1:-1, 1:-1] - un[1:-1, :-2])
            - dt / h * vn[1:-1, 1:-1] * (un[1:-1, 1:-1] - un[:-2, 1:-1])
            - dt / (2.0 * rho * h) * (p[1:-1, 2:] - p[1:-1, :-2])
            + nu * dt / (h * h) * (un[1:-1, 2:] + un[1:-1, :-2] + un[2:, 1:-1] + un[:-2, 1:-1]
                                   - 4.0 * un[1:-1, 1:-1])
        )  # fmt: skip
        v[1:-1, 1:-1] = (
            vn[1:-1, 1:-1]
            - dt / h * un[1:-1, 1:-1] * (vn[1:-1, 1:-1] - vn[1:-1, :-2])
            - dt / h * vn[1:-1, 1:-1] * (vn[1:-1, 1:-1] - vn[:-2, 1:-1])
            - dt / (2.0 * rho * h) * (p[2:, 1:-1] - p[:-2, 1:-1])
            + nu * dt / (h * h) * (vn[1:-1, 2:] + vn[1:-1, :-2] + vn[2:, 1:-1] + vn[:-2, 1:-1]
                                   - 4.0 * vn[1:-1, 1:-1])
        )  # fmt: skip
        u[0, :] = 0.0
        u[:, 0] = 0.0
        u[:, -1] = 0.0
        u[-1, :] = 1.0
        v[0, :] = 0.0
        v[-1, :] = 0.0
        v[:, 0] = 0.0
        v[:, -1] = 0.0
