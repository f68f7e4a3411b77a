"""Loops that GOTOs make and that count, as DO loops: their ranges are known before they run.

    J = 1                          or   70 IF (J .GT. N) GO TO 80
 70 CONTINUE                            …
    …                                   J = J + 1
    J = J + 1                           GO TO 70
    IF (J .LE. N) GO TO 70           80 CONTINUE

The counter is a local integer that one statement advances by a constant, the first or the last of
the loop; nothing else in the loop changes it, or what the bound is made of. Any other loop stays a
`while`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from adc.diagnostics import Span
from adc.frontends.fortran import tree
from adc.frontends.fortran.constants import integer_constant
from adc.frontends.fortran.effects import with_effects
from adc.frontends.fortran.inductions import is_integer, is_step
from adc.frontends.fortran.nested import targets, within
from adc.frontends.fortran.routine import Routine, names_in, walk

_NEGATED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


@dataclass(frozen=True)
class Parts:
    """A loop taken apart: what it repeats, its counter's step, and the test under which it goes
    on. `early`: the step comes before all else, and before the test. `late`: the test comes at the
    end, so that the loop runs once at least. `leaving` is where the test's GOTO leaves to."""

    body: tuple[tree.Statement, ...]
    step: tree.Assign
    test: tree.Expr
    negated: bool
    early: bool
    late: bool
    leaving: tree.Goto | None = None


@dataclass(frozen=True)
class Counting:
    """Makes DO loops for the routine `r`."""

    r: Routine

    def __call__(self, label: int, body: Sequence[tree.Statement]) -> list[tree.Statement] | None:
        """The statements that stand for the loop `body`, whose last statement jumps back to
        `label`, its first one's; None where it is no loop over a range."""
        jumps = [s for s in within(tuple(body)) if isinstance(s, tree.Goto) and s.target == label]
        parts = taken_apart(label, body) if len(jumps) == 1 else None
        if parts is None or not isinstance(parts.step.target, tree.Name):
            return None
        counter, step = parts.step.target.name, self.step(parts.step)
        bound = self.bound(parts, counter, step)
        if bound is None or not self.is_counter(counter) or not self.lasts(parts, counter, bound):
            return None
        return counted(parts, counter, step, bound, label)

    def step(self, advance: tree.Assign) -> int:
        """The constant that a step adds; 0 where it is none."""
        assert isinstance(advance.value, tree.Binary)
        size = integer_constant(advance.value.right, self.r.scope) or 0
        return -size if advance.value.op == "-" else size

    def bound(self, parts: Parts, counter: str, step: int) -> tree.Expr | None:
        """The last value that the counter may have; None where the test compares otherwise."""
        test, span = parts.test, parts.test.span
        if not isinstance(test, tree.Binary) or test.op not in _NEGATED or not step:
            return None
        op, limit = test.op, test.right
        if is_name(test.right, counter):
            op, limit = _MIRRORED[op], test.left
        elif not is_name(test.left, counter):
            return None
        op = _NEGATED[op] if parts.negated else op
        if (op in ("<", "<=")) != (step > 0) or not is_integer(self.r, limit):
            return None
        strict = {"<": "-", ">": "+"}.get(op)
        return limit if strict is None else tree.Binary(strict, limit, one(1, span), span)

    def is_counter(self, name: str) -> bool:
        """Whether `name` is an integer of this routine alone."""
        symbol = self.r.symbol(name, self.r.unit.span)
        own = symbol.storage in ("local", "result", "dummy") and not self.r.hosted(symbol)
        return own and symbol.base == "integer" and symbol.bounds is None and not symbol.saved

    def lasts(self, parts: Parts, counter: str, bound: tree.Expr) -> bool:
        """Whether the loop changes neither its counter nor what its bound is made of."""
        names = names_in(bound)
        if counter in names or (names | {counter}) & changed(parts.body):
            return False
        if with_effects(self.r, self.r.scope, bound):
            return False
        calls = with_effects(self.r, self.r.scope, parts.body)
        return not (calls and not all(self.is_counter(n) for n in names if self.varies(n)))

    def varies(self, name: str) -> bool:
        symbol = self.r.symbol(name, self.r.unit.span)
        return symbol.storage not in ("constant", "intrinsic")


def taken_apart(label: int, body: Sequence[tree.Statement]) -> Parts | None:
    """The parts of a loop in one of the forms that count; None for others."""
    *core, last = body
    plain = without_heads(core, label)
    if isinstance(last, tree.Goto):
        return tested_first(plain, body)
    if not isinstance(last, tree.If) or not is_branch(last):
        return None
    ((condition, inner, _),) = last.branches
    if len(body) == 1:
        return whole(condition, inner, body)
    if last.label in targets_in(plain) or not isinstance(inner[0], tree.Goto) or len(inner) != 1:
        return None
    if plain and is_advance(plain[-1]):
        return made(plain[:-1], plain[-1], condition, body, late=True)
    if plain and is_advance(plain[0]):
        return made(plain[1:], plain[0], condition, body, early=True, late=True)
    return None


