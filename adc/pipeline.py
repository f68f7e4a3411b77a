"""The stages of the compiler, in order: from a request to the texts of the files.

    read      source files -> text                               (frontends)
    parse     text -> surface tree                               (frontends)
    types     signature, example, annotations -> argument types  (frontends)
    lower     surface tree -> primal Program                     (lowering)
    reverse   primal -> forward and reverse sweep with Needs     (differentiate)
    plan      Needs -> kept, recomputed, stored                  (checkpoint)
    simplify  dead code and copies out                           (simplify)
    rewrite   other statements for the same values, faster       (rewrite)
    schedule  Program -> loop tree, arena                        (schedule)
    render    loop tree -> C, header, build files, wrapper       (emit)

The verifier runs after each stage and each simplifying or rewriting pass, at the level that is
reached there (`adc.ir.levels`): lowered, built, tangent, reversed, planned, scheduled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import TYPE_CHECKING

from adc.choices import lowered_kernel
from adc.diagnostics import AdcError, Diagnostic
from adc.diagnostics.citing import cited_names, file_name
from adc.diagnostics.nesting import not_too_deep
from adc.finishing import (
    finished,
    in_last,
    rewritten,
    scheduled_program,
    settled,
    simplified,
    verified,
)
from adc.limits import check_limit, check_sizes_given, planning_limit
from adc.observer import Observer, Silent
from adc.options import Choice, Request
from adc.reading import read_fortran, read_python
from adc.routine_plans import RoutinePlans, with_way_out

if TYPE_CHECKING:
    from adc.checkpoint.configuration import Configuration
    from adc.checkpoint.estimates.trials import Finished, Trial
    from adc.checkpoint.plan import Plan, PlanRow
    from adc.checkpoint.scenario import Scenario
    from adc.checkpoint.search.search import Search
    from adc.differentiate.gradient import Reversed
    from adc.emit.facts import PlanFacts
    from adc.frontends.calling import Calling
    from adc.frontends.kernel import Kernel
    from adc.frontends.objects import ObjectArgument
    from adc.frontends.rules import Rule
    from adc.ir.program import Program
    from adc.schedule import Scheduled


@dataclass
class Front:
    """What the front half makes of a request: the primal and the request's names resolved; `asked`
    is what `of` are called where the request names any."""

    primal: Program
    wrt: tuple[str, ...] = ()
    of: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    texts: dict[str, str] = field(default_factory=dict)
    warnings: list[Diagnostic] = field(default_factory=list)
    origins: Mapping[str, str] = field(default_factory=dict)
    calling: Calling | None = None
    passed: Mapping[str, str] = field(default_factory=dict)
    rules: tuple[Rule, ...] = ()
    fixed: Mapping[str, str] = field(default_factory=dict)
    objects: tuple[ObjectArgument, ...] = ()
    usual: Mapping[str, float] = field(default_factory=dict)
    shared: tuple[str, ...] = ()


@dataclass(frozen=True)
class Compiled:
    """A finished compilation. `gradient` is the adjoint; for mode jvp the tangent once more.
    `planned` is the gradient with what was planned; None for mode jvp. `read` are the paths of the
    sources and of all files that they include, `calling` is how a Fortran routine is called,
    `rules` are those of the libraries' routines that the primal calls, `objects` the arguments
    whose fields are arguments, `usual` the defaults of numbers, `shared` variables of the file."""

    primal: Program
    tangent: Program
    gradient: Program
    files: dict[str, str]
    plan: tuple[PlanRow, ...]
    warnings: list[Diagnostic]
    scheduled: Scheduled
    wrt: tuple[str, ...]
    of: tuple[str, ...]
    planned: Gradient | None = None
    read: tuple[str, ...] = ()
    calling: Calling | None = None
    rules: tuple[Rule, ...] = ()
    objects: tuple[ObjectArgument, ...] = ()
    usual: Mapping[str, float] = field(default_factory=dict)
    shared: tuple[str, ...] = ()


def compile_request(request: Request, observer: Observer | None = None) -> Compiled:
    """The whole way: request to files. Raises AdcError for what is the user's to mend."""
    observer = observer or Silent()
    front = front_half(request, observer)
    with depth_of(front):
        return back_half(front, request, observer)


def back_half(front: Front, request: Request, observer: Observer) -> Compiled:
    """Derivatives, plan, schedule and files of a primal."""
    tangent = tangent_of(front, request, observer)
    gradient: Gradient | None = None
    if request.mode == "jvp":
        derivative = tangent
        scheduled = scheduled_program(derivative, request, observer)
        check_limit(scheduled, request)
    else:
        gradient = gradient_of(front, request, observer)
        derivative, scheduled = gradient.program, gradient.scheduled
    files = rendered(front, request, scheduled, tangent, gradient, observer)
    return Compiled(
        front.primal, tangent, derivative, files, gradient.rows if gradient else (),
        front.warnings, scheduled, front.wrt, front.of, gradient, tuple(front.texts),
        front.calling, front.rules, front.objects, front.usual, front.shared,
    )  # fmt: skip


