"""The last iteration of a search once more, from ends that have the root's derivative."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from adc.diagnostics import Diagnostic, Span
from adc.differentiate.bisection.again import Again, length
from adc.differentiate.bisection.elements import element
from adc.differentiate.bisection.jumps import may_jump
from adc.differentiate.bisection.loops import Bisection, bisection_of
from adc.differentiate.bisection.making import Making, key_of
from adc.differentiate.bisection.shrinking import shrinks
from adc.ir import build
from adc.ir.declarations import Container
from adc.ir.dtypes import DType
from adc.ir.expressions import Expr
from adc.ir.node import Body, Node
from adc.ir.nodes import Branch, Compute, Loop, While
from adc.ir.program import Program
from adc.ir.walking import map_body, walk_nodes
from adc.lowering.control.halving import halving_warning

#: The warning of loops that halve an interval, which lowering gives.
CODE = "ADC0258"


@dataclass
class _Told:
    """The places of loops that are told of as `halving`; those `left` are no search for a root,
    or none that is seen through, and of those that are `jumping` the function may jump there."""

    halving: set[Span | None]
    left: set[Span | None] = field(default_factory=set)
    jumping: set[Span | None] = field(default_factory=set)


def _of_jumps(warning: Diagnostic) -> Diagnostic:
    return replace(
        warning, code="ADC0259",
        message="this loop finds where a function is zero, and what it finds has the derivative of"
        " that; the function compares or rounds something, and may jump there instead",
        help="make sure that it does not jump; a bend may be written as one: `max(m - c, 0.0)`",
    )  # fmt: skip


def _shrinking(program: Program) -> set[Span | None]:
    """The places of loops that shrink an interval."""
    return {
        n.span
        for p in (program, *(program.routine(r.name) for r in program.routines if not r.external))
        for n in walk_nodes(p.body) if isinstance(n, (Loop, While)) and shrinks(p, n)
    }  # fmt: skip


def with_roots(program: Program, warnings: list[Diagnostic]) -> Program:
    """`program` where what loops find that halve an interval has the derivative of the root. Of
    the warnings of such loops (ADC0258) those are taken away that are seen through."""
    told = _Told({w.span for w in warnings if w.code == CODE})
    for span in _shrinking(program) - told.halving:
        told.halving.add(span)
        warnings.append(halving_warning(span))
    if not told.halving:
        return program
    changed, made = [], list[Program]()
    for routine in program.routines:
        known = replace(program.routine(routine.name), routines=(*program.routines, *made))
        found = routine if routine.external else _moved(known, told, made)
        changed.append(replace(found, routines=()))
    known = replace(program, routines=(*program.routines, *made))
    result = _moved(known, told, made)
    warnings[:] = [
        w if w.code != CODE or w.span in told.left else _of_jumps(w)
        for w in warnings if w.code != CODE or w.span in told.left | told.jumping
    ]  # fmt: skip
    return replace(result, routines=(*changed, *made))


def _moved(program: Program, told: _Told, made: list[Program]) -> Program:
    """`program` with the loops that are `told` of seen through; adds to `made` what routines are
    new."""
    seen: set[str] = set()
    loops = [n for n in walk_nodes(program.body) if isinstance(n, (Loop, While))]
    for key in [key_of(n) for n in reversed(loops) if n.span in told.halving]:  # inner ones first
        loop = next(n for n in walk_nodes(program.body) if key_of(n) == key)
        assert isinstance(loop, (Loop, While))
        found = bisection_of(program, loop)
        making = Making(program, loop.span)
        nodes = None if found is None else _around(making, found)
        if found is None or nodes is None:
            told.left.add(loop.span)
            continue
        if may_jump(found, seen):
            told.jumping.add(loop.span)
        seen |= {key, nodes[-1].label}
        body = map_body(program.body, _replacing(key, nodes))
        made += making.routines
        program = replace(
            making.program, body=body, routines=(*program.routines, *making.routines)
        )  # fmt: skip
    return program


def _replacing(key: str, nodes: Body) -> Callable[[Node], Body]:
    return lambda node: nodes if key_of(node) == key else (node,)


def _around(making: Making, found: Bisection) -> Body | None:
    """The loop, between what it needs and its last iteration once more; None where that cannot be
    run by itself."""
    like = making.program[found.middle.container]
    width = making.local("width", like.dtype, like)
    others = found.ends[1] if len(found.ends) == 2 else f"{found.ends[0]}_not"
    marks = [making.local(f"{end}_moved", DType.BOOL, like) for end in (found.ends[0], others)]
    seen = [(making.another(mark.name, f"{mark.name}_before"), mark.name) for mark in marks]
    both = build.apply("and", *(element(copy) for copy, _ in seen))
    again = Again(found, making, width, both).body()
    if again is None:
        return None
    kept = [(making.another(name, f"{name}_before"), name) for name in found.carried]
    saved = [(copy, making.program[name]) for copy, name in (*kept, *seen)]
    ran, no = making.local("ran", DType.BOOL), build.zero(DType.BOOL)
    begin: Body = (
        making.sets(ran, no),
        *(making.sets(mark, no) for mark in marks),
        *(making.copies(copy, source) for copy, source in saved),
        making.sets(width, length(found, making)),
    )
    inside: Body = (
        making.sets(ran, build.one(DType.BOOL)),
        *(making.copies(copy, source) for copy, source in saved),
        *map_body(found.loop.body, _Marking(making, found, *marks).visit),
    )
    restored = tuple(making.copies(making.program[name], copy) for copy, name in kept)
    behind = Branch(
        element(ran), (*restored, *again), span=found.loop.span, label=making.labels.fresh("S")
    )  # fmt: skip
    return (*begin, replace(found.loop, body=inside), behind)


@dataclass
class _Marking:
    """Notes that the ends have moved: in `one` that the first one has, in `other` that the second
    has or, where there is none, that the first one has not."""

    making: Making
    found: Bisection
    one: Container
    other: Container

    def visit(self, node: Node) -> Body:
        moves = [m for m in self.found.moves if m.statement.label == node.label]
        if moves:
            (move,) = moves
            mark = self.one if move.end == self.found.ends[0] else self.other
            if isinstance(move.choice, Branch):
                return node, self.sets(mark)
            holds = move.condition if move.holds else build.apply("not", move.condition)
            marked: Body = (self.marks(mark, holds),)
            if len(self.found.ends) == 1:
                marked += (self.marks(self.other, build.apply("not", holds)),)
            return *marked, node
        if len(self.found.ends) == 1 and isinstance(node, Branch):
            there = [m for m in self.found.moves if m.choice.label == node.label]
            if there and there[0].holds:
                return (replace(node, orelse=(*node.orelse, self.sets(self.other))),)
            if there:
                return (replace(node, then=(*node.then, self.sets(self.other))),)
        return (node,)

    def sets(self, mark: Container) -> Compute:
        return self.making.sets(mark, build.one(DType.BOOL))

    def marks(self, mark: Container, holds: Expr) -> Compute:
        return self.making.sets(mark, build.apply("or", element(mark), holds))
