"""From what was lowered to a primal, and from a program to what is written: simplified, rewritten
and scheduled, with its exact bytes, and verified on the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from adc.diagnostics import Diagnostic, InternalError
from adc.ir.enums import Role
from adc.ir.program import Program
from adc.observer import Observer, Silent
from adc.options import Request

if TYPE_CHECKING:
    from adc.checkpoint.estimates.trials import Finished, Trial
    from adc.checkpoint.plan import Plan, PlanRow
    from adc.schedule.scheduled import Scheduled
    from adc.simplify.passes import Pass

#: What is rewritten on the chosen plan alone may add at most this part to the peak.
_MOST_MORE = 1.0 / 64.0


def verified(program: Program, level: str, stage: str = "") -> Program:
    """`program`, if it passes the verifier: structure at `level`, then the operations in every
    expression. InternalError names the `stage` that it came from."""
    from adc.interpret.verify_ops import verify_ops
    from adc.ir.verify import verify

    with blaming(stage):
        verify(program, level)
        verify_ops(program)
    return program


def settled(lowered: Program, request: Request, warnings: list[Diagnostic]) -> Program:
    """The primal of what was lowered: outputs and blanks settled, factors made once, elements in
    numbers of their own, roots with the derivatives of their equations, routines of loops that
    solve."""
    from adc.differentiate.bisection.moving import with_roots
    from adc.differentiate.implicit.outlining import with_solvers
    from adc.differentiate.names import make_way
    from adc.ir.call import each_routine
    from adc.simplify.blanks import settle_blanks
    from adc.simplify.factored_once import factor_once
    from adc.simplify.outputs import settle_outputs
    from adc.simplify.promotion import promoted

    once = each_routine(lowered, factor_once)
    once = verified(settle_outputs(once), "lowered", "settling outputs")
    blanks = each_routine(once, lambda program: settle_blanks(program, warnings))
    verified(blanks, "built", "settling blanks")
    apart = blanks if request.schedule == "source" else each_routine(blanks, promoted)
    seen = verified(with_roots(apart, warnings), "built", "seeing roots in loops")
    primal = verified(each_routine(seen, make_way), "built", "making way for derived names")
    return verified(with_solvers(primal), "built", "making routines of loops that solve")


def simplified(
    program: Program,
    observer: Observer,
    level: str = "planned",
    check: Callable[[Program, str, str], Program] = verified,
) -> Program:
    """`program` after every simplifying pass, verified by `check` after each that changed it."""
    from adc.simplify.passes import PASSES

    with observer.stage("simplify"):
        return after(PASSES, program, level, check)


def rewritten(
    program: Program,
    request: Request,
    observer: Observer,
    level: str = "planned",
    check: Callable[[Program, str, str], Program] = verified,
    passes: Sequence[Pass] | None = None,
) -> Program:
    """The same after every rewriting pass, or all of `passes`; `program` itself where the source's
    order is wanted."""
    from adc.rewrite.passes import REWRITES

    if request.schedule == "source":
        return program
    known = REWRITES if passes is None else passes
    wanted = [each for each in known if each.name not in request.choice.without]
    with observer.stage("rewrite"):
        return after(wanted, program, level, check)


def after(
    passes: Sequence[Pass],
    program: Program,
    level: str,
    check: Callable[[Program, str, str], Program],
) -> Program:
    """`program` after all of `passes`, seen by `check` after each that changed it."""
    for each in passes:
        new = each.run(program)
        if new is not program:
            program = check(new, level, each.name)
    return program


@contextmanager
def blaming(stage: str) -> Iterator[None]:
    """A fault that the verifier finds in here is told of as `stage`'s."""
    try:
        yield
    except InternalError as fault:
        if not stage:
            raise
        raise InternalError(f"after {stage}: {fault}", fault.span) from fault


def scheduled_program(program: Program, request: Request, observer: Observer) -> Scheduled:
    from adc.emit.backends import backend_of
    from adc.schedule import schedule
    from adc.schedule.verify import verify_scheduled

    options = {"openmp": request.openmp, "blas": request.blas}
    options["source_order"] = request.schedule == "source"
    backend, without = backend_of(request.target), request.choice.without
    if request.mem_limit is not None:
        without = (*without, "row_blocks")  # by it arrays live longer
    if request.deterministic:
        without = (*without, "atomics")
    with observer.stage("schedule"):
        found = schedule(
            program, **options, sizes=request.sizes, library=backend.operations, without=without,
            device=backend.device, host_snapshots=request.host_snapshots,
        )  # fmt: skip
        with blaming("schedule"):
            verify_scheduled(found)
    return found


