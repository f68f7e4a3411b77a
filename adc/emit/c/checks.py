"""What the generated function checks on entry: sizes, overflow, the planned limit, aliasing."""

from __future__ import annotations

import sympy

from adc.emit.c.integers import IntegerText
from adc.emit.c.quoting import safe
from adc.emit.c.signature import Argument, own_name
from adc.emit.c.wrapping import wrap
from adc.ir.nodes import Assumption, Container
from adc.ir.relations import alternatives
from adc.ir.shapes import names, symbol
from adc.schedule.arena import byte_size, non_negative
from adc.schedule.scheduler import argument_names, never_negative
from adc.schedule.tree import Scheduled

#: Symbols inside compound extents are kept below this, so that those extents cannot overflow.
_LARGEST = 2**40
#: All bytes of a call together are kept below this many.
_MOST_BYTES = "1e18"


def size_checks(
    scheduled: Scheduled,
    text: IntegerText,
    limit_bytes: int | None,
    arena: tuple[list[str], str],
) -> list[str]:
    """The statements of `entry_sizes_ok` that return false; empty where nothing can be wrong.

    `arena` are the bytes of the workspace in C, behind the lines that they need before them.
    """
    return [
        *_sign_checks(scheduled, text),
        *_magnitude_checks(scheduled, text),
        *_assumption_checks(scheduled, text),
        *_extent_checks(scheduled, text),
        *_overflow_check(scheduled, text),
        *_limit_check(scheduled, text, limit_bytes, arena),
    ]


def _refuse(conditions: list[str], comment: str = "") -> list[str]:
    if not conditions:
        return []
    head = [f"    /* {safe(comment)} */"] if comment else []
    return [*head, *wrap(f"if ({' || '.join(conditions)})", 4), "        return false;"]


def _sign_checks(scheduled: Scheduled, text: IntegerText) -> list[str]:
    sizes = [p.name for p in scheduled.program.parameters if p.kind == "size"]
    return _refuse([f"{text(symbol(name))} < 0" for name in sizes])


def _arrays(scheduled: Scheduled) -> list[Container]:
    return [c for c in scheduled.containers if c.shape]


def _magnitude_checks(scheduled: Scheduled, text: IntegerText) -> list[str]:
    """Bounds on the symbols of extents that are more than one symbol, and on their products."""
    compound = [
        extent
        for c in _arrays(scheduled)
        for extent in c.shape
        if not (extent.is_Symbol or extent.is_Integer)
    ]
    found = {name for extent in compound for name in names(extent)}
    ordered = [name for name in scheduled.program.symbols if name in found]
    bound = text(sympy.Integer(_LARGEST))
    kinds = {p.name: p.kind for p in scheduled.program.parameters}
    conditions = []
    for name in ordered:
        spelled = text(symbol(name))
        conditions.append(f"{spelled} > {bound}")
        if kinds[name] == "integer":
            conditions.append(f"{spelled} < -{bound}")
    return _refuse(conditions + _product_conditions(compound, text))


def _product_conditions(extents: list[sympy.Expr], text: IntegerText) -> list[str]:
    found: dict[str, None] = {}
    for extent in extents:
        for product in sorted(extent.atoms(sympy.Mul, sympy.Pow), key=sympy.default_sort_key):
            degrees = {s: n for s, n in product.as_powers_dict().items() if s.is_Symbol}
            if sum(degrees.values()) > 1:
                terms = [
                    f"adc_extent({text(s)})"
                    for s in sorted(degrees, key=sympy.default_sort_key)
                    for _ in range(int(degrees[s]))
                ]
                found[f"{'*'.join(terms)} > {_LARGEST:.1e}"] = None
    return list(found)


def _assumption_checks(scheduled: Scheduled, text: IntegerText) -> list[str]:
    lines: list[str] = []
    for assumption in scheduled.assumptions:
        lines += _refuse([_violated(assumption, text)], assumption.reason)
    return lines


def _violated(assumption: Assumption, text: IntegerText) -> str:
    opposite = {"==": "!=", "<=": ">", "<": ">=", ">=": "<", ">": "<="}
    return " && ".join(
        f"{text(left)} {opposite[relation]} {text(right)}"
        for left, relation, right in alternatives(assumption)
    )


def _extent_checks(scheduled: Scheduled, text: IntegerText) -> list[str]:
    """No argument can have a negative extent."""
    known = never_negative(scheduled.program)
    found: dict[str, None] = {}
    for name in argument_names(scheduled.program):
        for extent in scheduled.program[name].shape:
            if not non_negative(extent, known):
                found[f"{text(extent)} < 0"] = None
    return _refuse(list(found))


def _overflow_check(scheduled: Scheduled, text: IntegerText) -> list[str]:
    """All bytes together, counted in floating point, must fit a 64-bit count."""
    terms: dict[str, int] = {}
    for c in _arrays(scheduled):
        extents = [e for e in c.shape if not e.is_Integer]
        factor = c.dtype.itemsize
        for e in c.shape:
            factor *= max(int(e), 1) if e.is_Integer else 1
        product = "*".join(f"adc_extent({text(e)})" for e in extents)
        if product:
            terms[product] = terms.get(product, 0) + factor
    if not terms:
        return []
    total = " + ".join(f"{factor}*{product}" for product, factor in terms.items())
    return _refuse([f"{total} > {_MOST_BYTES}"], "in floating point, which cannot overflow")


def _limit_check(
    scheduled: Scheduled,
    text: IntegerText,
    limit_bytes: int | None,
    arena: tuple[list[str], str],
) -> list[str]:
    if limit_bytes is None:
        return []
    name = own_name(scheduled.program, "peak_bytes")
    before, arena_bytes = arena
    terms = [text.term(scheduled.arguments_bytes)] if scheduled.arguments_bytes != 0 else []
    terms += [arena_bytes] if scheduled.arena else []
    peak = wrap(f"const int64_t {name} = {' + '.join(terms) or '0'};", 4)
    limit = text(sympy.Integer(limit_bytes))
    return [*before, *peak, *_refuse([f"{name} > {limit}"], "the planned limit")]


def ranges_lines(
    arguments: tuple[Argument, ...],
    sizes: frozenset[str],
    text: IntegerText,
    workspace: str,
    table: str,
) -> list[str]:
    """The table of what the arguments point at, and the question whether any of it overlaps.

    Nothing where no two arguments could: the caller adds what to return.
    """
    pointers = [a for a in arguments if not a.by_value]
    if len(pointers) + bool(workspace) < 2 or not any(a.written for a in pointers):
        return []
    rows = []
    for a in pointers:
        container = Container(a.name, a.dtype, a.shape, a.role)
        written = "true" if a.written else "false"
        rows += wrap(f"{{{a.c_name}, {text(byte_size(container, sizes))}, {written}}},", 8)
    if workspace:
        rows.append(f"        {workspace},")
    count = len(pointers) + bool(workspace)
    head = f"    const struct adc_range {table}[] = {{"
    return [head, *rows, "    };", f"    if (adc_overlap({table}, {count}))"]
