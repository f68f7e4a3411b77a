"""Adjoints that begin where they are first added to, and not with all others of a source line.

A line that sums functions of several arrays gives each of them an adjoint at once, although the
statements that use these come one after the other, with whole products of matrices in between. Such
a beginning moves down to the first statement that says anything of its array. What that statement
does not need to wait for, and is the last to read what the beginning reads, goes first: then the
adjoint can take over that memory.

    P_bar = cos(P)               Q_bar = cos(Q)
    Q_bar = cos(Q)               B_bar += P.T @ Q_bar
    P_bar += Q_bar @ B.T         P_bar = cos(P)
    B_bar += P.T @ Q_bar         P_bar += Q_bar @ B.T

Only what is past a product or a loop moves: loops over the elements are better joined.

Gradients that begin with something of inputs alone begin late, too, with the temporaries that this
takes: until then their memory may hold other arrays.
"""

from __future__ import annotations

from collections.abc import Sequence

from adc.analysis.products import product_of
from adc.ir.build import is_zero
from adc.ir.enums import Role, Update
from adc.ir.node import Body, Node
from adc.ir.nodes import Compute, Heading, Mark
from adc.ir.program import Program
from adc.ir.walking import written_in


def begin_late(program: Program) -> Program:
    """`program` with assignments to whole arrays further down, where that takes less memory."""
    body = _Sinking(program).body(program.body)
    return program if body is program.body else program.with_body(body)


class _Sinking:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.seen = frozenset((*program.passed, *program.returns))

    def body(self, body: Body) -> Body:
        result: list[Node] = []
        for node in body:
            new = tuple(map(self.body, node.parts))
            same = all(a is b for a, b in zip(new, node.parts, strict=True))
            result.append(node if same else node.with_parts(new))
        for node in reversed(body):
            if isinstance(node, Compute) and self.begins(node):
                self.sink(result, node)
            elif isinstance(node, Compute) and body is self.program.body and self.returns(node):
                self.postpone(result, node)
        same = all(a is b for a, b in zip(result, body, strict=True))
        return body if same else tuple(result)

    def begins(self, node: Compute) -> bool:
        """Whether `node` gives values to an array that no caller sees."""
        own = node.op == Update.ASSIGN and not node.blank and not is_zero(node.expr)
        return own and bool(node.domain) and node.container not in self.seen

    def returns(self, node: Compute) -> bool:
        """Whether `node` gives a gradient its first values."""
        own = node.op == Update.ASSIGN and not node.blank and not is_zero(node.expr)
        return own and bool(node.domain) and self.program[node.container].role == Role.GRADIENT

    def postpone(self, body: list[Node], node: Compute) -> None:
        """Moves `node`, with what makes its operands for it alone, past products and loops, up to
        the next statement that says anything of its gradient."""
        at = next(k for k, n in enumerate(body) if n is node)
        named = [k for k, n in enumerate(body) if node.container in n.mentioned_inside]
        barriers = [k for k, n in enumerate(body) if k > at and _is_heading(n)]
        stop = min([k for k in named if k != at] + barriers + [len(body)])
        moved = self.made_for(body[:at], node)
        if stop < at or not moved or not any(map(_is_long, body[at + 1 : stop])):
            return
        start = next(k for k, n in enumerate(body) if n is moved[0])
        others = [n for n in body[start:stop] if not any(n is m for m in moved)]
        if all(_are_apart(m, others) for m in moved):
            body[start:stop] = [*others, *moved]

    def made_for(self, before: Sequence[Node], node: Compute) -> list[Node]:
        """`node` after the statements `before` it that make its operands for it alone; nothing
        where others read them, or make them."""
        moved: list[Node] = [node]
        wanted = self.temporaries(node)
        for other in reversed(before):
            if _is_heading(other):
                break
            if wanted.isdisjoint(other.mentioned_inside):
                continue
            if not isinstance(other, Compute) or other.container not in wanted:
                return []
            moved.insert(0, other)
            begun = {other.container} if other.op == Update.ASSIGN else set()
            wanted = (wanted - begun) | self.temporaries(other)
        names = {n.container for n in moved if isinstance(n, Compute)} - {node.container}
        others = (n for n in self.program.body if not any(n is m for m in moved))
        alone = all(names.isdisjoint(n.mentioned_inside) for n in others)
        return moved if alone and not wanted else []

    def temporaries(self, node: Compute) -> set[str]:
        """The arrays that `node` reads and no caller sees."""
        used = {u.container for u in node.uses}
        return {n for n in used if self.program[n].shape and n not in self.seen}

    def sink(self, body: list[Node], node: Compute) -> None:
        """Moves `node` in `body`, if it may and is to."""
        at = next(k for k, n in enumerate(body) if n is node)
        first = _next_mention(body, at, node.container)
        if first is None or not any(map(_is_long, body[at + 1 : first + 1])):
            return
        made_of = {u.container for u in node.uses}
        if made_of & set(written_in(tuple(body[at + 1 : first]))):
            return
        arrays = {n for n in made_of if self.program[n].shape and n not in self.seen}
        later = {n for other in body[first:] for n in other.mentioned_inside}
        if arrays <= later and node.container not in made_of:
            past = any(map(_is_long, body[at + 1 : first]))
            after = [n for n in body if n is not node]
            place = _after_last_readers(after, first - 1, node, arrays)
            if past or place > first - 1:
                body[:] = [*after[:place], node, *after[place:]]


def _next_mention(body: Sequence[Node], at: int, name: str) -> int | None:
    """The next statement after `at` that says anything of `name`, in the same part of the body."""
    for k in range(at + 1, len(body)):
        if isinstance(body[k], (Heading, Mark)):
            return None
        if name in body[k].mentioned_inside:
            return k
    return None


def _is_heading(node: Node) -> bool:
    return isinstance(node, (Heading, Mark))


def _is_long(node: Node) -> bool:
    """A product of matrices, or a loop: nothing that loops over elements are joined with."""
    if not isinstance(node, Compute):
        return True
    return len(node.domain) > 2 and product_of(node) is not None


def _after_last_readers(body: list[Node], first: int, beginning: Node, arrays: set[str]) -> int:
    """Moves the last readers of `arrays` before the statement at `first`, where they can be; the
    place of `first` then, and of the `beginning` that is to stand there after all of them."""
    for k in range(first + 1, len(body)):
        node = body[k]
        if isinstance(node, (Heading, Mark)):
            break
        last = arrays & node.mentioned_inside
        last -= {n for other in body[k + 1 :] for n in other.mentioned_inside}
        if last and isinstance(node, Compute):
            moved = [n for n in body[first:k] if _is_zero(n, node.container)] + [node]
            kept = [n for n in body[first:k] if not any(n is m for m in moved)]
            if all(_are_apart(m, (beginning, *kept)) for m in moved):
                body[first : k + 1] = moved + kept
                first += len(moved)
    return first


def _is_zero(node: Node, name: str) -> bool:
    if not isinstance(node, Compute) or node.container != name:
        return False
    return node.op == Update.ASSIGN and is_zero(node.expr)


def _are_apart(node: Node, others: Sequence[Node]) -> bool:
    """Whether `node` may change places with all of `others`."""
    written = set(written_in((node,)))
    return not any(
        written & n.mentioned_inside or node.mentioned_inside & set(written_in((n,)))
        for n in others
    )
