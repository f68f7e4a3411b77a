"""The structural verifier: what must hold of a program after every pass.

A list of small checks, each raising InternalError with the statement's label and its span. What
depends on the table of operations is in `adc.interpret.verify_ops`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

import sympy

from adc.diagnostics import InternalError, Span
from adc.ir.build import const_value
from adc.ir.call import Binding, Call, bindings, calls_in, gained_formals, given_formals
from adc.ir.declarations import Container
from adc.ir.dtypes import DType
from adc.ir.enums import (
    ARGUMENTS,
    COPIED,
    EXTREMA,
    READ_ONLY,
    SYMBOLS,
    ParameterKind,
    Role,
    Update,
    When,
)
from adc.ir.expressions import (
    Alternatives,
    Const,
    Expr,
    IntValue,
    Need,
    Read,
    index_names,
    reads,
    walked,
)
from adc.ir.levels import LEVELS, Level
from adc.ir.node import Body, Node, Statement, unused_variables
from adc.ir.nodes import (
    Compute,
)
from adc.ir.operation import Operation
from adc.ir.program import Program
from adc.ir.shapes import distinct, entries, entry, names
from adc.ir.verify_loops import CHECKS_OF_LOOPS
from adc.ir.walking import expressions_in, labels_in, statements, walk_nodes

RELATIONS = ("==", "<=", "<", ">=", ">")


def verify(program: Program, level: str) -> None:
    """Raise InternalError at the first rule of the IR that `program` breaks at `level`."""
    if level not in LEVELS:
        raise InternalError(f"no level of verification is called {level!r}")
    for check in CHECKS:
        check(program, LEVELS[level])
    for routine in program.routines:
        verify_routine(program.routine(routine.name), ROUTINES.get(level, level))


#: Where reverse mode has been, the routines' derivatives are planned already.
ROUTINES = {"reversed": "planned"}


def verify_routine(routine: Program, level: str) -> None:
    """The same of a routine that a program brings along, once at each level."""
    if ("verified", level) not in routine.memo:
        for check in CHECKS:
            check(routine, LEVELS[level])
        routine.memo["verified", level] = True


def check_names(program: Program, level: Level) -> None:
    """Containers and integer symbols have distinct names that are identifiers."""
    seen: set[str] = set()
    for name in chain(program.symbols, (c.name for c in program.containers)):
        if not name.isidentifier():
            raise InternalError(f"{name!r} is no name")
        if name in seen:
            raise InternalError(f"{name} is declared twice")
        seen.add(name)


def check_containers(program: Program, level: Level) -> None:
    """Roles are known and the level's; shapes use sizes and integer arguments alone."""
    symbols = set(program.symbols)
    for container in program.containers:
        if container.role not in set(Role):
            raise InternalError(f"{container.name} has the unknown role {container.role!r}")
        if container.role not in level.roles and program.external is None:
            told = f"{container.name} ({container.role}) is in a program that is {level.name}"
            raise InternalError(told, container.span)
        for extent in container.shape:
            _in_scope(extent, symbols, f"the shape of {container.name}", container.span)


def check_parameters(program: Program, level: Level) -> None:
    """Parameters are distinct and of the right kind; every argument container is among them."""
    given: set[str] = set()
    for parameter in program.parameters:
        name, kind = parameter.name, parameter.kind
        if name in given:
            raise InternalError(f"the parameter {name} occurs twice", parameter.span)
        given.add(name)
        if kind in SYMBOLS:
            continue
        if kind not in set(ParameterKind):
            raise InternalError(f"the parameter {name} has the unknown kind {kind!r}")
        if name not in program.by_name:
            raise InternalError(f"the parameter {name} names no container", parameter.span)
        if (kind == ParameterKind.SCALAR) != (program[name].shape == ()):
            raise InternalError(f"the parameter {name} is not of kind {kind}", parameter.span)
    for container in program.containers:
        if container.role in ARGUMENTS and container.name not in given:
            raise InternalError(f"{container.name} ({container.role}) is no parameter")


