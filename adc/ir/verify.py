"""The structural verifier: what must hold of a program after every pass.

A list of small checks, each raising InternalError with the statement's label and its span. What
depends on the table of operations is in `adc.interpret.verify_ops`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

import sympy

from adc.diagnostics import InternalError, Span
from adc.ir.build import const_value
from adc.ir.dtypes import DType
from adc.ir.expressions import (
    Alternatives,
    Const,
    Expr,
    IntValue,
    Need,
    Read,
    index_names,
    walked,
)
from adc.ir.levels import LEVELS, Level
from adc.ir.nodes import (
    ROLES,
    Body,
    Branch,
    Compute,
    Heading,
    Loop,
    Node,
    Program,
    Replay,
    ReverseWhile,
    Snapshot,
    While,
    computes,
    parts,
    walk_nodes,
)
from adc.ir.shapes import names
from adc.ir.verify_loops import CHECKS_OF_LOOPS

OPERATORS = ("=", "+=", "max=", "min=")
RELATIONS = ("==", "<=", "<", ">=", ">")
#: Roles that nothing writes, and roles that the caller hands over.
READ_ONLY = frozenset({"input", "seed", "tangent_in"})
ARGUMENTS = READ_ONLY | {"inout", "gradient", "tangent_out"}


def verify(program: Program, level: str) -> None:
    """Raise InternalError at the first rule of the IR that `program` breaks at `level`."""
    if level not in LEVELS:
        raise InternalError(f"no level of verification is called {level!r}")
    for check in CHECKS:
        check(program, LEVELS[level])


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
        if container.role not in ROLES:
            raise InternalError(f"{container.name} has the unknown role {container.role!r}")
        if container.role not in level.roles:
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
        if kind in ("size", "integer"):
            continue
        if kind not in ("scalar", "array"):
            raise InternalError(f"the parameter {name} has the unknown kind {kind!r}")
        if name not in program.by_name:
            raise InternalError(f"the parameter {name} names no container", parameter.span)
        if (kind == "scalar") != (program[name].shape == ()):
            raise InternalError(f"the parameter {name} is not of kind {kind}", parameter.span)
    for container in program.containers:
        if container.role in ARGUMENTS and container.name not in given:
            raise InternalError(f"{container.name} ({container.role}) is no parameter")


def check_returns(program: Program, level: Level) -> None:
    for name in program.returns:
        if name not in program.by_name:
            raise InternalError(f"{name} is returned and not declared", program.span)


def check_flags(program: Program, level: Level) -> None:
    """What tells of a stop, or of a misfit, is one scalar boolean that the caller does not pass."""
    for role in ("stop", "misfit"):
        found = [c for c in program.containers if c.role == role]
        if len(found) > 1:
            raise InternalError(f"{found[1].name} is a second container of the role {role}")
        for container in found:
            told = f"{container.name} ({role})"
            if container.dtype is not DType.BOOL or container.shape:
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
    """Every statement, branch and While has a label, and no label occurs twice."""
    seen: set[str] = set()
    for node in walk_nodes(program.body):
        if isinstance(node, Heading):
            continue
        if isinstance(node, Compute) and not node.label:
            raise InternalError(f"a statement on {node.container} has no label", node.span)
        if isinstance(node, (Branch, While)) and not node.label:
            raise InternalError(f"a {type(node).__name__.lower()} has no label", node.span)
        if node.label and node.label in seen:
            raise InternalError(f"the label {node.label} occurs twice", node.span)
        seen.add(node.label)


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
        own = _variables(node)
        for position, name in enumerate(own):
            if name in taken or name in own[:position] or not name.isidentifier():
                raise InternalError(f"{_where(node)}: the variable {name} hides another")
        for part in parts(node):
            _check_hiding(part, taken.union(own))


def _check_distinct(body: Body) -> None:
    seen: set[str] = set()
    for node in walk_nodes(body):
        for name in _variables(node):
            if name in seen:
                raise InternalError(f"{_where(node)}: the variable {name} is used twice")
            seen.add(name)


def _variables(node: Node) -> list[str]:
    if isinstance(node, (Loop, While, ReverseWhile)):
        return [node.var]
    if isinstance(node, Snapshot):
        return [node.slot]
    if isinstance(node, Replay):
        return [node.slot, node.var]
    return [d.var for d in node.domain] if isinstance(node, Compute) else []


def check_scopes(program: Program, level: Level) -> None:
    """Every integer symbol is a size, an integer argument, or an enclosing variable."""
    _check_scopes(program.body, set(program.symbols))


def _check_scopes(body: Body, scope: set[str]) -> None:
    for node in body:
        if isinstance(node, Loop):
            _check_loop(node, scope)
        elif isinstance(node, Branch):
            _names_in_scope(index_names(node.condition), scope, _where(node), node.span)
            _check_scopes(node.then, scope)
            _check_scopes(node.orelse, scope)
        elif isinstance(node, Compute):
            _check_domain(node, scope)
        elif isinstance(node, (While, ReverseWhile)):
            _check_while(node, scope)
        elif isinstance(node, (Snapshot, Replay)):
            _check_snapshots(node, scope)


def _check_loop(node: Loop, scope: set[str]) -> None:
    what = f"the bounds of the loop over {node.var}"
    _in_scope(node.start, scope, what, node.span)
    _in_scope(node.stop, scope, what, node.span)
    if not isinstance(node.step, int) or node.step == 0:
        raise InternalError(f"the loop over {node.var} has the step {node.step}", node.span)
    _check_scopes(node.body, scope | {node.var})


def _check_while(node: While | ReverseWhile, scope: set[str]) -> None:
    inner = scope | {node.var}
    if isinstance(node, While):
        if node.limit is not None:
            _in_scope(node.limit, scope, f"{node.label}: the limit", node.span)
        _names_in_scope(index_names(node.condition), inner, _where(node), node.span)
    _check_scopes(node.body, inner)


def _check_snapshots(node: Snapshot | Replay, scope: set[str]) -> None:
    if node.slots < 1:
        raise InternalError(f"{node.label}: {node.slots} snapshots", node.span)
    _in_scope(node.step, scope, f"{node.label}: the step", node.span)
    held = scope | {node.slot}
    if isinstance(node, Snapshot):
        if node.steps is not None:
            _in_scope(node.steps, scope, f"{node.label}: the steps", node.span)
        _check_scopes(node.body, held)
        return
    _check_scopes(node.load, held)
    _check_scopes(node.body, scope | {node.var})
    _check_scopes(node.save, held)


def _check_domain(node: Compute, scope: set[str]) -> None:
    inner = set(scope)
    for dim in node.domain:
        for bound in (dim.start, dim.stop):
            _in_scope(bound, inner, f"{node.label}: the bounds of {dim.var}", node.span)
        inner.add(dim.var)
    for index in node.target.index:
        _in_scope(index, inner, f"{node.label}: the target", node.span)
    _names_in_scope(index_names(node.expr), inner, node.label, node.span)


def check_expressions(program: Program, level: Level) -> None:
    """Reads fit their containers; literals are numbers; conditions are truth values."""
    for node, expr in _expressions(program.body):
        for e in walked(expr):
            _check_leaf(program, e, node)
        if isinstance(node, (Branch, While)) and expr.dtype is not DType.BOOL:
            raise InternalError(f"{_where(node)}: a condition of {expr.dtype}", node.span)


def _check_leaf(program: Program, e: Expr, node: Compute | Branch | While) -> None:
    if isinstance(e, (Read, Need)):
        _check_access(program, e.container, len(e.index), e.dtype, node)
    elif isinstance(e, Const):
        const_value(e)
    elif isinstance(e, IntValue) and not e.dtype.is_integer:
        raise InternalError(f"{_where(node)}: {e.value} is of {e.dtype}", node.span)
    elif isinstance(e, Alternatives) and len({o.dtype for o in e.options}) != 1:
        raise InternalError(f"{_where(node)}: alternatives of several types", node.span)


def _check_access(
    program: Program, name: str, rank: int, dtype: DType, node: Compute | Branch | While
) -> None:
    container = program.by_name.get(name)
    if container is None:
        raise InternalError(f"{_where(node)}: {name} is not declared", node.span)
    if len(container.shape) != rank:
        raise InternalError(
            f"{_where(node)}: {name} has {len(container.shape)} axes, not {rank}", node.span
        )
    if container.dtype is not dtype:
        raise InternalError(
            f"{_where(node)}: {name} is of {container.dtype}, not of {dtype}", node.span
        )


def check_writes(program: Program, level: Level) -> None:
    """Targets fit the value's type and may be written; operators are known."""
    for node in computes(program.body):
        _check_access(program, node.container, len(node.target.index), node.expr.dtype, node)
        if node.op not in OPERATORS:
            raise InternalError(f"{node.label}: unknown operator {node.op!r}", node.span)
        role = program[node.container].role
        if role in READ_ONLY:
            raise InternalError(f"{node.label}: writes {node.container} ({role})", node.span)


