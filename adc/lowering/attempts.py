"""The ways in which a function may be lowered, from the one that gives the simplest program on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from adc.diagnostics import AdcError, Diagnostic, InternalError, Span
from adc.lowering.absent.names import MaybeNoneError
from adc.lowering.absent.returned import OptionalResultError
from adc.lowering.absent.unset import MaybeUnsetError
from adc.lowering.context import Context, TableChangedError
from adc.lowering.control.changing_shapes import ChangingShapeError
from adc.lowering.control.chosen_shapes import ChosenInArmsError
from adc.lowering.control.data_loops import BoundedLoopError, DataLoopError
from adc.lowering.control.returns import other_forms
from adc.lowering.control.stepped_loops import SteppedLoopError
from adc.lowering.control.walked_axes import WalkedLoopError
from adc.lowering.fortran.complex_storage import PairsError
from adc.lowering.fortran.data_extents import DataExtentError
from adc.lowering.fortran.flat import FlatDummyError
from adc.lowering.fortran.integer_storage import IntegersError
from adc.lowering.fortran.section_loops import SectionLoopError, with_section_loop
from adc.lowering.learned import (
    NOTHING,
    ChangedItemsError,
    ChangedPositionsError,
    ComputedPositionsError,
    ExtendedError,
    Learned,
    LongerListError,
    LoopKey,
    ToldApartError,
    VariableKey,
)
from adc.lowering.lists.counted import CountedListError
from adc.lowering.lists.filled import FilledListError
from adc.lowering.lists.running import ReturnedListError, RunningListError
from adc.lowering.objects.heap import grows

T = TypeVar("T")


def best_lowered(
    context: Callable[[bool, bool], Context],
    lowered: Callable[[Context], T],
    warnings: list[Diagnostic],
) -> T:
    """What `lowered` makes in a `context` (`ranges`, `ways`) of its own; where that is refused, in
    others: names that stand for several arrays as one of them, a `while` as it is written, one that
    numbers in the source end as a loop over a range, names of numbers that are worked out of
    literals as what they are, elements of integer arrays that sizes tell as these, all of these
    with integers that are computed as positions, and with arrays of literals as known."""
    before, ranges, ways, learned = len(warnings), True, False, NOTHING
    first_trips: frozenset[LoopKey] = frozenset()
    counting, cases = first_trips, frozenset[str]()
    refused = _Refusals()
    while True:
        cx = context(ranges, ways)
        cx.learned = learned
        try:
            return _once(cx, lowered)
        except _FOUND as found:
            first_trips |= cx.told.first_trips
            learned = _knowing(learned, found)
        except AdcError as error:
            first_trips |= cx.told.first_trips
            counting, cases = counting | cx.told.counting, cases | cx.told.size_cases
            code = error.diagnostics[0].code
            refused.take(error, of_the_source=code != "ADC0227" or not cx.ranged)
            longer = grows(error.site) if isinstance(error, LongerListError) and error.site else ""
            if longer and longer not in learned.changed_items:
                learned = replace(learned, changed_items=learned.changed_items | {longer})
            elif code == "ADC0211" and not ways:
                ways = True
            elif cx.ranged:
                ranges, ways = False, False
            elif cx.told.clocks - learned.clocks and code in _OF_LENGTHS:
                refused.begin_anew()
                ranges, ways = True, False
                learned = replace(_begun(learned), clocks=learned.clocks | cx.told.clocks)
            elif (more := _asked(cx, learned, code)) is not None:
                refused.begin_anew()
                ranges, ways, learned = True, False, more
            elif not learned.picks and refused.now.diagnostics[0].code in _OF_LENGTHS:
                refused.first = None
                ranges, ways, learned = True, False, replace(learned, picks=True)
            elif _may_have_lengths(cx) and code in _OF_LENGTHS:
                refused.begin_anew()
                ranges, ways, learned = True, False, _with_lengths(learned)
            elif not learned.literals and cx.told.literal_arrays:
                ranges, ways, learned = True, False, replace(learned, literals=True)
            elif not cx.fortran and (more := _of_loops(learned, first_trips, counting)) is not None:
                refused.begin_with_first_trips()
                ranges, ways, learned = True, False, more
            elif cases - learned.size_cases:
                refused.begin_anew()
                ranges, ways, learned = True, False, replace(_begun(learned), size_cases=cases)
            elif (more := _of_returns(cx, learned, code)) is not None:
                ranges, ways, learned = True, False, more
            else:
                raise refused.told(first_trips) from None
        del warnings[before:]


@dataclass
class _Refusals:
    """Why attempts were refused, of which one reason is told in the end: `first` of those since all
    was tried anew, `before` that, and `of_whole` loops, before their first iterations were written
    in front of them. `last` is that of the last attempt."""

    first: AdcError | None = None
    before: AdcError | None = None
    of_whole: AdcError | None = None
    last: AdcError | None = None

    def take(self, error: AdcError, of_the_source: bool) -> None:
        """Of another loop than the source's a reason is none to tell."""
        self.last = error
        if of_the_source:
            self.first = self.first or error

    @property
    def now(self) -> AdcError:
        """What would be told of the attempts since all was tried anew."""
        found = self.first or self.last
        assert found is not None
        return found

    def begin_anew(self) -> None:
        self.before, self.first = _further(self.before, self.now), None

    def begin_with_first_trips(self) -> None:
        self.of_whole = self.of_whole or _further(self.before, self.now)
        self.before = self.first = None

    def told(self, loops: frozenset[LoopKey]) -> AdcError:
        """What to say where nothing helped: of `loops` what was said of them as the source has
        them."""
        error = _further(self.before, self.now)
        of_loop = any(str(error.diagnostics[0].span) == place for _, place in loops)
        if self.of_whole is not None and of_loop:
            return self.of_whole
        return _further(self.of_whole, error)


