"""Arrays and numbers of the module, made of literals; integers that tests of integers choose."""

from __future__ import annotations

from tests.proof.traps.registry import trap

trap(
    """
    N_STEPS = int(7.9) // 2
    STRIDE = math.ceil(10 / 6)
    FACT = math.factorial(4)
    CX = np.array([0, 1, -1, 2])
    W = np.array([4.0, 1.0, 1.0, 0.25]) / 9.0
    Q = np.diag([1.0, 2.0, 0.5])
    GRID = np.linspace(0.0, 1.0, 5)[1:]
    NODES, WEIGHTS = np.polynomial.legendre.leggauss(3)

    def weighted(v, table=W):
        return np.sum(table[: v.shape[0]] * v)

    def tables_of_the_module(x: "float64[N]", a: float, kr: int):
        ki = 0 if kr == 1 else 1
        total = 0.0
        for k in range(ki, N_STEPS, STRIDE):
            total += W[k] * CX[k] * x[k] ** 2 + x[ki] * GRID[k]
        y = Q @ x[:3] + np.outer(GRID, x)[ki, :3]
        for k in range(3):
            node = 0.5 * a * (NODES[k] + 1.0)
            total += 0.5 * a * WEIGHTS[k] * np.exp(-node * y[k])
        wide = np.zeros((ki + 2, int(math.sqrt(16.0) / 0.5) - 4))
        wide[ki, :] = x[:4] * a
        total += np.sum(wide**2) + x[int(1.0 / 0.3) - ki]
        last = x.shape[0] - 1 if kr == 1 else ki
        if a > 0.5:
            table = GRID
        else:
            table = W
        return total / FACT + weighted(y * x[last]) + np.sum(table * table) * a
    """,
    "x,a", sizes={"N": 4, "kr": 1}, edges=({"kr": 2}, {"kr": 3, "N": 5}),
    function="tables_of_the_module",
)  # fmt: skip
