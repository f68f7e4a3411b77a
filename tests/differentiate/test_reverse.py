"""Reverse mode on programs built by hand: what is kept, recomputed and stored."""

from __future__ import annotations

from adc.ir.dtypes import DType
from adc.ir.enums import Role
from adc.ir.expressions import Apply, Read
from adc.ir.program import Program
from tests.differentiate.harness import prove
from tests.differentiate.programs import (
    M,
    N,
    T,
    array,
    branch,
    c,
    i,
    j,
    k,
    loop,
    op,
    program,
    put,
    r,
    t,
)  # fmt: skip


def tapes(found: Program) -> list[str]:
    return [x.name for x in found.containers if x.role == Role.TAPE]


def gemm() -> Program:
    return program(
        "gemm",
        [
            array("alpha"),
            array("beta"),
            array("C", N, M, role=Role.INOUT),
            array("A", N, T),
            array("B", T, M),
            array("t", N, M, role=Role.LOCAL),
        ],
        [
            put(r("t", i, j), c("0.0"), (i, 0, N), (j, 0, M)),
            put(
                r("t", i, j),
                op("mul", r("A", i, k), r("B", k, j)),
                (i, 0, N),
                (j, 0, M),
                (k, 0, T),
                how="+=",
            ),
            put(
                r("C", i, j),
                op(
                    "add",
                    op("mul", r("alpha"), r("t", i, j)),
                    op("mul", r("beta"), r("C", i, j)),
                ),
                (i, 0, N),
                (j, 0, M),
            ),
        ],
    )


def test_gemm_does_not_compute_the_product_again() -> None:
    found = prove(gemm(), ("A", "B", "C"), ("C",))
    assert tapes(found) == []
    assert "t" not in found.by_name and "C_work" not in found.by_name


def test_gemm_with_scalars() -> None:
    prove(gemm(), ("alpha", "beta", "A"), ("C",))
    prove(gemm(), ("alpha", "C"), ("C",), value=True)
    prove(gemm(), ("A", "C"), ("C",), accumulate=False)


def test_lu_stores_nothing() -> None:
    update = op("sub", r("A", i, j), op("mul", r("A", i, k), r("A", k, j)))
    lu = program(
        "lu",
        [array("A", N, N, role=Role.INOUT)],
        [
            loop(
                i, 0, N,
                loop(
                    j, 0, i,
                    loop(k, 0, j, put(r("A", i, j), update)),
                    put(r("A", i, j), op("div", r("A", i, j), r("A", j, j))),
                ),
                loop(j, i, N, loop(k, 0, i, put(r("A", i, j), update))),
            )
        ],
    )  # fmt: skip
    found = prove(lu, ("A",), ("A",))
    assert tapes(found) == []
    assert [
        x.name for x in found.containers if x.role in (Role.LOCAL, Role.ADJOINT) and x.shape
    ] == ["A_work"]


def burgers(role: str = "input") -> Program:
    step = op(
        "sub",
        r("u", i),
        op("mul", op("mul", c("0.1"), r("u", i)), op("sub", r("u", i), r("u", i - 1))),
    )
    return program(
        "burgers",
        [array("u", N, role=Role.INOUT), array("v", N, role=Role.LOCAL)],
        [
            loop(
                t, 0, T,
                put(r("v", i), r("u", i), (i, 0, N)),
                put(r("v", i), step, (i, 1, N)),
                put(r("u", i), r("v", i), (i, 0, N)),
            )
        ],
    )  # fmt: skip


def test_burgers_saves_one_state_a_step() -> None:
    found = prove(burgers(), ("u",), ("u",))
    assert len(tapes(found)) == 1
    prove(burgers(), ("u",), ("u",), value=True)


def test_recurrence_in_place() -> None:
    p = program(
        "p",
        [array("A", N, role=Role.INOUT)],
        [loop(i, 1, N, put(r("A", i), op("mul", r("A", i), r("A", i - 1))))],
    )
    prove(p, ("A",), ("A",))
    prove(p, ("A",), ("A",), sizes={"N": 1, "M": 1, "T": 0})
    prove(p, ("A",), ("A",), sizes={"N": 0, "M": 1, "T": 0})


