"""The stages of the compiler one at a time, from the IR's text to the IR's text (`adc opt`).

What is read is verified at the level that the first stage takes, what a stage makes at the level
that it gives (`adc.ir.levels`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from adc.diagnostics import AdcError, Diagnostic, InternalError, Span
from adc.differentiate.gradient import Reversed
from adc.finishing import scheduled_program, verified
from adc.ir.expressions import Alternatives, Need, walked
from adc.ir.levels import LEVELS
from adc.ir.operation import in_loops
from adc.ir.program import Program
from adc.ir.text import program_text
from adc.ir.text_parser import parse_program
from adc.ir.text_places import IrTextError, source_places, text_places
from adc.ir.walking import expressions_in
from adc.observer import Observer
from adc.options import Request
from adc.pipeline import Front, planned_gradient, reversed_of, tangent_of
from adc.rewrite.passes import REWRITES
from adc.schedule.scheduled import Scheduled
from adc.schedule.text import tree_text
from adc.simplify.passes import PASSES, Pass
from adc.simplify.raising import raise_products

#: The level of what no stage takes: a loop tree.
SCHEDULED = "scheduled"


@dataclass(frozen=True)
class State:
    """A program on its way, at `level`; beside it what its last stage knows more of it."""

    program: Program
    level: str
    reversed: Reversed | None = None
    scheduled: Scheduled | None = None

    @property
    def text(self) -> str:
        return tree_text(self.scheduled) if self.scheduled else program_text(self.program)


@dataclass(frozen=True)
class Work:
    """What a stage is run with: the request's options, where it reports, what it warns of."""

    request: Request
    observer: Observer
    warnings: list[Diagnostic]

    def front(self, program: Program) -> Front:
        """`program`, which may be a derivative, with the names of `--wrt` and `--of` resolved, as
        after the front half."""
        from adc.differentiate.again import as_primal
        from adc.differentiate.targets import dependents, independents

        program = as_primal(program)
        wrt = independents(program, self.request.wrt)
        of = dependents(program, self.request.of)
        return Front(program, wrt, of, asked=self.request.of, warnings=self.warnings)


@dataclass(frozen=True)
class Stage:
    """A stage under its name: the level that it takes and that it gives, and what it does."""

    name: str
    takes: str
    gives: str
    line: str
    run: Callable[[State, Work], State]


def settle_arguments(state: State, work: Work) -> State:
    from adc.simplify.outputs import settle_outputs

    return State(settle_outputs(state.program), "lowered")


def settle(state: State, work: Work) -> State:
    from adc.ir.call import each_routine
    from adc.simplify.blanks import settle_blanks

    settled = each_routine(state.program, lambda program: settle_blanks(program, work.warnings))
    return State(settled, "built")


def give_way(state: State, work: Work) -> State:
    from adc.differentiate.names import make_way
    from adc.ir.call import each_routine

    return State(each_routine(state.program, make_way), "built")


def tangent(state: State, work: Work) -> State:
    front = work.front(state.program)
    return State(tangent_of(front, replace(work.request, mode="jvp"), work.observer), "tangent")


def reverse(state: State, work: Work) -> State:
    from adc.differentiate.whole import whole_program

    found = reversed_of(work.front(state.program), work.request, work.observer)
    return State(whole_program(found), "reversed", reversed=found)


def plan(state: State, work: Work) -> State:
    from adc.differentiate.whole import reversed_from

    found = state.reversed or reversed_from(state.program, work.request.value)
    gradient = planned_gradient(found, work.request, work.observer)
    return State(gradient.trial.plan.program, "planned")


def simplify(state: State, work: Work) -> State:
    for each in PASSES:
        state = simplifying(each).run(state, work)
    return state


def rewrite(state: State, work: Work) -> State:
    for each in REWRITES:
        state = simplifying(each).run(state, work)
    return state


def products(state: State, work: Work) -> State:
    return State(raise_products(state.program), "planned")


def expand(state: State, work: Work) -> State:
    from adc.ir.call import calls_library

    program = state.program
    return State(in_loops(program, lambda node: calls_library(program, node)), "planned")


def note(state: State, work: Work) -> State:
    from adc.checkpoint.transform.assemble import note_empty_forward

    return State(note_empty_forward(state.program), "planned")


def schedule(state: State, work: Work) -> State:
    found = scheduled_program(state.program, work.request, work.observer)
    return State(state.program, SCHEDULED, scheduled=found)


def simplifying(each: Pass) -> Stage:
    """A simplifying or rewriting pass as a stage."""

    def run(state: State, work: Work) -> State:
        program = each.run(state.program)
        if program.body == state.program.body:
            work.observer.note(f"{each.name} changes nothing")
        return State(verified(program, "planned", each.name), "planned")

    return Stage(each.name, "planned", "planned", each.line, run)


