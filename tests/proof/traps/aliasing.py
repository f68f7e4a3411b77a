"""Views, copies, rebinding, overlapping slices: which memory a name means."""

from __future__ import annotations

from tests.proof.traps.registry import N7, SMALL, trap

# ---- aliasing, views, copies

trap(
    """
    def alias_then_overwrite(a: "float64[N]"):
        b = a
        c = b * b
        b[1:] = 2.0 * c[:-1]
        return np.sum(a * c)
    """,
    "a", sizes=N7,
)  # fmt: skip
trap(
    """
    def alias_left_by_rebinding(a: "float64[N]"):
        b = a
        a = a * 2.0
        b[0] = 5.0 * b[1]
        return a * b
    """,
    "a", sizes=N7,
)  # fmt: skip
trap(
    """
    def view_written(a: "float64[N]"):
        b = a[1:]
        b[:] = b * a[:-1]
        a[2:] *= 0.5
        return np.sum(b * b)
    """,
    "a", sizes=N7, edges=({"N": 1}, {"N": 2}),
)  # fmt: skip
trap(
    """
    def view_source_written(a: "float64[N]"):
        v = a[::2]
        w = a[::-1]
        a[:] = np.sin(a)
        w[0] = w[0] * v[1]
        return np.sum(v) * w[1] + w[0]
    """,
    "a", sizes=N7,
)  # fmt: skip
trap(
    """
    def transposed_view(A: "float64[N, M]"):
        B = A.T
        B[1, :] = B[0, :] * A[:, 2]
        A[0, :] *= 2.0
        return B @ A
    """,
    "A", sizes={"N": 4, "M": 5},
)  # fmt: skip
trap(
    """
    def reshaped_view(A: "float64[N, M]"):
        flat = A.reshape(A.shape[0] * A.shape[1])
        flat[1] = flat[0] * A[1, 2]
        A[0, 2] = flat[3] * flat[1]
        return np.sum(flat * flat)
    """,
    "A", sizes={"N": 4, "M": 5},
)  # fmt: skip
trap(
    """
    def reshaped_copy(A: "float64[N, M]"):
        flat = A.T.reshape(A.shape[0] * A.shape[1])
        wide = np.copy(flat)
        wide[1:] *= flat[:-1]
        return np.sum(flat[1:] * flat[:-1] * wide[1:]) * A
    """,
    "A", sizes={"N": 4, "M": 5},
)  # fmt: skip
trap(
    """
    def copy_is_no_view(a: "float64[N]"):
        b = a.copy()
        c = np.copy(a)
        a *= a
        b[0] = a[0] * c[1]
        return np.sum(a * b * c)
    """,
    "a", sizes=N7,
)  # fmt: skip
trap(
    """
    def row_views(A: "float64[N, M]"):
        for i in range(1, A.shape[0]):
            row = A[i]
            row += A[i - 1] * row
        return A
    """,
    "A", sizes={"N": 4, "M": 5},
)  # fmt: skip
trap(
    """
    def in_place_reaches_caller(x: "float64[N]", y: "float64[N]"):
        x += y * x
        z = x
        x = x + y
        x *= 3.0
        z[0] = z[0] * y[0]
    """,
    "x,y", "x", sizes=N7,
)  # fmt: skip
trap(
    """
    def inner(v, f):
        v *= f
        v = v + 1.0
        return v * v


    def helper_in_place(x: "float64[N]", f: float):
        a = inner(x, f)
        b = inner(x[1:], np.sin(f))
        return np.sum(a) + np.sum(b * x[1:])
    """,
    "x,f", sizes=N7,
)  # fmt: skip
trap(
    """
    def step(u, c, i):
        if i % 2 == 0:
            out = u * c
        else:
            out = u + c * u * u
        return out


    def helper_in_loop(u: "float64[N]", c: float, T: int):
        for t in range(T):
            u = step(u, c, t)
            c = c * 0.9 + 0.01 * u[0]
        return u
    """,
    "u,c", sizes={"N": 4, "T": 5},
)  # fmt: skip
trap(
    """
    def returned_argument(x: "float64[N]"):
        x[1:] = x[1:] * x[:-1]
        return x
    """,
    "x", sizes=N7,
)  # fmt: skip
trap(
    """
    def read_after_output(x: "float64[N]", y: "float64[N]", z: "float64[N]"):
        y[:] = np.sin(x)
        z[:] = y * y
        y[1:] = z[:-1] * y[1:]
    """,
    "x", "y,z", sizes=N7,
)  # fmt: skip

# ---- overlapping slices: right-hand sides are read whole

