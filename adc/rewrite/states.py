"""States of a time loop, each computed into the slot of the tape that keeps it.

A loop that changes an array in place keeps what it overwrites for the reverse sweep, which puts it
back:

    for t in range(steps):                              for t in range(steps):
        tape[t, i - 1] = u[i]   for i in [1, n - 1)         S[t + 1, i] = S[t, i] + f(S[t, …])
        u[i] += f(u[…])         for i in [1, n - 1)         S[t + 1, 0] = S[t, 0], the other end too
    for t in reversed(range(steps)):                    for t in reversed(range(steps)):
        u[i] = tape[t, i - 1]   for i in [1, n - 1)         … S[t, i] …
        … u[i] …

If nearly all of the array is kept, the tape may as well have all of it: the array is then nothing
but the sequence of its states, S[t] before step t and S[t + 1] after it. Nothing is copied to the
tape or back. In an iteration of the first loop the array is as before the step up to the first
save, and from there on in the slot of the next state, which begins as a copy of the state before,
where nothing else is put. The second loop reads the state before its step where everything that was
kept has been put back, and the one after it before that.

This holds if the step changes no element that it does not keep, and keeps it before it changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import sympy

from adc.analysis.extents import counter, trips
from adc.analysis.meetings import Touch, all_within, meeting, touches_of
from adc.analysis.placement import place
from adc.ir.build import add
from adc.ir.declarations import Container
from adc.ir.enums import Role, Update
from adc.ir.expressions import Expr, Index, Read, transform
from adc.ir.names import NameSource
from adc.ir.node import Access, Body, Dim, Node
from adc.ir.nodes import Compute, Loop
from adc.ir.program import Program
from adc.ir.shapes import maximum, minimum, names, same, substitute, symbol
from adc.ir.walking import labels_in, map_body, names_in, walk_nodes
from adc.rewrite.slots import tidied
from adc.simplify.dead import drop_unused_containers

#: How many elements along an axis a step may leave out, of an array whose states are all kept.
_MOST_LEFT = 4


def states_in_tapes(program: Program) -> Program:
    """`program` with arrays whose states are kept as nothing but these states."""
    found = next(_found(program), None)
    while found is not None:
        program = drop_unused_containers(found.applied(program))
        found = next(_found(program), None)
    return program


@dataclass(frozen=True)
class _Kept:
    """A statement that copies elements of an array to a tape, or from it.

    `shifts` is what to add to the tape's subscripts, after the first one, for the array's; `box`
    where the elements of the array begin and end along each axis.
    """

    node: Compute
    tape: str
    slot: sympy.Expr
    shifts: Index
    box: tuple[tuple[sympy.Expr, sympy.Expr], ...]


@dataclass(frozen=True)
class _States:
    """An array whose states are kept: what keeps them, in `forward`, and what reads or restores
    them, in `backward`, in one body."""

    array: Container
    body: Body
    forward: Loop
    backward: Loop
    saves: tuple[_Kept, ...]
    restores: tuple[_Kept, ...]

    @property
    def slot(self) -> sympy.Expr:
        return self.saves[0].slot

    def applied(self, program: Program) -> Program:
        """`program` with the states, in a tape of their own, in place of the array."""
        root = self.array.of or self.array.name.removesuffix("_work")
        name = NameSource(names_in(program)).fresh(f"{root}_states")
        last = maximum(0, trips(self.forward))
        states = replace(
            self.array, name=name, shape=(last + 1, *self.array.shape), role=Role.TAPE, of=root
        )
        labels = NameSource(labels_in(program.body))
        forward = self._forward(name, program, labels)
        backward = self._backward(name)
        new: list[Node] = []
        before = True
        for node in self.body:
            if node is self.forward:
                new.append(forward)
                before = False
            elif node is self.backward:
                new.append(backward)
            else:
                slot = sympy.Integer(0) if before else last
                new.append(_in_slot(node, self.array.name, name, slot))
        declared = tuple(states if c.name == self.array.name else c for c in program.containers)
        program = replace(program.with_body(tuple(new)), containers=declared)
        return tidied(program, name, forward, backward)

    # -- the loop that makes the states ------------------------------------------------------------

    def _forward(self, name: str, program: Program, labels: NameSource) -> Loop:
        saves = {id(kept.node) for kept in self.saves}
        first = next(k for k, n in enumerate(self.forward.body) if id(n) in saves)
        old, new = self.slot, sympy.expand(self.slot + 1)
        before = [_in_slot(n, self.array.name, name, old) for n in self.forward.body[:first]]
        after = [n for n in self.forward.body[first:] if id(n) not in saves]
        step = next((k for k, n in enumerate(after) if self.array.name in n.mentioned_inside), 0)
        made = _made_anew(after[step], self.array, name, old, program) if after else None
        if made is not None:
            statement, left = made
            carried = [self._carry(name, box, labels, statement) for box in left]
            begun = [*after[:step], statement, *carried]
            rest = after[step + 1 :]
        else:
            whole = tuple((sympy.Integer(0), extent) for extent in self.array.shape)
            begun, rest = [self._carry(name, whole, labels, self.saves[0].node)], after
        rest = [_in_slot(n, self.array.name, name, new) for n in rest]
        return replace(self.forward, body=(*before, *begun, *rest))

    def _carry(
        self,
        name: str,
        box: Sequence[tuple[sympy.Expr, sympy.Expr]],
        labels: NameSource,
        like: Compute,
    ) -> Compute:
        """The statement that copies the elements in `box` from a state to the next."""
        kept = self.saves[0].node
        assert isinstance(kept.expr, Read)
        dims: list[Dim] = []
        index: list[sympy.Expr] = []
        for (start, stop), element in zip(box, kept.expr.index, strict=True):
            (var,) = names(element) & set(kept.variables)
            if stop - start != 1:
                dims.append(Dim(var, start, stop))
            index.append(start if stop - start == 1 else symbol(var))
        return Compute(
            labels.fresh(f"{like.label}_keep"),
            Access(name, (sympy.expand(self.slot + 1), *index)),
            Update.ASSIGN,
            Read(name, (self.slot, *index), self.array.dtype),
            tuple(dims),
            like.span,
            note="what this step leaves as it is",
        )

    # -- the loop that reads them ------------------------------------------------------------------

    def _backward(self, name: str) -> Loop:
        restores = {id(kept.node) for kept in self.restores}
        shifts = {kept.tape: kept.shifts for kept in self.saves}
        variable = {self.forward.var: symbol(self.backward.var)}
        slot = substitute(self.slot, variable)

        def visit(e: Expr) -> Expr:
            if isinstance(e, Read) and e.container in shifts:
                own = zip(e.index[1:], shifts[e.container], strict=True)
                index = (slot, *(sympy.expand(place + shift) for place, shift in own))
                return replace(e, container=name, index=index)
            return e

        new: list[Node] = []
        to_come = len(restores)
        for node in self.backward.body:
            if id(node) in restores:
                to_come -= 1
                continue
            at = sympy.expand(slot + 1) if to_come else slot
            moved = _in_slot(node, self.array.name, name, at)
            new += map_body((moved,), lambda n: (n.transformed(visit),))
        return replace(self.backward, body=tuple(new))


def _in_slot(node: Node, array: str, states: str, slot: sympy.Expr) -> Node:
    """`node`, with all that it holds, on the state in `slot` in place of `array`."""

    def visit(n: Node) -> Body:
        return (n.with_index_prefixes({array: (slot,)}).renamed({array: states}),)

    return map_body((node,), visit)[0]


def _made_anew(
    node: Node, array: Container, name: str, old: sympy.Expr, program: Program
) -> tuple[Compute, list[list[tuple[sympy.Expr, sympy.Expr]]]] | None:
    """`node`, the first to touch the array after the saves, as a statement that makes elements of
    the next state from those of the state in `old`, and the boxes of all other elements; None where
    it is none such."""
    if not isinstance(node, Compute) or node.container != array.name or node.blank:
        return None
    if node.op not in (Update.ASSIGN, Update.ADD):
        return None
    box = _box(node, frozenset(program.symbols))
    if box is None:
        return None

    def visit(e: Expr) -> Expr:
        if isinstance(e, Read) and e.container == array.name:
            return replace(e, container=name, index=(old, *e.index))
        return e

    place = node.target.index
    expr = transform(node.expr, visit)
    if node.op == Update.ADD:
        expr = add(Read(name, (old, *place), array.dtype), expr)
    target = Access(name, (sympy.expand(old + 1), *place))
    made = replace(node, target=target, op=Update.ASSIGN, expr=expr)
    return made, list(around(box, array.shape))


def around(
    box: Sequence[tuple[sympy.Expr, sympy.Expr]], shape: Sequence[sympy.Expr]
) -> Iterator[list[tuple[sympy.Expr, sympy.Expr]]]:
    """What lies around `box` in an array of `shape`, as boxes that do not overlap: along each axis
    below and above it, over its range along the axes before and all of those behind."""
    whole = [(sympy.Integer(0), extent) for extent in shape]
    inner: list[tuple[sympy.Expr, sympy.Expr]] = []
    for axis, ((start, stop), extent) in enumerate(zip(box, shape, strict=True)):
        rest = whole[axis + 1 :]
        first = start if start.is_nonnegative else maximum(start, 0)  # where the box is empty
        if first != 0:
            is_there = sympy.expand(extent - first).is_nonnegative
            end = first if is_there else minimum(first, extent)
            yield [*inner, (sympy.Integer(0), end), *rest]
        if stop != extent:
            yield [*inner, (maximum(first, stop), extent), *rest]
        inner.append((start, stop))


# -- which arrays ----------------------------------------------------------------------------------


def _found(program: Program) -> Iterator[_States]:
    """The arrays of `program` that are as the module says, with what keeps their states."""
    for k, forward in enumerate(program.body):
        if isinstance(forward, Loop) and _plain(forward, program) and not forward.backwards:
            for name, saves in _saved(forward, program).items():
                found = _Question(program, k, program[name], saves).answer()
                if found is not None:
                    yield found


def _plain(loop: Loop, program: Program) -> bool:
    return abs(loop.step) == 1 and names(loop.start) | names(loop.stop) <= set(program.symbols)


def _saved(loop: Loop, program: Program) -> dict[str, tuple[_Kept, ...]]:
    """What the statements of `loop` copy to tapes, by the array."""
    found: dict[str, tuple[_Kept, ...]] = {}
    for node in loop.body:
        kept = _kept(node, program, saving=True)
        if kept is not None:
            assert isinstance(kept.node.expr, Read)
            array = kept.node.expr.container
            found[array] = (*found.get(array, ()), kept)
    return found


def _kept(node: Node, program: Program, saving: bool) -> _Kept | None:
    """`node` as a copy to a tape of the function's own (`saving`) or from it; None otherwise."""
    if not isinstance(node, Compute) or node.op != Update.ASSIGN or node.blank:
        return None
    if not isinstance(node.expr, Read):
        return None
    sides = (node.target.container, node.target.index), (node.expr.container, node.expr.index)
    (tape, place), (array, element) = sides if saving else sides[::-1]
    if program[tape].role != Role.TAPE or tape in program.passed or not program[array].shape:
        return None
    if program[array].dtype is not program[tape].dtype or len(place) != len(element) + 1:
        return None
    box = box_at(element, node.domain, frozenset(program.symbols))
    shifts = tuple(sympy.expand(e - p) for e, p in zip(element, place[1:], strict=True))
    own = set(node.variables)
    if box is None or any(names(e) & own for e in (place[0], *shifts)):
        return None
    return _Kept(node, tape, place[0], shifts, box)