def check_returns(program: Program, level: Level) -> None:
    for name in program.returns:
        if name not in program.by_name:
            raise InternalError(f"{name} is returned and not declared", program.span)


def check_flags(program: Program, level: Level) -> None:
    """What tells of a stop, or of a misfit, is one scalar boolean that the caller does not pass;
    of a stop, it may be an integer, which says of which."""
    for role in (Role.STOP, Role.MISFIT, Role.NOCONV):
        found = [c for c in program.containers if c.role == role]
        if len(found) > 1:
            raise InternalError(f"{found[1].name} is a second container of the role {role}")
        for container in found:
            told = f"{container.name} ({role})"
            kinds = (DType.BOOL, DType.INT64)[: 2 if role == Role.STOP else 1]
            if container.dtype not in kinds or container.shape:
                raise InternalError(f"{told} is no scalar boolean", container.span)
            if container.name in {*program.returns, *(p.name for p in program.parameters)}:
                raise InternalError(f"{told} is passed or returned", container.span)


def check_assumptions(program: Program, level: Level) -> None:
    symbols = set(program.symbols)
    for assumption in program.assumptions:
        if assumption.relation not in RELATIONS:
            raise InternalError(f"an assumption with the relation {assumption.relation!r}")
        for side in (assumption.left, assumption.right):
            _in_scope(side, symbols, "an assumption", assumption.span)


def check_labels(program: Program, level: Level) -> None:
    """What others name has a label (`Node.needs_label`), and no label occurs twice."""
    seen: set[str] = set()
    for node in walk_nodes(program.body):
        if node.needs_label and not node.label:
            raise InternalError(f"{_described(node)} has no label", node.span)
        if node.label and node.label in seen:
            raise InternalError(f"the label {node.label} occurs twice", node.span)
        seen.add(node.label)


def _described(node: Node) -> str:
    if isinstance(node, Statement):
        return f"a statement on {', '.join(w.container for w in node.writes)}"
    return f"a {node.title}"


def check_variables(program: Program, level: Level) -> None:
    """Loop and domain variables hide no other name; in a primal, no two are alike.

    A reverse sweep runs the forward sweep's loops again, under the names that they have there.
    """
    declared = set(program.symbols) | set(program.by_name)
    _check_hiding(program.body, declared)
    if level.once:
        _check_distinct(program.body)


def _check_hiding(body: Body, taken: set[str]) -> None:
    for node in body:
        own = node.variables
        for position, name in enumerate(own):
            if name in taken or name in own[:position] or not name.isidentifier():
                raise InternalError(f"{node.title}: the variable {name} hides another")
        taken.update(own)
        for part in node.parts:
            _check_hiding(part, taken)
        taken.difference_update(own)


def _check_distinct(body: Body) -> None:
    seen: set[str] = set()
    for node in walk_nodes(body):
        for name in node.variables:
            if name in seen:
                raise InternalError(f"{node.title}: the variable {name} is used twice")
            seen.add(name)


def check_scopes(program: Program, level: Level) -> None:
    """Every integer symbol is a size, an integer argument, or an enclosing variable."""
    _check_scopes(program.body, set(program.symbols))


def _check_scopes(body: Body, scope: set[str]) -> None:
    for node in body:
        for value, own, what in node.integers:
            where = f"{node.title}: {what}" if what else node.title
            _in_scope(value, scope.union(own), where, node.span)
        for expr, domain in node.evaluated:
            own = node.variables if node.decides else tuple(d.var for d in domain)
            _names_in_scope(index_names(expr), scope.union(own), node.title, node.span)
        for part, bound in zip(node.parts, node.bound, strict=True):
            _check_scopes(part, scope.union(bound))


def check_expressions(program: Program, level: Level) -> None:
    """Reads fit their containers; literals are numbers; conditions are truth values."""
    for node, expr, _ in expressions_in(program.body):
        for e in walked(expr):
            _check_leaf(program, e, node)
        if node.decides and expr.dtype is not DType.BOOL:
            raise InternalError(f"{node.title}: a condition of {expr.dtype}", node.span)


