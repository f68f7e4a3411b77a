"""Calls of the user's own routines, made ready for functions that work on contiguous memory.

A routine takes each of its arrays as one contiguous block, and works in place on what it is given
and gives back. Where a section of the caller's is no such block, where an array is computed on the
way, or where the result lies elsewhere than the operand, statements copy before and after.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import sympy

from adc.diagnostics import InternalError
from adc.ir.call import Binding, Call, bindings
from adc.ir.declarations import Container
from adc.ir.dtypes import DType
from adc.ir.enums import Role, Update
from adc.ir.expressions import Expr, Index, Read, reads
from adc.ir.external import OwnText
from adc.ir.extremes import UnboundedError, ends, extreme
from adc.ir.names import NameSource
from adc.ir.node import Access, Body, Domain, Write
from adc.ir.node import Node as Statement
from adc.ir.nodes import Compute
from adc.ir.operation import Section, extents
from adc.ir.program import Program
from adc.ir.shapes import (
    IntLike,
    Needed,
    Shape,
    integer,
    inward,
    maximum,
    names,
    opened,
    same,
    substitute,
    symbol,
)
from adc.ir.walking import labels_in, map_body, names_in
from adc.schedule.accesses import used_containers
from adc.schedule.arena import never_negative, non_negative
from adc.schedule.renaming import variables
from adc.schedule.scheduled import Scheduled
from adc.schedule.tree import (
    UNBOUNDED,
    For,
    LibraryCall,
    Node,
    Place,
    RoutineCall,
    Tree,
    parts,
    walk,
    with_parts,
)
from adc.schedule.work import work_of_tree


def with_blocks_for_calls(program: Program) -> Program:
    """`program` with calls whose arrays are contiguous blocks, and which work in place on what
    they are given and give back; statements around them copy."""
    work = _Copies(program, NameSource(labels_in(program.body)), NameSource(names_in(program)))
    body = map_body(program.body, lambda n: work.call(n) if isinstance(n, Call) else (n,))
    return program.with_body(body).with_containers(*work.new)


def routine_call(call: Call, callee: Scheduled) -> RoutineCall:
    """The node of the loop tree for a call whose arrays are contiguous; it has no workspace yet."""
    if callee.program.misfit or callee.program.stop:
        raise InternalError(f"{call.title}: a routine that may stop stays no function", call.span)
    external = callee.program.external is not None
    own_text = isinstance(callee.program.external, OwnText)
    used = frozenset(callee.program.by_name if external else used_containers(callee.tree))
    found = tuple(
        _argument(binding) if binding.formal.name in used else None
        for binding in bindings(call, callee.program)
    )
    return RoutineCall(
        call.routine,
        call.given,
        found,
        work=_work(call, callee),
        library=(external and not own_text) or any(_in_library(n) for n in walk(callee.tree)),
        span=call.span,
        note=call.note,
        label=call.label,
    )


def _work(call: Call, callee: Scheduled) -> sympy.Expr:
    """An estimate of what the routine does; one operation where sizes alone do not tell."""
    given: dict[str, IntLike] = dict(zip(callee.program.symbols, call.given, strict=True))
    external = callee.program.external
    work = external.work if isinstance(external, OwnText) else work_of_tree(callee.tree)
    return substitute(work, given) if names(work) <= given.keys() else sympy.Integer(1)


def _in_library(node: Node) -> bool:
    return isinstance(node, LibraryCall) or (isinstance(node, RoutineCall) and node.library)


def with_workspaces(
    tree: Tree,
    containers: tuple[Container, ...],
    program: Program,
    routines: Mapping[str, Scheduled],
    taken: frozenset[str],
) -> tuple[Tree, tuple[Container, ...]]:
    """`tree` with a buffer in each call of a routine that has buffers of its own: their memory is
    the caller's. Calls that need as much have one buffer, which begins anew in each of them."""
    fresh = NameSource(taken | {c.name for c in containers} | variables(tree))
    found: dict[tuple[str, Shape], Container] = {}

    def visit(node: Node, around: tuple[For, ...]) -> Node:
        inside = (*around, node) if isinstance(node, For) else around
        node = with_parts(
            node, tuple(tuple(visit(n, inside) for n in part) for part in parts(node))
        )
        if not isinstance(node, RoutineCall) or routines[node.routine].arena_bytes == 0:
            return node
        shape = workspace_shape(node, routines[node.routine], program, around)
        if (node.routine, shape) not in found:
            name = fresh.fresh(f"{node.routine}_workspace")
            found[node.routine, shape] = Container(name, DType.FLOAT64, shape, Role.LOCAL)
        return replace(node, workspace=found[node.routine, shape].name)

    tree = tuple(visit(node, ()) for node in tree)
    return tree, (*containers, *found.values())