# -- the front half --------------------------------------------------------------------------------


def depth_of(front: Front) -> AbstractContextManager[None]:
    """The scope in which stages may recur over what was read (`not_too_deep`)."""
    return not_too_deep(f"`{front.primal.name}`", front.primal.span)


def front_half(request: Request, observer: Observer, needs_targets: bool = True) -> Front:
    """Source to verified primal, `--wrt` and `--of` resolved."""
    from adc.emit.backends import backend_of

    warnings: list[Diagnostic] = []
    read = read_fortran if request.language == "fortran" else read_python
    kernel, texts = read(request, observer, warnings)
    # Kernels call no functions of the user's, and the function itself one that solves an equation.
    alone = backend_of(request.target).device or kernel.module.implicit
    inline = "all" if alone else request.inline
    with observer.stage("lower"), not_too_deep(f"`{kernel.function}`", kernel.span):
        kernel, lowered = lowered_kernel(kernel, inline, warnings)
        if request.language == "fortran":
            kernel, lowered = with_fewer_sizes(kernel, lowered, inline, warnings)
        refuse_on_device(lowered, request)
        primal = settled(verified(lowered, "lowered", "lowering"), request, warnings)
    observer.note(f"{sum(1 for _ in primal.containers)} containers")
    from adc.frontends.objects import with_distinct, with_whole, with_whole_written

    front = Front(
        primal, texts=texts, warnings=warnings, origins=kernel.origins, calling=kernel.calling,
        passed=kernel.passed, rules=kernel.rules.called(primal), fixed=kernel.fixed,
        objects=with_distinct(kernel.objects, primal), usual=kernel.usual, shared=kernel.shared,
    )  # fmt: skip
    if needs_targets:
        from adc.differentiate.targets import dependents, independents

        with depth_of(front):
            wrt = with_whole(request.wrt, kernel.wholes(), kernel.signature)
            front.wrt = independents(primal, wrt)
            front.asked = with_whole_written(request.of, kernel.wholes(written=True), primal)
            front.of = dependents(primal, kernel.returned(front.asked, primal))
        if request.tuned:
            from adc.tuned import check_fits

            check_fits(request.tuned, primal, front.wrt, front.of)
    return front


def with_fewer_sizes(
    kernel: Kernel, program: Program, inline: str, warnings: list[Diagnostic]
) -> tuple[Kernel, Program]:
    """The same with one size for those that the program requires to be equal."""
    from adc.lowering import with_shared_sizes

    signature = with_shared_sizes(program, kernel.signature)
    if signature is None:
        return kernel, program
    told = list(warnings)
    try:
        return lowered_kernel(replace(kernel, signature=signature), inline, warnings)
    except AdcError:
        warnings[:] = told
        return kernel, program


def refuse_on_device(primal: Program, request: Request) -> None:
    """ADC0601 where a library's routine is called, or eigenvalues are asked for that no kernel
    finds, and the target is a device."""
    from adc.emit.backends import backend_of
    from adc.ir.walking import walk_nodes
    from adc.ops.library import Eig

    if not backend_of(request.target).device:
        return
    asking = next((node for node in walk_nodes(primal.body) if isinstance(node, Eig)), None)
    if asking is not None:
        raise AdcError.of(
            "ADC0601", f"no kernel of the target `{request.target}` finds eigenvalues of matrices"
            " that may be unsymmetric", asking.span,
            help="use `np.linalg.eigh`, of a symmetric matrix, or leave `--target` out to get C",
        )  # fmt: skip
    called = next((r for r in primal.routines if r.external is not None), None)
    if called is not None:
        raise AdcError.of(
            "ADC0601", f"`{called.name}`, a routine of a library, is not called on the target"
            f" `{request.target}`", called.span, help="leave `--target` out to get C",
        )  # fmt: skip


# -- derivatives -----------------------------------------------------------------------------------