STAGES = {
    stage.name: stage
    for stage in (
        Stage(
            "settle_outputs",
            "lowered",
            "lowered",
            "pass no routine what it sets first",
            settle_arguments,
        ),
        Stage("settle_blanks", "lowered", "built", "clear what is read before it is set", settle),
        Stage("make_way", "built", "built", "rename locals called as a derivative is", give_way),
        Stage("tangent", "differentiable", "tangent", "forward mode, simplified", tangent),
        Stage("reverse", "differentiable", "reversed", "reverse mode, leaving Needs", reverse),
        Stage("plan", "reversed", "planned", "decide where each Need finds its value", plan),
        Stage("simplify", "planned", "planned", "all of the passes below, in order", simplify),
        *map(simplifying, PASSES),
        Stage("rewrite", "planned", "planned", "all of the rewriting passes, in order", rewrite),
        *map(simplifying, REWRITES),
        Stage("raise_products", "planned", "planned", "make matrix products operations", products),
        Stage("expand", "planned", "planned", "make operations the loops that they equal", expand),
        Stage("note_empty_forward", "planned", "planned", "say so where no sweep is left", note),
        Stage("schedule", "planned", SCHEDULED, "make the loop tree and the arena", schedule),
    )
}


def run_stages(
    names: Iterable[str], text: str, file: str, work: Work
) -> Iterator[tuple[str, State]]:
    """What `text` spells, then the result of each stage, with its name ("" for what was read).

    Raises AdcError: ADC0613 where `text` is no IR, ADC0614 where it breaks a rule, ADC0615 where
    a stage does not take what there is.
    """
    stages = [STAGES[name] for name in names]
    state = read(text, file, stages[0] if stages else None)
    yield "", state
    for stage in stages:
        with work.observer.stage(stage.name):
            state = stage.run(taken(state, stage), work)
            if state.scheduled is None:
                verified(state.program, stage.gives, stage.name)
        yield stage.name, state


def read(text: str, file: str, first: Stage | None) -> State:
    """The program that `text` spells, its spans those of the source where the text tells them.

    The verifier sees it with spans in the text itself: what is wrong is the text's fault.
    """
    try:
        program = parse_program(text, file, source_places)
        placed = parse_program(text, file, text_places(file))
    except IrTextError as fault:
        help_ = "`adc show --stage ir` prints the text form of a program"
        raise AdcError.of("ADC0613", fault.reason, fault.span, help=help_) from None
    level = level_of(placed, first.takes if first else "", file)
    return State(program, level)


def level_of(program: Program, wanted: str, file: str) -> str:
    """The level that `program` passes: `wanted`, else the first that it does (ADC0614: none)."""
    last = "reversed" if has_needs(program) else "planned"
    fault: InternalError | None = None
    for level in dict.fromkeys((wanted or "lowered", "planned", "reversed", last)):
        try:
            verified(program, level)
        except InternalError as found:
            fault = found if level == last else fault
        else:
            return level
    assert fault is not None
    help_ = "mend the line, or print the program again: docs/architecture.md lists the rules"
    raise AdcError.of("ADC0614", str(fault), fault.span or Span(file, 1), help=help_)


def has_needs(program: Program) -> bool:
    """Whether anything in `program` waits for planning."""
    values = (e for _, expr, _ in expressions_in(program.body) for e in walked(expr))
    return any(isinstance(e, (Need, Alternatives)) for e in values)


def taken(state: State, stage: Stage) -> State:
    """`state`, if `stage` takes it (ADC0615)."""
    reason = "this is a loop tree" if state.scheduled else ""
    if not reason and state.level != stage.takes:
        reason = unfit(state.program, stage.takes)
    if not reason and stage.name == "plan" and state.reversed is None:
        reason = undivided(state.program)
    if reason:
        raise AdcError.of(
            "ADC0615",
            f"`{stage.name}` takes a program that is {stage.takes}: {reason}",
            help=advice(state, stage),
        )
    return state


def advice(state: State, stage: Stage) -> str:
    if state.scheduled:
        return f"leave out `{stage.name}`, or put it before `schedule`"
    if stage.takes == "reversed":
        return f"run `reverse` first: --stage reverse,{stage.name}"
    return "`adc opt --list` says what each stage takes and gives"


def unfit(program: Program, level: str) -> str:
    """What keeps `program` from being at `level`, "" if nothing does."""
    assert level in LEVELS
    try:
        verified(program, level)
    except InternalError as fault:
        return str(fault)
    return ""


def undivided(program: Program) -> str:
    """Why `program` is not what `reverse` makes, "" if it is."""
    from adc.differentiate.whole import divided

    try:
        divided(program.body)
    except InternalError as fault:
        return str(fault)
    return ""