def tested_first(plain: list[tree.Statement], body: Sequence[tree.Statement]) -> Parts | None:
    """A loop whose GOTO back stands alone at its end."""
    early = len(plain) > 1 and is_advance(plain[0])
    rest = plain[1:] if early else plain[:-1]
    if not rest or not (early or is_advance(plain[-1])):
        return None
    test = rest[0]
    if not isinstance(test, tree.If) or not is_branch(test):
        return None
    ((condition, inner, _),) = test.branches
    if len(inner) != 1 or not isinstance(inner[0], tree.Goto):
        return None
    labels = {s.label for s in within(tuple(body)) if s.label}
    if inner[0].target in labels or (test.label in targets_in(body) and test is not body[0]):
        return None
    step = plain[0] if early else plain[-1]
    return made(rest[1:], step, condition, body, negated=True, early=early, leaving=inner[0])


def whole(condition: tree.Expr, inner: tree.Body, body: Sequence[tree.Statement]) -> Parts | None:
    """`70 IF (J .LE. N) THEN … J = J + 1; GO TO 70; END IF`."""
    if len(inner) < 2 or not isinstance(inner[-1], tree.Goto) or not is_advance(inner[-2]):
        return None
    if inner[-1].label and inner[-1].label in targets_in(body):
        return None
    return made(list(inner[:-2]), inner[-2], condition, body)


def made(
    rest: list[tree.Statement], step: tree.Statement, test: tree.Expr,
    body: Sequence[tree.Statement], *, negated: bool = False, early: bool = False,
    late: bool = False, leaving: tree.Goto | None = None,
) -> Parts | None:  # fmt: skip
    """The parts; the label of a step at the end stays, for what jumps over the rest."""
    assert isinstance(step, tree.Assign)
    if step.label and not early:
        rest = [*rest, tree.Continue(step.span, step.label)]
    elif step is not body[0] and step.label in targets_in(body):
        return None
    return Parts(tuple(rest), step, test, negated, early, late, leaving)


def counted(
    parts: Parts, counter: str, step: int, bound: tree.Expr, label: int
) -> list[tree.Statement]:
    """The DO loop, and what the counter is behind it."""
    span = parts.step.span
    start: tree.Expr = tree.Name(counter, span)
    if parts.early:
        start = parts.step.value
    if parts.early and parts.late:  # the test is of the iteration before
        bound = tree.Binary("+", bound, one(step, span), span)
    body = parts.body
    loop = tree.Do(
        counter, start, bound, one(step, span), body, parts.test.span, label, once=parts.late
    )
    after: list[tree.Statement] = []
    if parts.early and parts.late:
        value = tree.Binary("-", tree.Name(counter, span), one(step, span), span)
        after.append(tree.Assign(tree.Name(counter, span), value, span))
    if parts.leaving is not None:
        after.append(replace(parts.leaving, label=0))
    return [loop, *after]


# -- small questions -------------------------------------------------------------------------------


def without_heads(body: Sequence[tree.Statement], label: int) -> list[tree.Statement]:
    """`body` without the CONTINUEs that it begins with."""
    rest = list(body)
    while rest and isinstance(rest[0], tree.Continue) and rest[0].label in (0, label):
        rest = rest[1:]
    if rest and rest[0].label == label:
        rest[0] = replace(rest[0], label=0)
    return rest


def is_branch(statement: tree.If) -> bool:
    """Whether it is an IF of one branch and without ELSE."""
    return len(statement.branches) == 1 and not statement.orelse and bool(statement.branches[0][1])


def is_advance(statement: tree.Statement) -> bool:
    return isinstance(statement, tree.Assign) and is_step(statement)


def is_name(expr: object, name: str) -> bool:
    return isinstance(expr, tree.Name) and expr.name == name


def one(value: int, span: Span) -> tree.Expr:
    number = tree.Number(str(abs(value)), "integer", span)
    return number if value > 0 else tree.Unary("-", number, span)


def targets_in(body: Sequence[tree.Statement]) -> set[int]:
    return {t for s in body for t in targets(s)}


def changed(body: Sequence[tree.Statement]) -> set[str]:
    """The names that statements may change: what they assign to, and all arguments of calls."""
    found: set[str] = set()
    for node in walk(tuple(body)):
        match node:
            case tree.Assign(tree.Name(name) | tree.Apply(name)) | tree.Do(name):
                found.add(name)
            case tree.Triplet(name):
                found.add(name)
            case tree.Call() | tree.InputOutput() | tree.Allocate():
                found |= names_in(node)
    return found
