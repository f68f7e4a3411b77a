"""The gradient of a program: its forward sweep, its reverse sweep, and what goes in and out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from adc.analysis.activity import Activity, activity, disconnected_steps
from adc.diagnostics import Diagnostic, InternalError, Severity
from adc.differentiate.decisions import with_decisions
from adc.differentiate.names import copy, derived, fill, interface_name, labels_of, names_of
from adc.differentiate.reverse import Reversal, without_idle
from adc.differentiate.routines import Derivatives, each_prepared, with_operands_in_memory
from adc.ir.build import one, zero
from adc.ir.call import formals, gained_formals, given_formals
from adc.ir.declarations import Container, Parameter
from adc.ir.enums import ParameterKind, Role, Update
from adc.ir.expressions import Apply, Read, walk
from adc.ir.names import NameSource
from adc.ir.node import Access, Body
from adc.ir.nodes import Compute
from adc.ir.operation import with_sections
from adc.ir.program import Program
from adc.ir.walking import expressions_in

#: Makes a routine's gradient one without Needs.
PlanRoutine = Callable[["Reversed"], Program]


@dataclass(frozen=True)
class Reversed:
    """A gradient before planning: Needs in `reverse` refer to statements of `primal.body`.

    `initial` zeroes and seeds the adjoints; `closing` ends the reverse sweep (`--accumulate`).
    `new` are the derivative's containers; `parameters` those of the generated function.
    `value_of` is the scalar dependent that `--value` returns, "" where there is none; it is handed
    back as `value_name`, unless an argument of the source holds it.
    """

    primal: Program
    initial: Body
    reverse: Body
    closing: Body
    new: tuple[Container, ...]
    parameters: tuple[Parameter, ...]
    gradients: tuple[str, ...]
    activity: Activity
    value: bool
    value_of: str
    value_name: str
    fresh: NameSource
    labels: NameSource


def no_plan(reversed_: Reversed) -> Program:
    """The plan of programs without routines."""
    raise InternalError(f"nothing plans the routine {reversed_.primal.name}")


def reverse_program(
    program: Program,
    wrt: tuple[str, ...],
    of: tuple[str, ...],
    *,
    seed: str = "argument",
    value: bool = False,
    accumulate: bool = False,
    warnings: list[Diagnostic] | None = None,
    called: Mapping[str, str] | None = None,
    plan_routine: PlanRoutine = no_plan,
) -> Reversed:
    """Reverse-mode derivative of `program` for independents `wrt` and dependents `of`.

    `wrt` and `of` name floating containers. The gradient is that of the sum over `of` of
    <seed, O on exit> with respect to the values of `wrt` on entry. A seed is named after what the
    user calls its dependent, where `called` says it. `plan_routine` plans the gradients of routines
    that it calls.
    """
    program = each_prepared(program, prepared)
    found = activity(program, wrt, of)
    if warnings is not None:
        warnings.extend(disconnections(program, found, wrt, of))
    fresh = names_of(program)
    labels = labels_of(program)
    bars = adjoint_containers(program, found, wrt, of, fresh, accumulate)
    seeds = seed_containers(program, of, seed, fresh, called or {})
    routines = gradients_of(program, plan_routine)
    reversal = Reversal(program, found, bars, fresh, labels, routines)
    body = without_idle(program, reversal.body(program.body))
    program = replace(program, routines=(*program.routines, *routines.made))
    gradients, closing = finish(program, bars, wrt, accumulate, fresh, labels)
    value_of = scalar_dependent(program, of) if value else ""
    value_name = name_of_value(program, value_of, fresh)
    locals_ = tuple(b for b in bars.values() if b not in gradients)
    convergence = reversal.convergence
    return Reversed(
        program,
        (*convergence.initial, *initial_adjoints(program, bars, seeds, of, fresh, labels)),
        body,
        closing,
        (*seeds.values(), *gradients, *locals_, *reversal.locals, *convergence.containers),
        parameters_of(program, tuple(seeds.values()), gradients, value, value_of, value_name),
        tuple(g.name for g in gradients),
        found,
        value,
        value_of,
        value_name,
        fresh,
        labels,
    )


def prepared(program: Program) -> Program:
    """`program` as its statements can be reversed one by one."""
    program = with_sections(with_operands_in_memory(program))
    return with_decisions(with_flag_kept(with_flag_kept(program, Role.STOP), Role.MISFIT))


# -- routines --------------------------------------------------------------------------------------


def gradients_of(program: Program, plan_routine: PlanRoutine) -> Derivatives:
    """The gradients of the routines of `program`, planned."""

    def derive(routine: Program, active: frozenset[str]) -> Program:
        return plan_routine(reverse_routine(routine, active, found))

    found = Derivatives.of(program, derive, "_bar")
    return found


def reverse_routine(program: Program, active: frozenset[str], routines: Derivatives) -> Reversed:
    """Reverse-mode derivative of the routine `program`: the adjoints of its formals `active` are
    arguments that hold those on exit when it begins, and those on entry when it ends."""
    wrt = tuple(c.name for c in given_formals(program) if c.name in active)
    of = tuple(c.name for c in gained_formals(program) if c.name in active)
    found = activity(program, wrt, of)
    fresh, labels = names_of(program), labels_of(program)
    passed = {
        c.name: derived(c, fresh.fresh(f"{c.name}_bar"), Role.GRADIENT)
        for c in formals(program)
        if c.name in active
    }
    bars = {
        c.name: passed.get(c.name) or derived(c, fresh.fresh(f"{c.name}_bar"), Role.ADJOINT)
        for c in program.containers
        if c.name in active | found.active_containers()
    }
    reversal = Reversal(program, found, bars, fresh, labels, routines, program.name)
    body = without_idle(program, reversal.body(program.body))
    own = {name: bar for name, bar in bars.items() if name not in passed}
    gradients = tuple(passed.values())
    return Reversed(
        replace(program, routines=(*program.routines, *routines.made)),
        initial_adjoints(program, own, {}, (), fresh, labels),
        body,
        (),
        (*gradients, *own.values(), *reversal.locals),
        parameters_of(program, (), gradients, False, "", ""),
        tuple(g.name for g in gradients),
        found,
        False,
        "",
        "",
        fresh,
        labels,
    )


def with_flag_kept(program: Program, role: Role) -> Program:
    """`program` with the flag of the role `role`, if it has one, copied at its end.

    The flag itself becomes a local: the reverse sweep may bring earlier values of it back.
    """
    name = program.stop if role == Role.STOP else program.misfit
    if not name:
        return program
    flag = replace(program[name], role=Role.LOCAL, raises=())
    stem = "stopped" if role == Role.STOP else "misfitted"
    kept = replace(program[name], name=names_of(program).fresh(stem))
    labels = labels_of(program)
    step = Compute(
        labels.fresh(role), Access(kept.name, ()), Update.ASSIGN, Read(flag.name, (), flag.dtype)
    )
    containers = tuple(flag if c.name == flag.name else c for c in program.containers)
    return replace(program, containers=(*containers, kept), body=(*program.body, step))


def adjoint_containers(
    program: Program,
    found: Activity,
    wrt: tuple[str, ...],
    of: tuple[str, ...],
    fresh: NameSource,
    accumulate: bool,
) -> dict[str, Container]:
    """An adjoint for every container that carries a derivative, in the program's order."""
    active = found.active_containers() | set(wrt) | set(of)
    gradients = {} if accumulate else {n: interface_name(f"{n}_bar", fresh) for n in wrt}
    bars: dict[str, Container] = {}
    for container in program.containers:
        if container.name not in active:
            continue
        if container.name in wrt and not accumulate:
            bars[container.name] = derived(container, gradients[container.name], Role.GRADIENT)
        else:
            stem = f"{container.name}_bar" + ("_new" if container.name in wrt else "")
            bars[container.name] = derived(container, fresh.fresh(stem), Role.ADJOINT)
    return bars


