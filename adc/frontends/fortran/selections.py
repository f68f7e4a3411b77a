"""Selections that jumps make, as SELECT CASE: computed GOTOs, arithmetic IFs of three labels, and
rows of `IF (K .EQ. 1) GO TO 10`.

    GO TO (10, 20), K                  SELECT CASE (K)
    (otherwise)                        CASE (1)
    GO TO 90                              (first)
 10 (first)                  becomes   CASE (2)
    GO TO 90                              (second)
 20 (second)                           CASE DEFAULT
 90 CONTINUE                              (otherwise)
                                       END SELECT
                                    90 CONTINUE

A *stretch* is what stands from one label of the selection to the next. One that runs on into the
next is in that one's case, under a test of its own. Where anything else jumps into a stretch, the
jumps stay what they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from adc.diagnostics import Span
from adc.frontends.fortran import tree
from adc.frontends.fortran.nested import with_bodies, within

Ranges = tuple[tree.Expr | tree.Section, ...]

#: A row of IFs has at least as many.
_ROW = 3


@dataclass(frozen=True)
class Chooser:
    """The jumps of a selection: which values go to which label, in order; all others to `other`,
    or to what stands behind the jumps (None). It takes `length` statements."""

    selector: tree.Expr
    targets: tuple[tuple[Ranges, int], ...]
    other: int | None
    span: Span
    label: int
    length: int = 1

    @property
    def labels(self) -> tuple[int, ...]:
        others = () if self.other is None else (self.other,)
        return (*(label for _, label in self.targets), *others)

    def values(self, label: int) -> Ranges | None:
        """What goes to `label`; None where all others do."""
        if label == self.other:
            return None
        return tuple(r for ranges, target in self.targets if target == label for r in ranges)


@dataclass(frozen=True)
class Stretch:
    """The statements from a label on; `label` is None for what stands behind the jumps."""

    label: int | None
    body: tuple[tree.Statement, ...]


def selected(body: tree.Body) -> tree.Body:
    """`body` with SELECT CASE for the selections in it, at any depth."""
    return Selecting(Counter(jumps_to(body))).visit(body, 0)


def jumps_to(body: tree.Body) -> list[int]:
    """The labels that statements of `body` go to, once for each way to get there."""
    found: list[int] = []
    for statement in within(body):
        match statement:
            case tree.Goto(target):
                found.append(target)
            case tree.ComputedGoto(targets) | tree.ArithmeticIf(_, targets):
                found += targets
    return found


@dataclass
class Selecting:
    """Makes SELECT CASEs; `known` are the jumps to each label in the whole routine."""

    known: Counter[int]

    def visit(self, body: tree.Body, behind: int) -> tree.Body:
        """`body`; what comes next at its end has the label `behind`, 0 if it is not known."""
        number = 0
        while number < len(body):
            chooser = chooser_of(body[number:])
            made = self.selection(body, number, chooser, behind) if chooser else None
            if made is not None:
                body = made
            number += 1
        following = (*(s.label for s in body[1:]), behind)
        return tuple(map(self.inside, body, following))

    def inside(self, statement: tree.Statement, behind: int) -> tree.Statement:
        """`statement` with the selections in it; behind a loop's body its head comes next."""
        behind = behind if isinstance(statement, (tree.If, tree.Select)) else 0
        return with_bodies(statement, lambda body: self.visit(body, behind))

    def selection(
        self, body: tree.Body, at: int, chooser: Chooser, behind: int
    ) -> tree.Body | None:
        """`body` with the selection whose jumps stand at `at`; None where it is none."""
        first = at + chooser.length
        join, end = joined(body, first, chooser, behind)
        places = [k for k in range(first, join) if body[k].label in chooser.labels]
        if not places:
            return None
        rest, *stretches = stretches_of(body, first, join, places)
        if chooser.other is None:
            stretches = [rest, *stretches]
        elif rest.body:
            return None
        groups = grouped(stretches)
        alone = self.entered_alone(stretches, chooser)
        if not alone or not all(may_be_one(group, chooser) for group in groups):
            return None
        cases = self.cases(groups, chooser, end)
        select = tree.Select(chooser.selector, cases, chooser.span, chooser.label)
        return (*body[:at], select, *body[join:])

    def entered_alone(self, stretches: Sequence[Stretch], chooser: Chooser) -> bool:
        """Whether only the selection's own jumps lead into stretches from elsewhere."""
        own = Counter(chooser.labels)
        for stretch in stretches:
            inside = Counter(jumps_to(stretch.body))
            for label in {s.label for s in within(stretch.body) if s.label}:
                ways = own[label] if label == stretch.label else 0
                if self.known[label] != inside[label] + ways:
                    return False
        return True

    def cases(
        self, groups: Sequence[Sequence[Stretch]], chooser: Chooser, join: int
    ) -> tuple[tree.Case, ...]:
        """A case for each group of stretches, and one for each label elsewhere."""
        self.known.subtract(chooser.labels)
        found, span = [], chooser.span
        placed = {s.label for group in groups for s in group}
        for group in groups:
            made = self.run_through(group, chooser, join)
            ranges = None if has_others(group, chooser) else values_of(group, chooser)
            found.append(tree.Case(ranges, made, span))
        for label in dict.fromkeys(chooser.labels):
            if label not in placed:
                inner = () if label == join else (tree.Goto(label, span),)
                self.known[label] += len(inner)
                found.append(tree.Case(chooser.values(label), inner, span))
        return tuple(sorted(found, key=ranged))

    def run_through(
        self, group: Sequence[Stretch], chooser: Chooser, join: int
    ) -> tuple[tree.Statement, ...]:
        """The stretches of a group, one after another, each from where the selection enters it."""
        *earlier, last = group
        done = self.ended(last.body, join)
        if not earlier:
            return done
        before, span = self.run_through(earlier, chooser, join), chooser.span
        if not before:
            return done
        default = has_others(earlier, chooser)
        inside = None if default else values_of(earlier, chooser)
        passing = None if last.label == chooser.other else values_of((last,), chooser)
        cases = (tree.Case(inside, before, span), tree.Case(passing, (), span))
        return (tree.Select(chooser.selector, tuple(sorted(cases, key=ranged)), span), *done)

    def ended(self, body: tuple[tree.Statement, ...], join: int) -> tuple[tree.Statement, ...]:
        """`body` without the GOTO at its end that leads behind the selection."""
        last = body[-1] if body else None
        if not isinstance(last, tree.Goto) or last.target != join or not join:
            return body
        self.known[join] -= 1
        rest = (tree.Continue(last.span, last.label),) if last.label else ()
        return (*body[:-1], *rest)


