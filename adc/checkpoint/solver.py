"""The fastest decisions that fit a limit, and the smallest peak of all, by HiGHS.

Rows for the events' own work are there from the start. The steps that rebuild values are many and
seldom the peak: their rows are added when a walk of the solver's answer exceeds the limit there. An
answer is returned only if the walk agrees with it in time and fits to the byte.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from adc.checkpoint.formulate import Formulation, Term
from adc.checkpoint.integer import ONE, Linear, integral_room, total
from adc.checkpoint.model import Learned, Problem, Solution, validate
from adc.checkpoint.walk import Step, Walk, solution_of, walk
from adc.diagnostics import InternalError

#: More rounds than decisions can need: each adds a row that excludes the last answer.
MAX_ROUNDS = 10_000


def solve(problem: Problem) -> Solution | None:
    """The fastest plan whose bytes stay within the limit at every step; None if there is none."""
    validate(problem)
    found = _Search(problem).run()
    return None if found is None else solution_of(found)


@dataclass
class _Search:
    """Solve, walk, forbid what the walk found too large, again."""

    problem: Problem
    form: Formulation = field(init=False)
    known: set[Step | Learned] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.form = Formulation(self.problem)
        if self.problem.limit is None:
            return
        for step in own_work_steps(self.form):
            self.bound(step)
        for learned in self.problem.learned:
            self.bound(learned)

    def run(self) -> Walk | None:
        cost = self.form.seconds()
        for _ in range(MAX_ROUNDS):
            columns = self.form.program.minimise(cost)
            if columns is None:
                return None
            found = walked(self.form, columns)
            if self.fits(found):
                self.check_seconds(found, value_of(cost, columns))
                return found
        raise InternalError("planning: no end of rounds")

    def check_seconds(self, found: Walk, claimed: float) -> None:
        actual = found.seconds()
        if abs(actual - claimed) > 1e-6 * max(actual, claimed, 1e-300):
            raise InternalError(f"planning: {claimed} seconds claimed, {actual} by the walk")

    def fits(self, found: Walk) -> bool:
        """Whether no step exceeds the limit; each that does gets a row."""
        limit = self.problem.limit
        if limit is None:
            return True
        moments = [moment for moment in found.moments() if moment.bytes > limit]
        learned = [one for one in self.problem.learned if found.learned_bytes(one) > limit]
        added = [self.forbid(moment.step, set(moment.held)) for moment in moments]
        added += [self.forbid(one, set()) for one in learned]
        if added and not any(added) and not self.pin():
            raise InternalError(f"planning: a plan of more than {limit} bytes returns")
        return not added

    def bound(self, where: Step | Learned) -> bool:
        """Demand that the bytes there are within the limit."""
        self.known.add(where)
        base, terms, guard = gathered(self.form, where)
        assert self.problem.limit is not None, "only a limit asks for rows"
        load = total(there * size for _, size, there in terms)
        room = int(self.problem.limit - base - load.constant)
        load = Linear(load.terms)
        coefficients, room = integral_room([int(x) for x in load.terms.values()], room)
        load = Linear(dict(zip(load.terms, coefficients, strict=True)))
        row = Linear({}, room) - load
        excess = -self.form.program.lowest(row)
        return self.form.program.at_least(row + (ONE - guard) * max(0, excess))

    def pin(self) -> bool:
        """Exclude that a value is made before it is needed; whether that was open until now."""
        before = len(self.form.program.rows)
        for value in self.problem.values:
            self.form.not_before_need(value)
        return len(self.form.program.rows) > before

    def forbid(self, where: Step | Learned, held: set[str]) -> bool:
        """Exclude what the walk found too large there; whether anything new is said."""
        return where not in self.known and self.bound(where)


def gathered(form: Formulation, where: Step | Learned) -> tuple[int, list[Term], Linear]:
    """Bytes held in any case, what may be in memory, and the condition that there is such a step."""
    if isinstance(where, Learned):
        return where.base, form.learned_terms(where), ONE
    event, position = where
    values = form.problem.values
    if position == len(values):
        return form.problem.base[event], form.terms(where), ONE
    before = form.problem.before or form.problem.base
    rebuilt = values[position]
    return before[event] + rebuilt.scratch, form.terms(where), form.made_for(rebuilt, event)


def own_work_steps(form: Formulation) -> list[Step]:
    return [(event, len(form.problem.values)) for event in range(len(form.problem.base))]


def value_of(linear: Linear, columns: list[float]) -> float:
    return linear.constant + sum(x * columns[c] for c, x in linear.terms.items())


def walked(form: Formulation, columns: list[float]) -> Walk:
    """The walk of the decisions that `columns` stand for."""
    kept = {name for name, keep in form.keep.items() if value_of(keep, columns) > 0.5}
    options = []
    for literals in form.options:
        taken = [i for i, x in enumerate(literals) if value_of(x, columns) > 0.5]
        options.append(taken[0])
    found = walk(form.problem, kept, options)
    if found is None:
        raise InternalError("planning: the solver's decisions cannot be carried out")
    return found


def smallest_peak(problem: Problem) -> Solution | None:
    """The fastest of the plans with the smallest peak, whatever the limit.

    None where no decisions can be carried out.
    """
    best = None
    found = solve(replace(problem, limit=None))
    while found is not None:
        best = found
        found = solve(replace(problem, limit=best.peak - 1))
    return best