def check_assignments(program: Program, level: Level) -> None:
    """An assignment writes each element once: its target uses every variable of the domain."""
    for node in computes(program.body):
        unused = _unused_variables(node)
        if node.op == "=" and unused:
            raise InternalError(
                f"{node.label}: the target does not use {', '.join(unused)}", node.span
            )


def check_self_reads(program: Program, level: Level) -> None:
    """A reduction does not read the element that it is computing.

    Whether other elements that are read are disjoint from those written is for index sets to say.
    """
    for node in computes(program.body):
        reduces = node.op in ("max=", "min=") or (node.op == "+=" and _unused_variables(node))
        target = (node.container, node.target.index)
        reads = {(e.container, e.index) for e in walked(node.expr) if isinstance(e, Read)}
        if reduces and target in reads:
            raise InternalError(f"{node.label}: reads what it accumulates into", node.span)


def check_needs(program: Program, level: Level) -> None:
    """Needs and alternatives stand where the level has them, and name statements there are."""
    labels = {n.label for n in walk_nodes(program.body) if not isinstance(n, Heading)}
    for node, expr in _expressions(program.body):
        for e in walked(expr):
            if isinstance(e, (Need, Alternatives)) and not level.needs:
                kind = "a need" if isinstance(e, Need) else "a choice"
                raise InternalError(f"{_where(node)}: {kind} is left undecided", node.span)
            if isinstance(e, Need) and e.point not in labels:
                raise InternalError(f"{_where(node)}: no statement {e.point}", node.span)
            if isinstance(e, Need) and e.when not in ("before", "after"):
                raise InternalError(f"{_where(node)}: a need {e.when!r} {e.point}", node.span)


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
    check_needs,
    *CHECKS_OF_LOOPS,
)


def _expressions(body: Body) -> Iterator[tuple[Compute | Branch | While, Expr]]:
    for node in walk_nodes(body):
        if isinstance(node, Compute):
            yield node, node.expr
        elif isinstance(node, (Branch, While)):
            yield node, node.condition


def _unused_variables(node: Compute) -> list[str]:
    used = frozenset().union(*(names(i) for i in node.target.index), frozenset())
    return [d.var for d in node.domain if d.var not in used]


def _where(node: Node) -> str:
    return getattr(node, "label", "") or type(node).__name__.lower()


def _in_scope(expr: sympy.Expr, scope: set[str], what: str, span: Span | None) -> None:
    _names_in_scope(names(expr), scope, what, span)


def _names_in_scope(found: frozenset[str], scope: set[str], what: str, span: Span | None) -> None:
    missing = sorted(found - scope)
    if missing:
        raise InternalError(f"{what}: {missing[0]} is not in scope", span)