def _box(node: Compute, fixed: frozenset[str]) -> tuple[tuple[sympy.Expr, sympy.Expr], ...] | None:
    return box_at(node.target.index, node.domain, fixed)


def box_at(
    index: Index, domain: Sequence[Dim], fixed: frozenset[str]
) -> tuple[tuple[sympy.Expr, sympy.Expr], ...] | None:
    """Where the elements `index` begin and end along each axis, each of which has a variable of
    `domain`, and a shift, to itself; bounds and shifts are of `fixed` alone. None otherwise."""
    dims = {d.var: d for d in domain}
    found = []
    for e in index:
        own = [v for v in dims if v in names(e)]
        if len(own) != 1:
            return None
        dim = dims.pop(own[0])
        shift = sympy.expand(e - symbol(dim.var))
        if not names(shift) | names(dim.start) | names(dim.stop) <= fixed:
            return None
        found.append((sympy.expand(dim.start + shift), sympy.expand(dim.stop + shift)))
    return None if dims else tuple(found)


@dataclass(frozen=True)
class _Question:
    """Whether `array`, of which `saves` in the loop `body[at]` keep elements, is nothing but its
    states."""

    program: Program
    at: int
    array: Container
    saves: tuple[_Kept, ...]

    @property
    def body(self) -> Body:
        return self.program.body

    @property
    def forward(self) -> Loop:
        loop = self.body[self.at]
        assert isinstance(loop, Loop)
        return loop

    def answer(self) -> _States | None:
        backward = self._backward()
        if backward is None or not self._is_own() or not self._is_nearly_all():
            return None
        if not self._steps_well():
            return None
        restores = self._restores(backward)
        if restores is None or not self._stands_alone(backward):
            return None
        saves = self.saves
        return _States(self.array, self.body, self.forward, backward, saves, restores)

    def _is_own(self) -> bool:
        """Whether the array is a variable of the function, kept in slots that are counted as the
        iterations are."""
        known = {*self.program.passed, *self.program.returns}
        if self.array.role != Role.LOCAL or self.array.name in known:
            return False
        count, number = trips(self.forward), counter(self.forward)
        tapes = [self.program[kept.tape] for kept in self.saves]
        return (
            len({kept.tape for kept in self.saves}) == len(self.saves)
            and all(same(kept.slot, number) for kept in self.saves)
            and all(any(same(tape.shape[0], n) for n in (count, maximum(0, count)))
                    for tape in tapes)
        )  # fmt: skip

    def _is_nearly_all(self) -> bool:
        """Whether the first save keeps all but a few elements along each axis."""
        lengths = [stop - start for start, stop in self.saves[0].box]
        left = [sympy.expand(e - n) for e, n in zip(self.array.shape, lengths, strict=True)]
        return all(n.is_Integer and 0 <= n <= _MOST_LEFT for n in left)

    def _backward(self) -> Loop | None:
        """The one other node that mentions the tapes: a loop over the same range, backwards, in
        which they are read in the slot of its iteration."""
        tapes = {kept.tape for kept in self.saves}
        others = [
            n for n in walk_nodes(self.program.body)
            if tapes & n.mentioned and all(n is not kept.node for kept in self.saves)
        ]  # fmt: skip
        holding = [n for n in self.body[self.at + 1 :] if tapes & n.mentioned_inside]
        if len(holding) != 1 or not isinstance(loop := holding[0], Loop):
            return None
        inside = {id(n) for n in walk_nodes(loop.body)}
        forward = self.forward
        alike = (loop.start, loop.stop, loop.step) == (forward.start, forward.stop, forward.step)
        if not (alike and loop.backwards and all(id(n) in inside for n in others)):
            return None
        slot = substitute(self.saves[0].slot, {forward.var: symbol(loop.var)})
        uses = [use for n in others for use in (*n.reads, *(w.use for w in n.writes))]
        reads = {use for n in others for use in n.uses}
        right = all(
            use in reads and same(use.index[0], slot) for use in uses if use.container in tapes
        )
        return loop if right and all(isinstance(n, Compute) for n in others) else None

    def _restores(self, backward: Loop) -> tuple[_Kept, ...] | None:
        """What puts the array back: nothing, where `backward` does not mention it, or else all that
        was saved, with no other statement that mentions it in between and none that changes it.
        None otherwise."""
        name = self.array.name
        mentioning = [n for n in backward.body if name in n.mentioned_inside]
        if not mentioning:
            return ()
        found = [(n, kept) for n in mentioning if (kept := self._restore(n)) is not None]
        if {kept.tape for _, kept in found} != {kept.tape for kept in self.saves}:
            return None
        restoring = {id(n) for n, _ in found}
        places = [k for k, n in enumerate(mentioning) if id(n) in restoring]
        together = places == list(range(places[0], places[0] + len(places)))
        writers = [n for n in walk_nodes(backward.body) if name in {w.container for w in n.writes}]
        if len(found) != len(self.saves) or not together or len(writers) != len(found):
            return None
        return tuple(kept for _, kept in found)

    def _restore(self, node: Node) -> _Kept | None:
        """`node` as the statement that puts back what one of the saves kept."""
        kept = _kept(node, self.program, saving=False)
        if kept is None or kept.node.container != self.array.name:
            return None
        saves = [save for save in self.saves if save.tape == kept.tape]
        alike = saves and (kept.shifts, kept.box) == (saves[0].shifts, saves[0].box)
        return kept if alike else None

    def _stands_alone(self, backward: Loop) -> bool:
        """Whether nothing but statements mentions the array: in the two loops, before the first,
        and as readers between the two."""
        name = self.array.name
        end = next(k for k, n in enumerate(self.body) if n is backward)
        for k, node in enumerate(self.body):
            if name not in node.mentioned_inside:
                continue
            if k in (self.at, end):
                users = [n for n in walk_nodes((node,)) if name in n.mentioned]
                if not all(isinstance(n, Compute) for n in users):
                    return False
            elif (
                not isinstance(node, Compute) or k > end or (k > self.at and node.container == name)
            ):
                return False
        return True

    def _steps_well(self) -> bool:
        """Whether a step keeps each element before it changes it, and changes none that it does not
        keep."""
        name, saves = self.array.name, {id(kept.node): kept for kept in self.saves}
        written: list[Touch] = []
        kept: list[Touch] = []
        for node in self.forward.body:
            if name not in node.mentioned_inside:
                continue
            touches = [t for t in self._touches(node) if t.container == name]
            if id(node) in saves:
                if any(meeting(t, w).same for t in touches for w in written):
                    return False
                kept += touches
                continue
            writes = [t for t in touches if t.op is not None]
            if writes and (not kept or not isinstance(node, Compute)):
                return False
            written += writes
        return all(all_within(write, kept) for write in written)

    def _touches(self, node: Node) -> list[Touch]:
        shapes: Mapping[str, tuple[sympy.Expr, ...]]
        shapes = {c.name: c.shape for c in self.program.containers}
        placed = place((replace(self.forward, body=(node,)),))
        return [t for p in placed for t in touches_of(p, shapes)]