def reversed_of(
    front: Front, request: Request, observer: Observer, routines: RoutinePlans | None = None
) -> Reversed:
    """The gradient before planning, but for those of `routines`."""
    from adc.differentiate.gradient import reverse_program
    from adc.differentiate.targets import seed_stems
    from adc.differentiate.whole import whole_program
    from adc.rewrite.scaling import scaled_products

    primal = front.primal
    with observer.stage("reverse"):
        if request.schedule != "source" and "scaled_products" not in request.choice.without:
            named = (*request.store, *request.recompute)
            primal = scaled_products(primal, front.wrt, front.of, named)
        found = reverse_program(
            primal,
            front.wrt,
            front.of,
            seed=request.seed,
            value=request.value,
            accumulate=request.accumulate,
            warnings=front.warnings,
            called=seed_stems(front.asked, front.of, front.texts.values()),
            plan_routine=routines or routine_plans(front, request, observer, False),
        )
        verified(whole_program(found), "reversed", "reverse")
    return found


@dataclass(frozen=True)
class Gradient:
    """The planned gradient: its program, the plan's rows, the schedule, and what it was planned
    for (`scenario`). `choices` is one line on the configuration; `seconds` is the predicted time,
    `stored_seconds` that of storing everything. `search` can be asked about other limits. `cited`
    is what files are called that have one name."""

    program: Program
    rows: tuple[PlanRow, ...]
    scheduled: Scheduled
    scenario: Scenario
    choices: str
    trial: Trial
    search: Search
    cited: Mapping[str, str] = field(default_factory=dict)

    @property
    def seconds(self) -> float:
        return self.search.trials.seconds(self.trial)

    @property
    def stored_seconds(self) -> float:
        return self.search.trials.seconds(self.search.trials.base)

    @property
    def facts(self) -> PlanFacts:
        """What the files say about the plan."""
        from adc.emit.facts import PlanFacts

        sizes, assumed = dict(self.scenario.sizes), self.scenario.assumed
        return PlanFacts(sizes, assumed, self.seconds, self.stored_seconds)


def gradient_of(front: Front, request: Request, observer: Observer) -> Gradient:
    """The planned gradient: the fastest that the planner finds within the memory limit. Where there
    is none with routines that store what they need, these hold the least that they can."""
    try:
        return gradient_with(front, request, observer, least=False)
    except AdcError as error:
        if error.diagnostics[0].code != "ADC0403" or not front.primal.routines:
            raise
    observer.note("once more, with routines that hold the least memory")
    try:
        return gradient_with(front, request, observer, least=True)
    except AdcError as error:
        raise with_way_out(error) from None


def routine_plans(front: Front, request: Request, observer: Observer, least: bool) -> RoutinePlans:
    return RoutinePlans.of(front.primal, request, observer, planned_gradient, least)


def gradient_with(front: Front, request: Request, observer: Observer, least: bool) -> Gradient:
    """The planned gradient with routines that store what they need, or that hold the `least`."""
    from adc.checkpoint.plan import cited_rows

    routines = routine_plans(front, request, observer, least)
    reversed_ = reversed_of(front, request, observer, routines)
    gradient = planned_gradient(reversed_, request, observer)
    cited = cited_names(front.texts)
    rows = cited_rows((*gradient.rows, *routines.rows), cited)
    return replace(gradient, rows=rows, cited=cited)


def planned_gradient(
    reversed_: Reversed,
    request: Request,
    observer: Observer,
    choose: Callable[[Search], Trial] | None = None,
) -> Gradient:
    """The same of what reverse mode has made; or the plan that `choose` takes."""
    from adc.checkpoint.estimates.trials import Trials
    from adc.checkpoint.machine import load_machine
    from adc.checkpoint.policy import Policy, Strategy
    from adc.checkpoint.scenario import scenario_of
    from adc.checkpoint.search.report import full_rows
    from adc.checkpoint.search.search import Search, searched
    from adc.checkpoint.search.words import described, in_words
    from adc.emit.backends import backend_of

    parameters = reversed_.primal.parameters
    on_device = backend_of(request.target).device
    scenario = scenario_of(request.sizes, parameters, load_machine(request.machine, on_device))
    strategy = Strategy(request.choice.strategy or request.strategy)
    policy = Policy(
        strategy,
        frozenset(request.store),
        frozenset(request.recompute),
        host_snapshots=request.host_snapshots,
    )

    def evaluate(plan: Plan) -> Finished:
        return finished(plan, request, dict(scenario.sizes))

    def tell(configuration: Configuration) -> None:
        observer.progress(f"trying {described(configuration, reversed_.primal)}")

    with observer.stage("plan"):
        trials = Trials(reversed_, policy, scenario, evaluate, tell)
        if request.mem_limit is not None:
            check_sizes_given(trials.base.finished.scheduled, request)
        limit = planning_limit(request)
        search, trial = searched(trials, limit, observer.note, choose or Search.run)
        trial = in_last(trial, request, scenario.sizes)
        if request.mem_limit is not None:
            check_sizes_given(trial.finished.scheduled, request)
        rows = full_rows(search, trial)
    if search.solves:
        took = f"{1e3 * search.solver_seconds:.1f} ms"
        observer.note(f"{search.solves} integer programs solved in {took}")
    for row in rows:
        observer.note(f"{row.decision} {row.array} ({row.where}): {row.why}".rstrip(": "))
    return Gradient(
        trial.finished.program,
        rows,
        trial.finished.scheduled,
        scenario,
        in_words(rows),
        trial,
        search,
    )


