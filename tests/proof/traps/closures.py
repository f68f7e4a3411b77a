"""Functions inside functions, `lambda`, functions as arguments, `*args` and `**kwargs`."""

from __future__ import annotations

from tests.proof.traps.registry import N7, trap

trap(
    """
    square = lambda v: v * v

    def newton(f, df, x0, n=4):
        x = x0
        for _ in range(n):
            x = x - f(x) / df(x)
        return x

    def rk4(rhs, y, t, h):
        k1 = rhs(t, y)
        k2 = rhs(t + 0.5 * h, y + 0.5 * h * k1)
        k3 = rhs(t + 0.5 * h, y + 0.5 * h * k2)
        return y + h / 6.0 * (k1 + 2 * k2 + 2 * k3 + rhs(t + h, y + h * k3))

    def made(c, d):
        e = c * d

        def inner(t):
            return e * t + square(t)

        e = e + 1.0
        return inner

    def looked_up_when_it_is_called(x: "float64[N]", a: float, steps: int):
        c = 2.0 + a**2

        def g(t):
            return t**3 - c

        root = newton(g, lambda t: 3 * t**2, 1.5)
        c = c + root
        second = g(2.0)

        def rhs(t, y):
            rate = a * np.sin(t)

            def scaled(v, p=rate):
                return v * p + c

            return -scaled(y) + x

        y = x.copy()
        out = np.zeros_like(x)

        def put(k, v):
            out[k] = v * c

        alias = put
        for s in range(steps):
            y = rk4(rhs, y, 0.1 * s, 0.05)
            late = lambda q: q * y[0]
            if y[0] > 0.1:
                c = c + 0.1 * y[0]
            alias(0, late(2.0))
        k = 0
        while k < x.shape[0]:
            def at(p):
                return x[k] * p
            out[k] += at(c)
            k += 1
        h = made(a, root)
        early = lambda t, a=a: t * a
        a = a * 3.0
        return root + second + np.sum(y * y) + np.sum(out * out) + h(a) + early(2.0)
    """,
    "x,a", sizes={"N": 3, "steps": 3}, edges=({"N": 1, "steps": 0},),
    function="looked_up_when_it_is_called",
)  # fmt: skip
trap(
    """
    def simpson(func, a, b, *args, n=4, **options):
        h = (b - a) / n
        scale = options.get("scale", 1.0)
        total = func(a, *args, **options) + func(b, *args, **options)
        for k in range(1, n):
            w = 4.0 if k % 2 == 1 else 2.0
            total = total + w * func(a + k * h, *args, **options)
        if "shift" in options:
            total = total + options["shift"]
        return total * h / 3.0 * scale

    def kernel(t, c, d=1.0, *rest, scale=1.0, shift=0.0):
        extra = rest[0] if len(rest) > 0 else 0.0
        return np.sum(c * np.exp(-d * t)) * scale + shift + extra

    def handed_on(x: "float64[N]", a: float):
        y = simpson(kernel, 0.0, a, x, 0.5, scale=a)
        z = simpson(kernel, 0.0, 1.0, x, a, a * a, n=6, shift=a * a)
        w = simpson(np.power, 0.0, a, 3.0)
        total = sum(map(lambda v: np.sin(v) * a, x))
        for p in map(lambda u, v: u * v, x, x[::-1]):
            total += p * a
        return y + z + w + total
    """,
    "x,a", sizes=N7, edges=({"N": 1}, {"N": 0}), function="handed_on",
)  # fmt: skip
