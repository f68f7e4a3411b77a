"""Kernels on grids for JAX."""

import jax.numpy as jnp
from jax import lax


def adi_lax(steps, r, u):
    """As in the source: p is the same in both halves of a step and in all steps."""
    n = u.shape[0]

    def forward(known):
        def row(i, state):
            p, q = state
            pivot = 1.0 + r - 0.5 * r * p[i - 1]
            new = ((1.0 - r) * known[i] + 0.5 * r * q[i - 1]) / pivot
            return p.at[i].set(0.5 * r / pivot), q.at[i].set(new)

        return row

    def solved(u, v):
        """Columns of (1 - r/2 D) v = (1 + r/2 D') u, elements of the border as they are."""
        around = u.at[:, 1:-1].add(0.5 * r / (1.0 - r) * (u[:, :-2] + u[:, 2:]))
        start = (jnp.zeros(n), jnp.zeros_like(u))
        p, q = lax.fori_loop(1, n - 1, forward(around), start)

        def back(s, v):
            i = n - 2 - s
            new = p[i] * v[i + 1, 1:-1] + q[i, 1:-1]
            return lax.dynamic_update_slice(v, new[None], (i, 1))

        return lax.fori_loop(0, n - 2, back, v)

    def step(t, u):
        v = solved(u.T, jnp.zeros_like(u)).T
        return solved(v, u)

    return lax.fori_loop(0, steps, step, u)


def fdtd_2d_lax(ex, ey, hz, source):
    def step(t, state):
        ex, ey, hz = state
        ey = ey.at[0, :].set(source[t])
        ey = ey.at[1:, :].add(-0.5 * (hz[1:, :] - hz[:-1, :]))
        ex = ex.at[:, 1:].add(-0.5 * (hz[:, 1:] - hz[:, :-1]))
        curl = ex[:-1, 1:] - ex[:-1, :-1] + ey[1:, :-1] - ey[:-1, :-1]
        return ex, ey, hz.at[:-1, :-1].add(-0.7 * curl)

    return lax.fori_loop(0, source.shape[0], step, (ex, ey, hz))[2]


def heat(a, b):
    inner = a[1:-1, 1:-1, 1:-1]
    change = (
        a[2:, 1:-1, 1:-1] + a[:-2, 1:-1, 1:-1] + a[1:-1, 2:, 1:-1] + a[1:-1, :-2, 1:-1]
        + a[1:-1, 1:-1, 2:] + a[1:-1, 1:-1, :-2] - 6.0 * inner
    )  # fmt: skip
    return b.at[1:-1, 1:-1, 1:-1].set(inner + 0.125 * change)


def heat_3d_lax(steps, A, B):
    def step(t, state):
        A, B = state
        B = heat(A, B)
        return heat(B, A), B

    return lax.fori_loop(0, steps, step, (A, B))[0]


def jacobi_1d_lax(steps, A, B):
    def step(t, state):
        A, B = state
        B = B.at[1:-1].set((A[:-2] + A[1:-1] + A[2:]) / 3.0)
        return A.at[1:-1].set((B[:-2] + B[1:-1] + B[2:]) / 3.0), B

    return lax.fori_loop(0, steps, step, (A, B))[0]


def mean_of_five(a, b):
    return b.at[1:-1, 1:-1].set(
        0.2 * (a[1:-1, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:] + a[2:, 1:-1] + a[:-2, 1:-1])
    )


def jacobi_2d_lax(steps, A, B):
    def step(t, state):
        A, B = state
        B = mean_of_five(A, B)
        return mean_of_five(B, A), B

    return lax.fori_loop(0, steps, step, (A, B))[0]