def tangent_of(front: Front, request: Request, observer: Observer) -> Program:
    """The tangent program; its warnings count only where it is what was asked for. Else requests
    for one primal share it."""
    from adc.differentiate.forward import tangent_program

    asked = request.mode == "jvp"
    key = ("tangent", tuple(front.wrt), tuple(front.of))
    if not asked and key in front.primal.memo:
        shared: Program = front.primal.memo[key]
        return shared
    with observer.stage("tangent"):
        program = tangent_program(
            front.primal,
            front.wrt,
            front.of,
            value=asked and request.value,
            warnings=front.warnings if asked else None,
        )
        verified(program, "tangent", "tangent")
    program = simplified(program, observer, "tangent")
    if asked:
        return rewritten(program, request, observer, "tangent")
    front.primal.memo[key] = program
    return program


# -- the back half ---------------------------------------------------------------------------------


def scheduled_for_check(program: Program, request: Request, observer: Observer) -> Scheduled:
    """The loop tree of what the self-check embeds: C in double precision, at sizes of its own, and
    in the source's order, which it holds the other one against. Requests for one program that
    agree on threads and on BLAS share it."""
    from adc.emit.precision import in_double

    key = ("self-check", request.openmp, request.blas)
    if key not in program.memo:
        own = replace(request, target=Request.target, sizes={}, schedule="source", choice=Choice())
        own = replace(own, host_snapshots=False)
        program.memo[key] = scheduled_program(in_double(program), own, observer)
    shared: Scheduled = program.memo[key]
    return shared


def proving(
    primal: Program, tangent: Program, planned: Gradient | None, request: Request
) -> tuple[Program, ...]:
    """What the self-check proves the derivative by, for `Functions.embedded`."""
    from adc.emit.precision import is_single

    if planned is None:
        return (primal,)
    # An adjoint that keeps snapshots on the host has no form in C.
    if request.host_snapshots or not is_single(planned.program):
        return primal, tangent
    return primal, tangent, planned.program


def rendered(
    front: Front,
    request: Request,
    scheduled: Scheduled,
    tangent: Program,
    planned: Gradient | None,
    observer: Observer,
) -> dict[str, str]:
    from adc.differentiate.implicit.tolerances import exactness
    from adc.emit import CheckDefaults, Facts, Functions, render
    from adc.frontends.places import packages_read
    from adc.ir.call import link_flags

    exact = exactness(front.primal, request.settings)
    cited = cited_names(front.texts)
    facts = Facts(
        function=front.primal.name,
        wrt=front.wrt,
        of=front.of,
        mode=request.mode,
        target=request.target,
        arch=request.arch,
        sources=tuple(file_name(p, cited) for p in front.texts),
        lines={file_name(p, cited): tuple(t.split("\n")) for p, t in front.texts.items()},
        cited=cited,
        seed=request.seed,
        value=request.value,
        accumulate=request.accumulate,
        limit_bytes=request.mem_limit,
        sizes=dict(request.sizes),
        plan=planned.rows if planned else (),
        planned=planned.facts if planned else None,
        warnings=tuple(front.warnings),
        openmp=request.openmp,
        blas=request.blas,
        language=request.language,
        name_pattern=request.name_pattern,
        origins=dict(front.origins),
        passed=dict(front.passed),
        fixed=dict(front.fixed),
        first_call=request.first_call if front.calling is None else front.calling.afresh,
        as_written=request.as_written or any(w.code == "ADC0123" for w in front.warnings),
        unrounded=request.unrounded,
        reals=request.form.reals,
        packages=packages_read(request.sources[0], request.python_path, front.texts),
        objects=front.objects,
        pairs=front.primal.pairs,
        lengths=dict(front.primal.lengths),
        check=CheckDefaults.of(request.sizes, {**exact.arguments, **request.settings}, front.usual),
        tolerance=exact.tolerance,
        halved=exact.halved,
        choice=request.choice,
        tuned=PurePath(request.tuned.path).name if request.tuned else "",
        link=link_flags(front.primal),
    )
    embedded = proving(front.primal, tangent, planned, request)
    proofs = tuple(scheduled_for_check(p, request, observer) for p in embedded)
    with observer.stage("render"):
        return render(Functions(scheduled, front.primal, proofs), facts)
