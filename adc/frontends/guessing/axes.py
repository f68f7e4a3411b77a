"""Values whose number of axes is to be found (`Cell`), and what operations say of these.

Each operation that the flow meets becomes a relation between cells. The numbers of axes are the
least that satisfy all relations, found by going over them until nothing changes; what two operands
of one operation leave open is decided by their names. Then the relations tell which sizes are one
and the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

#: More rounds than relations have ever needed, and more axes than arguments have.
_MOST_ROUNDS, _MOST_AXES = 40, 5

#: Names of what is a number rather than an array, where an operand beside it may be the array.
_NUMBERS = re.compile(
    r"(alpha|beta|gamma|delta|eps(ilon)?|tol|sigma|mu|nu|eta|kappa|lam(bda)?_?|rho|tau|theta|omega|"
    r"xi|zeta|d[txyz]|[ghrt]|ls|rate|scale|factor|amount|step|noise|var(iance)?|std|mean|avg|best|"
    r"ref|cent(er|re)|offset|bias|baseline|threshold|shift|temperature|strength|coeff?|const|limit|"
    r"radius|mass|length|width|height|period|freq(uency)?|amplitude|speed|"
    r"\w*_(ref|mean|max|min|rate|scale|factor|tol|std))",
    re.IGNORECASE,
)


@dataclass(eq=False)
class Extent:
    """A size; those found to be equal share a `root`, which has the literal that it is, if any."""

    literal: str = ""
    root: Extent | None = None

    def found(self) -> Extent:
        """What stands for all sizes that are equal to this one."""
        found = self
        while found.root is not None:
            found = found.root
        return found

    def meet(self, other: Extent) -> None:
        """From now on, both are one; nothing where that cannot be, or one is of a new axis."""
        one, two = self.found(), other.found()
        clash = one.literal and two.literal
        if one is not two and not clash and "1" not in (one.literal, two.literal):
            one.literal = one.literal or two.literal
            two.root = one


@dataclass(eq=False)
class Cell:
    """A value: it has `least` axes at least; none for certain if it is `single`. `counts`: it is an
    integer by its uses. `length` is the size that it is, of an integer; `runs`: it is a position
    along that axis, `exact`: all of it. `name` is that of an argument. Of what is `unknown` nothing
    is said. `used`: not its elements alone are."""

    least: int = 0
    single: bool = False
    unknown: bool = False
    used: bool = False
    exact: bool = False
    counts: bool = False
    name: str = ""
    length: Extent | None = None
    runs: Extent | None = None
    axes: list[Extent] = field(default_factory=list)

    def raised(self, least: int) -> bool:
        """Asks for so many axes; whether that is new."""
        if self.single or least <= self.least or least > _MOST_AXES:
            return False
        self.least = least
        return True

    def counted(self, counts: bool) -> bool:
        """Notes that it is an integer; whether that is new."""
        new = counts and not self.counts
        self.counts |= counts
        return new

    def extent(self, axis: int) -> Extent:
        """The size along `axis`, counted from the front."""
        while len(self.axes) <= axis:
            self.axes.append(Extent())
        return self.axes[axis]

    def all_extents(self) -> list[Extent]:
        """One for each axis that it has."""
        return [self.extent(axis) for axis in range(self.least)]


@dataclass
class Choice:
    """`cell` likely has so many axes, unless that changes those of `kept`."""

    cell: Cell
    least: int
    kept: Cell | None = None


class Relation:
    """What an operation says of its operands and its result."""

    def ranks(self) -> bool:
        """Takes the numbers of axes from one to the other; whether one has changed."""
        return False

    def open(self) -> Iterator[Choice]:
        """What is open, and may be decided."""
        yield from ()

    def sizes(self) -> None:
        """Makes sizes one that are equal."""


@dataclass
class Alike(Relation):
    """Two values of one shape; of equally many axes alone if `resized`."""

    one: Cell
    two: Cell
    resized: bool = False

    def ranks(self) -> bool:
        up, down = self.one.raised(self.two.least), self.two.raised(self.one.least)
        return self.two.counted(self.one.counts) or up or down

    def sizes(self) -> None:
        if not self.resized and self.one.least == self.two.least:
            _meet(self.one.all_extents(), self.two.all_extents())


@dataclass
class Part(Relation):
    """`result` has the axes `kept` of `whole`, each a position or a new axis, and then those from
    position `used` on; and before these, those of the arrays among the `places`."""

    result: Cell
    whole: Cell
    kept: Sequence[int | Extent]
    used: int
    places: Sequence[Cell] = ()

    def ranks(self) -> bool:
        changed = self.whole.raised(self.used)
        if self.whole.least >= self.used:
            changed |= self.result.raised(self.whole.least + self._more())
        if all(place.single for place in self.places):
            changed |= self.whole.raised(self.result.least - self._more())
        return self.whole.counted(self.result.counts) or changed

    def open(self) -> Iterator[Choice]:
        least = self.result.least - self._more()
        unknown = next((p for p in self.places if p.unknown and not p.least), None)
        if unknown is not None and least > self.whole.least:
            yield Choice(unknown, 1)
        else:
            yield Choice(self.whole, least)

    def _more(self) -> int:
        return len(self.kept) - self.used + max((p.least for p in self.places), default=0)

    def sizes(self) -> None:
        ahead = max(self.places, key=lambda p: p.least, default=Cell()).all_extents()
        rest = range(self.used, self.whole.least)
        for axis, kept in enumerate((*ahead, *self.kept, *rest)):
            if axis < self.result.least:
                source = self.whole.extent(kept) if isinstance(kept, int) else kept
                if axis < len(self.result.axes):
                    self.result.axes[axis].meet(source)
                else:
                    self.result.axes.append(source)


@dataclass
class Without(Relation):
    """`result` is `whole` without its `axis`, which may count from the end."""

    result: Cell
    whole: Cell
    axis: int

    def ranks(self) -> bool:
        up = self.result.raised(self.whole.least - 1)
        return self.whole.raised(self.result.least + 1) or up

    def sizes(self) -> None:
        rest = self.whole.all_extents()
        if -len(rest) <= self.axis < len(rest):
            del rest[self.axis]
            _meet(self.result.all_extents(), rest)


@dataclass
class Broadcast(Relation):
    """`result` is computed element by element; `whole`: of integers if it is itself one. What it
    `divides` by is a number unless something else says that it is none."""

    result: Cell
    operands: list[Cell]
    whole: bool = False
    divides: bool = False

    def ranks(self) -> bool:
        changed = self.result.raised(max((o.least for o in self.operands), default=0))
        if self.whole and self.result.counts:
            changed |= _each(o.counted(True) for o in self.operands)
        possible = [o for o in self.operands if not o.single]
        if len(possible) == 1:
            changed |= possible[0].raised(self.result.least)
        return changed

    def open(self) -> Iterator[Choice]:
        least = self.result.least
        if self.result.single or any(o.least >= least or o.unknown for o in self.operands):
            return
        possible = [o for o in self.operands if not o.single]
        possible = possible[:1] if self.divides else possible
        for operand in [o for o in possible if not is_of_number(o)] or possible[:1]:
            yield Choice(operand, least, self.result)

    def sizes(self) -> None:
        for operand in self.operands:
            own, made = operand.all_extents(), self.result.all_extents()
            count = min(len(own), len(made))
            for axis in range(1, count + 1):
                if own[-axis].found().literal != "1":
                    made[-axis].meet(own[-axis])


@dataclass
class Assigned(Relation):
    """`value` is put into `place`, which has as many axes or more."""

    place: Cell
    value: Cell

    def ranks(self) -> bool:
        return self.place.raised(self.value.least)

    def sizes(self) -> None:
        Broadcast(self.place, [self.value]).sizes()


@dataclass
class Stacked(Relation):
    """`result` has the `items` along a new first axis, `count` of them where that is known."""

    result: Cell
    items: list[Cell]
    count: str = ""

    def ranks(self) -> bool:
        changed = self.result.raised(1 + max((i.least for i in self.items), default=0))
        changed |= _each(i.raised(self.result.least - 1) for i in self.items)
        return _each(i.counted(self.result.counts) for i in self.items) or changed

    def sizes(self) -> None:
        if self.count:
            self.result.extent(0).meet(Extent(self.count))
        for item in self.items:
            if item.least == self.result.least - 1:
                _meet(item.all_extents(), self.result.all_extents()[1:])


@dataclass
class Product(Relation):
    """`left @ right`."""

    result: Cell
    left: Cell
    right: Cell

    def ranks(self) -> bool:
        left, right = self.left.least, self.right.least
        changed = self.left.raised(1) or self.right.raised(1)
        made = left + right - 2 if min(left, right) == 1 else max(left, right)
        changed |= left > 0 and right > 0 and self.result.raised(made)
        if self.result.least >= 2:
            changed |= _each(o.raised(2) for o in (self.left, self.right))
        return changed

    def open(self) -> Iterator[Choice]:
        """A capital is a matrix's name, a small letter beside one a vector's."""
        both = self.left, self.right
        if self.left is self.right or any(o.least > 1 or o.unknown for o in both):
            return
        capitals = [o for o in both if o.name[:1].isupper()]
        named = [o for o in both if o.name]
        for one in capitals or (named if self.result.least else []):
            yield Choice(one, 2)

    def sizes(self) -> None:
        left, right = self.left.all_extents(), self.right.all_extents()
        if left and right:
            left[-1].meet(right[-2] if len(right) > 1 else right[-1])
        outer = left[:-1] + (right[-1:] if len(right) > 1 else [])
        if len(outer) == self.result.least:
            _meet(self.result.all_extents(), outer)


@dataclass
class Turned(Relation):
    """`A.T`: two axes are likely."""

    result: Cell
    whole: Cell

    def ranks(self) -> bool:
        up = self.result.raised(self.whole.least)
        return self.whole.raised(self.result.least) or up

    def open(self) -> Iterator[Choice]:
        if self.whole.name:
            yield Choice(self.whole, 2)

    def sizes(self) -> None:
        _meet(self.result.all_extents(), self.whole.all_extents()[::-1])


@dataclass
class Beside(Relation):
    """An argument that is likely as long as what it is multiplied with under a sum, or added to a
    product of matrices."""

    argument: Cell
    other: Cell

    def open(self) -> Iterator[Choice]:
        if not is_of_number(self.argument):
            yield Choice(self.argument, self.other.least, self.other)


@dataclass
class Along(Relation):
    """`x[i]`, of a loop in which `i` runs along all of another axis; unless `ahead` has `x`, for
    `x[i + 1]` would be behind its end."""

    whole: Cell
    axis: int
    size: Extent
    ahead: set[tuple[int, int]]

    def sizes(self) -> None:
        if self.axis < self.whole.least and (id(self.whole), self.axis) not in self.ahead:
            self.whole.extent(self.axis).meet(self.size)


@dataclass
class Places:
    """At which literal positions along an axis an argument is asked for; `whole`: it is used as a
    whole, too, and `moving`: at other positions."""

    whole: Cell
    axis: int
    literal: set[int] = field(default_factory=set)
    moving: bool = False

    def sizes(self) -> None:
        """`q[0]*p[3] + q[1]*p[2] + …`: four items each."""
        count = max(self.literal, default=0) + 1
        listed = len(self.literal) == count
        if not self.moving and listed and count > (2 if self.whole.used else 1):
            self.whole.extent(self.axis).meet(Extent(str(count)))


def _each(changes: Iterable[bool]) -> bool:
    """Whether one of them is true; all are computed."""
    return sum(changes) > 0


def _meet(ones: Iterable[Extent], others: Iterable[Extent]) -> None:
    for one, other in zip(ones, others, strict=False):
        one.meet(other)


def is_of_number(cell: Cell) -> bool:
    return bool(cell.name) and _NUMBERS.fullmatch(cell.name) is not None


def solve(relations: Sequence[Relation]) -> None:
    """Finds the numbers of axes, and then the sizes that are equal."""
    cells = _cells_of(relations)
    before = [cell.least for cell in cells]
    _settle(relations)
    if any(cell.least == _MOST_AXES for cell in cells):  # lists of lists that are no arrays
        for cell, least in zip(cells, before, strict=True):
            cell.least = least
        return
    refused: set[int] = set()
    for _ in range(_MOST_ROUNDS):
        choices = [c for r in relations for c in r.open() if id(c.cell) not in refused]
        new = [c for c in choices if not c.cell.single and c.least > c.cell.least]
        if not new:
            break
        for choice in new:
            if not _decide(choice, relations, cells):
                refused.add(id(choice.cell))
    for relation in relations:
        relation.sizes()


def _decide(choice: Choice, relations: Sequence[Relation], cells: Sequence[Cell]) -> bool:
    """Takes a choice with what follows from it; takes it back, and is False, where it changes what
    it comes from, or leads to ever more axes."""
    before = [cell.least for cell in cells]
    kept = choice.kept.least if choice.kept is not None else 0
    choice.cell.raised(choice.least)
    _settle(relations)
    grown = any(c.least == _MOST_AXES > b for c, b in zip(cells, before, strict=True))
    if not grown and (choice.kept is None or choice.kept.least == kept):
        return True
    for cell, least in zip(cells, before, strict=True):
        cell.least = least
    return False


def _cells_of(relations: Sequence[Relation]) -> list[Cell]:
    found: dict[int, Cell] = {}
    for relation in relations:
        for value in vars(relation).values():
            several = value if isinstance(value, (list, tuple)) else (value,)
            found |= {id(c): c for c in several if isinstance(c, Cell)}
    return list(found.values())


def _settle(relations: Sequence[Relation]) -> None:
    """Both ways by turns: forwards to results, and back to what these ask of operands."""
    for number in range(_MOST_ROUNDS):
        if not _each(r.ranks() for r in relations[:: -1 if number % 2 else 1]):
            return