def seidel_rows(steps, A, along):
    """Sweeps row by row; `along(known, first)` makes a row of what is known without it."""

    def row(i, A):
        above, here, below = A[i - 1], A[i], A[i + 1]
        known = (
            above[:-2] + above[1:-1] + above[2:] + here[1:-1] + here[2:]
            + below[:-2] + below[1:-1] + below[2:]
        )  # fmt: skip
        return lax.dynamic_update_slice(A, along(known, here[0])[None], (i, 1))

    def step(t, A):
        return lax.fori_loop(1, A.shape[0] - 1, row, A)

    return lax.fori_loop(0, steps, step, A)


def seidel_2d_lax(steps, A):
    def along(known, first):
        def element(left, k):
            new = (k + left) / 9.0
            return new, new

        return lax.scan(element, first, known)[1]

    return seidel_rows(steps, A, along)


def seidel_2d_best(steps, A):
    """The recurrence of a row as a scan of affine maps, in a tree."""

    def after(one, other):
        return one[0] * other[0], one[1] * other[0] + other[1]

    def along(known, first):
        shrunk = jnp.full_like(known, 1.0 / 9.0)
        factor, rest = lax.associative_scan(after, (shrunk, known / 9.0))
        return factor * first + rest

    return seidel_rows(steps, A, along)


def deriche_coefficients(alpha):
    decay = jnp.exp(-alpha)
    scale = (1.0 - decay) ** 2 / (1.0 + 2.0 * alpha * decay - decay * decay)
    there = (scale, scale * decay * (alpha - 1.0))
    back = (scale * decay * (alpha + 1.0), -scale * decay * decay)
    return there, back, (2.0 * decay, -decay * decay)


def deriche_lax(alpha, image):
    there, back, (b1, b2) = deriche_coefficients(alpha)

    def there_and_back(x):
        """Both filters along the first axis; two rows of zeros stand before and after."""
        n = x.shape[0]
        padded = jnp.pad(x, ((2, 2), (0, 0)))
        zeros = jnp.zeros_like(padded)

        def down(i, y):
            new = there[0] * padded[i] + there[1] * padded[i - 1] + b1 * y[i - 1] + b2 * y[i - 2]
            return y.at[i].set(new)

        def up(s, y):
            i = n + 1 - s
            new = back[0] * padded[i + 1] + back[1] * padded[i + 2] + b1 * y[i + 1] + b2 * y[i + 2]
            return y.at[i].set(new)

        return (lax.fori_loop(2, n + 2, down, zeros) + lax.fori_loop(0, n, up, zeros))[2:-2]

    return there_and_back(there_and_back(image.T).T)


def deriche_best(alpha, image):
    """The rows that a recurrence needs are carried, and what it makes is stacked."""
    there, back, (b1, b2) = deriche_coefficients(alpha)

    def recurrence(known, reverse):
        def row(state, k):
            new = k + b1 * state[0] + b2 * state[1]
            return (new, state[0]), new

        zero = jnp.zeros_like(known[0])
        return lax.scan(row, (zero, zero), known, reverse=reverse)[1]

    def there_and_back(x):
        x = jnp.pad(x, ((1, 2), (0, 0)))
        down = there[0] * x[1:-2] + there[1] * x[:-3]
        up = back[0] * x[2:-1] + back[1] * x[3:]
        return recurrence(down, False) + recurrence(up, True)

    return there_and_back(there_and_back(image.T).T)


def hdiff_lax(field, weight):
    laplacian = (
        4.0 * field[1:-1, 1:-1]
        - field[2:, 1:-1] - field[:-2, 1:-1] - field[1:-1, 2:] - field[1:-1, :-2]
    )  # fmt: skip
    flux_x = laplacian[1:, 1:-1] - laplacian[:-1, 1:-1]
    slope_x = field[2:-1, 2:-2] - field[1:-2, 2:-2]
    flux_x = jnp.where(flux_x * slope_x > 0.0, 0.0, flux_x)
    flux_y = laplacian[1:-1, 1:] - laplacian[1:-1, :-1]
    slope_y = field[2:-2, 2:-1] - field[2:-2, 1:-2]
    flux_y = jnp.where(flux_y * slope_y > 0.0, 0.0, flux_y)
    divergence = flux_x[1:] - flux_x[:-1] + flux_y[:, 1:] - flux_y[:, :-1]
    return field[2:-2, 2:-2] - weight * divergence


