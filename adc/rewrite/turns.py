"""Steps in place, taken from one array to another one, which then change places.

The adjoint of a step that changes an array in place takes a copy of the adjoints that the step
replaces, and adds to them what it makes of the copy:

    tmp[i - 1] = v[i]           for i in [1, n - 1)     next[i] = v[i]             for all i
    v[i + 2] += f(tmp[i])       for i in [0, n - 2)     next[i + 2] += f(v[i + 1])
    v[i] += g(tmp[i])           for i in [0, n - 2)     next[i] += g(v[i + 1])
                                                        v[i] = next[i]             for all i

Copied is nearly all of the array. So the step may as well leave the old values where they are, and
make the new ones in an array of their own: the copy of all elements is then the first term of the
sums in gather form, `next[i] = v[i] + f(v[i - 1]) + …`, in one pass over both arrays. The last
statement copies a whole array whose values nobody needs afterwards: scheduling has the two arrays
change places instead (`schedule/swaps.py`). An array stays as it is where its sums do not take the
first copy in.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import sympy

from adc.ir.declarations import Container
from adc.ir.enums import Role, Update
from adc.ir.expressions import Expr, Read, substitute_expr
from adc.ir.names import NameSource
from adc.ir.node import Access, Body, Dim, Node
from adc.ir.nodes import Compute, Loop
from adc.ir.program import Program
from adc.ir.shapes import IntLike, maximum, names, same, substitute, symbol
from adc.ir.walking import labels_in, map_body, names_in, rename_in_body, walk_nodes
from adc.rewrite.gather import gather
from adc.rewrite.states import around, box_at
from adc.simplify.dead import drop_unused_containers

#: Where elements begin and end along each axis.
Box = list[tuple[sympy.Expr, sympy.Expr]]

#: How many elements along an axis the copy may leave out.
_MOST_LEFT = 4


def in_turns(program: Program, leaving: frozenset[str] = frozenset()) -> Program:
    """`program` with steps in place from one array to another, where the sums of a step take the
    copy of the array in; all but those of the arrays `leaving`."""
    tried: set[str] = set()
    while (step := next(_steps(program, tried), None)) is not None:
        tried.add(step.copy.label)
        if step.array.name not in leaving:
            program = step.applied() or program
    return program


def taken_from(program: Program, others: Collection[str]) -> frozenset[str]:
    """The arrays whose steps go to `others`, of those that `in_turns` has made in `program`."""
    copies = (n for n in walk_nodes(program.body) if isinstance(n, Compute))
    return frozenset(
        n.container for n in copies if isinstance(n.expr, Read) and n.expr.container in others
    )


@dataclass(frozen=True)
class _Step:
    """`copy`, the `k`-th statement of `loop`, keeps what the rest of the iteration reads of `array`
    and changes in it."""

    program: Program
    loop: Loop
    k: int
    copy: Compute
    array: Container

    def applied(self) -> Program | None:
        """The program with the step from the array to another one; None where the copy of all of
        the array is left as a statement of its own."""
        program = self.program
        root = self.array.name
        other = NameSource(names_in(program)).fresh(f"{root}_next")
        role = Role.ADJOINT if self.array.role is Role.GRADIENT else self.array.role
        if self.array.name in program.passed and role is not Role.ADJOINT:
            role = Role.LOCAL
        new = replace(self.array, name=other, role=role)
        body = self._body(other)
        changed = replace(self.loop, body=body)
        nodes = _with(program.body, self.loop, changed)
        containers = (*program.containers, new)
        found = gather(replace(program.with_body(nodes), containers=containers))
        if any(n.label == self.copy.label and n in body for n in walk_nodes(found.body)):
            return None
        return drop_unused_containers(found)

    def _body(self, other: str) -> Body:
        """The body of the loop with copies from the array to the other one, and back."""
        labels = NameSource(labels_in(self.program.body))
        array, body = self.array.name, self.loop.body
        rest = rename_in_body(body[self.k + 1 :], {array: other})
        rest = map_body(rest, lambda n: (n.transformed(self._from_the_array),))
        frame = self._frame(other, rest)
        if frame is None:
            first = [self._copy(self.copy.label, array, other, self._whole)]
        else:
            label = f"{self.copy.label}_keep"
            first = [self._copy(labels.fresh(label), array, other, box) for box in frame]
            first = [c.with_note("what this step leaves as it is") for c in first]
        last = self._copy(labels.fresh(f"{array}_turn"), other, array, self._whole)
        return (*body[: self.k], *first, *rest, replace(last, span=self.loop.span))

    @property
    def _whole(self) -> Box:
        return [(sympy.Integer(0), extent) for extent in self.array.shape]

    def _frame(self, other: str, rest: Body) -> list[Box] | None:
        """What the first of the `rest` to mention the other array does not give a value to; None
        where that is no statement that gives values to a box, and reads none."""
        node = next(n for n in rest if other in n.mentioned_inside)
        if not isinstance(node, Compute) or node.op != Update.ASSIGN or node.blank:
            return None
        box = box_at(node.target.index, node.domain, frozenset(self.program.symbols))
        if box is None or node.container != other or any(u.container == other for u in node.uses):
            return None
        return [list(part) for part in around(box, self.array.shape)]

    def _copy(self, label: str, source: str, target: str, box: Box) -> Compute:
        """The statement that copies the elements in `box`."""
        assert isinstance(self.copy.expr, Read)
        own = set(self.copy.variables)
        variables = [v for e in self.copy.expr.index for v in sorted(names(e) & own)]
        dims = tuple(Dim(v, *ends) for v, ends in zip(variables, box, strict=True))
        index = tuple(map(symbol, variables))
        value = Read(source, index, self.array.dtype)
        return Compute(label, Access(target, index), Update.ASSIGN, value, dims, self.copy.span)

    def _from_the_array(self, expr: Expr) -> Expr:
        """A read of the copy as one of the array, which keeps its values now."""
        if not isinstance(expr, Read) or expr.container != self.copy.container:
            return expr
        assert isinstance(self.copy.expr, Read)
        places = zip(self.copy.target.index, expr.index, strict=True)
        values = {str(own): place for own, place in places}
        index = tuple(sympy.expand(substitute(e, values)) for e in self.copy.expr.index)
        return replace(expr, container=self.array.name, index=index)


def _with(body: Body, old: Loop, new: Loop) -> Body:
    """`body` with one loop in the place of another one, at whatever depth."""
    return tuple(
        new
        if n is old
        else n.with_parts(tuple(_with(p, old, new) for p in n.parts))
        if n.parts
        else n
        for n in body
    )


# -- which arrays ----------------------------------------------------------------------------------


def _steps(program: Program, tried: set[str]) -> Iterator[_Step]:
    """The steps in place of the loops of `program`, but for those `tried`."""
    for loop in walk_nodes(program.body):
        if not isinstance(loop, Loop):
            continue
        for k, node in enumerate(loop.body):
            if not isinstance(node, Compute) or node.label in tried:
                continue
            if (found := _copied(program, node)) is not None:
                array, copy = found
                step = _Step(program, loop, k, copy, array)
                if _is_in_place(step):
                    yield step


def _copied(program: Program, node: Compute) -> tuple[Container, Compute] | None:
    """The array of which `node` copies nearly all elements to all of another one, place by place,
    and `node` with variables that are positions in the other one; None where it does no such thing.
    """
    if node.op != Update.ASSIGN or node.blank or not isinstance(node.expr, Read):
        return None
    copy, array = program[node.container], program[node.expr.container]
    if copy.dtype is not array.dtype or len(copy.shape) != len(array.shape) or not array.shape:
        return None
    moved = _by_position(node)
    if moved is None or not all(map(_runs_through, moved.domain, copy.shape)):
        return None
    assert isinstance(moved.expr, Read)
    left = {d.var: d for d in moved.domain}
    for place, extent in zip(moved.expr.index, array.shape, strict=True):
        dim = _alone(place, left)
        if dim is None:
            return None
        del left[dim.var]
        missing = sympy.expand(extent - dim.stop)
        if not (missing.is_Integer and 0 <= missing <= _MOST_LEFT):
            return None
    return array, moved


def _by_position(node: Compute) -> Compute | None:
    """`node` with variables, in the order of the axes, that are the positions which it writes."""
    left = {d.var: d for d in node.domain}
    dims: list[Dim] = []
    values: dict[str, IntLike] = {}
    for place in node.target.index:
        dim = _alone(place, left)
        if dim is None:
            return None
        del left[dim.var]
        shift = place - symbol(dim.var)
        dims.append(Dim(dim.var, sympy.expand(dim.start + shift), sympy.expand(dim.stop + shift)))
        values[dim.var] = symbol(dim.var) - shift
    if left:
        return None
    target = Access(node.container, tuple(symbol(d.var) for d in dims))
    expr = substitute_expr(node.expr, values)
    return replace(node, target=target, expr=expr, domain=tuple(dims))


def _alone(place: sympy.Expr, dims: Mapping[str, Dim]) -> Dim | None:
    """The one of `dims` whose variable, but for a number, is `place`; its bounds have none of the
    variables."""
    own = [d for v, d in dims.items() if v in names(place)]
    if len(own) != 1 or not sympy.expand(place - symbol(own[0].var)).is_Integer:
        return None
    return None if (names(own[0].start) | names(own[0].stop)) & dims.keys() else own[0]


def _runs_through(dim: Dim, extent: sympy.Expr) -> bool:
    """Whether `dim` is all positions of an axis, which may have no length."""
    return dim.start == 0 and (same(dim.stop, extent) or same(maximum(0, dim.stop), extent))


def _is_in_place(step: _Step) -> bool:
    """Whether the copy serves the rest of one iteration, which changes the array, and both are used
    by statements alone there."""
    program, copy, array = step.program, step.copy.container, step.array.name
    if copy in {*program.passed, *program.returns} or program[copy].whole:
        return False
    rest = step.loop.body[step.k + 1 :]
    mentions = [n for n in walk_nodes(program.body) if copy in n.mentioned]
    inside = [n for n in walk_nodes(rest) if {copy, array} & n.mentioned]
    if not all(isinstance(n, Compute) for n in inside) or not _in_loops(rest, {copy, array}):
        return False
    own = {id(n) for n in inside} | {id(step.loop.body[step.k])}
    written = {w.container for n in inside for w in n.writes}
    return all(id(n) in own for n in mentions) and copy not in written and array in written


def _in_loops(rest: Sequence[Node], wanted: set[str]) -> bool:
    """Whether what mentions one of `wanted` stands in loops alone, if in anything."""
    holding = (n for n in walk_nodes(tuple(rest)) if n.parts and wanted & n.mentioned_inside)
    return all(isinstance(n, Loop) for n in holding)
