"""The routines of one compilation: one for all calls that pass a function what looks alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from adc.diagnostics import AdcError
from adc.frontends import surface
from adc.frontends.rules import Rule
from adc.ir.program import Program
from adc.lowering.asked_slopes import Slopes
from adc.lowering.context import Context
from adc.lowering.routines.alone import Alone, Sized, lowered_alone
from adc.lowering.routines.external import alone_of, routines_of
from adc.lowering.routines.patterns import Actual, Formal, Kind, NotKeptError, Pattern, pattern
from adc.lowering.routines.policy import Policy
from adc.lowering.routines.widening import widened
from adc.lowering.values import Integer, Value

#: A function has so many routines for numbers that are passed; then it takes them as integers.
MOST_NUMBERS = 3

Key = tuple[str, tuple[Formal, ...]]


@dataclass(frozen=True)
class Tried:
    """What came of lowering a function for a pattern: None where it is no routine. `on_branch`:
    for calls on branches, for others, or None for all."""

    pattern: Pattern
    alone: Alone | None
    on_branch: bool | None

    def answers(self, cx: Context, asked: Pattern) -> bool:
        """Whether a call in `cx` has this answer: a routine that knows no more than the call, or
        a failure that knew no less."""
        mine, facts = self.pattern.facts, asked.facts
        known = mine <= facts if self.alone is not None else mine >= facts
        return known and (self.on_branch is None or self.on_branch == cx.in_branch)


@dataclass
class Store:
    """What has been made so far; None for what is no routine."""

    policy: Policy
    rules: Mapping[str, Rule] = field(default_factory=dict)
    made: dict[Key, list[Tried]] = field(default_factory=dict)
    by_name: dict[str, Alone] = field(default_factory=dict)
    sized: Sized = field(default_factory=dict)
    count: int = 0
    room: int = 0
    sizes: Mapping[str, int] = field(default_factory=dict)
    forms: bool = False
    #: Tells the tangents of statements.
    slopes: Slopes | None = None
    #: Libraries' routines and their derivatives, by the names that they have here.
    derived: dict[str, Program] = field(default_factory=dict)
    #: What functions of adc's own text take from around them.
    captured: dict[str, dict[str, Value]] = field(default_factory=dict)
    _numbers: dict[Key, set[Key]] = field(default_factory=dict)

    def external(self, rule: Rule) -> Alone:
        """The library's routine of `rule`."""
        alone = alone_of(rule)
        for program in routines_of(rule):
            self.derived[program.name] = program
        self.sized[alone.program.name] = ()
        return self.by_name.setdefault(alone.program.name, alone)

    def routine(
        self, cx: Context, function: surface.Function, actuals: Sequence[Actual]
    ) -> tuple[Alone, Pattern]:
        """The routine for a call in `cx`, and what the call passes. NotKeptError where none is."""
        for general in (False, True):
            found = pattern(cx, actuals, general)
            if not general and self._has_enough(function, found):
                continue
            alone = self._of_pattern(cx, function, found)
            if alone is not None:
                return alone, found
        raise NotKeptError

    def _has_enough(self, function: surface.Function, found: Pattern) -> bool:
        """Whether there are routines enough that differ from this one by a number alone."""
        key = _key(function, found)
        if not any(_is_number(f) for f in found.formals):
            return False
        alike = self._numbers.setdefault(_without_numbers(key), set())
        if len(alike) < MOST_NUMBERS:
            alike.add(key)
        return key not in alike

    def _of_pattern(self, cx: Context, function: surface.Function, found: Pattern) -> Alone | None:
        tried = self.made.setdefault(_key(function, found), [])
        known = next((t for t in tried if t.answers(cx, found)), None)
        if known is not None:
            return known.alone
        wider = self._widened(cx, function, tried, found)
        if wider is not None:
            return wider
        made = self._tried(cx, function, found)
        for place, old in enumerate(tried):
            if _is_same(old, made):  # on branches and elsewhere
                tried[place] = replace(old, on_branch=None)
                return old.alone
        tried.append(made)
        return self._of_pattern(cx, function, found)

    def _widened(
        self, cx: Context, function: surface.Function, tried: list[Tried], found: Pattern
    ) -> Alone | None:
        """A routine that is there, made to do for this call, of which less is known."""
        for place, old in enumerate(tried):
            if old.alone is None or (old.on_branch not in (None, cx.in_branch)):
                continue
            less = replace(old.pattern, facts=old.pattern.facts & found.facts)
            new = self._tried(cx, function, less).alone
            alone = widened(old.alone, new) if new is not None else None
            if alone is not None:
                tried[place] = Tried(less, alone, old.on_branch)
                self.by_name[alone.program.name] = alone
            return alone
        return None

    def _tried(self, cx: Context, function: surface.Function, found: Pattern) -> Tried:
        warnings, self.count = list(cx.warnings), self.count + 1
        name = f"{function.name}%{self.count}"
        captured = self.captured.get(function.name, {}) if function.stays else {}
        try:
            alone = lowered_alone(cx, function, name, found, self.sized, captured)
        except (AdcError, NotKeptError):
            cx.warnings[:] = warnings
            return Tried(found, None, cx.called_on_branch)
        self.by_name[name] = alone
        symbols = enumerate(alone.program.symbols)
        self.sized[name] = tuple(k for k, symbol in symbols if symbol in alone.sized)
        return Tried(found, alone, alone.on_branch)


def _is_same(one: Tried, other: Tried) -> bool:
    """Whether both are one routine under two names."""
    if one.alone is None or other.alone is None or one.pattern != other.pattern:
        return False
    program = replace(other.alone.program, name=one.alone.program.name)
    return replace(other.alone, program=program, on_branch=one.alone.on_branch) == one.alone


def _key(function: surface.Function, found: Pattern) -> Key:
    return f"{function.name}%" if function.stays else function.name, found.formals


def _is_number(formal: Formal) -> bool:
    return isinstance(formal.constant, Integer)


def _without_numbers(key: Key) -> Key:
    name, formals = key
    plain = (Formal(f.name, Kind.INTEGER, f.shared) if _is_number(f) else f for f in formals)
    return name, tuple(plain)