def finished(plan: Plan, request: Request, sizes: dict[str, int]) -> Finished:
    """A plan's program simplified and scheduled, with its exact bytes at `sizes`.

    Most plans are only tried: what the verifier says of the program after each step is asked for
    by `Finished.check` for the one that is taken, and at once where a step breaks down.
    """
    steps: list[tuple[Program, str, str]] = []

    def noted(program: Program, level: str, stage: str) -> Program:
        steps.append((program, level, stage))
        return program

    def check() -> None:
        for step in steps:
            verified(*step)

    from adc.checkpoint.transform.assemble import note_empty_forward
    from adc.rewrite.passes import LAST, REWRITES

    try:
        planned = noted(plan.program, "planned", "plan")
        program = note_empty_forward(simplified(planned, Silent(), check=noted))
        program = rewritten(program, request, Silent(), check=noted, passes=REWRITES[: -len(LAST)])
        scheduled = scheduled_program(program, request, Silent())
    except Exception:
        check()
        raise
    return _finished(program, scheduled, sizes, check)


def in_last(trial: Trial, request: Request, sizes: Mapping[str, int]) -> Trial:
    """`trial` after the last of the rewriting passes, which are for the plan that was chosen: the
    planner's accounts know tapes and arrays apart, and copies and what they are of. Where one
    exceeds the limit or, without one, adds much, the plan stays as it is."""
    from adc.rewrite.passes import LAST

    for each in LAST:
        program = rewritten(trial.finished.program, request, Silent(), passes=(each,))
        if each.name == "in_turns":
            trial = _turned(trial, program, request, sizes)
        elif (finished := _within(trial, program, request, sizes)) is not None:
            rows = _states_told(trial.plan.rows, trial.finished.program, program)
            trial = replace(trial, finished=finished, plan=replace(trial.plan, rows=rows))
    return trial


def _turned(trial: Trial, program: Program, request: Request, sizes: Mapping[str, int]) -> Trial:
    """`trial` with steps in place from one array to another, as in `program`, as far as all of
    these arrays change places with others in the end."""
    from adc.rewrite.turns import in_turns, taken_from
    from adc.schedule.tree import Swap, walk

    old = trial.finished.program
    known = {c.name for c in old.containers}
    leaving: frozenset[str] = frozenset()
    while (finished := _within(trial, program, request, sizes)) is not None:
        swapped = {n.source for n in walk(finished.scheduled.tree) if isinstance(n, Swap)}
        copied = {c.name for c in program.containers} - known - swapped
        if not copied:
            return replace(trial, finished=finished)
        leaving |= taken_from(program, copied)
        program = verified(in_turns(old, leaving), "planned", "in_turns")
    return trial


def _within(
    trial: Trial, program: Program, request: Request, sizes: Mapping[str, int]
) -> Finished | None:
    """`program`, what became of that of `trial`, scheduled; None where it is the same one, or where
    its peak is too large."""
    old = trial.finished
    if program is old.program:
        return None
    scheduled = scheduled_program(program, request, Silent())
    new = _finished(program, scheduled, sizes, lambda: None)
    most = request.mem_limit
    return None if new.peak > (old.peak * (1.0 + _MOST_MORE) if most is None else most) else new


def _states_told(rows: Sequence[PlanRow], before: Program, program: Program) -> tuple[PlanRow, ...]:
    """`rows` of `before` with what became arrays of states in `program`: of an array that one tape
    kept, the row of that tape tells it."""
    from adc.checkpoint.plan import Decision, size_of

    known = {c.name for c in before.containers}
    new = (c for c in program.containers if c.role is Role.TAPE and c.name not in known)
    states = {c.of: size_of(c) for c in new}
    stored = Counter(row.array for row in rows if row.decision == Decision.STORE)

    def told(row: PlanRow) -> PlanRow:
        if row.decision != Decision.STORE or row.array not in states or stored[row.array] > 1:
            return row
        return replace(row, bytes=states[row.array], why="each step makes it where it is kept")

    return tuple(map(told, rows))


def _finished(
    program: Program, scheduled: Scheduled, sizes: Mapping[str, int], check: Callable[[], None]
) -> Finished:
    from adc.checkpoint.estimates.trials import Finished
    from adc.ir.shapes import evaluate
    from adc.schedule.profile import profile

    sizes = dict(sizes)
    peak = evaluate(scheduled.peak_bytes, sizes)
    return Finished(program, scheduled, peak, profile(scheduled, sizes), check)