def seed_containers(
    program: Program,
    of: tuple[str, ...],
    seed: str,
    fresh: NameSource,
    called: Mapping[str, str],
) -> dict[str, Container]:
    """The seed argument of each array dependent; scalars and `--seed ones` have none."""
    seeds: dict[str, Container] = {}
    if seed == "argument":
        for name in of:
            if program[name].shape:
                seed_name = interface_name(f"{called.get(name, name)}_seed", fresh)
                seeds[name] = derived(program[name], seed_name, Role.SEED)
    return seeds


def initial_adjoints(
    program: Program,
    bars: dict[str, Container],
    seeds: dict[str, Container],
    of: tuple[str, ...],
    fresh: NameSource,
    labels: NameSource,
) -> Body:
    """Seeds in the dependents' adjoints, zero in all others."""
    steps = []
    for name, bar in bars.items():
        label = labels.fresh(f"{bar.name}_init")
        if name in seeds:
            steps.append(copy(label, bar, seeds[name], fresh))
        else:
            steps.append(fill(label, bar, (one if name in of else zero)(bar.dtype), fresh))
    return tuple(steps)


def finish(
    program: Program,
    bars: dict[str, Container],
    wrt: tuple[str, ...],
    accumulate: bool,
    fresh: NameSource,
    labels: NameSource,
) -> tuple[tuple[Container, ...], Body]:
    """The gradient containers in `--wrt` order, and the additions that `--accumulate` ends with."""
    if not accumulate:
        return tuple(bars[name] for name in wrt), ()
    names = {name: interface_name(f"{name}_bar", fresh) for name in wrt}
    gradients = tuple(derived(program[name], names[name], Role.GRADIENT) for name in wrt)
    steps = tuple(
        copy(labels.fresh(f"{g.name}_add"), g, bars[name], fresh, Update.ADD)
        for name, g in zip(wrt, gradients, strict=True)
    )
    return gradients, steps


