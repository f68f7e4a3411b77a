"""Reductions, products, made arrays, mixed precision."""

from __future__ import annotations

from tests.proof.traps.registry import N7, trap

# ---- reductions and library operations, over axes

trap(
    """
    def reductions(A: "float64[N, M]"):
        a = np.sum(A, axis=0) * np.mean(A, axis=-2)
        b = A.sum(axis=1, keepdims=True) * A
        c = np.std(A) * np.var(A, axis=1)
        return np.sum(a) * np.sum(b, axis=(0, 1)) + np.prod(c) + np.linalg.norm(A)
    """,
    "A", sizes={"N": 3, "M": 4},
)  # fmt: skip
trap(
    """
    def products(A: "float64[N, M]", x: "float64[M]", y: "float64[N]"):
        B = np.outer(y, x) + A
        s = np.inner(x, x) * np.dot(y, A @ x)
        return np.transpose(B) @ (B @ x * s) + y @ B
    """,
    "A,x,y", sizes={"N": 3, "M": 4}, edges=({"N": 0, "M": 2}, {"N": 1, "M": 1}),
)  # fmt: skip
trap(
    """
    def batched_matmul(A: "float64[B, N, K]", X: "float64[K, M]"):
        return np.tanh(A @ X)
    """,
    "A,X", sizes={"B": 2, "N": 3, "K": 4, "M": 5}, edges=({"B": 0}, {"K": 0}),
)  # fmt: skip
trap(
    """
    def joined(a: "float64[N]", b: "float64[M]", c: "float64[N]"):
        j = np.concatenate((a * a, b))
        s = np.stack((a, c * a))
        return np.sum(np.cumsum(j) * j) * s
    """,
    "a,b,c", sizes={"N": 4, "M": 3}, edges=({"N": 1, "M": 0}, {"N": 0, "M": 2}),
)  # fmt: skip
trap(
    """
    def made_arrays(x: "float64[N]"):
        n = x.shape[0]
        a = np.arange(n) * x
        b = np.linspace(0.0, 1.0, n) * a + np.full(n, 2.5)
        c = np.eye(n) * b + np.ones_like(a)
        return c @ x + np.zeros(n)
    """,
    "x", sizes={"N": 5}, edges=({"N": 1}, {"N": 0}),
)  # fmt: skip
trap(
    """
    def empty_sums(x: "float64[N]", y: "float64[M]"):
        return np.sum(x * x) * np.sum(y) + x[0:0].sum() + 1.0
    """,
    "x,y", sizes={"N": 3, "M": 4}, edges=({"N": 0}, {"M": 0}, {"N": 0, "M": 0}),
)  # fmt: skip

# ---- precision

trap(
    """
    def mixed_precision(x: "float32[N]", y: "float64[N]", s: "float32"):
        z = x * y + s
        x[:] = z * x
        return np.sum(z * 0.5) + np.sum(x)
    """,
    "x,y,s", sizes=N7,
)  # fmt: skip
trap(
    """
    def single_precision(x: "float32[N]", T: int):
        for t in range(T):
            x[1:] = 0.5 * np.sin(x[1:]) * x[:-1] + x[1:] / 3
        return np.sum(x * x)
    """,
    "x", sizes={"N": 6, "T": 4},
)  # fmt: skip
trap(
    """
    def read_only_twice(A: "float64[N]", B: "float64[N]"):
        return A * np.sin(B)
    """,
    "A,B", sizes=N7,
)  # fmt: skip
trap(
    """
    def disconnected(A: "float64[N]", B: "float64[N]"):
        C = B * B
        C[0] = 1.0
        return A * 2.0
    """,
    "A,B", sizes=N7,
)  # fmt: skip

# ---- names that mean something to C or to adc

trap(
    """
    def names_of_c(double: "float64[N]", restrict: "float64[N]", register: float, i: float):
        for auto in range(double.shape[0]):
            volatile = restrict[auto] * i
            double[auto] = volatile * double[auto] + register
    """,
    "double,restrict,register,i", "double", sizes=N7,
)  # fmt: skip
trap(
    """
    def names_of_adc(result: "float64[N]", workspace: "float64[N]", value: float, A: "float64[N]"):
        A_bar = np.sin(A) * value
        status = A_bar * workspace
        seed = status * status
        A *= seed
        memory = np.sum(seed * result)
        return result * seed * memory
    """,
    "result,workspace,value,A", "return", sizes=N7,
)  # fmt: skip
trap(
    """
    def names_of_math(sin: "float64[N]", exp: float, main: "float64[N]", abs: float):
        j = np.sin(sin) * np.exp(exp)
        main[1:] = j[:-1] * main[1:] + np.abs(abs)
        free = np.sum(main)
        malloc = free * exp
        return malloc
    """,
    "sin,exp,main,abs", sizes=N7,
)  # fmt: skip
trap(
    """
    def least_of_columns(C: "float64[N, N]", A: "float64[N]", D: "float64[N, M]"):
        v = np.min(C, axis=0)
        w = np.max(D, axis=0)
        u = np.max(D, axis=1)
        return A * v + np.sum(w * w) * u
    """,
    "C,A,D", sizes={"N": 4, "M": 5}, edges=({"N": 1, "M": 1},),
)  # fmt: skip
trap(
    """
    def unused_integer(A: "float64[N]", k: int, m: "float64[M]"):
        return np.sum(A * A)
    """,
    "A", sizes={"N": 4, "M": 3, "k": 2},
)  # fmt: skip

# ---- values in their order, determinants

trap(
    """
    def orders_and_determinants(x: "float64[N]", A: "float64[M, M]", T: int):
        e = 0.0
        for t in range(T):
            v = np.sort(x * x)
            x[:] = v[::-1] * 0.9 + np.median(x) * 0.1
            A = A + 0.1 * np.outer(A[0], A[1])
            e += np.linalg.slogdet(A + 3.0 * np.eye(A.shape[0]))[1] * v[-1]
        return e + np.sum(x * np.arange(x.shape[0]))
    """,
    "x,A", "return,x", sizes={"N": 5, "M": 4, "T": 3}, edges=({"T": 0}, {"N": 1}),
)  # fmt: skip
