"""Lists that loops fill which data end, and of which a count says how long they may become."""

from __future__ import annotations

from tests.readings.table import Reading, body

_ERRORS = """
    errors, y = [], 1.0
    for it in range(n):
        z = 0.5 * (y + s / y)
        errors.append(abs(z - y))
        y = z
        if errors[-1] < 1e-3:
            break
    return y, len(errors), sum(errors)
"""
_PATH = """
    path, u = [x], x * t
    err, it = 1.0, 0
    while err > 1e-3 and it < LIMIT:
        if err < 1e-2:
            break
        u = 0.5 * u
        err = np.max(np.abs(u - path[-1]))
        path.append(u)
        it += 1
    return np.array(path).sum() * s, len(path)
"""
READINGS: list[Reading] = [
    body(_ERRORS),
    body(_PATH.replace("LIMIT", "n + 8")),
    body(_PATH.replace("LIMIT", "m")),
    body(_PATH.replace("LIMIT", "n - 9")),
    body("""
        h, now, y, tries = 0.3, 0.0, s, 0
        ts, ys = [now], [y]
        while tries <= 20 and now < 1.0:
            tries += 2
            h = min(h, 1.0 - now)
            k = -y * x[0]
            err = abs(0.5 * h * (-(y + h * k) * x[0] - k))
            if err < 0.05:
                now, y, h = now + h, y + h * k, h * 1.2
                ts.append(now)
                ys.append(y)
            else:
                h = 0.5 * h
        return np.interp(0.5, np.array(ts), np.array(ys)) + ys[-1] * t, len(ts), tries
    """),
    # The count does not go on in each iteration, or its end moves.
    body("""
        it, y, ys = 0, s, []
        while y > 0.1 and it < n:
            y = 0.5 * y
            ys.append(y)
            if y > 0.3:
                continue
            it += 1
        return sum(ys)
    """, "ADC0235"),
    body("""
        it, y, ys, most = 0, s, [], 4
        while y > 0.1 and it < most:
            y = 0.5 * y
            ys.append(y)
            it += 1
            most += 1
        return sum(ys)
    """, "ADC0235"),
    # What the list has by reference is changed behind it.
    body("""
        path, u = [], x.copy()
        for it in range(n):
            path.append(u)
            u *= 0.5
            if u[0] < 0.3:
                break
        return np.array(path) * s
    """, "ADC0211"),
]  # fmt: skip
