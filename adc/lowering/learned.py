"""What earlier attempts to lower a function have found out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

import sympy

from adc.diagnostics import AdcError
from adc.frontends import surface
from adc.ir.dtypes import DType
from adc.ir.shapes import Shape

#: A loop by its variable and its place.
LoopKey = tuple[str, str]
#: A variable by its function's name and place, and its own name.
VariableKey = tuple[str, str, str]


@dataclass(frozen=True)
class MaybeNone:
    """A name that is None on some path of a function, and an integer elsewhere if it is `whole`.
    The function is told by its name and place."""

    function: tuple[str, str]
    name: str
    whole: bool = False


@dataclass(frozen=True)
class OptionalResult:
    """A function, by its name and place, that returns None on some paths, and on the others an
    integer if it is `whole`. One that returns a tuple has `count` values, any of which may be None,
    and of which the `wholes` are integers."""

    function: str
    place: str
    whole: bool = False
    count: int = 1
    wholes: frozenset[int] = frozenset()


@dataclass(frozen=True)
class ListSpec:
    """A list that becomes longer under a test: where it is made, what its items are, and how many
    loops may append, as which was found in so many tries."""

    site: str
    dtype: DType
    weak: bool
    shape: Shape
    room: sympy.Expr = sympy.S.Zero
    tries: int = 0


class Walk(NamedTuple):
    """Every iteration of a loop over `i` has an element `name[…, i + offset, …]`, at `axis`, if
    each subscript before it takes one axis: the names `before` are positions."""

    name: str
    axis: int
    offset: int
    before: tuple[str, ...] = ()


@dataclass(frozen=True)
class Learned:
    """`changed`: arrays that no subscript can be read from, for they are changed. `data_loops`: DO
    loops that end where data says. `picks`: integers that the source computes may be positions.
    `literals`: integer arrays that functions make of literals are known, and never written to;
    `formulas`: elements of integer arrays that sizes tell are what they are (`formulas.py`).
    `written_out`: loops of which each iteration is written out. `changed_items`: places where lists
    and dictionaries are made whose items something sets. `told_apart`: classes of which the source
    asks whether two objects are one. `running_lists`: lists of which only their
    last items and their lengths are kept; with `whole_lists` none. `maybe_unset`: names that have
    a value on some paths; `unset_numbers`: those that begin as a number, "float" or "int".
    `lengths`: arrays may have a length that data decide (`lengths.py`); `bounded`: loops over
    ranges that data end, and that sizes bound; `walked`: those
    that go along an axis; `stepped`: those whose step is no number; `lists`:
    those that grow under a test; `filled`:
    places where lists and dictionaries are made that are filled from 0 on; `optional`:
    functions that return None on some paths. `clocks`: places of `while` loops whose numbers of
    iterations are known (`clocks.py`). `extended`: places where the items of arrays are added to
    lists (`extended.py`). `numbers`: names of
    numbers that are worked out of literals stand for what they are. `positions`: names of positions
    that masks select have arrays of their own, which something changes. `first_trips`:
    loops whose first iterations are written before them. `flat`: dummy arrays of Fortran whose
    inner extents data decide. `section_loops`: places of statements on Fortran's sections that
    become loops. `data_extents`: Fortran's variables whose extents data decide.
    `size_cases`: places of branches of which one arm is compiled (`size_cases.py`).
    `exchanges`: arguments that are exchanged with other arrays are copies (`exchanges.py`).
    `in_arms`: places of choices that are assigned in the arms of an `if` (`chosen_shapes.py`).
    `other_returns`: places of `return`s whose results have another form than elsewhere. `pairs`:
    complex variables of Fortran that are passed for reals (`fortran/complex_storage.py`).
    `integers_in`: real ones that are passed for such integers (`fortran/integer_storage.py`)."""

    changed: frozenset[str] = frozenset()
    data_loops: frozenset[LoopKey] = frozenset()
    maybe_none: frozenset[MaybeNone] = frozenset()
    picks: bool = False
    literals: bool = False
    formulas: bool = False
    written_out: frozenset[LoopKey] = frozenset()
    changed_items: frozenset[str] = frozenset()
    told_apart: frozenset[str] = frozenset()
    running_lists: frozenset[VariableKey] = frozenset()
    whole_lists: bool = False
    maybe_unset: frozenset[VariableKey] = frozenset()
    unset_numbers: tuple[tuple[VariableKey, str], ...] = ()
    lengths: bool = False
    bounded: frozenset[LoopKey] = frozenset()
    walked: frozenset[tuple[LoopKey, Walk]] = frozenset()
    stepped: frozenset[LoopKey] = frozenset()
    lists: tuple[ListSpec, ...] = ()
    filled: frozenset[str] = frozenset()
    optional: frozenset[OptionalResult] = frozenset()
    clocks: frozenset[str] = frozenset()
    extended: frozenset[str] = frozenset()
    numbers: bool = False
    positions: bool = False
    first_trips: frozenset[LoopKey] = frozenset()
    flat: frozenset[VariableKey] = frozenset()
    section_loops: frozenset[str] = frozenset()
    data_extents: frozenset[VariableKey] = frozenset()
    size_cases: frozenset[str] = frozenset()
    exchanges: bool = False
    in_arms: frozenset[str] = frozenset()
    other_returns: frozenset[str] = frozenset()
    pairs: frozenset[VariableKey] = frozenset()
    integers_in: frozenset[tuple[VariableKey, DType]] = frozenset()

    def with_optional(self, found: OptionalResult) -> Learned:
        """The same with what is known now of a function."""
        others = (o for o in self.optional if o.place != found.place)
        return replace(self, optional=frozenset({*others, found}))

    def list_at(self, site: str) -> ListSpec | None:
        """What is known of the list that is made at `site`, if it is counted."""
        return next((spec for spec in self.lists if spec.site == site), None)


NOTHING = Learned()
#: Where a list is "made" that is an item of a list which is an array.
_ROW = "a row of "


def row_site(site: str) -> str:
    """The place of lists that are items of the list made at `site`."""
    return _ROW + site


def is_row_site(site: str) -> bool:
    return site.startswith(_ROW)


def key_of(function: surface.Function, name: str) -> VariableKey:
    return function.name, str(function.span), name


def rewritten_for(
    function: surface.Function, listed: Iterable[VariableKey],
    rewrite: Callable[[surface.Function, str], surface.Function | None],
) -> surface.Function:  # fmt: skip
    """`function` as `rewrite` has it for each of its variables that are `listed`, as far as it
    can."""
    for name in sorted(key[2] for key in listed if key == key_of(function, key[2])):
        function = rewrite(function, name) or function
    return function


class ChangedItemsError(Exception):
    """The source sets items of a list or a dictionary, which was taken for one that nothing
    changes; `site` is where it is made."""

    def __init__(self, site: str) -> None:
        super().__init__(site)
        self.site = site


@dataclass
class LongerListError(AdcError):
    """A list that is made at `site`, and has several names or is part of something, is longer on
    one path than on another."""

    site: str = ""


class ChangedPositionsError(Exception):
    """The source changes positions that a mask selects, which were taken for what they are."""


class ComputedPositionsError(Exception):
    """Integers that are computed have to be positions."""


class ExtendedError(Exception):
    """At `place` the items of an array are added to a list, which was taken for one whose items
    are known."""

    def __init__(self, place: str) -> None:
        super().__init__(place)
        self.place = place


class ToldApartError(Exception):
    """The source asks whether two objects of the class are one, of which adc had kept no more than
    what they hold."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name
