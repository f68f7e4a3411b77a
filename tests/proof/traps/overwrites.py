"""Values overwritten, carried through loops, swapped and reset."""

from __future__ import annotations

from tests.proof.traps.registry import N7, SMALL, trap

# ---- overwritten values and in-place recurrences

trap(
    """
    def recurrence(A: "float64[N]"):
        for i in range(1, A.shape[0]):
            A[i] = A[i] * A[i - 1]
    """,
    "A", "A", sizes=N7, edges=SMALL,
)  # fmt: skip
trap(
    """
    def recurrence_augmented(A: "float64[N]", s: float):
        for i in range(1, A.shape[0]):
            A[i] *= s * A[i - 1]
    """,
    "A,s", "A", sizes=N7, edges=SMALL,
)  # fmt: skip
trap(
    """
    def recurrence_backwards(A: "float64[N]"):
        for i in range(A.shape[0] - 2, -1, -1):
            A[i] = np.sin(A[i]) * A[i + 1]
    """,
    "A", "A", sizes=N7, edges=SMALL,
)  # fmt: skip
trap(
    """
    def overwritten_operand(x: "float64[N]"):
        y = np.sin(x) * x
        x[:] = 2.0 * y
        x *= x
        return np.sum(y * x)
    """,
    "x", sizes=N7, edges=SMALL,
)  # fmt: skip
trap(
    """
    def overwritten_often(x: "float64[N]", T: int):
        for t in range(T):
            x[:] = np.sin(x) + 0.3 * x * x
            x *= 0.9 + 0.05 * t
        return np.sum(x)
    """,
    "x", sizes={"N": 6, "T": 5}, edges=({"N": 1, "T": 4}, {"N": 0, "T": 4}, {"N": 3, "T": 0}),
)  # fmt: skip
trap(
    """
    def doubled(x: "float64[N]"):
        x += x
        x += x * x
    """,
    "x", "x", sizes=N7, edges=SMALL,
)  # fmt: skip
trap(
    """
    def partly_overwritten(x: "float64[N]", y: "float64[N]"):
        x[1:-1] = x[1:-1] * y[1:-1]
        x[0] = 3.0
        y[2:] = x[2:] * y[2:]
        x[1:] *= y[1:]
    """,
    "x,y", "x,y", sizes=N7,
)  # fmt: skip
trap(
    """
    def divisor_overwritten(a: "float64[N]", T: int):
        d = 1.0
        for t in range(T):
            for i in range(a.shape[0]):
                d = 1.5 + d * a[i]
                a[i] = a[i] / d
        return d
    """,
    "a", sizes={"N": 5, "T": 4},
)  # fmt: skip
trap(
    """
    def wholly_overwritten(A: "float64[N]", B: "float64[N]"):
        A[:] = B * B
        A[0] = A[0] + B[1]
    """,
    "B", "A", sizes=N7,
)  # fmt: skip

# ---- values carried through loops

