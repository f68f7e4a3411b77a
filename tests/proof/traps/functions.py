"""Functions of NumPy that are made of others: samples, choices, statistics, matrices."""

from __future__ import annotations

from tests.proof.traps.registry import trap

trap(
    """
    def samples(A: "float64[N, M]", x: "float64[M]", p: "float64[K]", h: float):
        s = np.trapezoid(A * A, x, axis=1) + np.trapezoid(A, dx=h)
        g, q = np.gradient(A * h, h, x * x + x)
        d = np.diff(A, n=2, axis=0, prepend=h) * np.ediff1d(x)[0]
        return np.sum(s) * np.sum(g * q) + np.sum(d * d) * np.sum(np.polyval(p, A))
    """,
    "A,x,p,h", sizes={"N": 3, "M": 4, "K": 3}, edges=({"N": 2, "M": 2, "K": 0},),
)  # fmt: skip
trap(
    """
    def powers_and_sums(x: "float64[N]", y: "float64[M]", A: "float64[K, L]"):
        k = np.kron(A, np.vander(y, 3)) * np.sum(np.vander(x, 4, increasing=True))
        c = np.convolve(x * x, y, "full") @ np.convolve(y, x)
        s = np.convolve(x, y[::-1], "same") * np.correlate(x, y, mode="same")
        v = np.correlate(np.sin(x), y) * np.convolve(x, y, "valid")
        return np.sum(k * k) + c * np.sum(s) + np.sum(v)
    """,
    "x,y,A", sizes={"N": 5, "M": 3, "K": 2, "L": 2}, edges=({"N": 1, "M": 1}, {"K": 0}),
)  # fmt: skip
trap(
    """
    def turned(A: "float64[N, M]", x: "float64[N]", k: int):
        B = np.roll(A, (1, -2), axis=(0, 1)) * np.roll(A, 1, axis=(0, 1))
        C = np.rot90(B, -1, axes=(1, 0)) * np.roll(x, (1, 2), axis=0)
        R = np.roll(A, (k, -9), axis=(0, 1))
        A *= 2.0
        D = np.einsum("ij->ji", A)
        A += R
        return np.sum(np.flip(C, 1) * C[::-1]) * C + R * np.roll(D, k)
    """,
    "A,x", sizes={"N": 4, "M": 4, "k": 3},
    edges=({"N": 1, "M": 1}, {"N": 0, "M": 0}, {"k": -6}),
)  # fmt: skip
trap(
    """
    def results_put(A: "float64[N, M]", x: "float64[M]", c: "float64[N, M]", T: int):
        B = np.zeros_like(A)
        for t in range(T):
            np.multiply(A, x, out=B, where=c > 0)
            np.add(A[1:], B[:-1], out=A[1:])
            np.copyto(B[:, 1:], B[:, :-1], where=A[:, 1:] > 0.1)
            np.sqrt(B, out=B, where=B > 0.2)
        r = np.subtract.outer(x, np.add.reduce(A * B))
        return np.sum(r * r) + np.sum(A * A, where=B > 0, initial=2.0) * np.prod(x, where=x > 0.5)
    """,
    "A,x", sizes={"N": 3, "M": 4, "T": 2}, edges=({"N": 1, "M": 1, "T": 1}, {"N": 2, "M": 0}),
)  # fmt: skip
trap(
    """
    def statistics(A: "float64[N, M]", x: "float64[M]"):
        B = np.where(A > 0.8, np.nan, A)
        s = np.nansum(B, axis=0) * np.nanmean(A, axis=0) + np.nanstd(B, 0, keepdims=True)
        m = np.nanmax(B, axis=0) * x + np.nanvar(B, axis=0) - np.nanmin(x)
        r = np.corrcoef(A)[0, 1] * np.cov(x, ddof=0) + np.sum(np.cov(A * A, rowvar=False))
        w = np.select([x > 0.6, np.isclose(x, x)], [np.log(x), x * x], default=7.0)
        return (np.sum(s * m) if np.allclose(x, x) else 0.0) + r * np.sum(w)
    """,
    "A,x", sizes={"N": 3, "M": 4}, inputs={"A": {"low": 0.1, "high": 1.0}, "x": {"low": 0.2}},
)  # fmt: skip
trap(
    """
    def matrices(A: "float64[N, N]", B: "float64[3, 3]", T: "float64[K, N, N]"):
        P = np.linalg.matrix_power(A, 3) + np.linalg.inv(A) @ np.linalg.matrix_power(A, -2)
        d = np.linalg.det(B) * np.linalg.det(B[:2, 1:] * 2.0)
        return np.einsum("...ij,jk->...ik", np.linalg.inv(T + A), P) * d
    """,
    "A,B,T", sizes={"N": 3, "K": 2}, edges=({"N": 1, "K": 1}, {"N": 0}, {"K": 0}),
    inputs={"A": {"kind": "dominant"}},
)  # fmt: skip
trap(
    """
    def tables(x: "float64[N]", p: "float64[M]", f: "float64[M]", s: float):
        a, b = np.split(np.interp(x, np.cumsum(p), f * s, right=s) * np.interp(p, f[:1], [s]), 2)
        return np.sum(a * b) + np.interp(s, p, f) + np.sum(np.nan_to_num(np.log(f - 1.0), nan=2.0))
    """,
    "x,p,f,s", sizes={"N": 4, "M": 4}, inputs={"p": {"low": 0.2}, "x": {"low": 0.1, "high": 2.0}},
    edges=({"N": 2, "M": 2},),
)  # fmt: skip
