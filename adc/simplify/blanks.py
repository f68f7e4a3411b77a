"""Variables that begin without a value: zeros where elements are read that nothing has set.

`np.empty` and the local variables of Fortran hold what memory happens to hold. Here an element
that is read before it is set is zero, in the function and in its derivatives alike: such elements
are cleared where the variable begins, and where isl shows that everything is set before it is
read, nothing is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import sympy

from adc.analysis.accesses import Polyhedra
from adc.analysis.boxes import Ends, boxes
from adc.analysis.unset import Unset, UnsetReads, any_inside
from adc.diagnostics import AdcError, Diagnostic, Note, Severity
from adc.ir.blank_notes import (
    COPIED,
    is_saved,
    may_begin_anew,
    source_name,
    whose_integers,
)
from adc.ir.call import Call
from adc.ir.names import NameSource
from adc.ir.node import Body, Dim, Node
from adc.ir.nodes import Compute
from adc.ir.program import Program
from adc.ir.shapes import maximum, minimum, substitute, symbol
from adc.ir.text import definitions
from adc.ir.walking import computes, map_body, names_in

_NOTE = "zero: read before it is set"


def settle_blanks(program: Program, warnings: list[Diagnostic]) -> Program:
    """`program` without blanks: what they stand for is cleared as far as that is needed.

    Adds a warning (ADC0236) for each variable of which something is surely read unset; a routine
    may leave alone what it is given.
    """
    blanks = [c for c in computes(program.body) if c.blank]
    if not blanks:
        return program
    polyhedra = Polyhedra(program)
    reads = UnsetReads(polyhedra)
    fresh = NameSource(names_in(program))
    defined = {d.name: d for d in definitions(program)}
    settled: dict[str, Body] = {}
    for blank in blanks:
        found = reads.of(blank)
        if is_saved(blank.note) and any_inside(polyhedra, blank, found):
            raise _kept(blank, found)
        told = next((f for f in found if f.surely and not isinstance(f.node, Call)), None)
        if whose_integers(blank.note):
            _check_integers(blank, found)
        elif told is not None:
            warning = _warning(program, blank, told)
            warnings += [warning] if warning not in warnings else []
        settled[blank.label] = _cleared(blank, found, fresh, defined)

    def visit(node: Node) -> Body:
        return settled[node.label] if isinstance(node, Compute) and node.blank else (node,)

    return program.with_body(map_body(program.body, visit))


def _kept(blank: Compute, found: Sequence[Unset]) -> AdcError:
    """ADC0169 for a saved variable that may be read before the call has set it."""
    name = source_name(blank.note, blank.container)
    spans = (getattr(f.node, "span", None) for f in found)
    read = next((s for s in spans if s is not None), None)
    way_out = "set it before it is read, make it an argument, or remove SAVE or its initial value"
    if may_begin_anew(blank.note):
        way_out = (
            "take each call as the first one, which begins with its initial value: `--first-call`"
        )
    return AdcError.of(
        "ADC0169",
        f"the variable `{name}`, which keeps its value from call to call, is not supported",
        blank.span,
        help=way_out,
        notes=() if read is None else (Note("what this reads may be a former call's", read),),
    )


def _check_integers(blank: Compute, found: Sequence[Unset]) -> None:
    """Raises AdcError (ADC0229) for what is surely read as integers in an array of reals, and was
    not set as such; copies of the reals take along what there is."""
    for read in (f for f in found if f.surely and f.node is not None):
        if isinstance(read.node, Compute) and read.node.note == COPIED:
            continue
        raise AdcError.of(
            "ADC0229",
            f"`{whose_integers(blank.note)}` is an array of reals, and integers are read in it that"
            " were not set as such",
            getattr(read.node, "span", None) or blank.span,
            help="set them in the same array, by a routine that takes it as one of integers",
        )


def _warning(program: Program, blank: Compute, read: Unset) -> Diagnostic:
    name = source_name(blank.note, blank.container)
    whole = not program[blank.container].shape
    if read.node is None:
        message = f"`{name}` is returned, and not all of it is set"
    elif whole:
        message = f"`{name}` is read before it is set"
    else:
        message = f"elements of `{name}` are read that nothing has set"
    return Diagnostic(
        "ADC0236",
        message,
        blank.span if read.node is None else getattr(read.node, "span", None),
        help=f"set {'it' if whole else 'them'} first: without a value, zero is taken",
        notes=() if read.node is None else (Note(f"`{name}` begins here", blank.span),),
        severity=Severity.WARNING,
    )


def _cleared(
    blank: Compute, found: Sequence[Unset], fresh: NameSource, defined: Mapping[str, sympy.Expr]
) -> Body:
    """What `blank` stands for, made as small as the elements found are; `defined` are the integers
    that stand for others."""
    if not found:
        return ()
    sets = [f.elements for f in found]
    pieces = boxes(sets, any(f.surely for f in found), defined)
    domains = dict.fromkeys(_domain(blank, box) for box in pieces)
    if blank.domain in domains:
        domains = {blank.domain: None}
    first, *others = (replace(blank, domain=d, blank=False, note=_NOTE) for d in domains)
    return (first, *(_renamed(c, f"{c.label}_{k}", fresh) for k, c in enumerate(others, 1)))


def _domain(blank: Compute, box: tuple[Ends, ...]) -> tuple[Dim, ...]:
    """The domain of `blank`, as far as it lies in `box`."""
    dims = []
    for dim in blank.domain:
        low, high = box[blank.target.index.index(symbol(dim.var))]
        start = dim.start if low is None else maximum(dim.start, low)
        stop = dim.stop if high is None else minimum(dim.stop, high + 1)
        dims.append(Dim(dim.var, start, stop))
    return tuple(dims)


def _renamed(clearing: Compute, label: str, fresh: NameSource) -> Compute:
    """`clearing` under another label, with variables of its own."""
    names = {d.var: fresh.fresh("e") for d in clearing.domain}
    to = {old: symbol(new) for old, new in names.items()}
    index = tuple(substitute(e, dict(to)) for e in clearing.target.index)
    domain = tuple(replace(d, var=names[d.var]) for d in clearing.domain)
    return replace(clearing, label=label, target=replace(clearing.target, index=index),
                   domain=domain)  # fmt: skip