trap(
    """
    def accumulator_reset(A: "float64[N, M]", y: "float64[N]"):
        for i in range(A.shape[0]):
            acc = 0
            for j in range(A.shape[1]):
                acc += A[i, j] * A[i, j]
            y[i] = acc * np.sin(acc)
    """,
    "A", "y", sizes={"N": 4, "M": 5}, edges=({"N": 2, "M": 0}, {"N": 0, "M": 2}),
)  # fmt: skip
trap(
    """
    def accumulator_kept(A: "float64[N, M]", y: "float64[N]"):
        acc = 0.0
        for i in range(A.shape[0]):
            for j in range(A.shape[1]):
                acc = acc * 0.5 + A[i, j] * acc + A[i, j]
            y[i] = acc * acc
    """,
    "A", "y", sizes={"N": 4, "M": 5},
)  # fmt: skip
trap(
    """
    def accumulator_becomes_array(A: "float64[N, M]"):
        total = 0
        for i in range(A.shape[0]):
            total = total + A[i] * A[i]
        return total * total
    """,
    "A", sizes={"N": 4, "M": 5},
)  # fmt: skip
trap(
    """
    def defined_before_loop(x: "float64[N]", T: int):
        y = x[0] * x[1]
        for t in range(T):
            y = y * x[2] + np.sin(y)
        return y * x[0]
    """,
    "x", sizes={"N": 5, "T": 4}, edges=({"T": 0}, {"T": 1}),
)  # fmt: skip
trap(
    """
    def fibonacci_swap(u: "float64[N]", v: "float64[N]", T: int):
        u = u.copy()
        v = 1.0 * v
        for t in range(T):
            u[1:] = u[1:] * v[:-1] + 0.1 * v[1:]
            u, v = v, u
        return np.sum(u * u) + 3.0 * np.sum(v)
    """,
    "u,v", sizes={"N": 6, "T": 5}, edges=({"T": 4}, {"T": 0}, {"T": 1}),
)  # fmt: skip
trap(
    """
    def scalar_swap(a: float, b: float, T: int):
        for t in range(T):
            a, b = b, np.sin(a) * b + a
        return a * b
    """,
    "a,b", sizes={"T": 5}, edges=({"T": 0}, {"T": 4}),
)  # fmt: skip
trap(
    """
    def three_rotation(u: "float64[N]", T: int):
        a = u * 2.0
        b = np.cos(u)
        c = np.zeros_like(u)
        for t in range(T):
            c[:] = a * b + 0.3 * c
            a, b, c = b, c, a
        return a + b * c
    """,
    "u", sizes={"N": 5, "T": 5}, edges=({"T": 0}, {"T": 1}, {"T": 3}),
)  # fmt: skip
trap(
    """
    def rebound_in_loop(u: "float64[N]", T: int):
        for t in range(T):
            u = u * np.sin(u) + 0.2 * u
        return u
    """,
    "u", sizes={"N": 5, "T": 5}, edges=({"T": 0}, {"T": 1}),
)  # fmt: skip
trap(
    """
    def previous_kept(u: "float64[N]", T: int):
        old = u.copy()
        for t in range(T):
            new = 1.3 * u - 0.4 * old * u
            old = u
            u = new
        return np.sum(u) + np.sum(old * old)
    """,
    "u", sizes={"N": 5, "T": 6}, edges=({"T": 0}, {"T": 1}),
)  # fmt: skip
trap(
    """
    def zero_trip(x: "float64[N]", T: int):
        s = 1.0
        y = x * x
        for t in range(5, T):
            s = s * x[0]
            y[:] = 0.0
        for i in range(3, 3):
            y[i] = 100.0 * s
        return np.sum(y) * s
    """,
    "x", sizes={"N": 6, "T": 4}, edges=({"T": 5}, {"T": 7}),
)  # fmt: skip
trap(
    """
    def product_with_zero(x: "float64[N]"):
        p = 1.0
        for i in range(x.shape[0]):
            p *= x[i]
        return p
    """,
    "x", sizes={"N": 4}, inputs={"x": {"values": [1.5, 0.0, -0.7, 0.4]}},
)  # fmt: skip
trap(
    """
    def cumprod_with_zero(x: "float64[N]"):
        return np.cumprod(x)
    """,
    "x", sizes={"N": 5}, inputs={"x": {"values": [1.5, 0.7, 0.0, 0.4, 1.1]}},
)  # fmt: skip
trap(
    """
    def prod_with_zero(x: "float64[N]"):
        return np.prod(x) * np.sum(x)
    """,
    "x", sizes={"N": 4}, inputs={"x": {"values": [1.5, 0.0, -0.7, 0.4]}},
)  # fmt: skip
trap(
    """
    def triangular_backwards(A: "float64[N, N]"):
        for i in range(A.shape[0] - 1, -1, -1):
            for j in range(i, A.shape[0]):
                A[i, j] = A[i, j] * A[j, i] + 0.1
    """,
    "A", "A", sizes={"N": 5}, edges=({"N": 1}, {"N": 0}),
)  # fmt: skip
trap(
    """
    def stepped_loops(A: "float64[N]", B: "float64[N]"):
        for i in range(1, A.shape[0], 3):
            A[i] = A[i - 1] * B[i]
        for i in range(A.shape[0] - 1, 0, -2):
            B[i] = B[i] * A[i - 1] + B[i - 1]
    """,
    "A,B", "A,B", sizes={"N": 8}, edges=({"N": 1}, {"N": 0}, {"N": 7}, {"N": 2}),
)  # fmt: skip
trap(
    """
    def loop_variable_after(x: "float64[N]"):
        s = 0.0
        for i in range(x.shape[0]):
            s += i * x[i] * x[i]
        return s
    """,
    "x", sizes=N7, edges=SMALL,
)  # fmt: skip
trap(
    """
    def stepped_and_nested(x: "float64[N]"):
        s = 1.0
        for i in range(x.shape[0] - 1, -1, -2):
            s = s * x[i]
            x[i] = s
            for j in range(i, -1, -3):
                x[j] = x[j] * s + x[i]
                s = np.sin(x[j])
        return s + np.sum(x)
    """,
    "x", sizes=N7, edges=SMALL,
)  # fmt: skip

# ---- parts of one array overwritten in turn, whose old values are needed from before all of them
trap(
    """
    def spread_in_turn(depth: "float64[N, M]", v: "float64[N, M + 1]", steps: int):
        for t in range(steps):
            v[:, 1:-1] -= 0.1 * (depth[:, 1:] - depth[:, :-1])
            across = v[:, 1:-1] * np.exp(-depth[:, 1:] * depth[:, :-1])
            down = np.sin(depth[1:, :] * depth[:-1, :])
            depth[:-1, :] -= 0.1 * down
            depth[1:, :] += 0.1 * down
            depth[:, :-1] -= 0.1 * across
            depth[:, 1:] += 0.1 * across
        return depth * depth
    """,
    "depth,v", sizes={"N": 4, "M": 5, "steps": 2},
    edges=({"N": 1}, {"M": 1}, {"N": 1, "M": 1}, {"N": 0}),
)  # fmt: skip
trap(
    """
    def swept_over_columns(u: "float64[N, M]", r: float, steps: int):
        q = np.zeros_like(u)
        for t in range(steps):
            for j in range(1, u.shape[1]):
                q[1:-1, j] = np.sin(r * (u[:-2, j] + u[2:, j]) + q[1:-1, j - 1])
            for i in range(1, u.shape[0] - 1):
                u[i, 1:] = r * u[i - 1, 1:] + q[i, 1:]
        return u * u
    """,
    "u,r", sizes={"N": 4, "M": 3, "steps": 2}, edges=({"N": 2}, {"M": 1}, {"N": 3, "M": 2}),
)  # fmt: skip
