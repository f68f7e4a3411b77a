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

Where the step gives new values to nearly all elements at once, only the others are copied. So are
those beside what a step makes of the array in a temporary, and puts into it afterwards:

    tmp[i] = f(u[i], u[i + 2])  for i in [0, n - 2)     next[i + 1] = f(u[i], u[i + 2])
    u[i] = tmp[i - 1]           for i in [1, n - 1)     next[0] = u[0], the other end too
                                                        u[i] = next[i]             for all i
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

import sympy

from adc.analysis.activity import covers
from adc.ir.declarations import Container
from adc.ir.enums import Role, Update
from adc.ir.expressions import Expr, Index, Read, reads, substitute_expr
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
    known = {c.name for c in program.containers} - leaving
    while (turn := next(_turns(program, tried), None)) is not None:
        tried.add(turn.copy.label)
        if turn.array.name in known:
            program = turn.applied() or program
    return program


def taken_from(program: Program, others: Collection[str]) -> frozenset[str]:
    """The arrays whose steps go to `others`, of those that `in_turns` has made in `program`."""
    return frozenset(
        n.container
        for n in walk_nodes(program.body)
        if isinstance(n, Compute) and isinstance(n.expr, Read) and n.expr.container in others
        if n.op == Update.ASSIGN and n.expr.index == n.target.index
        if covers(n.target.index, n.domain, program[n.container].shape)
    )


@dataclass(frozen=True)
class _Turn(ABC):
    """`copy`, the `k`-th statement of `loop`, is between all of a `small` array and nearly all of
    `array`; its variables are positions in the small one."""

    program: Program
    loop: Loop
    k: int
    copy: Compute
    array: Container

    def applied(self) -> Program | None:
        """The program with the step from the array to another one; None where the copy of all of
        the array is left as a statement of its own."""
        program = self.program
        other = NameSource(names_in(program)).fresh(f"{self.array.name}_next")
        adjoint = self.array.role in (Role.ADJOINT, Role.GRADIENT)
        new = replace(self.array, name=other, role=Role.ADJOINT if adjoint else Role.LOCAL)
        body = self.body(other, NameSource(labels_in(program.body)))
        nodes = _with(program.body, self.loop, replace(self.loop, body=body))
        found = replace(program.with_body(nodes), containers=(*program.containers, new))
        # Values may decide what is executed, in both sweeps alike: their sums stay as they are.
        found = gather(found) if adjoint else found
        if any(n.label == self.copy.label and n in body for n in walk_nodes(found.body)):
            return None
        return drop_unused_containers(found)

    @abstractmethod
    def body(self, other: str, labels: NameSource) -> Body:
        """The body of the loop with copies from the array to the other one, and back."""

    @property
    @abstractmethod
    def small(self) -> str:
        """The temporary that is no more."""

    @property
    @abstractmethod
    def places(self) -> Index:
        """Where in the array what is at the variables in the small one is."""

    @abstractmethod
    def fits(self) -> bool:
        """Whether the step is one, and the same where it goes to another array."""

    def moved(self, index: Index) -> Index:
        """The place in the array of what is at `index` in the small one."""
        own = [d.var for d in self.copy.domain]
        values: dict[str, IntLike] = dict(zip(own, index, strict=True))
        return tuple(sympy.expand(substitute(e, values)) for e in self.places)

    def stands_for_it(self, nodes: Body) -> bool:
        """Whether the small array, which is nearly all of the array, is the function's own, and no
        statement but the copy, and those of `nodes`, mentions it."""
        known = {*self.program.passed, *self.program.returns}
        small = self.program[self.small]
        if small.name in known or small.whole or not self.array.dtype.is_float:
            return False
        if not _nearly_all(self.copy, small, self.places, self.array):
            return False
        own = {id(n) for n in walk_nodes(nodes)} | {id(self.loop.body[self.k])}
        mentions = (n for n in walk_nodes(self.program.body) if self.small in n.mentioned)
        return all(id(n) in own for n in mentions)

    def last(self, other: str, labels: NameSource) -> Compute:
        copy = self.between(labels.fresh(f"{self.array.name}_turn"), other, self.array.name)
        return replace(copy, span=self.loop.span)

    def kept(self, box: Box, other: str, labels: NameSource) -> Iterator[Compute]:
        """The statements that copy what is outside of `box` from the array to the other one."""
        for part in around(box, self.array.shape):
            label = labels.fresh(f"{self.copy.label}_keep")
            copy = self.between(label, self.array.name, other, list(part))
            yield copy.with_note("what this step leaves as it is")

    def between(self, label: str, source: str, target: str, box: Box | None = None) -> Compute:
        """The statement that copies the elements in `box`, or all."""
        whole = [(sympy.Integer(0), extent) for extent in self.array.shape]
        own = set(self.copy.variables)
        variables = [v for e in self.places for v in sorted(names(e) & own)]
        dims = tuple(Dim(v, *ends) for v, ends in zip(variables, box or whole, strict=True))
        index = tuple(map(symbol, variables))
        value = Read(source, index, self.array.dtype)
        return Compute(label, Access(target, index), Update.ASSIGN, value, dims, self.copy.span)

    def box(self, node: Compute) -> Box | None:
        found = box_at(node.target.index, node.domain, frozenset(self.program.symbols))
        return None if found is None else list(found)