def columns(theta, rate, u, w, forcing):
    """The rows of the tridiagonal systems: below, on and above the diagonal, and what is known.

    The levels at the two ends of a column do not count: there is no layer beyond them.
    """
    half = 0.25 * (w[1:] + w[:-1])
    inner = half[:, :, 1:]
    change = inner * (u[:, :, 1:] - u[:, :, :-1])
    ends = ((0, 0), (0, 0))
    below, explicit_below = (jnp.pad(a, (*ends, (1, 0))) for a in (inner, change))
    above, explicit_above = (jnp.pad(a, (*ends, (0, 1))) for a in (inner, change))
    known = rate * u + forcing - (1.0 - theta) * (explicit_above + explicit_below)
    return theta * below, rate + theta * (below - above), theta * above, known


def vadv_lax(theta, rate, u, w, forcing):
    layers = u.shape[2]
    below, middle, above, known = columns(theta, rate, u, w, forcing)

    def up(k, state):
        upper, right = state
        pivot = middle[:, :, k] + below[:, :, k] * upper[:, :, k - 1]
        upper = upper.at[:, :, k].set(above[:, :, k] / pivot)
        new = (known[:, :, k] + below[:, :, k] * right[:, :, k - 1]) / pivot
        return upper, right.at[:, :, k].set(new)

    upper = jnp.zeros_like(u).at[:, :, 0].set(above[:, :, 0] / middle[:, :, 0])
    right = jnp.zeros_like(u).at[:, :, 0].set(known[:, :, 0] / middle[:, :, 0])
    upper, right = lax.fori_loop(1, layers, up, (upper, right))

    def down(s, new):
        k = layers - 2 - s
        return new.at[:, :, k].set(right[:, :, k] - upper[:, :, k] * new[:, :, k + 1])

    new = lax.fori_loop(0, layers - 1, down, right)
    return rate * (new - u)


def vadv_best(theta, rate, u, w, forcing):
    """Layers first, carried from one to the next."""
    rows = [jnp.moveaxis(a, 2, 0) for a in columns(theta, rate, u, w, forcing)]
    zero = jnp.zeros_like(rows[0][0])

    def up(state, row):
        upper, right = state
        below, middle, above, known = row
        pivot = middle + below * upper
        new = above / pivot, (known + below * right) / pivot
        return new, new

    def down(new, row):
        upper, right = row
        new = right - upper * new
        return new, new

    _, eliminated = lax.scan(up, (zero, zero), tuple(rows))
    _, new = lax.scan(down, zero, eliminated, reverse=True)
    return rate * (jnp.moveaxis(new, 0, 2) - u)


def source_of(du, dv, shear, dt, rho):
    return rho * ((du + dv) / dt - du * du - 2.0 * shear - dv * dv)


def cavity_flow_lax(steps, inner, h, dt, rho, nu, u, v, p):
    def step(t, state):
        u, v, p = state
        du = (u[1:-1, 2:] - u[1:-1, :-2]) / (2.0 * h)
        dv = (v[2:, 1:-1] - v[:-2, 1:-1]) / (2.0 * h)
        shear = (u[2:, 1:-1] - u[:-2, 1:-1]) * (v[1:-1, 2:] - v[1:-1, :-2]) / (4.0 * h * h)
        source = source_of(du, dv, shear, dt, rho)

        def pressure(s, p):
            around = p[1:-1, 2:] + p[1:-1, :-2] + p[2:, 1:-1] + p[:-2, 1:-1]
            p = p.at[1:-1, 1:-1].set(0.25 * (around - h * h * source))
            p = p.at[:, -1].set(p[:, -2])
            p = p.at[0, :].set(p[1, :])
            p = p.at[:, 0].set(p[:, 1])
            return p.at[-1, :].set(0.0)

        p = lax.fori_loop(0, inner, pressure, p)

        def moved(a, slope):
            inside = a[1:-1, 1:-1]
            around = a[1:-1, 2:] + a[1:-1, :-2] + a[2:, 1:-1] + a[:-2, 1:-1]
            return (
                inside
                - dt / h * u[1:-1, 1:-1] * (inside - a[1:-1, :-2])
                - dt / h * v[1:-1, 1:-1] * (inside - a[:-2, 1:-1])
                - dt / (2.0 * rho * h) * slope
                + nu * dt / (h * h) * (around - 4.0 * inside)
            )

        new_u = jnp.pad(moved(u, p[1:-1, 2:] - p[1:-1, :-2]), 1).at[-1, :].set(1.0)
        return new_u, jnp.pad(moved(v, p[2:, 1:-1] - p[:-2, 1:-1]), 1), p

    return lax.fori_loop(0, steps, step, (u, v, p))[:2]