def workspace_shape(
    call: RoutineCall, callee: Scheduled, caller: Program, around: Sequence[For]
) -> Shape:
    """How many numbers in double precision the routine's own buffers are long, in whichever
    iteration of the loops `around` it is called.

    InternalError where no bound is known of that.
    """
    sizes, known = never_negative(callee.program), never_negative(caller)
    given: dict[str, IntLike] = {
        name: maximum(value, 0) if name in sizes and not non_negative(value, known) else value
        for name, value in zip(callee.program.symbols, call.given, strict=True)
    }
    size = substitute(callee.arena_bytes, given)
    for loop in reversed(around):
        if loop.var in names(size):
            end = {loop.var: _dearest(size, loop, call)}
            size = substitute(size, end)
            given = {name: substitute(integer(value), end) for name, value in given.items()}
    for name in sorted(names(size) - set(caller.symbols)):
        raise _changes(call, name)
    arguments = tuple(integer(given[name]) for name in memory_symbols(callee))
    return (Needed(call.routine, arguments, size) / 8,)


def _dearest(size: sympy.Expr, loop: For, call: RoutineCall) -> sympy.Expr:
    """The value of the loop's variable, its first or its last, at which `size` is largest."""
    if loop.stop == UNBOUNDED or loop.count is not None:
        raise _changes(call, loop.var)
    bounds = ends(loop.start, loop.stop, loop.step)
    try:
        most = extreme(sympy.expand(opened(size)), loop.var, *bounds)
    except UnboundedError:
        raise _changes(call, loop.var) from None
    for end in bounds:
        if same(inward(opened(substitute(size, {loop.var: end}))), inward(most)):
            return end
    raise _changes(call, loop.var)


def _changes(call: RoutineCall, name: str) -> InternalError:
    return InternalError(f"{call.label}: the memory of {call.routine} depends on {name}", call.span)


def memory_symbols(routine: Scheduled) -> tuple[str, ...]:
    """Those of the routine's symbols that tell how much memory it needs."""
    used = names(routine.arena_bytes)
    return tuple(name for name in routine.program.symbols if name in used)


def _argument(binding: Binding) -> Place | Expr:
    formal, operand, result = binding
    if result is None:
        assert operand is not None
        if not formal.shape:
            return operand.expr
        assert isinstance(operand.expr, Read)
        target = Access(operand.expr.container, operand.expr.index)
        return _place(target, operand.domain, read=True, written=False)
    return _place(result.target, result.domain, read=operand is not None, written=True)


def _place(target: Access, domain: Domain, *, read: bool, written: bool) -> Place:
    starts: dict[str, IntLike] = {d.var: d.start for d in domain}
    origin = tuple(substitute(e, starts) for e in target.index)
    return Place(target.container, origin, extents(domain), read, written)


# -- contiguous sections ---------------------------------------------------------------------------


def is_contiguous(index: Index, shape: Shape, domain: Domain) -> bool:
    """Whether the elements `index` over `domain` are one block, in the order of the domain: its
    variables run through the last axes, through all of them but the first from end to end."""
    lead = len(index) - len(domain)
    own = {d.var for d in domain}
    if lead < 0 or any(names(e) & own for e in index[:lead]):
        return False
    for axis, dim in enumerate(domain, start=lead):
        moved = sympy.expand(index[axis] - symbol(dim.var))
        if names(moved) & own:
            return False
        whole = same(moved + dim.start, 0) and same(moved + dim.stop, shape[axis])
        if axis > lead and not whole:
            return False
    return True