class _Kept(_Turn):
    """A step that keeps in the small array what the rest of the iteration reads of the array and
    changes in it."""

    @property
    def small(self) -> str:
        return self.copy.container

    @property
    def places(self) -> Index:
        assert isinstance(self.copy.expr, Read)
        return self.copy.expr.index

    def body(self, other: str, labels: NameSource) -> Body:
        array, body = self.array.name, self.loop.body
        rest = rename_in_body(body[self.k + 1 :], {array: other})
        rest = map_body(rest, lambda n: (n.transformed(self._from_the_array),))
        box = self._set_first(other, rest)
        first = [self.between(self.copy.label, array, other)]
        if box is not None:
            first = list(self.kept(box, other, labels))
        return (*body[: self.k], *first, *rest, self.last(other, labels))

    def _set_first(self, other: str, rest: Body) -> Box | None:
        """What the first of the `rest` to mention the other array gives values to; None where that
        is no statement that gives values to a box, and reads none."""
        node = next(n for n in rest if other in n.mentioned_inside)
        if not isinstance(node, Compute) or node.op != Update.ASSIGN or node.blank:
            return None
        reads_it = any(u.container == other for u in node.uses)
        return None if reads_it or node.container != other else self.box(node)

    def _from_the_array(self, expr: Expr) -> Expr:
        """A read of the small array as one of the array, which keeps its values now."""
        if not isinstance(expr, Read) or expr.container != self.small:
            return expr
        return replace(expr, container=self.array.name, index=self.moved(expr.index))

    def fits(self) -> bool:
        rest = self.loop.body[self.k + 1 :]
        pair = {self.small, self.array.name}
        inside = _statements(rest, pair)
        if inside is None or not self.stands_for_it(rest):
            return False
        if any(n.container == self.small for n in inside):
            return False
        changing = (n for n in inside if n.container == self.array.name)
        return any(self.moved(r.index) != n.target.index for n in changing for r in self._reads(n))

    def _reads(self, node: Compute) -> Iterator[Read]:
        return (r for r in reads(node.expr) if r.container == self.small)


class _Made(_Turn):
    """A step that makes in the small array what it then puts into the array."""

    @property
    def small(self) -> str:
        assert isinstance(self.copy.expr, Read)
        return self.copy.expr.container

    @property
    def places(self) -> Index:
        return self.copy.target.index

    def body(self, other: str, labels: NameSource) -> Body:
        body, box = self.loop.body, self.box(self.copy)
        assert box is not None
        first = map_body(body[: self.k], lambda n: (self._in_the_other(n, other),))
        rest = rename_in_body(body[self.k + 1 :], {self.array.name: other})
        return (*first, *self.kept(box, other, labels), *rest, self.last(other, labels))

    def _in_the_other(self, node: Node, other: str) -> Node:
        """`node` on the other array in the place of the small one."""

        def visit(expr: Expr) -> Expr:
            if not isinstance(expr, Read) or expr.container != self.small:
                return expr
            return replace(expr, container=other, index=self.moved(expr.index))

        node = node.transformed(visit)
        if isinstance(node, Compute) and node.container == self.small:
            node = replace(node, target=Access(other, self.moved(node.target.index)))
        return node

    def fits(self) -> bool:
        before, rest = self.loop.body[: self.k], self.loop.body[self.k + 1 :]
        making = _statements(before, {self.small})
        if making is None or not self.stands_for_it(before):
            return False
        if self.box(self.copy) is None or _statements(rest, {self.array.name}) is None:
            return False
        first = next((n for n in before if self.small in n.mentioned_inside), None)
        if not isinstance(first, Compute) or not self._makes_all(first):
            return False
        old = ((r, n) for n in making for r in reads(n.expr) if r.container == self.array.name)
        return any(r.index != self.moved(n.target.index) for r, n in old)

    def _makes_all(self, node: Compute) -> bool:
        """Whether `node` gives values to all of the small array, and reads none."""
        if node.op != Update.ASSIGN or node.container != self.small or node.blank:
            return False
        found = _by_position(node, node.target.index)
        shape = self.program[self.small].shape
        all_of_it = found is not None and all(map(_runs_through, found.domain, shape))
        return all_of_it and all(u.container != self.small for u in node.uses)


