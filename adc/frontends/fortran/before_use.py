"""What statements do first with a variable."""

from __future__ import annotations

from collections.abc import Iterator

from adc.diagnostics import Span
from adc.frontends.fortran import tree
from adc.frontends.fortran.nested import bodies, with_bodies
from adc.frontends.fortran.usage import names_in


def set_before_use(name: str, body: tree.Body) -> bool:
    """Whether `body`, run from its start, assigns to `name` before it does anything else with it.

    There is no GOTO left in it. Any other jump does no harm: it leads out of a statement to what
    follows that, past uses as well.
    """
    for statement in body:
        if name not in names_in(statement):
            continue
        if sets(statement, name):
            return True
        head = with_bodies(statement, lambda _: ())
        if name in names_in(head) or not all(set_before_use(name, b) for b in bodies(statement)):
            return False
    return True


def sets(statement: tree.Statement, name: str) -> bool:
    """Whether the first thing that the statement does with `name` is to give it a value."""
    match statement:
        case tree.Assign(tree.Name(target), value):
            return target == name and name not in names_in(value)
        case tree.Do(var):
            return var == name and name not in names_in(
                (statement.start, statement.stop, statement.step or ())
            )
    return False


def tails(body: tree.Body, span: Span) -> Iterator[tree.Body]:
    """What may follow the IF at `span`: the statements behind it in the body that it is in, and in
    those around that, and the loops around it, which may be run again: a DO without its bounds."""
    for number, statement in enumerate(body):
        if isinstance(statement, tree.If) and statement.span == span:
            yield body[number + 1 :]
            continue
        for inner in bodies(statement):
            found = list(tails(inner, span))
            if found:
                yield from found
                yield body[number + 1 :]
                if isinstance(statement, tree.Do):
                    yield inner
                elif isinstance(statement, tree.DoWhile):
                    yield (statement,)


def set_behind(name: str, body: tree.Body, span: Span) -> bool:
    """Whether whatever follows the IF at `span` sets `name` before it reads it."""
    found = list(tails(body, span))
    return bool(found) and all(set_before_use(name, tail) for tail in found)
