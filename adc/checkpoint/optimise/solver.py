"""The fastest decisions that fit a limit, and the smallest peak of all, by HiGHS.

Rows for the events' own work are there from the start. The steps that rebuild values are many and
seldom the peak: their rows are added when a walk of the solver's answer exceeds the limit there. An
answer is returned only if the walk agrees with it in time and fits to the byte.

Up to `EXACT` decisions the answer is the optimum, and of equals the one that rebuilds the fewest
and latest values and takes the first options. Beyond, the search starts where the relaxed program
is whole already, and ends when it is within `GAP` of the bound or its patience runs out
(`Solution.gap` says what a better plan might save): the predicted times are less accurate than
that.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from adc.checkpoint.optimise.formulate import Formulation, Term
from adc.checkpoint.optimise.integer import (
    ONE,
    ZERO,
    Answer,
    Effort,
    IntegerProgram,
    Linear,
    integral_room,
    total,
)
from adc.checkpoint.optimise.model import Learned, Problem, Solution, validate
from adc.checkpoint.optimise.walk import Step, Walk, solution_of, walk
from adc.diagnostics import InternalError

EXACT = 40
#: Grows with the columns beyond `LARGE`, up to `MAX_GAP`.
GAP, MAX_GAP, LARGE = 0.005, 0.02, 2500
PATIENCE, HURRY = 30, 8
NO_GAP = 1e-6
#: Preferences among plans of equal time weigh this share of all times together.
TIES = 4e-7
#: HiGHS's tolerances are absolute: times are scaled so that all together are this.
SCALE = 1e6
#: Rounds after which a large problem's best plan so far is taken.
MANY_ROUNDS = 6
#: More rounds than decisions can need: each adds a row that excludes the last answer.
MAX_ROUNDS = 10_000


def solve(problem: Problem) -> Solution | None:
    """The fastest plan whose bytes stay within the limit at every step; None if there is none."""
    validate(problem)
    return _Search(problem).run()


def smallest_peak(problem: Problem) -> Solution | None:
    """The fastest of the plans with the smallest peak, whatever the limit.

    None where no decisions can be carried out. For large problems the peak may be `MAX_GAP` above
    the smallest, or more where plans are too hard to find.
    """
    anything = solve(replace(problem, limit=None))
    if anything is None:
        return None
    form = Formulation(problem)
    bound, reached = _LowPeak(form, max(1, anything.peak)).run()
    if is_large(form):
        reached = _bisected(problem, bound, min(reached, anything.peak))
        quick = _Search(replace(problem, limit=reached)).run(hurried=True)
        return quick or solve(replace(problem, limit=reached))
    reached = _descended(problem, min(reached, anything.peak))
    return solve(replace(problem, limit=reached))


def is_exact(problem: Problem) -> bool:
    """Whether the answers for `problem` are the best there are, not only near them."""
    return not is_large(Formulation(problem))


def _descended(problem: Problem, reached: int) -> int:
    """The smallest peak, to the byte; it is near `reached` already, but for HiGHS's tolerance."""
    while (found := solve(replace(problem, limit=reached - 1))) is not None:
        reached = found.peak
    return reached


def _bisected(problem: Problem, bound: int, reached: int) -> int:
    """A peak that a plan reaches, near the smallest that can be told from infeasible ones soon."""
    while reached - bound > max(1, MAX_GAP * reached):
        middle = (bound + reached) // 2
        found = _Search(replace(problem, limit=middle)).run(hurried=True)
        bound, reached = (middle, reached) if found is None else (bound, found.peak)
    return reached