def _check_leaf(program: Program, e: Expr, node: Node) -> None:
    if isinstance(e, (Read, Need)):
        _check_type(_checked(program, e.container, len(e.index), node), e.dtype, node)
    elif isinstance(e, Const):
        const_value(e)
    elif isinstance(e, IntValue) and not e.dtype.is_integer:
        raise InternalError(f"{node.title}: {e.value} is of {e.dtype}", node.span)
    elif isinstance(e, Alternatives) and len({o.dtype for o in e.options}) != 1:
        raise InternalError(f"{node.title}: alternatives of several types", node.span)


def _checked(program: Program, name: str, rank: int, node: Node) -> Container:
    """The container `name`, which must be there and have `rank` axes."""
    container = program.by_name.get(name)
    if container is None:
        raise InternalError(f"{node.title}: {name} is not declared", node.span)
    if len(container.shape) != rank:
        raise InternalError(
            f"{node.title}: {name} has {len(container.shape)} axes, not {rank}", node.span
        )
    return container


def _check_type(container: Container, dtype: DType, node: Node) -> None:
    if container.dtype is not dtype:
        message = f"{node.title}: {container.name} is of {container.dtype}, not of {dtype}"
        raise InternalError(message, node.span)


def check_writes(program: Program, level: Level) -> None:
    """Targets fit the value's type and may be written; operators are known."""
    for node in statements(program.body):
        for write in node.writes:
            container = _checked(program, write.container, len(write.target.index), node)
            if isinstance(node, Compute):
                _check_type(container, node.expr.dtype, node)
            if write.op not in set(Update):
                raise InternalError(f"{node.label}: unknown operator {write.op!r}", node.span)
            if container.role in READ_ONLY:
                told = f"{container.name} ({container.role})"
                raise InternalError(f"{node.label}: writes {told}", node.span)


def check_assignments(program: Program, level: Level) -> None:
    """An assignment writes each element once: its target uses every variable of the domain."""
    for node in statements(program.body):
        for write in node.writes:
            unused = unused_variables(write)
            if write.op == Update.ASSIGN and unused:
                raise InternalError(
                    f"{node.label}: the target does not use {', '.join(unused)}", node.span
                )


def check_self_reads(program: Program, level: Level) -> None:
    """A reduction does not read the element that it is computing.

    Whether other elements that are read are disjoint from those written is for index sets to say.
    """
    for node in statements(program.body):
        read = {(u.container, u.index) for u in node.uses}
        for write in node.writes:
            sums = write.op == Update.ADD and unused_variables(write)
            target = (write.container, write.target.index)
            if (write.op in EXTREMA or sums) and target in read:
                raise InternalError(f"{node.label}: reads what it accumulates into", node.span)


def check_entries(program: Program, level: Level) -> None:
    """Arrays that subscripts are read from are integers of the caller's that nothing writes."""
    for node in walk_nodes(program.body):
        found = [e for scoped in node.integers for e in entries(scoped.value)]
        found += [e for w in node.writes for i in w.target.index for e in entries(i)]
        found += [e for expr, _ in node.evaluated for x in walked(expr) for e in _entries_of(x)]
        for e in found:
            container = _checked(program, e.container, len(e.index), node)
            if not container.dtype.is_integer or container.role != Role.INPUT:
                told = f"{container.name} ({container.dtype}, {container.role})"
                raise InternalError(f"{node.title}: a subscript is read from {told}", node.span)
            if isinstance(e, distinct) and not container.unique:
                told = f"elements of {container.name} are told apart, which may be equal"
                raise InternalError(f"{node.title}: {told}", node.span)


def _entries_of(expr: Expr) -> tuple[entry, ...]:
    if isinstance(expr, IntValue):
        return entries(expr.value)
    index = expr.index if isinstance(expr, (Read, Need)) else ()
    return tuple(e for i in index for e in entries(i))


def check_rules(program: Program, level: Level) -> None:
    """What only a kind of node knows of itself."""
    for node in walk_nodes(program.body):
        node.check(program.by_name)


