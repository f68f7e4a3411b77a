"""Blocks that are left early (out of GOTO, and of RETURN, EXIT and CYCLE across loops), as `if`s.

What follows an `if` that always leaves moves into its other branch. Elsewhere a flag tells whether
the block was left, and what follows is put under the condition that it was not; a loop that is
left with the block ends by `break` (Erosa & Hendren, "Taming control flow", 1994).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from adc.diagnostics import Span
from adc.frontends import surface
from adc.frontends.names import walk
from adc.ir.names import NameSource

Body = tuple[surface.Statement, ...]


def without_blocks(function: surface.Function, taken: Iterable[str]) -> surface.Function:
    """`function` without Block and Leave; flags get names that are none of `taken`."""
    if not any(isinstance(n, (surface.Block, surface.Leave)) for n in walk(function.body)):
        return function
    fresh = NameSource(set(taken) | {n.name for n in walk(function) if isinstance(n, surface.Name)})
    return replace(function, body=inside_out(function.body, fresh))


def inside_out(body: Body, fresh: NameSource) -> Body:
    """Inner blocks first: what leaves an outer one is then in plain statements."""
    result: list[surface.Statement] = []
    for statement in body:
        match statement:
            case surface.Block():
                inner = inside_out(statement.body, fresh)
                result += opened(replace(statement, body=inner), fresh)
            case surface.If():
                then, orelse = (
                    inside_out(statement.then, fresh),
                    inside_out(statement.orelse, fresh),
                )
                result.append(replace(statement, then=then, orelse=orelse))
            case surface.For() | surface.While():
                result.append(replace(statement, body=inside_out(statement.body, fresh)))
            case _:
                result.append(statement)
    return tuple(result)


def opened(block: surface.Block, fresh: NameSource) -> Body:
    """The statements of a block, in place of the block."""
    if not leaves(block.body, block.label):
        return block.body
    cutter = Cutter(block.label, fresh.fresh("left"))
    body = cutter.cut(block.body, in_loop=False)
    if not cutter.flag_read:
        return without_flag(body, cutter.flag)
    return (assign(cutter.flag, False, block.span), *body)


def leaves(body: Body, label: int) -> bool:
    return any(isinstance(n, surface.Leave) and n.label == label for n in walk(body))


def always_leaves(body: Body, label: int) -> bool:
    """Whether every path through `body` ends by leaving the block (or the loop or function)."""
    if not body:
        return False
    last = body[-1]
    if isinstance(last, surface.If):
        return always_leaves(last.then, label) and always_leaves(last.orelse, label)
    return isinstance(last, surface.Leave) and last.label == label


def assign(name: str, value: bool, span: Span) -> surface.Assign:
    return surface.Assign((surface.Name(name, span),), surface.Boolean(value, span), span)


def without_flag(body: Body, flag: str) -> Body:
    """`body` without the assignments of a flag that nothing asks for."""
    result: list[surface.Statement] = []
    for statement in body:
        if isinstance(statement, surface.Assign) and statement.targets == (
            surface.Name(flag, statement.span),
        ):
            continue
        if isinstance(statement, surface.If):
            then, orelse = without_flag(statement.then, flag), without_flag(statement.orelse, flag)
            statement = replace(statement, then=then, orelse=orelse)
        elif isinstance(statement, (surface.For, surface.While)):
            statement = replace(statement, body=without_flag(statement.body, flag))
        result.append(statement)
    return tuple(result)


@dataclass
class Cutter:
    """Takes the Leaves of one block out of its body."""

    label: int
    flag: str
    flag_read: bool = False

    def cut(self, body: Body, in_loop: bool) -> Body:
        """`body` without the Leaves; with `in_loop`, leaving breaks the loop around it."""
        result: list[surface.Statement] = []
        for number, statement in enumerate(body):
            rest = body[number + 1 :]
            if isinstance(statement, surface.Leave) and statement.label == self.label:
                result.append(assign(self.flag, True, statement.span))
                return (*result, surface.Break(statement.span)) if in_loop else tuple(result)
            if not leaves((statement,), self.label):
                result.append(statement)
                continue
            if isinstance(statement, surface.If):
                return (*result, *self.branch(statement, rest, in_loop))
            assert isinstance(statement, (surface.For, surface.While))
            result.append(replace(statement, body=self.cut(statement.body, in_loop=True)))
            return (*result, *self.guarded(rest, statement.span, in_loop))
        return tuple(result)

    def branch(self, statement: surface.If, rest: Body, in_loop: bool) -> Body:
        then, orelse = statement.then, statement.orelse
        if in_loop:  # a Break follows each Leave: what comes after runs only where none was
            then, orelse = self.cut(then, True), self.cut(orelse, True)
            return (replace(statement, then=then, orelse=orelse), *self.cut(rest, True))
        if always_leaves(then, self.label):
            orelse, rest = orelse + rest, ()
        elif always_leaves(orelse, self.label):
            then, rest = then + rest, ()
        then, orelse = self.cut(then, False), self.cut(orelse, False)
        new = replace(statement, then=then, orelse=orelse)
        return (new, *self.guarded(rest, statement.span, False))

    def guarded(self, rest: Body, span: Span, in_loop: bool) -> Body:
        """What follows a part that may have left the block."""
        left = surface.Name(self.flag, span)
        if in_loop:
            self.flag_read = True
            leave = surface.If(left, (surface.Break(span),), (), span)
            return (leave, *self.cut(rest, True))
        if not rest:
            return ()
        self.flag_read = True
        stayed = surface.Unary("not", left, span)
        return (surface.If(stayed, self.cut(rest, False), (), span),)
