"""Arrays whose elements are known before a call: they are the text's own, and nothing fills them.

Module arrays, PARAMETER arrays and DATA are filled by statements at the start of the program, and
the tables of a function, `np.array([…])` of numbers, where it makes them: in a branch or a loop,
too, if nothing else ever writes to the array. Those are worked out here, element by element; what
is left of them are initial values of `static const` arrays, which take no place in the arena.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import prod

import sympy

from adc.diagnostics import Span
from adc.ir.declarations import Container
from adc.ir.dtypes import DType
from adc.ir.enums import Role, Update
from adc.ir.expressions import Apply, Const, Expr, Index, IntValue, Read
from adc.ir.node import Access, Dim
from adc.ir.shapes import symbol
from adc.schedule.accesses import AccessKind, Touch, own_touches
from adc.schedule.tree import (
    Comment,
    Copy,
    Fill,
    For,
    If,
    Node,
    Statement,
    Tree,
    parts,
    walk,
    with_parts,
)

#: Arrays of more elements are filled, not written out.
MOST_ELEMENTS = 4096
#: What the compiler works out in an initial value as the statement would have.
_PLAIN = frozenset({"neg", "add", "sub", "mul", "div", "cast"})

_READS = frozenset({AccessKind.READ, AccessKind.CALL_READ})

Place = tuple[int, ...]
Values = dict[Place, Expr]
Env = dict[sympy.Expr, sympy.Expr]


class _NotConstantError(Exception):
    """Something is not known before the call."""


@dataclass(frozen=True)
class Constant:
    """The values of `container`, in storage order; the source has the first of them at `span`."""

    container: Container
    values: tuple[Expr, ...]
    span: Span | None = None


def same_tables(constants: Sequence[Constant]) -> Iterator[tuple[Constant, Constant]]:
    """Those that a line of the source has made before, each with the first one: one text will do
    for both."""
    first: dict[tuple[object, ...], Constant] = {}
    for constant in constants:
        of = constant.container
        same = first.setdefault((constant.span, of.dtype, of.shape, constant.values), constant)
        if same is not constant and constant.span is not None:
            yield constant, same


def with_constants(
    tree: Tree, containers: Sequence[Container]
) -> tuple[Tree, tuple[Constant, ...]]:
    """`tree` without what fills arrays of constants, and these arrays."""
    search = _Search({c.name: c for c in containers if _may_be(c)}, _writers(tree))
    if not search.open:
        return tree, ()
    search.look_through(tree)
    found = search.settled()
    if not found:
        return tree, ()
    left = _without(tree, {id(node) for node, names, _ in search.fillers if names <= found})
    read = {t.container for node in left for t in _touches(node)}
    return left, tuple(
        Constant(c, tuple(search.values[c.name][at] for at in _places(c)), search.span_of(c.name))
        for c in containers if c.name in found and c.name in read
    )  # fmt: skip


def _may_be(container: Container) -> bool:
    shape = container.shape
    known = bool(shape) and all(n.is_Integer and n > 0 for n in shape)
    return known and container.role is Role.LOCAL and prod(shape) <= MOST_ELEMENTS


def _places(container: Container) -> Iterator[Place]:
    found: list[Place] = [()]
    for extent in container.shape:
        found = [(*at, k) for at in found for k in range(int(extent))]
    return iter(found)


def _without(tree: Tree, fillers: set[int]) -> Tree:
    """`tree` without the nodes of these identities, and without what held nothing else."""
    left: list[Node] = []
    for node in tree:
        if id(node) in fillers:
            continue
        smaller = with_parts(node, tuple(_without(part, fillers) for part in parts(node)))
        if smaller is node or any(parts(smaller)) or not isinstance(node, For | If):
            left.append(smaller)
    return tuple(left)


def _writers(tree: Tree) -> Counter[str]:
    """How many nodes of `tree` write each array."""
    found: Counter[str] = Counter()
    for node in walk(tree):
        found.update({t.container for t in own_touches(node) if t.kind not in _READS})
    return found


def _touches(node: Node) -> Iterator[Touch]:
    for part in walk((node,)):
        yield from own_touches(part)


@dataclass
class _Search:
    """Goes through a function from its start. `open` are the arrays that may yet be constants,
    `writers` how many nodes write each, `closed` those of them that something has read: they may
    not change any more. `fillers` are the nodes that could be worked out, with the arrays that they
    set, and those that they copy."""

    open: dict[str, Container]
    writers: Counter[str]
    closed: set[str] = field(default_factory=set)
    values: dict[str, Values] = field(default_factory=dict)
    fillers: list[tuple[Node, frozenset[str], frozenset[str]]] = field(default_factory=list)

    def look_through(self, tree: Tree) -> None:
        for node in tree:
            self._look(node)

    def _look(self, node: Node) -> None:
        touches = [t for t in _touches(node) if t.container in self.open]
        if not touches:
            return
        read = {t.container for t in touches if t.kind in _READS}
        made = self.worked_out(node)
        if made is None:
            self._look_inside(node, touches)
        else:
            names = frozenset(name for name, _, _ in made)
            for name in names & self.closed:
                self.open.pop(name, None)
            for name, at, value in made:
                self.values.setdefault(name, {})[at] = value
            copied = {t.container for t in touches if t.kind is AccessKind.CALL_READ}
            self.fillers.append((node, names, frozenset(copied)))
        self.closed |= read

    def _look_inside(self, node: Node, touches: list[Touch]) -> None:
        """Of what `node` writes, only an array that one of its parts makes, and nothing else
        writes, may be a constant."""
        inside = [(part, _writers(part)) for part in parts(node)]
        alone = {
            name for _, writers in inside
            for name, times in writers.items() if times == self.writers[name]
        }  # fmt: skip
        for touch in touches:
            if touch.kind not in _READS and touch.container not in alone:
                self.open.pop(touch.container, None)
        self.closed |= {t.container for t in own_touches(node) if t.kind in _READS}
        for part, _ in inside:
            self.look_through(part)

    def span_of(self, name: str) -> Span | None:
        filler = next(node for node, names, _ in self.fillers if name in names)
        found = (n.span for n in walk((filler,)) if isinstance(n, Statement | Fill | Copy))
        return next(found, None)

    def settled(self) -> frozenset[str]:
        """The arrays all of whose elements are known, and that nothing sets which sets others, too,
        that are not."""
        found = frozenset(
            name for name, c in self.open.items()
            if len(self.values.get(name, {})) == prod(int(n) for n in c.shape)
        )  # fmt: skip
        while True:
            kept = [row for row in self.fillers if not row[1] <= found]
            mixed = {name for _, names, copied in kept for name in names | copied}
            if not found & mixed:
                return found
            found -= mixed

    def worked_out(self, node: Node) -> list[tuple[str, Place, Expr]] | None:
        """What `node` sets, and to what; None where that is not known."""
        made: list[tuple[str, Place, Expr]] = []
        try:
            self._run(node, {}, made)
        except _NotConstantError:
            return None
        return made

    def _run(self, node: Node, env: Env, made: list[tuple[str, Place, Expr]]) -> None:
        if isinstance(node, Statement) and node.op is Update.ASSIGN and not node.atomic:
            self._set(node.target, node.expr, env, made)
        elif isinstance(node, For) and node.test is None and node.count is None:
            for inner in _iterations(node, env):
                for part in node.body:
                    self._run(part, inner, made)
        elif type(node) in (Fill, Copy):
            assert isinstance(node, Fill | Copy)
            if node.compute.op is not Update.ASSIGN:
                raise _NotConstantError
            for inner in _points(node.compute.domain, env):
                self._set(node.compute.target, node.compute.expr, inner, made)
        elif not isinstance(node, Comment):
            raise _NotConstantError

    def _set(
        self, target: Access, expr: Expr, env: Env, made: list[tuple[str, Place, Expr]]
    ) -> None:
        if target.container not in self.open or len(made) > MOST_ELEMENTS:
            raise _NotConstantError
        own = {(name, at): value for name, at, value in made}
        made.append((target.container, _at(target.index, env), self._value(expr, env, own)))

    def _value(self, expr: Expr, env: Env, own: dict[tuple[str, Place], Expr]) -> Expr:
        """`expr` without reads."""
        match expr:
            case Const():
                return expr
            case IntValue(value, dtype):
                return IntValue(sympy.Integer(_number(value, env)), dtype)
            case Read(name, index):
                at = _at(index, env)
                known = own.get((name, at)) or self.values.get(name, {}).get(at)
                if name in self.open and known is not None:
                    return known
            case Apply(op, args, dtype) if op in _PLAIN:
                known_args = tuple(self._value(a, env, own) for a in args)
                if op == "cast" and isinstance(known_args[0], IntValue):
                    return _converted(known_args[0], dtype)
                return Apply(op, known_args, dtype)
        raise _NotConstantError


def _converted(value: IntValue, dtype: DType) -> Expr:
    """An integer in another type, as a literal where that surely holds it."""
    if dtype is DType.BOOL or abs(int(value.value)) >= 2**24:
        return Apply("cast", (value,), dtype)
    if dtype.is_integer:
        return IntValue(value.value, dtype)
    return Const(f"{value.value}.0", dtype)


def _iterations(loop: For, env: Env) -> Iterator[Env]:
    steps = range(_number(loop.start, env), _number(loop.stop, env), loop.step)
    if len(steps) > MOST_ELEMENTS:
        raise _NotConstantError
    for number in reversed(steps) if loop.backwards else steps:
        yield {**env, symbol(loop.var): sympy.Integer(number)}


def _points(domain: tuple[Dim, ...], env: Env) -> Iterator[Env]:
    if not domain:
        yield env
        return
    first, *rest = domain
    loop = For(first.var, first.start, first.stop, ())
    for inner in _iterations(loop, env):
        yield from _points(tuple(rest), inner)


def _at(index: Index, env: Env) -> Place:
    return tuple(_number(position, env) for position in index)


def _number(expr: sympy.Expr, env: Env) -> int:
    found = expr.xreplace(env)
    if not found.is_Integer:
        raise _NotConstantError
    return int(found)