def _once(cx: Context, lowered: Callable[[Context], T]) -> T:
    """What one attempt makes; DataLoopError, in place of whatever came of it, where it went on
    behind loops that data end."""
    try:
        made = lowered(cx)
    except Exception:
        if cx.told.data_loops:
            raise DataLoopError(*cx.told.data_loops) from None
        raise
    if cx.told.data_loops:
        raise DataLoopError(*cx.told.data_loops)
    return made


#: What an attempt may find out, so that the next one knows it.
_FOUND = (
    TableChangedError, DataLoopError, BoundedLoopError, CountedListError, ChangingShapeError,
    MaybeNoneError, OptionalResultError, FilledListError, RunningListError, MaybeUnsetError,
    ChangedItemsError, ChangedPositionsError, ComputedPositionsError, ExtendedError,
    ToldApartError, ReturnedListError, SteppedLoopError, WalkedLoopError, FlatDummyError,
    SectionLoopError, DataExtentError, PairsError, IntegersError,
    ChosenInArmsError,
)  # fmt: skip


def _knowing(learned: Learned, found: Exception) -> Learned:
    """What is learned with what an attempt has `found`, which nothing knew before."""
    new = _with_found(learned, found)
    if new == learned:
        raise InternalError(f"an attempt found out what was known: {found!r}") from found
    return new


def _with_found(learned: Learned, found: Exception) -> Learned:
    match found:
        case TableChangedError():
            return replace(learned, changed=learned.changed | {found.container})
        case DataLoopError():
            return replace(learned, data_loops=learned.data_loops | found.keys)
        case BoundedLoopError():
            return replace(learned, bounded=learned.bounded | {found.key})
        case WalkedLoopError():
            return replace(learned, walked=learned.walked | {found.found})
        case SteppedLoopError():
            return replace(learned, stepped=learned.stepped | {found.key})
        case CountedListError():
            rest = tuple(s for s in learned.lists if s.site != found.spec.site)
            return replace(learned, lists=(*rest, found.spec))
        case ChangingShapeError():
            return replace(learned, written_out=learned.written_out | {found.key})
        case MaybeNoneError():
            return replace(learned, maybe_none=learned.maybe_none | {found.found})
        case RunningListError():
            return replace(learned, running_lists=learned.running_lists | {found.key})
        case ReturnedListError():
            return replace(_with_lengths(learned), picks=True, whole_lists=True)
        case OptionalResultError():
            return learned.with_optional(found.found)
        case FilledListError():
            return replace(learned, filled=learned.filled | {found.site})
        case MaybeUnsetError() if found.number:
            others = {**dict(learned.unset_numbers), found.key: found.number}
            return replace(learned, unset_numbers=tuple(sorted(others.items())))
        case MaybeUnsetError():
            return replace(learned, maybe_unset=learned.maybe_unset | {found.key})
        case ChangedItemsError():
            return replace(learned, changed_items=learned.changed_items | {found.site})
        case ChangedPositionsError():
            return replace(_with_lengths(learned), picks=True, positions=True)
        case ComputedPositionsError():
            return replace(learned, picks=True)
        case ExtendedError():
            return replace(learned, extended=learned.extended | {found.place})
        case FlatDummyError():
            return replace(learned, flat=learned.flat | {found.key})
        case PairsError():
            return replace(learned, pairs=learned.pairs | {found.key})
        case IntegersError():
            new = (found.key, found.dtype)
            return replace(learned, integers_in=learned.integers_in | {new})
        case DataExtentError():
            return replace(learned, data_extents=learned.data_extents | {found.key})
        case SectionLoopError():
            known = with_section_loop(learned.section_loops, found.key)
            return replace(learned, section_loops=known)
        case ChosenInArmsError():
            return replace(learned, in_arms=learned.in_arms | {found.place})
        case ToldApartError():
            return replace(learned, told_apart=learned.told_apart | {found.name})
    raise InternalError(f"nothing is learned of {found!r}")