def may_be_one(group: Sequence[Stretch], chooser: Chooser) -> bool:
    """Whether a case may hold the group: its selector is asked again between the stretches."""
    *earlier, last = group
    if not any(s.body for s in earlier):
        return True
    if chooser.other is not None and has_others(group, chooser):
        labels = {s.label for s in group}  # those of both ranges, for the two overlap
        return last.label == chooser.other and len(labels) == _ROW and is_plain(chooser.selector)
    return is_plain(chooser.selector)


def has_others(stretches: Sequence[Stretch], chooser: Chooser) -> bool:
    """Whether one of them is where all values go that are listed nowhere."""
    return any(s.label == chooser.other for s in stretches)


def ranged(case: tree.Case) -> bool:
    """Whether a case has a range, which may have other cases' values in it."""
    return any(isinstance(r, tree.Section) for r in case.ranges or ())


def values_of(stretches: Sequence[Stretch], chooser: Chooser) -> Ranges:
    labels = [s.label for s in stretches if s.label is not None]
    return tuple(r for label in labels for r in chooser.values(label) or ())


# -- which jumps choose ----------------------------------------------------------------------------


def chooser_of(body: tree.Body) -> Chooser | None:
    """The selection that `body` begins with."""
    first = body[0]
    match first:
        case tree.ComputedGoto(_, selector, span, label):
            numbered = [(number(k, span), t) for k, t in first.numbered]
            return Chooser(selector, tuple(numbered), None, span, label)
        case tree.ArithmeticIf(selector, (less, equal, greater), span, label):
            if len({less, equal, greater}) < _ROW:
                return None
            zero = number(0, span)
            below: Ranges = (tree.Section(None, zero[0], None, span),)  # 0 comes before it
            return Chooser(selector, ((zero, equal), (below, less)), greater, span, label)
    return row(body)