# -- copies ----------------------------------------------------------------------------------------


@dataclass
class _Copies:
    """Puts copies around calls; `new` are the containers that they go to."""

    program: Program
    labels: NameSource
    fresh: NameSource
    new: list[Container] = field(default_factory=list)

    def call(self, call: Call) -> Body:
        """`call` between the statements that copy what it cannot take where it is."""
        routine = self.program.routine(call.routine)
        before: list[Statement] = []
        after: list[Statement] = []
        operands: list[Section] = []
        results: list[Write] = []
        for binding in bindings(call, routine):
            operand, result = self.result(call, binding, before, after)
            operand = self.operand(call, binding, operand, before)
            operands += [operand] if operand is not None else []
            results += [result] if result is not None else []
        new = replace(call, operands=tuple(operands), results=tuple(results))
        return (*before, new, *after)

    def result(
        self, call: Call, binding: Binding, before: list[Statement], after: list[Statement]
    ) -> tuple[Section | None, Write | None]:
        """Where the routine leaves its result, and what it is given there."""
        formal, operand, result = binding
        if result is None:
            return operand, None
        target, domain = result.target, result.domain
        if not is_contiguous(target.index, self.program[target.container].shape, domain):
            place = self.buffer(call, formal, (target,), domain)
            back = Read(place.container, place.index, formal.dtype)
            after.append(self.copy(call, target, back, domain))
            target, result = place, Write(place, domain)
        elif binding.in_place:
            return operand, result
        if operand is None:
            return None, result
        copied = Binding(formal, operand, result).copied
        assert copied is not None, "it lies elsewhere"
        before.append(self.copy(call, *copied))
        return Section(Read(target.container, target.index, formal.dtype), domain), result

    def operand(
        self, call: Call, binding: Binding, operand: Section | None, before: list[Statement]
    ) -> Section | None:
        """What the routine only reads, as a block."""
        formal = binding.formal
        if operand is None or binding.result is not None or not formal.shape:
            return operand
        expr, domain = operand
        if isinstance(expr, Read):
            shape = self.program[expr.container].shape
            if is_contiguous(expr.index, shape, domain):
                return operand
        place = self.buffer(
            call, formal, [Access(r.container, r.index) for r in reads(expr)], domain
        )
        before.append(self.copy(call, place, expr, domain))
        return Section(Read(place.container, place.index, formal.dtype), domain)

    def copy(self, call: Call, target: Access, value: Expr, domain: Domain) -> Compute:
        label = self.labels.fresh(call.label)
        return Compute(label, target, Update.ASSIGN, value, domain, call.span)

    def buffer(
        self, call: Call, formal: Container, accesses: Sequence[Access], domain: Domain
    ) -> Access:
        """A new local container for the elements over `domain`, and its element there; they are
        those of `accesses`."""
        name = self.fresh.fresh(f"{call.routine}_{formal.name}")
        shape = self.room(call, formal, accesses, domain)
        self.new.append(Container(name, formal.dtype, shape, Role.LOCAL, span=call.span))
        return Access(name, tuple(symbol(d.var) - d.start for d in domain))

    def room(
        self, call: Call, formal: Container, accesses: Sequence[Access], domain: Domain
    ) -> Shape:
        """The extents of a container for the elements over `domain`. Where the first differs from
        one iteration of a loop to another it is as large as that of an array they are in."""
        shape, fixed = extents(domain), set(self.program.symbols)
        if shape and names(shape[0]) - fixed:
            axes = (self.axis(access, domain[0].var) for access in accesses)
            shape = (next((e for e in axes if e is not None), shape[0]), *shape[1:])
        for name in sorted({n for e in shape for n in names(e)} - fixed):
            told = f"{call.title}: a copy for {formal.name} of {call.routine} depends on {name}"
            raise InternalError(told, call.span)
        return shape

    def axis(self, access: Access, var: str) -> sympy.Expr | None:
        """The extent of the axis that `var` runs along, in steps of one."""
        for position, extent in zip(
            access.index, self.program[access.container].shape, strict=True
        ):
            if position.is_polynomial(symbol(var)) and abs(position.coeff(symbol(var), 1)) == 1:
                return extent
        return None
