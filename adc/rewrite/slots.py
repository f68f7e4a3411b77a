"""What states in slots of a tape make superfluous in the loop that makes or reads them.

Statements that change an array in place have their values in a temporary first, where they read
what they change; a state is computed from another one, so that it can have them right away:

    new[i - 1] = f(S[t, …])                     S[t + 1, i] = S[t, i] + f(S[t, …])
    S[t + 1, i] = S[t, i] + new[i - 1]

An array that becomes the next state as a whole is made there:

    v[i] = f(S[t, …])                           S[t + 1, i] = f(S[t, …])
    S[t + 1, i] = v[i]

And a copy of a state that the iteration only reads is read where it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from adc.analysis.activity import covers as covers_all
from adc.analysis.meetings import Touch, all_within, covers, meeting, touches_of
from adc.analysis.placement import place
from adc.ir.enums import Role, Update
from adc.ir.expressions import Expr, Read, walk
from adc.ir.node import Body, Node
from adc.ir.nodes import Compute, Loop
from adc.ir.program import Program
from adc.ir.walking import map_body, walk_nodes
from adc.rewrite.forwarding import plain, reading


def tidied(program: Program, states: str, forward: Loop, backward: Loop) -> Program:
    """`program` without temporaries of the two loops that `states` make superfluous."""
    for loop in (forward, backward):
        current: Loop | None = loop
        while current is not None:
            loop, current = current, _step(program, states, current)
            if current is not None:
                body = tuple(current if n is loop else n for n in program.body)
                program = program.with_body(body)
    return program


def _step(program: Program, states: str, loop: Loop) -> Loop | None:
    """`loop` with one temporary less, None where there is none to take out."""
    rules: Sequence[Callable[[_Slots], Loop | None]]
    rules = (_Slots.made_where_it_goes, _Slots.computed_at_once, _Slots.read_where_it_is)
    for k, node in enumerate(loop.body):
        if isinstance(node, Compute) and states in node.mentioned:
            for rule in rules:
                found = rule(_Slots(program, states, loop, k, node))
                if found is not None:
                    return found
    return None


@dataclass(frozen=True)
class _Slots:
    """The statement `node`, the `k`-th of `loop`, which mentions the array `states`."""

    program: Program
    states: str
    loop: Loop
    k: int
    node: Compute

    # -- an array that becomes a state as a whole --------------------------------------------------

    def made_where_it_goes(self) -> Loop | None:
        """The loop with what the node copies to a state made there; None where that is not the
        array's only purpose."""
        expr, node = self.node.expr, self.node
        if node.container != self.states or not isinstance(expr, Read) or not self._whole(False):
            return None
        array = expr.container
        if array == self.states or not self._is_own(array) or self._elsewhere(array):
            return None
        users = [n for n in self.loop.body if array in n.mentioned_inside]
        makers = [n for n in users if array in _written(n)]
        if not all(isinstance(n, Compute) and n.op == Update.ASSIGN for n in makers):
            return None
        first = next(k for k, n in enumerate(users) if array in {u.container for u in n.reads})
        if users[: len(makers)] != makers or first < len(makers):
            return None
        (copied,) = (t for t in self._touches(node) if t.container == array)
        made = [t for n in makers for t in self._touches(n) if t.container == array]
        others = [n for n in self.loop.body if self.states in _written(n) and n is not node]
        if others or not all_within(copied, made):
            return None
        slot = node.target.index[0]

        def visit(n: Node) -> Body:
            return (n.with_index_prefixes({array: (slot,)}).renamed({array: self.states}),)

        return self._with_body(map_body(self._without(self.k), visit))

    # -- a temporary of the statement that makes a state -------------------------------------------

    def computed_at_once(self) -> Loop | None:
        """The loop with a temporary that only the node reads, once per element, computed there."""
        if self.node.container != self.states or self.node.op != Update.ASSIGN:
            return None
        read = [e.container for e in walk(self.node.expr) if isinstance(e, Read)]
        for name in dict.fromkeys(read):
            if read.count(name) == 1 and self._is_own(name) and name != self.states:
                maker = self._only_maker(name)
                if maker is not None:
                    body = list(self.loop.body)
                    body[self.k] = reading(maker, self.node)
                    return self._with_body(tuple(n for n in body if n is not maker))
        return None

    def _only_maker(self, name: str) -> Compute | None:
        """The one statement that makes `name`, if nothing but the node reads it, and what it reads
        is still there."""
        users = [n for n in self.loop.body if name in n.mentioned_inside]
        if self._elsewhere(name) or len(users) != 2 or users[1] is not self.node:
            return None
        maker = users[0]
        if not isinstance(maker, Compute) or not plain(maker):
            return None
        made, wanted = self._touches(maker), self._touches(self.node)
        (own,) = (t for t in made if t.op is not None)
        if not all(covers(own, t) for t in wanted if t.container == name):
            return None
        at = next(k for k, n in enumerate(self.loop.body) if n is maker)
        between = self.loop.body[at + 1 : self.k + 1]
        changed = [t for n in between for t in self._touches(n) if t.op is not None]
        values = [t for t in made if t.op is None]
        return None if any(meeting(v, c).same for v in values for c in changed) else maker

    # -- a copy of a state -------------------------------------------------------------------------

    def read_where_it_is(self) -> Loop | None:
        """The loop without the node, where that copies a state that does not change until the end
        of the iteration, and nothing but the rest of the iteration reads the copy."""
        expr, node = self.node.expr, self.node
        name = node.container
        if not isinstance(expr, Read) or expr.container != self.states or name == self.states:
            return None
        if not self._whole(True) or not self._is_own(name) or self._elsewhere(name):
            return None
        if any(name in n.mentioned_inside for n in self.loop.body[: self.k]):
            return None
        after = self.loop.body[self.k + 1 :]
        if any(name in _written(n) for n in after):
            return None
        (copied,) = (t for t in self._touches(node) if t.container == self.states)
        changed = [t for n in after for t in self._touches(n) if t.op is not None]
        if any(meeting(copied, t).same for t in changed):
            return None
        slot = expr.index[0]

        def visit(e: Expr) -> Expr:
            if isinstance(e, Read) and e.container == name:
                return replace(e, container=self.states, index=(slot, *e.index))
            return e

        read = map_body(after, lambda n: (n.transformed(visit),))
        return self._with_body((*self.loop.body[: self.k], *read))

    # -- questions ---------------------------------------------------------------------------------

    def _whole(self, from_state: bool) -> bool:
        """Whether the node copies all of another array, element by element, to a state or from
        it."""
        expr, node = self.node.expr, self.node
        assert isinstance(expr, Read)
        sides = [(expr.container, expr.index), (node.container, node.target.index)]
        (_, state), (name, place) = sides if from_state else sides[::-1]
        array, states = self.program[name], self.program[self.states]
        alike = array.shape == states.shape[1:] and array.dtype is states.dtype
        if not alike or state[1:] != place or node.op != Update.ASSIGN or node.blank:
            return False
        return covers_all(place, node.domain, array.shape)

    def _is_own(self, name: str) -> bool:
        """Whether `name` is an array that the function has for itself."""
        container = self.program[name]
        seen = {*self.program.passed, *self.program.returns}
        return container.role == Role.LOCAL and bool(container.shape) and name not in seen

    def _elsewhere(self, name: str) -> bool:
        """Whether anything outside of the loop mentions `name`."""
        inside = sum(name in n.mentioned for n in walk_nodes(self.loop.body))
        return sum(name in n.mentioned for n in walk_nodes(self.program.body)) != inside

    def _touches(self, node: Node) -> list[Touch]:
        shapes = {c.name: c.shape for c in self.program.containers}
        placed = place((replace(self.loop, body=(node,)),))
        return [t for p in placed for t in touches_of(p, shapes)]

    def _without(self, k: int) -> Body:
        return (*self.loop.body[:k], *self.loop.body[k + 1 :])

    def _with_body(self, body: Body) -> Loop:
        return replace(self.loop, body=body)


def _written(node: Node) -> set[str]:
    """What anything in `node` writes."""
    return {w.container for n in walk_nodes((node,)) for w in n.writes}
