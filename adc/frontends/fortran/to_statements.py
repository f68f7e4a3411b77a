"""Statements of Fortran -> the surface tree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from adc.diagnostics import AdcError, InternalError, Span
from adc.frontends import surface
from adc.frontends.fortran import tree
from adc.frontends.fortran.allocated import asked_for, without_array
from adc.frontends.fortran.allocated_lows import allocated_low, extent
from adc.frontends.fortran.constants import integer_constant
from adc.frontends.fortran.effects import changes, with_effects
from adc.frontends.fortran.given_anew import allocated_anew, ended
from adc.frontends.fortran.inactive import (
    is_inactive,
    is_outside,
    leave_out,
    leave_out_outside,
)
from adc.frontends.fortran.inductions import (
    Advance,
    advances,
    changed_in,
    may_count,
    trips,
    whole_bound,
)
from adc.frontends.fortran.library import is_library
from adc.frontends.fortran.output import passed_over
from adc.frontends.fortran.routine import WHOLE, Construct, Routine, names_in, unsupported, walk
from adc.frontends.fortran.shared_integers import changed_by_calls
from adc.frontends.fortran.statements import unbounded
from adc.frontends.fortran.symbols import Symbol
from adc.frontends.fortran.to_array_statements import forall, where
from adc.frontends.fortran.to_assignments import (
    Body,
    assignment,
    assignments,
    left_by,
    store,
)
from adc.frontends.fortran.to_calls import calls_in_front, subroutine_call
from adc.frontends.fortran.to_expressions import expression
from adc.frontends.terms import intrinsic, minus, number, plus


def body(r: Routine, statements: Sequence[tree.Statement]) -> Body:
    return tuple(s for statement in statements for s in translated(r, statement))


def translated(r: Routine, statement: tree.Statement) -> Sequence[surface.Statement]:
    span = statement.span
    match statement:
        case tree.Assign():
            return [*calls_in_front(r, statement, statement.value), *assignments(r, statement)]
        case tree.If():
            return branches(r, statement)
        case tree.Do():
            return counted_loop(r, statement)
        case tree.DoWhile():
            return while_loop(r, statement)
        case tree.Forall():
            return forall(r, statement, body)
        case tree.Where():
            return where(r, statement)
        case tree.Select():
            return select(r, statement)
        case tree.Call():
            return called(r, statement)
        case tree.Return():
            return [surface.Leave(WHOLE, span)]
        case tree.Cycle() | tree.Exit():
            return loop_jump(r, statement)
        case tree.Stop():
            return stop(r, statement)
        case tree.InputOutput():
            return passed_over(r, statement)
        case tree.Allocate():
            return allocate(r, statement)
        case tree.Deallocate():
            return [
                without_array(r, name, span) for name in sorted(asked_for(r) & {*statement.names})
            ]
        case tree.Continue():
            return []
        case tree.Block():
            return [surface.Block(statement.leave, body(r, statement.body), span)]
        case tree.Leave():
            return [surface.Leave(statement.block, span)]
        case tree.Associate() | tree.Scoped() | tree.PointTo() | tree.SelectType():
            raise InternalError("a construct that elaboration has left", span)
        case tree.Goto() | tree.ComputedGoto() | tree.ArithmeticIf():
            raise unsupported("this GOTO", span, "write it with IF, DO, CYCLE or EXIT")


# -- allocation ------------------------------------------------------------------------------------


def allocate(r: Routine, statement: tree.Allocate) -> list[surface.Statement]:
    made: list[surface.Statement] = []
    for name, bounds, span in statement.items:
        symbol = r.symbol(name, span)
        local = symbol.storage in ("local", "result") and not r.hosted(symbol)
        if symbol.storage == "module" and symbol.dtype is not None:
            made += allocated_anew(r, symbol, bounds, span)
            if statement.source is not None:
                filled = tree.Assign(tree.Name(name, span), statement.source, span)
                made.append(assignment(r, filled))
            continue
        if not local or symbol.dtype is None:
            way_out = "leave it to the caller to allocate it"
            if symbol.storage == "dummy":
                way_out = f"declare it with its extents, and {way_out}"
            raise unsupported(
                f"ALLOCATE of `{name}`, which is not a local array,", span, way_out
            )  # fmt: skip
        if symbol.bounds is None and name not in asked_for(r):
            continue  # a scalar, which has a place anyway
        if not bounds and symbol.bounds is not None:
            raise unbounded(name, span)
        extents = []
        for dimension, bound in enumerate(bounds):
            if bound.upper is None:
                raise unsupported("a shape taken from `source=`", bound.span, "give the extents")
            upper = expression(r, bound.upper)
            low, kept = allocated_low(r, symbol, dimension, bound.lower, span)
            made += kept
            r.lowers[(symbol.name, dimension)] = low
            extents.append(extent(low, upper, span))
        made.append(surface.Declare(symbol.name, symbol.element, tuple(reversed(extents)), span))
        if statement.source is not None:
            filled = tree.Assign(tree.Name(name, span), statement.source, span)
            made.append(assignment(r, filled))
    return made


# -- control ---------------------------------------------------------------------------------------


def branches(r: Routine, statement: tree.If) -> list[surface.Statement]:
    with_name = bool(statement.name)
    if with_name:
        r.constructs.append(Construct(statement.name, is_loop=False))
    orelse = body(r, statement.orelse)
    for condition, inner, span in reversed(statement.branches):
        before = calls_in_front(r, condition, condition)
        test = expression(r, condition)
        orelse = (*before, surface.If(test, body(r, inner), orelse, span))
    if not with_name:
        return list(orelse)
    return [*left_by(r.constructs.pop().exit_block, orelse, statement.span)]


def counted_loop(r: Routine, loop: tree.Do) -> list[surface.Statement]:
    symbol = r.symbol(loop.var, loop.span)
    span = loop.span
    if symbol.storage == "constant":  # as `--fix` makes variables
        raise AdcError.of(
            "ADC0213", f"`{loop.var}`, which is a constant, cannot be a DO variable", span,
            help="use a local integer variable",
        )  # fmt: skip
    changed = (name for node in walk(loop.body) for name in changes(r, r.scope, node))
    if symbol.base == "real" and symbol.bounds is None and loop.var not in changed:
        return real_loop(r, loop, symbol)
    key = r.key(symbol)
    shared = "%" in key  # other routines see its value
    if symbol.base != "integer" or (shared and key in changed_by_calls(r, loop.body)):
        raise unsupported(f"the DO variable `{loop.var}`", span, "use a local integer variable")
    before: list[surface.Statement] = []
    asked = shared or asked_after(r, loop)
    kept = may_count(loop) or asked
    start, stop = (settled_bound(r, loop, b, before, kept) for b in (loop.start, loop.stop))
    counters = advances(r, loop, start)
    run = run_of(r, loop, start, stop, before)
    run = run.under(r.fresh(loop.var), span) if shared else run
    construct = Construct(loop.name, is_loop=True)
    if leaves_early(loop) and (asked or counters):
        # what follows the loop's last iteration is passed over, and names keep what they are
        construct.exit_block = r.new_block()
        run = run.under(r.fresh(loop.var), span) if asked else run
    r.constructs.append(construct)
    inner = body(r, loop.body)
    r.constructs.pop()
    inner = left_by(construct.cycle_block, inner, span)
    now, at_end = counted(r, loop, counters, before, run)
    made = surface.For(run.var, run.arguments, (*run.first, *now, *inner), span)
    after: list[surface.Statement] = list(at_end)
    if asked:
        after.append(surface.Assign((run.counter,), run.after, span))
    return [*before, *left_by(construct.exit_block, (made, *after), span)]


def real_loop(r: Routine, loop: tree.Do, symbol: Symbol) -> list[surface.Statement]:
    """A loop over reals: how often it runs is settled before, and its variable is advanced by
    additions (Fortran 77, 11.10.3), with the count as gfortran works it out."""
    assert symbol.dtype is not None
    span, dtype = loop.span, symbol.element
    one = surface.Number("1.0", "float", span, dtype)

    def variable(stem: str, value: surface.Expr) -> surface.Name:
        name = surface.Name(r.fresh(stem), span)
        whole = surface.Subscript(name, (surface.Ellipsis(span),), span, exact=True)
        made.append(surface.Declare(name.name, dtype, (), span))
        made.append(surface.Assign((whole,), value, span))
        return name

    made: list[surface.Statement] = []
    start = variable("start", expression(r, loop.start))
    stop = variable("stop", expression(r, loop.stop))
    step = variable("step", one if loop.step is None else expression(r, loop.step))
    following = variable(loop.var, start)
    reach = surface.Binary("+", stop, surface.Binary("-", step, start, span), span)
    trips: surface.Expr = intrinsic("int", (surface.Binary("/", reach, step, span),), span)
    if loop.once:
        trips = intrinsic("max", (trips, number(1, span)), span)
    construct = Construct(loop.name, is_loop=True)
    if leaves_early(loop):
        construct.exit_block = r.new_block()
    r.constructs.append(construct)
    inner = body(r, loop.body)
    r.constructs.pop()
    advance = surface.Binary("+", following, step, span)
    now = store(r, symbol, following, span, span)
    whole = surface.Subscript(following, (surface.Ellipsis(span),), span, exact=True)
    first = (now, surface.Assign((whole,), advance, span))
    turn = (number(0, span), trips, number(1, span))
    inner = left_by(construct.cycle_block, inner, span)
    run = surface.For(r.fresh("trip"), turn, (*first, *inner), span)
    return [*made, store(r, symbol, start, span, span),
            *left_by(construct.exit_block, (run, now), span)]  # fmt: skip


@dataclass(frozen=True)
class Run:
    """How a DO loop runs: the surface loop's variable and range, what begins an iteration, the
    number of the iteration and of all of them, the DO variable and its value after the loop."""

    var: str
    arguments: tuple[surface.Expr, ...]
    first: tuple[surface.Statement, ...]
    number: surface.Expr
    total: surface.Expr
    counter: surface.Name
    after: surface.Expr

    def under(self, name: str, span: Span) -> Run:
        """The same with another variable, so that the DO variable keeps its value at a jump."""
        if self.var != self.counter.name:
            return self
        first = surface.Assign((self.counter,), surface.Name(name, span), span)
        return replace(self, var=name, first=(first, *self.first))


def run_of(
    r: Routine, loop: tree.Do, start: surface.Expr, stop: surface.Expr,
    before: list[surface.Statement],
) -> Run:  # fmt: skip
    """The iterations of a DO loop (Fortran 2018, 11.1.7.4)."""
    span = loop.span
    step = 1 if loop.step is None else integer_constant(loop.step, r.scope)
    if step == 0:
        raise AdcError.of(
            "ADC0219", "a loop's step is zero", loop.step.span if loop.step else span,
            help="use another step",
        )  # fmt: skip
    if step is None:
        return run_by_steps(r, loop, start, stop, before)
    if loop.once:
        stop = intrinsic("max" if step > 0 else "min", (start, stop), span)
    total = trips(start, stop, step, span)
    moved = total
    if abs(step) > 1:
        moved = surface.Binary("*", total, number(abs(step), span), span)
    after = surface.Binary("+" if step > 0 else "-", start, moved, span)
    counter = surface.Name(r.key(r.symbol(loop.var, span)), span)
    count: surface.Expr = minus(counter, start, span)
    if step != 1:
        count = surface.Binary("/", count, number(step, span), span)
    end = plus(stop, 1 if step > 0 else -1, span)
    return Run(counter.name, (start, end, number(step, span)), (), count, total, counter, after)


def run_by_steps(
    r: Routine, loop: tree.Do, start: surface.Expr, stop: surface.Expr,
    before: list[surface.Statement],
) -> Run:  # fmt: skip
    """A loop whose step is an expression, whose sign the lowering must be able to tell."""
    assert loop.step is not None
    span = loop.span
    step = settled_bound(r, loop, loop.step, before, True)
    total = intrinsic("trips", (start, stop, step), loop.step.span)
    turn = surface.Name(r.fresh("trip"), span)

    def reached(times: surface.Expr) -> surface.Expr:
        return surface.Binary("+", start, surface.Binary("*", step, times, span), span)

    counter = surface.Name(r.key(r.symbol(loop.var, span)), span)
    first = surface.Assign((counter,), reached(turn), span)
    return Run(turn.name, (number(0, span), total, number(1, span)), (first,), turn, total,
               counter, reached(total))  # fmt: skip


def counted(
    r: Routine, loop: tree.Do, counters: dict[str, Advance],
    before: list[surface.Statement], run: Run,
) -> tuple[list[surface.Statement], list[surface.Statement]]:  # fmt: skip
    """What counters are at the start of an iteration, and after the loop."""
    now: list[surface.Statement] = []
    at_end: list[surface.Statement] = []
    span = loop.span
    for name, grown in counters.items():
        start, counter = surface.Name(r.fresh(name), span), surface.Name(name, span)
        before.append(surface.Assign((start,), counter, span))
        for made, times in ((now, run.number), (at_end, run.total)):
            value = surface.Binary("+", start, grown.after(times, span), span)
            made.append(surface.Assign((counter,), value, span))
    return now, at_end


def settled_bound(
    r: Routine, loop: tree.Do, bound: tree.Expr, before: list[surface.Statement],
    kept: bool,
) -> surface.Expr:  # fmt: skip
    """A bound, held in a name of its own where the loop changes what it is made of, or where it
    must be worked out only once."""
    value = whole_bound(r, bound)
    changed = {loop.var} | changed_in(r, loop.body)
    if not (kept and (names_in(bound) & changed or with_effects(r, r.scope, bound))):
        return value
    held = surface.Name(r.fresh("bound"), bound.span)
    before.append(surface.Assign((held,), value, bound.span))
    return held


def asked_after(r: Routine, loop: tree.Do) -> bool:
    """Whether the DO variable occurs anywhere outside the loops over it."""

    def outside(statements: tree.Body) -> bool:
        return any(occurs(s) for s in statements)

    def occurs(node: object) -> bool:
        if isinstance(node, tree.Do) and node.var == loop.var:
            return any(loop.var in names_in(b) for b in (node.start, node.stop))
        if isinstance(node, tree.Do):
            parts = (node.start, node.stop) + ((node.step,) if node.step else ())
            return any(loop.var in names_in(p) for p in parts) or outside(node.body)
        if isinstance(node, tree.If):
            inside = any(loop.var in names_in(c) or outside(b) for c, b, _ in node.branches)
            return inside or outside(node.orelse)
        if isinstance(node, (tree.DoWhile, tree.Block)):
            test = getattr(node, "condition", None)
            return (test is not None and loop.var in names_in(test)) or outside(node.body)
        if isinstance(node, tree.Select):
            return loop.var in names_in(node.selector) or any(outside(c.body) for c in node.cases)
        return loop.var in names_in(node)

    dummy = any(d.name == loop.var for d in r.scope.arguments)
    return dummy or outside(r.scope.body)


def leaves_early(loop: tree.Do) -> bool:
    """Whether something in the loop may end it, or a loop inside of it, before its last trip."""
    return any(
        isinstance(n, (tree.Exit, tree.Leave))
        or (isinstance(n, tree.Cycle) and n.loop not in ("", loop.name))
        for n in walk(loop.body)
    )


def while_loop(r: Routine, loop: tree.DoWhile) -> list[surface.Statement]:
    span = loop.span
    r.constructs.append(Construct(loop.name, is_loop=True))
    inner = body(r, loop.body)
    construct = r.constructs.pop()
    inner = left_by(construct.cycle_block, inner, span)
    test: surface.Expr = surface.Boolean(True, span)
    if loop.condition is not None:
        test = expression(r, loop.condition)
    made = surface.While(test, inner, span, surely=loop.condition is None)
    return [*left_by(construct.exit_block, (made,), span)]


def loop_jump(r: Routine, statement: tree.Cycle | tree.Exit) -> list[surface.Statement]:
    """EXIT and CYCLE: of the innermost loop a `break` or `continue`, of another the end of a block
    around the loop or around its body."""
    span, name = statement.span, statement.loop
    leaves = isinstance(statement, tree.Exit)
    word = "EXIT" if leaves else "CYCLE"
    found = next(
        (c for c in reversed(r.constructs) if (c.name == name if name else c.is_loop)), None
    )
    if found is None:
        where = f"of `{name}`, which is no construct around it" if name else "outside a loop"
        raise AdcError.of(
            "ADC0101", f"{word} {where}", span, help="name a construct around this line"
        )
    if not leaves and not found.is_loop:
        raise AdcError.of(
            "ADC0101", f"`{name}` is no loop", span, help="name a loop around this line"
        )
    innermost = found is next((c for c in reversed(r.constructs) if c.is_loop), None)
    if innermost and not (leaves and found.exit_block):
        return [surface.Break(span) if leaves else surface.Continue(span)]
    if leaves:
        found.exit_block = found.exit_block or r.new_block()
        return [surface.Leave(found.exit_block, span)]
    found.cycle_block = found.cycle_block or r.new_block()
    return [surface.Leave(found.cycle_block, span)]


def select(r: Routine, statement: tree.Select) -> list[surface.Statement]:
    """SELECT CASE as a chain of `if`s; CASE DEFAULT comes last wherever it stands."""
    span = statement.span
    held = surface.Name(r.fresh("selector"), statement.selector.span)
    before = surface.Assign((held,), expression(r, statement.selector), span)
    if statement.name:
        r.constructs.append(Construct(statement.name, is_loop=False))
    orelse: Body = ()
    for case in statement.cases:
        if case.ranges is None:
            orelse = body(r, case.body)
    for case in reversed(statement.cases):
        if case.ranges is not None:
            tests = [case_test(r, held, item) for item in case.ranges]
            test = tests[0] if len(tests) == 1 else surface.Logical("or", tuple(tests), case.span)
            orelse = (surface.If(test, body(r, case.body), orelse, case.span),)
    if statement.name:
        orelse = left_by(r.constructs.pop().exit_block, orelse, span)
    return [before, *orelse]


def case_test(r: Routine, held: surface.Name, item: tree.Expr | tree.Section) -> surface.Expr:
    span = item.span
    if not isinstance(item, tree.Section):
        if isinstance(item, tree.Logical):
            return held if item.value else surface.Unary("not", held, span)
        return surface.Compare(("==",), (held, expression(r, item)), span)
    parts: list[surface.Expr] = []
    if item.start is not None:
        parts.append(surface.Compare((">=",), (held, expression(r, item.start)), span))
    if item.stop is not None:
        parts.append(surface.Compare(("<=",), (held, expression(r, item.stop)), span))
    return parts[0] if len(parts) == 1 else surface.Logical("and", tuple(parts), span)


def called(r: Routine, statement: tree.Call) -> list[surface.Statement]:
    if not is_inactive(r, statement) and is_outside(r, statement):
        leave_out_outside(r, statement)
        return []
    if not is_inactive(r, statement):
        return subroutine_call(r, statement)
    leave_out(r, statement)
    return []


# -- what a derivative has no use for --------------------------------------------------------------


def stop(r: Routine, statement: tree.Stop) -> list[surface.Statement]:
    """STOP ends the routine; the call then returns an error code."""
    word = "ERROR STOP" if statement.error else "STOP"
    span = statement.span
    advice = "check the code that the call returns"
    if statement.inactive:
        word = f"the call of the inactive `{statement.inactive}`"
        advice = f"call `{statement.inactive}` before, and pass the variables as it leaves them"
    if not is_library(r.unit):  # XERBLA: a line that its callers have not written
        r.warn(
            "ADC0171", f"{word} becomes an error code of the generated function", span, advice,
        )  # fmt: skip
    return ended(r, span)