@dataclass
class _Search:
    """Solve, walk, forbid what the walk found too large, again."""

    problem: Problem
    form: Formulation = field(init=False)
    known: set[Step | Learned] = field(default_factory=set)
    best: Walk | None = None
    bound: float = 0.0

    def __post_init__(self) -> None:
        self.form = Formulation(self.problem)
        seconds = self.form.seconds()
        most = seconds.constant + sum(abs(x) for x in seconds.terms.values())
        self.unit = SCALE / most if most else 1.0
        self.cost = seconds * self.unit
        self.large = is_large(self.form)
        if not self.large:
            self.cost += preferences(self.form)
        if self.problem.limit is not None:
            for where in everywhere(self.form):
                self.limit(where)

    def run(self, *, hurried: bool = False) -> Solution | None:
        """`hurried`: None also where no plan of a large problem is found in one short round."""
        for attempt in range(MAX_ROUNDS):
            answer = self.attempt(hurried)
            if answer is None:
                break
            self.bound = max(self.bound, answer.bound)
            if answer.columns is None:
                break
            found = walked(self.form, answer.columns)
            if self.fits(found, learn=True):
                self.check(found, value_of(self.cost, answer.columns))
                self.offer(found)
                break
            if self.large and (hurried or (self.best is not None and attempt >= MANY_ROUNDS)):
                break
        else:
            raise InternalError("planning: no end of rounds")
        return self.result()

    def attempt(self, hurried: bool) -> Answer | None:
        """The program's best solution as it stands; None if the best plan so far will do."""
        program = self.form.program
        if not self.large:
            return program.minimise(self.cost)
        relaxed = program.relax(self.cost)
        if relaxed.columns is None:
            return relaxed
        self.bound = max(self.bound, relaxed.bound)
        gap = min(MAX_GAP, GAP * max(1.0, len(program.upper) / LARGE))
        close = program.near(relaxed.columns).minimise(self.cost, Effort(GAP, PATIENCE))
        if close.columns is not None:
            if value_of(self.cost, close.columns) <= self.bound * (1 + gap):
                return replace(close, bound=self.bound)  # of the part that was searched
            self.try_out(close.columns)
        if self.best is not None and self.seconds(self.best) <= self.bound * (1 + gap):
            return None
        start = starting_point(self.form, self.best)
        patience = HURRY if hurried else PATIENCE
        answer = program.minimise(self.cost, Effort(GAP, patience, start))
        if answer.columns is None and not answer.proven and self.best is None and not hurried:
            return program.minimise(self.cost, Effort(GAP))
        return answer

    def try_out(self, columns: list[float]) -> None:
        found = walked(self.form, columns)
        if self.fits(found):
            self.offer(found)

    def result(self) -> Solution | None:
        if self.best is None:
            return None
        seconds = self.seconds(self.best)
        gap = 1 - self.bound / seconds if self.large and seconds else 0.0
        return replace(solution_of(self.best), gap=gap if gap > NO_GAP else 0.0)

    def seconds(self, found: Walk) -> float:
        return found.seconds() * self.unit

    def offer(self, found: Walk) -> None:
        if self.best is None or found.seconds() < self.best.seconds():
            self.best = found

    def check(self, found: Walk, claimed: float) -> None:
        if abs(self.seconds(found) - claimed) > 2 * TIES * SCALE + 1e-6 * claimed:
            raise InternalError(f"planning: {claimed} claimed, {self.seconds(found)} by the walk")

    def fits(self, found: Walk, *, learn: bool = False) -> bool:
        """Whether no step exceeds the limit; to `learn` is to add a row for each that does."""
        limit = self.problem.limit
        if limit is None:
            return True
        too_large = exceeding(found, limit)
        if too_large and learn:
            new = [self.forbid(where) for where in too_large]
            if not any(new) and not pin(self.form):
                raise InternalError(f"planning: a plan of more than {limit} bytes returns")
        return not too_large

    def forbid(self, where: Step | Learned) -> bool:
        return where not in self.known and self.limit(where)

    def limit(self, where: Step | Learned) -> bool:
        """Demand that the bytes there are within the limit; whether that says anything new."""
        self.known.add(where)
        base, terms, guard = gathered(self.form, where)
        assert self.problem.limit is not None, "only a limit asks for rows"
        load = total(there * size for _, size, there in terms)
        room = int(self.problem.limit - base - load.constant)
        coefficients, room = integral_room([int(x) for x in load.terms.values()], room)
        row = Linear({}, room) - Linear(dict(zip(load.terms, coefficients, strict=True)))
        return guarded(self.form.program, row, guard)