def test_nonlinear_gauss_seidel() -> None:
    value = op("mul", r("A", i), op("sin", op("add", r("A", i - 1), r("A", i + 1))))
    p = program(
        "p",
        [array("A", N, role=Role.INOUT)],
        [loop(t, 0, T, loop(i, 1, N - 1, put(r("A", i), value)))],
    )
    prove(p, ("A",), ("A",))


def test_private_temporary_in_a_loop() -> None:
    """Too dear to compute again: the temporary gets a slot per iteration."""
    p = program(
        "p",
        [array("A", N, M), array("w", M, role=Role.LOCAL), array("s", role=Role.OUTPUT)],
        [
            put(r("s"), c("0.0")),
            loop(
                i, 0, N,
                put(r("w", j), c("0.0"), (j, 0, M)),
                put(r("w", j), op("mul", r("A", i, k), r("A", i, j)), (j, 0, M), (k, 0, M),
                    how="+="),
                put(r("s"), op("mul", r("w", j), r("w", j)), (j, 0, M), how="+="),
            ),
        ],
        ("s",),
    )  # fmt: skip
    found = prove(p, ("A",), ("s",))
    assert tapes(found) == []
    assert found["w"].shape == (N, M)


def test_cheap_temporary_is_computed_again() -> None:
    p = program(
        "p",
        [array("A", N), array("w", role=Role.LOCAL), array("B", N, role=Role.OUTPUT)],
        [
            loop(
                i, 0, N,
                put(r("w"), op("sin", r("A", i))),
                put(r("B", i), op("mul", r("w"), r("w"))),
            )
        ],
        ("B",),
    )  # fmt: skip
    found = prove(p, ("A",), ("B",))
    assert "w" not in found.by_name


def test_branch_on_data_in_a_loop() -> None:
    condition = array("cond", role=Role.LOCAL, dtype=DType.BOOL)
    flag = Read("cond", (), DType.BOOL)
    set_flag = put(r("cond"), Apply("gt", (r("A", i), c("1.0")), DType.BOOL))
    p = program(
        "p",
        [array("A", N, role=Role.INOUT), array("s", role=Role.OUTPUT), condition],
        [
            put(r("s"), c("1.0")),
            loop(
                i, 0, N,
                set_flag,
                branch(
                    flag,
                    [put(r("s"), op("mul", r("s"), r("A", i)))],
                    [put(r("A", i), op("exp", r("A", i)))],
                ),
            ),
        ],
        ("s",),
    )  # fmt: skip
    prove(p, ("A",), ("s",))
    prove(p, ("A",), ("A",))
    prove(p, ("A",), ("A", "s"), value=True)


def test_maximum_shares_ties() -> None:
    p = program(
        "p",
        [array("A", N, M), array("m", N, role=Role.LOCAL), array("s", role=Role.OUTPUT)],
        [
            put(r("m", i), op("mul", r("A", i, j), r("A", i, j)), (i, 0, N), (j, 0, M), how="max="),
            put(r("s"), c("0.0")),
            put(r("s"), op("mul", r("m", i), r("m", i)), (i, 0, N), how="+="),
        ],
        ("s",),
    )
    prove(p, ("A",), ("s",))


def test_backwards_and_strided_loops() -> None:
    p = program(
        "p",
        [array("A", 2 * N, role=Role.INOUT)],
        [
            loop(
                i, 2 * N - 2, 0,
                put(r("A", i), op("mul", r("A", i + 1), op("cos", r("A", i)))),
                step=-2,
            ),
            loop(j, 0, 2 * N - 1, put(r("A", j + 1), op("mul", r("A", j), r("A", j + 1))), step=3),
        ],
    )  # fmt: skip
    prove(p, ("A",), ("A",))
