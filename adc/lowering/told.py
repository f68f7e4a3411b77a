"""What conditions and slices tell of arrays while a function is lowered."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

import sympy

from adc.diagnostics import Span
from adc.ir.expressions import Expr
from adc.lowering.learned import LoopKey


@dataclass
class Told:
    """`tested` are the containers that the conditions of open arms read; `asked`, for booleans that
    conditions are kept in, those that they were made of. `longest` is what lengths that are read
    from tables never exceed, `partial` the arrays of such a length. `literal_arrays`: integer
    arrays are made of literals inside functions. `lent` has the branches on which a call is run
    whose arguments are being evaluated (`lent.py`). `kept` are lengths that are known already,
    `capacity` what they never exceed (`lengths.py`), `most` what other integers hardly ever exceed,
    `set_in` the loops and arms in which these were set, `unknown_in` those in which variables were
    set to what nothing is known of; `inside`: which variables of open loops are less than which
    length. `rooms`: how many items each `append` adds to the list of a place. `clocks`: places of
    `while` loops that run as often as numbers in the source say. `numbers` are variables that hold
    what is worked out of literals; `asked_whole`: one is asked for the integer that it is rounded
    to. `data_loops` are loops that turned out to end where data says: this attempt goes on only to
    find out more of them, and no further than to where it has lowered `enough` statements;
    `statements` are those so far. `room`: how many elements an array has at most, where nothing
    else tells; 0 where that is refused. `first_trips`: loops in which a name is something else at
    an iteration's end than at its start; `counting`: those that change an integer which has to be
    known, and that may be written out. `size_cases`: places of branches whose arms do not fit
    together, and that sizes alone decide; `sizes` are what is planned for.
    `formulas` are integer arrays that sizes tell (`formulas.py`), some of which are `relied` on;
    `asked_formula`: an element of one is read. `boxes`: something makes arrays without axes, and
    `no_boxes` is where adc has relied on it that nothing does. `exchanges`: arguments are exchanged
    with other arrays, of which copies may stand in their place (`exchanges.py`). `returns`: the
    places of the function's own `return`s with the forms of their results (`returns.py`), which
    may be several `forms`.
    """

    tested: list[frozenset[str]] = field(default_factory=list)
    asked: dict[str, frozenset[str]] = field(default_factory=dict)
    longest: dict[sympy.Expr, sympy.Expr] = field(default_factory=dict)
    partial: list[str] = field(default_factory=list)
    literal_arrays: bool = False
    boxes: bool = False
    no_boxes: Span | None = None
    lent: ExitStack | None = None
    kept: list[Any] = field(default_factory=list)
    capacity: dict[str, sympy.Expr] = field(default_factory=dict)
    most: dict[str, sympy.Expr] = field(default_factory=dict)
    set_in: dict[str, tuple[tuple[object, ...], ...]] = field(default_factory=dict)
    unknown_in: dict[str, tuple[tuple[object, ...], ...]] = field(default_factory=dict)
    rooms: dict[str, list[sympy.Expr]] = field(default_factory=dict)
    clocks: set[str] = field(default_factory=set)
    numbers: set[str] = field(default_factory=set)
    asked_whole: bool = False
    data_loops: set[LoopKey] = field(default_factory=set)
    statements: int = 0
    room: int = 0
    first_trips: set[LoopKey] = field(default_factory=set)
    counting: set[LoopKey] = field(default_factory=set)
    sizes: Mapping[str, int] = field(default_factory=dict)
    size_cases: set[str] = field(default_factory=set)
    exchanges: bool = False
    returns: dict[str, Any] = field(default_factory=dict)
    forms: bool = False
    enough: int = 0
    formulas: dict[str, Any] = field(default_factory=dict)
    relied: set[str] = field(default_factory=set)
    asked_formula: bool = False
    inside: list[tuple[sympy.Symbol, Expr]] = field(default_factory=list)