def channel_flow_lax(steps, inner, h, dt, rho, nu, force, u, v, p):
    def left(a):
        return jnp.roll(a, 1, axis=1)

    def right(a):
        return jnp.roll(a, -1, axis=1)

    def step(t, state):
        u, v, p = state
        du = (right(u)[1:-1] - left(u)[1:-1]) / (2.0 * h)
        dv = (v[2:] - v[:-2]) / (2.0 * h)
        shear = (u[2:] - u[:-2]) * (right(v)[1:-1] - left(v)[1:-1]) / (4.0 * h * h)
        source = source_of(du, dv, shear, dt, rho)

        def pressure(s, p):
            around = right(p)[1:-1] + left(p)[1:-1] + p[2:] + p[:-2]
            p = p.at[1:-1].set(0.25 * (around - h * h * source))
            p = p.at[-1].set(p[-2])
            return p.at[0].set(p[1])

        p = lax.fori_loop(0, inner, pressure, p)

        def moved(a, slope, push):
            inside = a[1:-1]
            around = right(a)[1:-1] + left(a)[1:-1] + a[2:] + a[:-2]
            new = (
                inside
                - dt / h * u[1:-1] * (inside - left(a)[1:-1])
                - dt / h * v[1:-1] * (inside - a[:-2])
                - dt / (2.0 * rho * h) * slope
                + nu * dt / (h * h) * (around - 4.0 * inside)
                + push * dt
            )
            return jnp.pad(new, ((1, 1), (0, 0)))

        return moved(u, right(p)[1:-1] - left(p)[1:-1], force), moved(v, p[2:] - p[:-2], 0.0), p

    return lax.fori_loop(0, steps, step, (u, v, p))[:2]


def burgers_lax(steps, dt, h, nu, u):
    def step(t, u):
        diffusion = nu * (u[2:] - 2.0 * u[1:-1] + u[:-2]) / (h * h)
        advection = u[1:-1] * (u[1:-1] - u[:-2]) / h
        return u.at[1:-1].add(dt * (diffusion - advection))

    return lax.fori_loop(0, steps, step, u)


def shallow_water_lax(steps, dt, h, gravity, depth, u, v):
    def step(t, state):
        depth, u, v = state
        u = u.at[1:-1, :].add(-dt / h * gravity * (depth[1:, :] - depth[:-1, :]))
        v = v.at[:, 1:-1].add(-dt / h * gravity * (depth[:, 1:] - depth[:, :-1]))
        flux_x = 0.5 * u[1:-1, :] * (depth[1:, :] + depth[:-1, :])
        flux_y = 0.5 * v[:, 1:-1] * (depth[:, 1:] + depth[:, :-1])
        depth = depth.at[:-1, :].add(-dt / h * flux_x).at[1:, :].add(dt / h * flux_x)
        depth = depth.at[:, :-1].add(-dt / h * flux_y).at[:, 1:].add(dt / h * flux_y)
        return depth, u, v

    return lax.fori_loop(0, steps, step, (depth, u, v))[0]
