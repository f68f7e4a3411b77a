"""Integers of Python: of any size, exact among themselves, floats where they meet floats."""

from __future__ import annotations

from tests.readings.table import body, text, value

READINGS = (
    # Bits.
    value("(1 << 3) * s"),
    value("(-5 << 2) * s + (n << 2)"),
    value("(1 << n) * s", "ADC0213"),
    value("sum((1 << k) * s for k in range(n))"),
    value("(n >> 1) * s + (-n >> 1)"),
    value("(-7 >> 1) * s + (7 >> 70)"),
    value("(n & 1) * s + (-n & 3) + (3 & n) + (n & 0)"),
    value("(12 & 10) * s + (12 | 3) * (6 ^ -3) + (-1 & n)"),
    value("(12 & 10) * s + (12 | 3) * (6 ^ -3)"),
    value("s if n & 1 else 2.0 * s"),
    value("np.sum((np.arange(6) & 1) * s) + np.sum(np.arange(6) << 2) + np.sum(np.arange(6) >> 1)"),
    value("(np.sum(x > 0.5) & 1) * s + (np.argmax(x) << 1) + (int(3.0 * s) >> 1)"),
    value("(1 << -1) * s", "ADC0213", raises=True),
    value("(n << 1.0) * s", "ADC0213", raises=True),
    value("(True << 2) * s + (True & 3)", "ADC0213"),
    text("""
        BIT = 1 << 4
        UNUSED = (1 << 5) - 1 & ~0
        def f(x: "float64[N]", n: "int"):
            return x * BIT * (n & (1 << 2) - 1)
    """),
    # A negative exponent makes a float.
    value("10**-2 * x"),
    value("6.67*10**(-11) * s"),
    value("x * 2**-n"),
    value("x * n**-1"),
    value("len(x)**-1 * s"),
    value("x.shape[0]**-2 * s"),
    value("pow(10, -2) * s"),
    value("pow(n, -1) * s"),
    value("pow(n, m) * s"),
    value("10**-2"),
    value("(-2)**-3 * s"),
    value("-2**-3 * s"),
    value("s * 2**3**-1"),
    value("x**-1"),
    value("s**-n"),
    value("n**-m * x"),
    value("(n - m)**-1 * x"),
    value("x / 10**-3 + 10**-3"),
    value("10**-3 // 1 + s"),
    value("np.maximum(x, 10**-1)"),
    value("x if 10**-3 > 0 else -x"),
    value("0**-1 * s", "ADC0213", raises=True),
    value("True**-1 * s"),
    value("2**-1 + 2**-2 * n"),
    value("(7 if s < 3 else 2)**-1 * s"),
    text("""
        EPS = 10**-3
        BIG = EPS**-1
        def f(x: "float64[N]"):
            return EPS * x + BIG
    """),
    text("""
        def g(x, tol=10**-6):
            return x * tol
        def f(x: "float64[N]"):
            return g(x) + g(x, tol=2**-4)
    """),
    body("""
        total = 0.0
        for i in range(n):
            total += x[i] * 2**-i
        return total
    """),
    body("""
        total = 0.0
        for i in range(1, n + 1):
            total += x[0] * i**-2 + (-1)**i * 2**(n - i)
        return total
    """),
    body("""
        total = 0.0
        for i in range(n):
            total += x[i] * 10**(2*i - 3)
        return total
    """),
    body("""
        k = 0
        while s > k:
            k += 1
        return x * 2**-k
    """),
    body("""
        k = 3
        k **= -1
        return x * k
    """),
    body("""
        h = 2**-m
        h *= 3
        return x * h
    """),
    # NumPy raises where Python makes a float.
    value("q**-1 * s", "ADC0213", raises=True),
    value("2**-q * s", raises=True, refused="ADC0213"),
    value("np.power(2, -1) * s", "ADC0213", raises=True),
    value("np.power(n, -2) * s", "ADC0213", raises=True),
    value("np.power(q, -2) * s", "ADC0213", raises=True),
    value("q[0]**-1 * s", "ADC0213", raises=True),
    value("2**q * s"),
    value("q**n * s"),
    value("q[1]**2 * s"),
    value("np.float_power(2, -1) * s"),
    value("math.pow(2, -1) * s"),
    value("np.power(2.0, -1) * s"),
    value("np.power(x, -1)"),
    body(
        """
        q **= -1
        return s
    """,
        "ADC0213",
        raises=True,
    ),
    # Constants are exact, however large.
    value("6.022*10**23*x"),
    value("x * 6.022*10**23"),
    value("5.97*10**24/10**20 * x"),
    value("10**24/10**20 * x"),
    value("10**400/10**390 * x"),
    value("1989*10**27 * s"),
    value("x * 9223372036854775807"),
    value("x * 9223372036854775808"),
    value("x + 123456789012345678901234567890", smooth=False),
    value("x * -9223372036854775809"),
    value("(10**30 + 1) % 7 * x"),
    value("(2**100 // 3**40) * x"),
    value("(2**70 - 2**70 + 3) * x"),
    value("x * (n * 10**23)"),
    value("x * (n * 10**23 + m)"),
    value("x * n**30 * 2**-60"),
    value("x / (n * 10**20)"),
    value("s + n * 10**18", smooth=False),
    value("x * (10**20 * n // 10**18)"),
    value("float(10**25) * x"),
    value("np.float64(10**25) * x"),
    value("math.sqrt(10**22) * x"),
    value("np.maximum(x, 10**20)"),
    value("x * 2**1000"),
    value("x * 10**400", "ADC0238", raises=True),
    value("10**20", "ADC0238", smooth=False),
    value("0x1_0000_0000_0000_0000 * x"),
    value("q * 2**63", "ADC0238", raises=True, smooth=False),
    value("q + 10**20", "ADC0238", raises=True, smooth=False),
    value("abs(-10**20) * s"),
    value("max(10**20, 10**21) * s"),
    value("min(-(10**20), n) * s", "ADC0238"),
    value("-(10**20) * x"),
    value("+(10**20) * x"),
    value("int(1e20) * x"),
    value("round(1e22) * x"),
    value("math.floor(1e20) * x"),
    value("sum((10**20, 10**21)) * s"),
    value("divmod(10**20, 7)[1] * s"),
    value("x * (10**20 > 10**19)"),
    value("x if s < 10**20 else -x"),
    value("x if n < 10**20 else -x", "ADC0238"),
    value("np.full(3, 10.0**20) * s"),
    text("""
        AVOGADRO = 602214076 * 10**15
        def f(x: "float64[N]"):
            return AVOGADRO * x
    """),
    text("""
        def f(x: "float32[N]"):
            return x * 16777217 + 10**20
    """),
    text(
        """
        def f(q: "int32[N]", s: float):
            return (q + 2147483648) * s
    """,
        "ADC0238",
        raises=True,
    ),
    text(
        """
        def f(q: "int32[N]", s: float):
            return (q + 2147483647 - 2147483647) * s
    """,
        smooth=False,
    ),
    text("""
        def f(x: "float64[N]", q: "int32[N]"):
            return x * (sum(q) * 10**9) + sum(q, 10**9) * 2
    """),
    text("""
        def f(x: "float64[N]", q: "int32[N]", k: "int64[N]"):
            return x * (sum(q * 10**9, k[0]) * 10**9) + sum(q > 2) * 10**9
    """),
    text("""
        def f(x: "float64[N]", Q: "int32[N, M]"):
            return x[:3] * (sum(Q) * 10**9)
    """),
    body("""
        c = 10**22
        c += 1
        return x * c
    """),
    body(
        """
        c = 1
        for i in range(1, 25):
            c = c * i
        return x * c
    """,
        "warned",
    ),
    body(
        """
        total = 0.0
        for i in range(30):
            c = 10**i
            total += s * c
        return total
    """,
        "warned",
    ),
    body(
        """
        total = 0.0
        for i in range(30):
            a, b = 7**i, -3**i
            total += s * (a + b * 5)
        return total
    """,
        "warned",
    ),
    body(
        """
        a, b = 7**(n * m), -3**(n * m)
        return x * (a + b * 5)
    """,
        integers={"n": 9, "m": 9},
    ),
    body("""
        total = 0.0
        for i in range(3):
            c = (-1)**i
            total += x[i] * c
        return total
    """),
    body("""
        total = 0.0
        for i in range(70, 80):
            total += s / 2**i
        return total
    """),
    # Divisions and remainders of every sign.
    *(value(f"({a} {op} {b}) * s") for a in (7, -7) for b in (3, -3) for op in ("//", "%", "/")),
    *(value(f"(({a}) {op} {b}) * s") for a in ("n", "-n") for b in (3, -3) for op in ("//", "%")),
    *(value(f"({a} {op} ({b})) * s") for a in (7, -7) for b in ("n", "-n") for op in ("//", "%")),
    *(
        value(f"(({a}) {op} ({b})) * s")
        for a in ("n", "-n")
        for b in ("m", "-m")
        for op in ("//", "%")
    ),
    *(value(f"s {op} {b}") for b in (0.3, -0.3) for op in ("//", "%")),
    *(value(f"(-s) {op} {b}") for b in (0.3, -0.3) for op in ("//", "%")),
    value("q // -2 * s", smooth=False),
    value("-q % 3 * s", smooth=False),
    value("7.5 // -n * s"),
    value("-7.5 % n * s"),
    value("1 // 0 * s", "ADC0213", raises=True),
    value("1 % 0 * s", "ADC0213", raises=True),
    value("1 / 0 * s", "ADC0213", raises=True),
    value("n // 0 * s", "ADC0213", raises=True),
    value("n / (m - m) * s", "ADC0213", raises=True),
    value("divmod(-7, 2)[0] * s + divmod(-n, m)[1]"),
    value("-n // 2 * s"),
    value("-(n // 2) * s"),
    value("(n - 7) // 2 * s + (n - 7) % 2"),
    value("n / 2 * s"),
    value("n / m * s"),
    value("1 / 3 * x"),
    value("(n + 1) / 2 // 1 * s"),
    value("int(n / 2) * s + int(-n / 3)"),
    value("int(-1.5) * s + int(1.9)"),
    value("round(2.5) * s + round(3.5) + round(-0.5)"),
    value("round(n / 2) * s + round(n)"),
    value("math.floor(-n / 3) * s + math.ceil(-n / 3) + math.trunc(-n / 3)"),
    value("math.floor(-1.5) * s + math.ceil(-1.5) + math.trunc(-1.5)"),
    value("2**n * s"),
    value("(2**n // 3) * s"),
    value("(2**n % 3) * s"),
    value("(-2)**n * s"),
    value("(-2)**m * s"),
    value("n**0 * s"),
    value("0**0 * s"),
    value("0**n * s"),
    value("(-1)**(n + 1) * s"),
    value("2**0.5 * s"),
    value("n**0.5 * s"),
    value("4**-0.5 * s"),
    value("(n*n*n*n*n) * s", integers={"n": 100000}),
    value("n**5 * s", integers={"n": 100000}),
    value("s / n**6", integers={"n": 10000}),
    value("(n - m)**7 * s", integers={"n": 100000}),
    value("(n - m)**7 * s", integers={"n": 100000, "m": 99998}),
    value("3 * (n - m)**7 * s + 1 / (m - n)**5", integers={"n": 100000, "m": 99998}),
    value("(n**3 - m**3) * s", integers={"n": 1000000, "m": 999999}),
    value("(n - m) * (n - m) * (n - m) * s", integers={"n": 1000000, "m": 999999}),
    value("(10**20*n - 10**20*m) * s", integers={"n": 1000000, "m": 999999}),
    value("(n*(n + 1)*(2*n + 1) // 6) * s"),
    value("n*(n + 1)*(2*n + 1) / 6 * s"),
    value("(10**20*n + 7*10**19*m) * s"),
    value("(10**20*n + 7*10**19*m + 1) * s"),
    # Loops of doublings: bounds that are powers, none reached, and below the first value.
    body("""
        k = 0
        while 2 ** k < len(x):
            k += 1
        p, z = 3, 1
        m = 4
        while m <= n:
            m = m * 2
        z = 1
        while z < n - 9:
            z <<= 1
        return np.ones(2 ** k) * s, np.ones(m) * t, np.ones(z) * s
    """),
    body("""
        p = 1
        while p < len(x) + len(y) - 1:
            p *= 2
        return np.fft.irfft(np.fft.rfft(x, p) * np.fft.rfft(y, p), p)[: len(x) + len(y) - 1]
    """),
)
