"""Numbers of Python's own: its `max` and `min` beside NaN, its integers among floats."""

from __future__ import annotations

from tests.readings.table import Reading, body

READINGS: list[Reading] = [
    # pairs: the first stays unless the next is beyond it
    body("""
        a = max(0.0, np.log(-s)) + max(x[1] * s, np.log(-s) * x[1], x[2] * s * s)
        b = min(s, np.log(-s) * x[0])
        m = w = x[0]
        for v in np.where(x > 0.9, x, np.log(-x)):
            m, w = max(m, v * s), min(v, w)
        d, e = max(np.log(-s), x[0], 0.0), min(np.log(-s) * x[0], 3.0, s)
        return a + b, m, np.isnan([w, d, e]), max(True, s > 3), 3 * max(s, 1.0 * s)
    """),
    # vectors, lists and generators: no NaN but a first one counts
    body("""
        u = np.where(x < 0.9, x, np.log(-x))
        u[0] = 0.7 * s
        z = u.copy()
        z[0] = np.log(-s)
        xs, ws = [], [np.log(-s)]
        for v in x:
            xs.append(v * s)
            xs.append(np.log(-v))
            ws.append(v)
        first = [max(z), min(z), max(ws), min(ws), max([np.log(-s), s])]
        own = max(u), min(u * s), max(xs), min(xs), max([s, np.log(-s), t]), max(v * t for v in u)
        return np.isnan(np.array(first)), np.isnan(np.max(u)), np.array(own)
    """),
    # of what a mask selects
    body("""
        u = np.where(x < 0.9, x, np.log(-x))
        w = np.where(x > 0.9, x, np.log(-x))
        a, b = max(u[x != 7.0]), min(w[x > 0.6])
        A = np.array([w, u])
        c = max(w[w != 7.0] * t)
        return np.isnan([a, b, c, max(A[A != 1.0])]), min(u[x < 0.9]) * s
    """),
    # a power of integers is one unless its exponent is negative: the type of an array of it
    body(
        """
        a = np.full(3, 2 ** (n - 2))
        a[0] = 1.75
        return a * s
    """,
        "ADC0214",
    ),
    body(
        """
        b = np.array([2 ** (n - 9) + 1, 3])
        b[0] = 1.75
        return b * s
    """,
        "ADC0214",
    ),
    body("""
        r = 3 ** (n - 9) * s + (-1) ** (n - 9) * x
        for k in range(n):
            a = np.array([2**k, 3])
            a[0] = 1.75 * k
            b = np.array([2.0 ** (k - 2), 3])
            b[0] = 1.75 * k
            r += np.sum(a * b) * s
        return r
    """),
    # booleans that NumPy computes with as integers of one byte, or in half precision
    *(
        body(f"b = x > 0.7\nreturn {e} * s", code)
        for e, code in (
            ("(b ** 3 + np.power(b, 2) + b[0] ** 2 + 2**b + b % 2 + (b * 1) ** 2)", ""),
            ("(abs(b) & np.abs(b[0]) & (abs(s > 1) == 1) & ((s > 1) ** 2 == 1))", ""),
            ("b ** 2", "ADC0213"),
            ("np.square(b[0])", "ADC0213"),
            ("b // b", "ADC0213"),
            ("np.round(b)", "ADC0220"),
            ("np.einsum('i,i', b, b)", "ADC0213"),
        )
    ),
    # Python's sum of nothing is an integer
    body("""
        a = np.full(3, 1 + sum(x[n:n]))
        k = sum(x[n:n])
        k += 1
        b = np.array([k, 2])
        c, d = np.array([sum(x[n:n], 0.0), 1]), np.array([sum(x[n:]), 2])
        a[0] = b[1] = c[0] = d[1] = 1.75
        return a * s, b * s, c * s, d * s
    """),
    body(
        """
        a = np.array([3 + sum(x[n + 1:])])
        a[0] = 1.75
        return a * s
    """,
        "assumed",
    ),
    body(
        """
        a = np.array([3 + sum(x[x > 9.0])])
        a[0] = 1.75
        return a * s
    """,
        "ADC0214",
    ),
    # numbers of single precision that begin as Python's own, or beside those
    body(
        """
        y, r, m = x.astype(np.float32), 0.0, 0
        for v in y:
            for u in y:
                if u > v:
                    r += u * v
            m = max(m, v)
        k = 0.5
        while k < 2.0:
            k = k + y[0]
        return r / 2.0, np.where(s > 1.0, y, x), max(y[0], 1e-6), m, k
    """,
        smooth=False,
    ),
    # of single precision on one path, of double precision on another
    *(
        body(f"y = x.astype(np.float32)\n{text}", "ADC0212")
        for text in (
            "if s > 1.0:\n    y = x\nreturn y * y",
            "r = s\nfor v in y:\n    if v > 1.0:\n        r = r + v\nreturn r * r",
            "r = y[0] if s > 1.0 else 1e-40\nreturn r * y",
            "r, w = 0.0, y[0]\nfor v in y:\n    r += 0.1\n    w = r if s > 1.0 else v\nreturn w",
            "return max(y[0], x[0]) * y",
            "r = s\nif s > 1.0:\n    r = np.float64(0.1)\nreturn y * r",
            "r = 0.0\nif s > 0.7:\n    r = y[0]\nreturn np.array([r, y[1]]) * 0.1",
            "z = np.complex64(1j)\nif s > 1.0:\n    z = z * np.complex128(1j)\nreturn x * z.imag",
        )
    ),
    # an integer 0 has no sign, where that counts
    *(
        body(f"r = 0\nif s < 0.1:\n    r = x[0]\n{text}", "ADC0214")
        for text in (
            "return np.arctan2(-r, -1.0) * x",
            "w = [r * -1, s]\nk = w[0] * 2.0\nreturn np.copysign(x, k)",
            "return x / (-r // 2)",
        )
    ),
    body("return math.copysign(1.0, -sum(x[n + 1 :])) * x", "assumed"),
    body("""
        a, b, r = 0, 0, 0
        for v in x:
            a += np.sin(v)
            b += np.cos(v)
            r -= v
        z = 2.0 * a
        r = np.arctan2(a, b) + x / (a - b) + x / (r - s)
        return r, np.arctan2(1.0 - a, z) + s / (3 - a * b)
    """),
    # integers that are no floating numbers, beside those
    body("""
        big, w = 2**53 + 1, 9007199254740992.0
        v, k = float(x[0] * w / x[0]), int(q[0] * 0 + big)
        r = [v == big, v != big, v < big, v <= big, v > big, v >= big, big < v, big <= v, big > v]
        r += [big >= v, v == -big, -v < -big, -v > -big, -v >= -big, -big < -v, -big > -v]
        r += [k > w, k == w, w < k, k >= w + 2, x[0] * w / x[0] == big, np.float64(v) < big]
        return s * np.array(r, dtype=float)
    """),
    # a comparison of NumPy's number gives no truth value of Python's own
    body("return s if (np.prod(x.shape) > 2) is True else t", "ADC0213"),
    body("return s if (np.add(3, 1) > 2) is not False else t", "ADC0213"),
    body("return s if np.equal(3, 3) is True else t * np.less(s, 2)", "ADC0213"),
    # of no rows Python's sum is a number
    body("B = np.outer(x, y)\nreturn sum(B[n:]) * s, sum(B[1:] * s, t)"),
    body("return sum(np.outer(x, y)[n + 1 :]) * s", "assumed"),
]
