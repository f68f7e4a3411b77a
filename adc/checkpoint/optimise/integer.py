"""A small linear program under construction, and its solution by HiGHS."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import gcd, inf
from typing import Any

from adc.diagnostics import InternalError


@dataclass(frozen=True, slots=True)
class Linear:
    """constant + sum of coefficient * column."""

    terms: Mapping[int, float] = field(default_factory=dict)
    constant: float = 0

    def __add__(self, other: Linear) -> Linear:
        terms = dict(self.terms)
        for column, coefficient in other.terms.items():
            both = terms.pop(column, 0) + coefficient
            if both:
                terms[column] = both
        return Linear(terms, self.constant + other.constant)

    def __mul__(self, factor: float) -> Linear:
        return Linear(
            {c: x * factor for c, x in self.terms.items() if factor}, self.constant * factor
        )

    def __sub__(self, other: Linear) -> Linear:
        terms = dict(self.terms)
        for column, coefficient in other.terms.items():
            left = terms.pop(column, 0) - coefficient
            if left:
                terms[column] = left
        return Linear(terms, self.constant - other.constant)


#: What counts as whole in a fractional solution.
WHOLE = 1e-6
ZERO, ONE = Linear(), Linear({}, 1)


def total(parts: Iterable[Linear]) -> Linear:
    terms: dict[int, float] = {}
    constant: float = 0
    for part in parts:
        constant += part.constant
        for column, coefficient in part.terms.items():
            terms[column] = terms.get(column, 0) + coefficient
    return Linear({column: c for column, c in terms.items() if c}, constant)


class IntegerProgram:
    """Minimise `cost` over columns in [0, upper] subject to rows `linear >= 0`."""

    def __init__(self) -> None:
        self.upper: list[float] = []
        self.integer: list[bool] = []
        self.rows: list[Linear] = []
        self._seen: set[tuple[tuple[int, float], ...]] = set()

    def column(self, *, integer: bool = False, upper: float = 1) -> Linear:
        self.upper.append(upper)
        self.integer.append(integer)
        return Linear({len(self.upper) - 1: 1})

    def at_least(self, larger: Linear, smaller: Linear = ZERO) -> bool:
        """Demand larger >= smaller; False where the row says nothing new."""
        row = larger - smaller
        key = (*sorted(row.terms.items()), (-1, row.constant))
        if self.lowest(row) >= 0 or key in self._seen:
            return False
        self._seen.add(key)
        self.rows.append(row)
        return True

    def lowest(self, row: Linear) -> float:
        return row.constant + sum(x * self.upper[c] for c, x in row.terms.items() if x < 0)

    def near(self, columns: list[float]) -> IntegerProgram:
        """This program with every integer column fixed that is whole in `columns`."""
        fixed = IntegerProgram()
        fixed.upper, fixed.integer, fixed.rows = list(self.upper), self.integer, list(self.rows)
        for c, integer in enumerate(self.integer):
            if integer and columns[c] <= WHOLE:
                fixed.upper[c] = 0
            elif integer and columns[c] >= 1 - WHOLE:
                fixed.rows.append(Linear({c: 1}, -1))
        return fixed

    def minimise(self, cost: Linear, effort: Effort | None = None) -> Answer:
        """The best whole-numbered solution."""
        return _run(self, cost, effort or Effort())

    def relax(self, cost: Linear) -> Answer:
        """The best solution when the integer columns may be fractional."""
        return _run(self, cost, Effort(), relaxed=True)


@dataclass(frozen=True)
class Effort:
    """How hard to try: `gap` is the relative distance to the bound that will do, `patience` how
    often HiGHS may look up from its work (never a time: the answer must not depend on the machine);
    0: as often as it likes. `start` are values for the integer columns to start from."""

    gap: float = 0.0
    patience: int = 0
    start: tuple[float, ...] = ()


@dataclass(frozen=True)
class Answer:
    """`columns` None: no solution, surely if `proven`. `proven`: within the gap of the bound."""

    columns: list[float] | None
    bound: float
    proven: bool


def integral_room(terms: Sequence[int], room: int) -> tuple[list[int], int]:
    """sum(terms[i] * x[i]) <= room over integers x, in the smallest whole numbers."""
    unit = gcd(*terms) or 1
    return [t // unit for t in terms], room // unit


OPTIONS: dict[str, Any] = {
    "output_flag": False,
    "threads": 1,
    "random_seed": 0,
    "mip_abs_gap": 1e-6,
    "mip_feasibility_tolerance": 1e-7,
    "primal_feasibility_tolerance": 1e-8,
}


def _run(program: IntegerProgram, cost: Linear, effort: Effort, *, relaxed: bool = False) -> Answer:
    if not program.upper:
        possible = all(row.constant >= 0 for row in program.rows)
        return Answer([] if possible else None, cost.constant, True)
    import highspy

    class Silent(highspy.Highs):
        """From 1.16 on, HiGHS prints who it is to stdout before options can be set from outside."""

        def enableCallbacks(self) -> None:  # noqa: N802
            self.setOptionValue("output_flag", False)
            super().enableCallbacks()

    solver = Silent()
    for name, value in {**OPTIONS, "mip_rel_gap": effort.gap, "solve_relaxation": relaxed}.items():
        solver.setOptionValue(name, value)
    solver.passModel(_as_lp(program, cost))
    if effort.start:
        _start(solver, program, effort.start)
    if effort.patience:
        _limit(solver, effort.patience)
    solver.run()
    status, info = solver.getModelStatus(), solver.getInfo()
    known = highspy.HighsModelStatus
    if status == known.kInfeasible:
        return Answer(None, inf, True)
    if status not in (known.kOptimal, known.kInterrupt):
        raise InternalError(f"planning: HiGHS ended with {solver.modelStatusToString(status)}")
    optimal = status == known.kOptimal
    found = optimal or abs(info.objective_function_value) < inf
    columns = list(solver.getSolution().col_value) if found else None
    bound = info.objective_function_value if relaxed else info.mip_dual_bound
    return Answer(columns, bound, optimal)


def _start(solver: Any, program: IntegerProgram, start: tuple[float, ...]) -> None:
    import numpy as np

    columns = [c for c, integer in enumerate(program.integer) if integer]
    values = np.array([start[c] for c in columns], dtype=float)
    solver.setSolution(len(columns), np.array(columns, dtype=np.int32), values)


def _limit(solver: Any, patience: int) -> None:
    looks = 0

    def look(event: Any) -> None:
        nonlocal looks
        looks += 1
        if looks > patience:
            event.interrupt()

    solver.cbMipInterrupt += look


def _as_lp(program: IntegerProgram, cost: Linear) -> Any:
    import highspy
    import numpy as np

    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = len(program.upper), len(program.rows)
    costs = np.zeros(lp.num_col_)
    for column, coefficient in cost.terms.items():
        costs[column] = coefficient
    lp.col_cost_, lp.offset_ = costs, cost.constant
    lp.col_lower_, lp.col_upper_ = np.zeros(lp.num_col_), np.array(program.upper, dtype=float)
    lp.row_lower_ = np.array([-row.constant for row in program.rows], dtype=float)
    lp.row_upper_ = np.full(lp.num_row_, inf)
    kinds = {True: highspy.HighsVarType.kInteger, False: highspy.HighsVarType.kContinuous}
    lp.integrality_ = [kinds[i] for i in program.integer]
    starts = np.cumsum([0, *(len(row.terms) for row in program.rows)])
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_ = starts.astype(np.int32)
    lp.a_matrix_.index_ = np.array([c for row in program.rows for c in row.terms], dtype=np.int32)
    lp.a_matrix_.value_ = np.array(
        [x for row in program.rows for x in row.terms.values()], dtype=float
    )
    return lp
