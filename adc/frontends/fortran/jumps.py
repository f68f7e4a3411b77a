"""GOTO as structured control flow: forward ones leave a block, backward ones repeat a loop.

A label and the statements in front of it, from the first that jumps there, become a Block, and the
GOTO leaves it. A label and what follows, up to the last GOTO back to it, become a loop. What is
left over crosses another jump, and gets a copy of what it leads to (`tails`) or a loop over parts
(`dispatch`); jumps into blocks are refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from adc.diagnostics import AdcError, Note, Span
from adc.frontends.fortran import tree
from adc.frontends.fortran.dispatch import dispatched
from adc.frontends.fortran.loop_names import with_named_loops
from adc.frontends.fortran.nested import check_exits, targets, with_bodies, within
from adc.frontends.fortran.tails import with_tails

JUMPS = (tree.Goto, tree.ComputedGoto, tree.ArithmeticIf)


#: What makes the statements of a loop that counts: of its label and body; None for other loops.
Counted = Callable[[int, Sequence[tree.Statement]], list[tree.Statement] | None]


def never(label: int, body: Sequence[tree.Statement]) -> None:
    """No loop counts."""


def structured(body: tree.Body, counted: Counted = never) -> tree.Body:
    """`body` without GOTOs; raises ADC0167 and ADC0168 for those that are no structure."""
    if not any(isinstance(s, JUMPS) for s in within(body)):
        return body
    places = labels(body)
    plainly = with_named_loops(spelled(body))
    result = Structuring(places, counted).visit(plainly)
    left = [s for s in within(result) if isinstance(s, tree.Goto)]
    if left and all(s.target in places for s in left):
        copied = with_tails(plainly, lambda made: _left_over(made, counted))
        if copied is not None:
            return Structuring(labels(copied), counted).visit(copied)
        made = dispatched(plainly, frozenset(s.target for s in left))
        parted = Structuring(labels(made), counted).visit(made)
        if not any(isinstance(s, tree.Goto) for s in within(parted)):
            return parted
    for statement in left:
        raise unstructured(statement, places.get(statement.target))
    return result


def _left_over(body: tree.Body, counted: Counted) -> int:
    """How many GOTOs of `body` are no structure."""
    try:
        result = Structuring(labels(body), counted).visit(body)
    except AdcError:
        return len(within(body))
    return sum(isinstance(s, tree.Goto) for s in within(result))


def labels(body: tree.Body) -> dict[int, Span]:
    """Where each label of `body` stands; raises ADC0167 for one that stands twice."""
    places: dict[int, Span] = {}
    for statement in within(body):
        if statement.label in places:
            raise AdcError.of(
                "ADC0167", f"the label {statement.label} stands twice", statement.span,
                help="number one of the statements anew",
                notes=(Note("it stands here, too", places[statement.label]),),
            )  # fmt: skip
        if statement.label:
            places[statement.label] = statement.span
    return places


def unstructured(jump: tree.Goto, target: Span | None) -> AdcError:
    if target is None:
        return AdcError.of(
            "ADC0167", f"there is no label {jump.target}", jump.span, help="correct the label"
        )
    return AdcError.of(
        "ADC0168", f"this GOTO {jump.target} is no structured jump", jump.span,
        help="write it with IF, DO, CYCLE or EXIT",
        notes=(Note("it goes here", target),),
    )  # fmt: skip


# -- computed and arithmetic jumps -----------------------------------------------------------------


def spelled(body: tree.Body) -> tree.Body:
    """Computed GOTOs and arithmetic IFs as SELECT CASEs with plain GOTOs: the selector, which may
    call functions with effects, is worked out once."""
    return tuple(with_bodies(plain(s), spelled) for s in body)


def plain(statement: tree.Statement) -> tree.Statement:
    span = statement.span
    if isinstance(statement, tree.ComputedGoto):
        numbered = statement.numbered
        chosen = [going((tree.Number(str(k), "integer", span),), t, span) for k, t in numbered]
    elif isinstance(statement, tree.ArithmeticIf):
        chosen = list(by_sign(statement.targets, span))
    else:
        return statement
    return tree.Select(statement.selector, tuple(chosen), span, statement.label)


def by_sign(targets: tuple[int, int, int], span: Span) -> Iterator[tree.Case]:
    """The cases below, at and above 0; two neighbours of one target are one case."""
    less, equal, greater = targets
    zero = tree.Number("0", "integer", span)
    if equal == greater:
        yield going((tree.Section(zero, None, None, span),), greater, span)
        yield going(None, less, span)
        return
    if less != equal:
        yield going((zero,), equal, span)
    yield going((tree.Section(None, zero, None, span),), less, span)
    yield going(None, greater, span)


def going(
    ranges: tuple[tree.Expr | tree.Section, ...] | None, target: int, span: Span
) -> tree.Case:
    return tree.Case(ranges, (tree.Goto(target, span),), span)


# -- blocks and loops ------------------------------------------------------------------------------


@dataclass
class Structuring:
    """Makes blocks and loops; numbers blocks from 1."""

    places: dict[int, Span]
    counted: Counted
    blocks: int = 0

    def visit(self, body: tree.Body) -> tree.Body:
        """Inner bodies first: what they cannot settle is looked up in this one."""
        found = [with_bodies(s, self.visit) for s in body]
        return tuple(self.forward(self.backward(found)))

    def backward(self, body: list[tree.Statement]) -> list[tree.Statement]:
        """Loops for GOTOs to a label at or before their statement; inner ones first."""
        number = len(body) - 1
        while number >= 0:
            label = body[number].label
            jumping = [k for k in range(number, len(body)) if label and label in targets(body[k])]
            if jumping:
                stop = jumping[-1] + 1
                body = [*body[:number], *self.loop(label, body[number:stop]), *body[stop:]]
            number -= 1
        return body

    def loop(self, label: int, body: list[tree.Statement]) -> list[tree.Statement]:
        check_exits(tuple(body))
        counted = self.counted(label, body)
        if counted is not None:
            return [self.inside(s) if isinstance(s, tree.Do) else s for s in counted]
        self.blocks += 1
        number = self.blocks
        span = body[0].span
        again = self.forward([self.leaving(label, number, s) for s in body])
        done = tree.Block(number, (*again, tree.Exit("", span)), span)
        return [tree.DoWhile(None, (done,), span, label)]

    def inside(self, loop: tree.Do) -> tree.Do:
        """A loop that counts, with blocks for the jumps in its body."""
        return replace(loop, body=tuple(self.forward(list(loop.body))))

    def forward(self, body: list[tree.Statement]) -> list[tree.Statement]:
        """Blocks for GOTOs to labels further down, nearest label first."""
        number = 0
        while number < len(body):
            label = body[number].label
            start = next((k for k in range(number) if label and label in targets(body[k])), None)
            if start is not None:
                self.blocks += 1
                part = tuple(self.leaving(label, self.blocks, s) for s in body[start:number])
                block = tree.Block(self.blocks, part, part[0].span)
                body = [*body[:start], block, *body[number:]]
                number = start + 1
            number += 1
        return body

    def leaving(self, label: int, block: int, statement: tree.Statement) -> tree.Statement:
        """`statement` with its GOTOs to `label` leaving the block."""
        if isinstance(statement, tree.Goto) and statement.target == label:
            return tree.Leave(block, statement.span, statement.label)
        if isinstance(statement, tree.Forall):
            return statement  # nothing may leave a DO CONCURRENT: its GOTO stays and is refused

        def change(body: tree.Body) -> tree.Body:
            return tuple(self.leaving(label, block, s) for s in body)

        return with_bodies(statement, change)