#: What is refused where paths return what does not fit together.
OF_RETURNS = ("ADC0212", "ADC0230")
#: What is refused where a length is up to data.
_OF_LENGTHS = ("ADC0107", "ADC0224", "ADC0212", "ADC0216", "ADC0220", "ADC0235")


def _asked(cx: Context, learned: Learned, code: str) -> Learned | None:
    """With numbers, or with elements of integer arrays, as what they are, where a length is refused
    and may be made of them; with copies of arguments where a write to what is exchanged with them
    is refused. None where neither is, or that has been tried."""
    if code == "ADC0211" and cx.told.exchanges and not learned.exchanges:
        return replace(_begun(learned), exchanges=True)
    if code not in _OF_LENGTHS:
        return None
    if cx.told.asked_whole and not learned.numbers:
        return replace(learned, numbers=True)
    if cx.told.asked_formula and not learned.formulas:
        return replace(_begun(learned), formulas=True)
    return None


def _may_have_lengths(cx: Context) -> bool:
    """Whether arrays of lengths that data decide are still to be tried; Fortran's have shapes."""
    return cx.learned.picks and not cx.learned.lengths and not cx.fortran


def _with_lengths(learned: Learned) -> Learned:
    """Loops and lists that data end may be bounded then by what sizes tell."""
    none: frozenset[VariableKey] = frozenset()
    return replace(learned, lengths=True, data_loops=frozenset(), running_lists=none)


def _of_loops(
    learned: Learned, first_trips: frozenset[LoopKey], counting: frozenset[LoopKey]
) -> Learned | None:
    """What to try anew with: first iterations before their loops, or each one written out where
    it changes an integer that has to be known; None where nothing of these is new."""
    if first_trips - learned.first_trips:
        return replace(_begun(learned), first_trips=first_trips)
    if counting - learned.written_out:
        return replace(_begun(learned), written_out=learned.written_out | counting)
    return None


def _of_returns(cx: Context, learned: Learned, code: str) -> Learned | None:
    """With an error code in place of what has another form than the other results; None where
    nothing of this is new."""
    if code not in OF_RETURNS or not cx.told.forms:
        return None
    others = other_forms(cx.told.returns) - learned.other_returns
    if not others:
        return None
    return replace(_begun(learned), other_returns=learned.other_returns | others)


def _begun(learned: Learned) -> Learned:
    """What stays known where all else is tried anew."""
    return replace(
        NOTHING, clocks=learned.clocks, numbers=learned.numbers, first_trips=learned.first_trips,
        size_cases=learned.size_cases, formulas=learned.formulas, exchanges=learned.exchanges,
        other_returns=learned.other_returns,
    )  # fmt: skip


#: What says more of a length than that it is none of sizes.
_OWN_REASONS = ("ADC0231", "ADC0235")


def _further(one: AdcError | None, other: AdcError) -> AdcError:
    """The error that stands further down in the source, of two attempts; that of the second one
    where they are in two files, of which lines tell nothing."""
    first = None if one is None else one.diagnostics[0].span
    second = other.diagnostics[0].span
    if one is None or first is None or second is None:
        return other if one is None else one
    if first.file != second.file:
        return other
    further = _place(first) < _place(second)
    told = first.line <= second.line and other.diagnostics[0].code in _OWN_REASONS
    return other if further or told else one


def _place(span: Span) -> tuple[int, int]:
    return span.line, span.column