def number(value: int, span: Span) -> tuple[tree.Expr]:
    return (tree.Number(str(value), "integer", span),)


def row(body: tree.Body) -> Chooser | None:
    """`IF (K .EQ. 1) GO TO 10` and others of the same integer, of which each goes elsewhere."""
    found: list[tuple[tree.Name, tree.Number, int]] = []
    for statement in body:
        asked = equality(statement)
        if asked is None or (found and (asked[0].name != found[0][0].name or statement.label)):
            break
        found.append(asked)
    numbers = {int(value.text) for _, value, _ in found}
    if len(found) < _ROW or len(numbers) < len(found):
        return None
    targets = tuple(((value,), label) for _, value, label in found)
    return Chooser(found[0][0], targets, None, body[0].span, body[0].label, len(found))


def equality(statement: tree.Statement) -> tuple[tree.Name, tree.Number, int] | None:
    """The variable, the number and the label of `IF (K .EQ. 1) GO TO 10`."""
    match statement:
        case tree.If(
            ((tree.Binary("==", tree.Name() as name, tree.Number() as value), (inner,), _),), ()
        ) if isinstance(inner, tree.Goto) and not inner.label and value.kind == "integer":
            return name, value, inner.target
    return None


def is_plain(selector: tree.Expr) -> bool:
    """Whether it may be asked twice: a variable, and sums of variables and numbers."""
    match selector:
        case tree.Name() | tree.Number():
            return True
        case tree.Binary(_, left, right):
            return is_plain(left) and is_plain(right)
        case tree.Unary(_, operand):
            return is_plain(operand)
    return False


# -- stretches -------------------------------------------------------------------------------------


def joined(body: tree.Body, first: int, chooser: Chooser, behind: int) -> tuple[int, int]:
    """Where the selection ends, and the label there: the one that most of its stretches go to, or
    what comes behind the body."""
    heads = [k for k in range(first, len(body)) if body[k].label in chooser.labels]
    lasts = [body[k - 1] for k in (*heads, len(body)) if k > first]
    ends = Counter(last.target for last in lasts if isinstance(last, tree.Goto))
    ahead = {body[k].label: k for k in range(first, len(body)) if body[k].label}
    found = [(count, -ahead[label], label) for label, count in ends.items() if label in ahead]
    if not found or ends[behind] > max(found)[0]:
        return len(body), behind
    _, place, label = max(found)
    return -place, label


def stretches_of(body: tree.Body, first: int, join: int, places: Sequence[int]) -> list[Stretch]:
    """What stands behind the jumps, and the stretches of the labels at `places`."""
    stops = [*places[1:], join]
    found = [Stretch(body[k].label, body[k:stop]) for k, stop in zip(places, stops, strict=True)]
    return [Stretch(None, body[first : places[0]]), *found]


def grouped(stretches: Sequence[Stretch]) -> list[list[Stretch]]:
    """Stretches that run on into the next are of one group."""
    groups: list[list[Stretch]] = []
    running_on = False
    for stretch in stretches:
        if running_on:
            groups[-1].append(stretch)
        else:
            groups.append([stretch])
        running_on = not (stretch.body and isinstance(stretch.body[-1], _ENDS))
    return groups


_ENDS = (tree.Goto, tree.Return, tree.Stop)