def check_host(program: Program, level: Level) -> None:
    """Only copies of whole blocks touch what is in the host's memory, or on its way there."""
    host = {c.name for c in program.containers if c.role in COPIED}
    for node in walk_nodes(program.body) if host else ():
        used = {u.container for u in node.uses} | {w.container for w in node.writes}
        if used & host and not (isinstance(node, Operation) and node.reaches_host):
            found = program[min(used & host)]
            place = "in the host's memory" if found.role is Role.HOST else "staged for copies"
            told = f"{node.title}: it touches {found.name}, which is {place}"
            raise InternalError(told, node.span)


def check_calls(program: Program, level: Level) -> None:
    """Calls fit their routines: symbols, sections for the formals in order and of their types."""
    if len({r.name for r in program.routines}) < len(program.routines):
        raise InternalError(f"two routines of {program.name} have one name")
    for call in calls_in(program.body):
        routine = program.routine(call.routine)
        given, gained = given_formals(routine), gained_formals(routine)
        counts = (len(call.given), len(call.operands), len(call.results))
        if counts != (len(routine.symbols), len(given), len(gained)):
            raise InternalError(f"{call.title}: it does not fit {routine.name}", call.span)
        for binding in bindings(call, routine):
            _check_binding(program, call, binding)


def check_external(program: Program, level: Level) -> None:
    """A library's routine has no body; its derivatives are routines beside it."""
    external = program.external
    if external is None:
        return
    if program.body or not set(external.narrow) <= set(program.symbols):
        raise InternalError(f"{program.name} is external and has a body, or {external.narrow}")
    for name in filter(None, (external.tangent, external.adjoint)):
        program.routine(name)


def _check_binding(program: Program, call: Call, binding: Binding) -> None:
    formal, operand, result = binding
    where = f"{call.title}: {formal.name} of {call.routine}"
    sections = [(operand.expr.dtype, operand.domain)] if operand else []
    if result:
        sections.append((program[result.container].dtype, result.domain))
        if result.op != Update.ASSIGN:
            raise InternalError(f"{where} is not assigned", call.span)
        shared = result.container in {u.container for u in call.uses}
        others = [o for o in call.operands if o is not operand]
        met = any(r.container == result.container for o in others for r in reads(o.expr))
        if shared and (met or not binding.in_place):
            raise InternalError(f"{where} shares a container with another", call.span)
    for dtype, domain in sections:
        if dtype is not formal.dtype or len(domain) != len(formal.shape):
            raise InternalError(f"{where} gets {dtype} over {len(domain)} axes", call.span)


def check_needs(program: Program, level: Level) -> None:
    """Needs and alternatives stand where the level has them, and name statements there are."""
    labels = labels_in(program.body)
    for node, expr, _ in expressions_in(program.body):
        for e in walked(expr):
            if isinstance(e, (Need, Alternatives)) and not level.needs:
                kind = "a need" if isinstance(e, Need) else "a choice"
                raise InternalError(f"{node.title}: {kind} is left undecided", node.span)
            if isinstance(e, Need) and e.point not in labels:
                raise InternalError(f"{node.title}: no statement {e.point}", node.span)
            if isinstance(e, Need) and e.when not in set(When):
                raise InternalError(f"{node.title}: a need {e.when!r} {e.point}", node.span)


CHECKS: tuple[Callable[[Program, Level], None], ...] = (
    check_names,
    check_containers,
    check_parameters,
    check_returns,
    check_flags,
    check_assumptions,
    check_labels,
    check_variables,
    check_scopes,
    check_expressions,
    check_writes,
    check_assignments,
    check_self_reads,
    check_entries,
    check_rules,
    check_host,
    check_calls,
    check_external,
    check_needs,
    *CHECKS_OF_LOOPS,
)


def _in_scope(expr: sympy.Expr, scope: set[str], what: str, span: Span | None) -> None:
    _names_in_scope(names(expr), scope, what, span)


def _names_in_scope(found: frozenset[str], scope: set[str], what: str, span: Span | None) -> None:
    missing = sorted(found - scope)
    if missing:
        raise InternalError(f"{what}: {missing[0]} is not in scope", span)
