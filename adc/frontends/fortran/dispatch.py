"""GOTOs that are no structure, as a loop over parts: an integer says with which part to go on.

next = 0                            The labels that such GOTOs lead to divide the statements
do                                  around them into parts 0, 1, 2 and so on. Each part is
  if (next <= 0) part 0             followed by the next one, as it was; a GOTO to the label of
  if (next <= 1) part 1             part k, from wherever, is `next = k`, and the loop from its
  …                                 start.
  exit
end do
"""

from __future__ import annotations

from dataclasses import replace

from adc.frontends.fortran import tree
from adc.frontends.fortran.nested import check_exits, targets, with_bodies, within

#: What begins the names of the integers; no Fortran source can spell them.
NEXT = "next%"


def dispatched(body: tree.Body, wanted: frozenset[int]) -> tree.Body:
    """`body` where GOTOs to the labels `wanted` have become loops over parts."""
    highest = max((s.label for s in within(body)), default=0)
    return _Dispatch(highest).visit(body, wanted)


class _Dispatch:
    """Gives labels from `highest` on to the ends of loops."""

    def __init__(self, highest: int) -> None:
        self.highest = highest

    def visit(self, body: tree.Body, wanted: frozenset[int]) -> tree.Body:
        found = tuple(with_bodies(s, lambda b: self.visit(b, wanted)) for s in body)
        own = {s.label for s in found if s.label}
        chosen = _across(found, own, own & wanted)
        return self.loop(found, chosen) if chosen else found

    def loop(self, body: tree.Body, chosen: set[int]) -> tree.Body:
        check_exits(body)
        span = body[0].span
        name = tree.Name(f"{NEXT}{min(chosen)}", span)
        parts = _parts(body, chosen)
        numbers = {part[0].label: k for k, part in enumerate(parts) if part[0].label in chosen}
        self.highest += 1
        again = self.highest

        def jump(statements: tree.Body) -> tree.Body:
            made: list[tree.Statement] = []
            for statement in statements:
                if isinstance(statement, tree.Goto) and statement.target in numbers:
                    number = tree.Number(str(numbers[statement.target]), "integer", statement.span)
                    to = replace(name, span=statement.span)
                    made.append(tree.Assign(to, number, statement.span, statement.label))
                    made.append(tree.Goto(again, statement.span))
                else:
                    made.append(with_bodies(statement, jump))
            return tuple(made)

        def guarded(number: int, part: tree.Body) -> tree.Statement:
            at = tree.Number(str(number), "integer", span)
            test = tree.Binary("<=", name, at, span)
            return tree.If(((test, jump(part), span),), (), span)

        repeated = tuple(guarded(k, part) for k, part in enumerate(parts))
        end = tree.Continue(span, again)
        begin = tree.Assign(name, tree.Number("0", "integer", span), span)
        return begin, tree.DoWhile(None, (*repeated, tree.Exit("", span), end), span)


def _parts(body: tree.Body, chosen: set[int]) -> list[tree.Body]:
    """`body`, divided in front of the labels `chosen`."""
    starts = [0, *(k for k, s in enumerate(body) if k and s.label in chosen)]
    return [body[a:b] for a, b in zip(starts, [*starts[1:], len(body)], strict=True)]


def _across(body: tree.Body, own: set[int], chosen: set[int]) -> set[int]:
    """`chosen`, with all other labels of `body` that are jumped to from another part."""
    while chosen:
        more = set()
        for part in _parts(body, chosen):
            inside = {s.label for s in part}
            reached = set().union(*map(targets, part))
            more |= (reached & own) - inside - chosen
        if not more:
            break
        chosen = chosen | more
    return chosen