def scalar_dependent(program: Program, of: Iterable[str]) -> str:
    return next((name for name in of if not program[name].shape), "")


def name_of_value(program: Program, value_of: str, fresh: NameSource) -> str:
    """What the scalar `value_of` is handed back as: `value`, unless an argument is called so; ""
    where it is no result but an argument."""
    if value_of not in program.returns:
        return ""
    taken = any(p.name == "value" for p in program.parameters)
    return fresh.fresh("value") if taken else "value"


def parameters_of(
    program: Program,
    seeds: tuple[Container, ...],
    gradients: tuple[Container, ...],
    value: bool,
    value_of: str,
    value_name: str,
) -> tuple[Parameter, ...]:
    """Sizes, the source's arguments, seeds, with `--value` value and outputs, gradients."""
    result = list(program.parameters)
    result += [parameter(c) for c in seeds]
    if value:
        if value_name:
            result.append(Parameter(value_name, ParameterKind.SCALAR))
        arguments = {p.name for p in program.parameters}
        for name in dict.fromkeys(program.returns):
            if name != value_of and name not in arguments:
                result.append(parameter(program[name]))
    result += [parameter(c) for c in gradients]
    return tuple(result)


def parameter(container: Container) -> Parameter:
    kind = ParameterKind.ARRAY if container.shape else ParameterKind.SCALAR
    return Parameter(container.name, kind, container.span)


def _rounds(program: Program) -> bool:
    """Whether a number of `program` is rounded to decimals."""
    nodes = (e for _, expr, _ in expressions_in(program.body) for e in walk(expr))
    return any(isinstance(e, Apply) and (e.op == "multiple" or _scaled_back(e)) for e in nodes)


def _scaled_back(expr: Apply) -> bool:
    first = expr.args[0]
    return expr.op == "div" and isinstance(first, Apply) and first.op == "rint"


def disconnections(
    program: Program, found: Activity, wrt: tuple[str, ...], of: tuple[str, ...]
) -> list[Diagnostic]:
    """A warning for each independent that reaches no dependent, with the step that cuts it off."""
    messages = []
    steps = disconnected_steps(program, found)
    cause = steps[0].span if steps else None
    rounded = "; `--unrounded` leaves rounding to decimals out" if _rounds(program) else ""
    for name in wrt:
        if name in found.useful_at_start:
            continue
        messages.append(
            Diagnostic(
                "ADC0310",
                f"the gradient with respect to `{name}` is zero: no differentiable path leads"
                f" from its value on entry to {' or '.join(f'`{o}`' for o in of)}",
                cause or program[name].span,
                label="the path ends at this step" if cause else "",
                help="leave it out of --wrt, or check that this is what you expect" + rounded,
                severity=Severity.WARNING,
            )
        )
    return messages