@dataclass
class _LowPeak:
    """Minimise the peak, as far as HiGHS's tolerance of it goes."""

    form: Formulation
    high: int

    def run(self) -> tuple[int, int]:
        """A bound from below, and a peak that a plan reaches; at most `high`."""
        form, large = self.form, is_large(self.form)
        peak = form.program.column()
        first = everywhere(form)
        for where in first:
            self.below(form, where, peak)
        known = set(first)
        best, bound = self.high, 0.0
        for _ in range(MANY_ROUNDS):
            answer = form.program.minimise(peak, Effort(GAP, PATIENCE) if large else None)
            if answer.columns is None:
                break
            bound = max(bound, answer.bound)
            found = walked(form, answer.columns)
            best = min(best, solution_of(found).peak)
            claimed = value_of(peak, answer.columns) * self.high
            more = [w for w in exceeding(found, int(claimed) + 1) if w not in known]
            for where in more:
                self.below(form, where, peak)
            known.update(more)
            if not more:
                break
        return int(bound * self.high), best

    def below(self, form: Formulation, where: Step | Learned, peak: Linear) -> None:
        base, terms, guard = gathered(form, where)
        load = total(there * (size / self.high) for _, size, there in terms)
        guarded(form.program, peak - load - ONE * (base / self.high), guard)


def is_large(form: Formulation) -> bool:
    open_values = [keep for keep in form.keep.values() if keep.terms]
    open_choices = [literals for literals in form.options if len(literals) > 1]
    return len(open_values) + len(open_choices) > EXACT


def guarded(program: IntegerProgram, row: Linear, guard: Linear) -> bool:
    """Demand `row` where `guard` is 1."""
    return program.at_least(row + (ONE - guard) * max(0, -program.lowest(row)))


def pin(form: Formulation) -> bool:
    """Exclude that a value is made before it is needed; whether that was open until now."""
    before = len(form.program.rows)
    for value in form.problem.values:
        form.not_before_need(value)
    return len(form.program.rows) > before


def exceeding(found: Walk, limit: int) -> list[Step | Learned]:
    learned = [one for one in found.problem.learned if found.learned_bytes(one) > limit]
    return [*(moment.step for moment in found.moments() if moment.bytes > limit), *learned]


def preferences(form: Formulation) -> Linear:
    """What breaks ties, small beside every difference in time that counts."""
    values = form.problem.values
    parts = [form.rebuild[value.name] * (len(values) - i) for i, value in enumerate(values)]
    for literals in form.options:
        parts += [literal * j for j, literal in enumerate(literals)]
    linear = total(parts)
    most = sum(abs(x) for x in linear.terms.values())
    return Linear(linear.terms) * (TIES * SCALE / most) if most else ZERO


def gathered(form: Formulation, where: Step | Learned) -> tuple[int, list[Term], Linear]:
    """Bytes held in any case, what may be in memory, and whether there is such a step at all."""
    if isinstance(where, Learned):
        return where.base, form.learned_terms(where), ONE
    event, position = where
    values = form.problem.values
    if position == len(values):
        return form.problem.base[event], form.terms(where), ONE
    before = form.problem.before or form.problem.base
    rebuilt = values[position]
    return before[event] + rebuilt.scratch, form.terms(where), form.made_for(rebuilt, event)


def everywhere(form: Formulation) -> list[Step | Learned]:
    """Where rows for memory stand from the start."""
    problem = form.problem
    own_work = [(event, len(problem.values)) for event in range(len(problem.base))]
    return [*own_work, *problem.learned]


def value_of(linear: Linear, columns: list[float]) -> float:
    return linear.constant + sum(x * columns[c] for c, x in linear.terms.items())


def starting_point(form: Formulation, best: Walk | None) -> tuple[float, ...]:
    if best is None:
        return ()
    columns = [0.0] * len(form.program.upper)
    for name, keep in form.keep.items():
        for column in keep.terms:
            columns[column] = float(name in best.kept)
    for literals, taken in zip(form.options, best.options, strict=True):
        for i, literal in enumerate(literals):
            for column in literal.terms:
                columns[column] = float(i == taken)
    return tuple(columns)


def walked(form: Formulation, columns: list[float]) -> Walk:
    """The walk of the decisions that `columns` stand for."""
    kept = {name for name, keep in form.keep.items() if value_of(keep, columns) > 0.5}
    options = []
    for literals in form.options:
        shares = [value_of(literal, columns) for literal in literals]
        options.append(shares.index(max(shares)))
    found = walk(form.problem, kept, options)
    if found is None:
        raise InternalError("planning: the solver's decisions cannot be carried out")
    return found