trap(
    """
    def shifted_right(A: "float64[N]"):
        A[1:] = A[:-1] * 1.5
        A[1:] = A[1:] * A[:-1]
    """,
    "A", "A", sizes=N7, edges=SMALL,
)  # fmt: skip
trap(
    """
    def shifted_left(A: "float64[N]"):
        A[:-1] = np.sin(A[1:]) * A[:-1]
        A[:-2] += A[2:] * A[1:-1]
    """,
    "A", "A", sizes=N7, edges=SMALL,
)  # fmt: skip
trap(
    """
    def reversed_onto_itself(A: "float64[N]"):
        A[:] = A[::-1] * A
        A += A[::-1] * 0.5
    """,
    "A", "A", sizes=N7, edges=SMALL,
)  # fmt: skip
trap(
    """
    def transposed_onto_itself(A: "float64[N, N]"):
        A[:] = A.T * A + A
        A += 0.3 * A.T
    """,
    "A", "A", sizes={"N": 5},
)  # fmt: skip
trap(
    """
    def stencil_in_place(A: "float64[N, M]"):
        A[1:-1, 1:-1] = A[1:-1, 1:-1] * A[:-2, 1:-1] + A[2:, 2:] - 0.1 * A[1:-1, :-2]
    """,
    "A", "A", sizes={"N": 5, "M": 6}, edges=({"N": 1, "M": 3}, {"N": 0, "M": 0}),
)  # fmt: skip
trap(
    """
    def matmul_onto_itself(A: "float64[N, N]", B: "float64[N, N]"):
        A[:] = A @ B
        B[:] = B @ B
        A += A @ B
    """,
    "A,B", "A", sizes={"N": 4},
)  # fmt: skip
trap(
    """
    def negative_slices(A: "float64[N]", B: "float64[N]"):
        A[-2::-1] = B[1:] * A[1:]
        B[::-2] = A[::2] * B[::2]
        A[-3:] = B[:3] * A[-1]
    """,
    "A,B", "A,B", sizes=N7,
)  # fmt: skip
trap(
    """
    def strided_slices(A: "float64[N]"):
        A[::2] *= 2.0
        A[1::2] = A[:-1:2] * A[1::2]
        return A[::3] * A[::3]
    """,
    "A", sizes=N7, edges=({"N": 8}, {"N": 1}, {"N": 2}, {"N": 0}, {"N": 9}),
)  # fmt: skip
trap(
    """
    def broadcast_row_onto_matrix(A: "float64[N, M]", r: "float64[M]", c: "float64[N]"):
        A[:] = A * r + c[:, None] * A
        A *= r[None, :]
        A[1:] -= A[0] * c[1:, np.newaxis]
        r += np.sum(A, axis=0)
    """,
    "A,r,c", "A,r", sizes={"N": 4, "M": 5}, edges=({"N": 1, "M": 1},),
)  # fmt: skip
trap(
    """
    def size_one_broadcast(a: "float64[1]", b: "float64[N, 1]", c: "float64[N, M]"):
        return np.sin(a * b * c) + b + a
    """,
    "a,b,c", sizes={"N": 4, "M": 3}, edges=({"N": 1, "M": 1}, {"N": 0, "M": 2}),
)  # fmt: skip
trap(
    """
    def scalar_onto_array(x: "float64[N]", s: float):
        x[1:] = s * s
        x[2] += s
        return x * s
    """,
    "x,s", sizes=N7,
)  # fmt: skip

# ---- periodic wrap and indices

trap(
    """
    def periodic_wrap(A: "float64[N]", B: "float64[N]"):
        for i in range(A.shape[0]):
            B[i] = A[i - 1] * A[i] * B[i]
    """,
    "A,B", "B", sizes=N7, edges=SMALL,
)  # fmt: skip
trap(
    """
    def periodic_in_place(A: "float64[N]", T: int):
        for t in range(T):
            for i in range(A.shape[0]):
                A[i] = 0.5 * A[i] + 0.3 * A[i - 1] * A[(i + 1) % A.shape[0]]
    """,
    "A", "A", sizes={"N": 5, "T": 4}, edges=({"N": 1}, {"N": 2}, {"N": 0}),
)  # fmt: skip
trap(
    """
    def negative_constant_indices(A: "float64[N, M]"):
        A[-1, 0] = A[0, -1] * A[-2, 1]
        A[:, -1] *= A[-1, :-1].sum() + A[0, -2]
    """,
    "A", "A", sizes={"N": 4, "M": 5},
)  # fmt: skip
trap(
    """
    def integer_argument_index(A: "float64[N]", k: int):
        A[k] = A[k] * A[k - 1] * k
        for i in range(k, A.shape[0]):
            A[i] += A[i - k] * (i / (k + 1))
    """,
    "A", "A", sizes={"N": 7, "k": 2}, edges=({"k": 1}, {"k": 6}),
)  # fmt: skip
trap(
    """
    def integer_path(x: "float64[N]", k: int):
        h = x.shape[0] // 2
        w = k % 3 + 1
        y = x[:h] * w
        y[0] += float(k) * x[h] + k ** 2 * x[1]
        return y / k
    """,
    "x", sizes={"N": 7, "k": 5}, edges=({"k": -4}, {"N": 6}),
)  # fmt: skip
trap(
    """
    def floor_is_disconnected(x: "float64[N]"):
        return x * np.floor(3.0 * x) + np.sign(x)
    """,
    "x", sizes=N7,
)  # fmt: skip