def _with(body: Body, old: Loop, new: Loop) -> Body:
    """`body` with one loop in the place of another one, at whatever depth."""

    def visit(node: Node) -> Node:
        held = node.parts
        return node.with_parts(tuple(_with(part, old, new) for part in held)) if held else node

    return tuple(new if n is old else visit(n) for n in body)


# -- which arrays ----------------------------------------------------------------------------------


def _turns(program: Program, tried: set[str]) -> Iterator[_Turn]:
    """The steps in place of the loops of `program`, but for those `tried`."""
    for loop in walk_nodes(program.body):
        if not isinstance(loop, Loop):
            continue
        for k, node in enumerate(loop.body):
            if not isinstance(node, Compute) or node.label in tried:
                continue
            for turn in _candidates(program, loop, k, node):
                if turn.fits():
                    yield turn


def _candidates(program: Program, loop: Loop, k: int, node: Compute) -> Iterator[_Turn]:
    if node.op != Update.ASSIGN or node.blank or not isinstance(node.expr, Read):
        return
    target, source = program[node.container], program[node.expr.container]
    if target is source or target.dtype is not source.dtype:
        return
    kept, made = _by_position(node, node.target.index), _by_position(node, node.expr.index)
    if kept is not None:
        yield _Kept(program, loop, k, kept, source)
    if made is not None:
        yield _Made(program, loop, k, made, target)


def _nearly_all(node: Compute, small: Container, places: Index, array: Container) -> bool:
    """Whether `node`, whose variables are positions in `small`, is of all of it, and of nearly all
    of `array`, where `places` are the positions."""
    if not small.shape or len(small.shape) != len(array.shape):
        return False
    if not all(map(_runs_through, node.domain, small.shape)):
        return False
    left = {d.var: d for d in node.domain}
    for place, extent in zip(places, array.shape, strict=True):
        dim = _alone(place, left)
        if dim is None:
            return False
        del left[dim.var]
        missing = sympy.expand(extent - dim.stop)
        if not (missing.is_Integer and 0 <= missing <= _MOST_LEFT):
            return False
    return True


def _by_position(node: Compute, index: Index) -> Compute | None:
    """`node` with variables, in the order of the axes, that are the positions at `index`; None
    where they are none, but for numbers."""
    left = {d.var: d for d in node.domain}
    dims: list[Dim] = []
    values: dict[str, IntLike] = {}
    for place in index:
        dim = _alone(place, left)
        if dim is None:
            return None
        del left[dim.var]
        shift = place - symbol(dim.var)
        dims.append(Dim(dim.var, sympy.expand(dim.start + shift), sympy.expand(dim.stop + shift)))
        values[dim.var] = symbol(dim.var) - shift
    if left:
        return None
    target = Access(node.container, tuple(substitute(e, values) for e in node.target.index))
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


def _statements(body: Body, wanted: set[str]) -> list[Compute] | None:
    """The statements of `body` that mention one of `wanted`; None where they stand in anything but
    loops, or where it is no plain statement that mentions it."""
    holding = [n for n in walk_nodes(body) if n.parts and wanted & n.mentioned_inside]
    found = [n for n in walk_nodes(body) if wanted & n.mentioned]
    computes = [n for n in found if isinstance(n, Compute)]
    plain = len(computes) == len(found) and all(isinstance(n, Loop) for n in holding)
    return computes if plain else None
