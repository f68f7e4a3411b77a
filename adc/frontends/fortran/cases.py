"""Integer dummies that choose one of many parts of a routine: a computed GO TO, SELECT CASE or
tests of one value after another. What is generated has all parts; `--fix` compiles one alone."""

from __future__ import annotations

from collections.abc import Iterator, Set

from adc.frontends.calling import Cases
from adc.frontends.fortran import tree
from adc.frontends.fortran.constants import integer_constant
from adc.frontends.fortran.symbols import Scope
from adc.frontends.fortran.usage import walk

#: So many parts are worth a word, where they have such a share of the routine's statements.
_FEWEST, _SHARE = 8, 0.6
_STATEMENTS = (tree.Assign, tree.Call)


def cases(scope: Scope, fixed: Set[str], changed: Set[str]) -> Cases | None:
    """The integer dummy that chooses among most parts; None where none chooses among many, or
    chooses what is little of the routine."""
    body = scope.body
    names = {
        s.name for s in scope.arguments
        if s.base == "integer" and s.bounds is None and s.name not in fixed | changed
    }  # fmt: skip
    most: Cases | None = None
    whole = _count(body)
    for name in sorted(names):
        values, inside = set[int](), 0
        for chosen, parts in _choices(body, name, scope):
            values |= set(chosen)
            inside += sum(map(_count, parts))
        many = len(values) >= _FEWEST and inside >= _SHARE * whole
        if many and (most is None or len(values) > most.count):
            most = Cases(name, len(values), min(values))
    return most


def _count(body: object) -> int:
    return sum(isinstance(node, _STATEMENTS) for node in walk(body))


def _choices(
    body: tree.Body, name: str, scope: Scope
) -> Iterator[tuple[list[int], list[tree.Body]]]:
    """The values that statements of the outermost level choose by, and what they choose among."""
    for position, statement in enumerate(body):
        match statement:
            case tree.ComputedGoto(targets, tree.Name(asked), assigned=False) if asked == name:
                last = max(
                    (k for k, s in enumerate(body) if getattr(s, "label", 0) in targets), default=0
                )
                if last > position:
                    different = {label: k for k, label in reversed([*enumerate(targets, 1)])}
                    yield [*different.values()], [body[position + 1 :]]
            case tree.Select(tree.Name(asked), parts) if asked == name:
                known = [c for c in parts if c.ranges is not None]
                yield (
                    _values([r for c in known for r in c.ranges or ()], scope),
                    [c.body for c in parts],
                )
            case tree.If(branches):
                found = [(v, b) for test, b, _ in branches for v in _tested(test, name, scope)]
                yield [v for v, _ in found], [b for _, b in found]


def _tested(test: tree.Expr, name: str, scope: Scope) -> list[int]:
    """The value that a condition holds the dummy against."""
    match test:
        case tree.Binary("==", tree.Name(asked), value) if asked == name:
            return _values([value], scope)
        case tree.Binary("==", value, tree.Name(asked)) if asked == name:
            return _values([value], scope)
    return []


def _values(exprs: list[tree.Expr | tree.Section], scope: Scope) -> list[int]:
    found = [None if isinstance(e, tree.Section) else integer_constant(e, scope) for e in exprs]
    return [value for value in found if value is not None]
