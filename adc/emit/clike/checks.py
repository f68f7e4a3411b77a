"""What the generated function checks on entry: sizes, overflow, the planned limit, aliasing."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping

import sympy

from adc.emit.clike.integers import IntegerText
from adc.emit.interface.abi import Argument, raised_code
from adc.emit.quoting import safe
from adc.emit.wrapping import WIDTH, wrap
from adc.ir.declarations import Assumption, Container, Within
from adc.ir.dtypes import DType
from adc.ir.enums import Role
from adc.ir.relations import alternatives
from adc.ir.shapes import names, symbol
from adc.schedule.arena import byte_size, never_negative, non_negative
from adc.schedule.ranges import LARGEST, LARGEST_PRODUCT, Monomial, Ranges, ranges_of
from adc.schedule.scheduled import Scheduled

#: All bytes of a call together are kept below this many.
_MOST_BYTES = "1e18"
_IN_FLOATING_POINT = "in floating point, which cannot overflow"


def size_checks(
    scheduled: Scheduled,
    text: IntegerText,
    limit_bytes: int | None,
    arena: tuple[list[str], str],
    prefix: str,
    peak: str,
) -> list[str]:
    """The statements of `entry_refused` that return an error; empty where nothing can be wrong.

    `arena` are the bytes of the workspace in C, behind the lines that they need before them;
    `prefix` is that of the errors' names, `peak` the variable for the bytes of a call.

    What has a definition is a variable, declared in front of the first check that asks for it:
    behind those which see to it that nothing overflows in it.
    """
    ranges = ranges_of(scheduled)
    named = IntegerText(text.names, text.sizes, local=True)
    return [
        *_refuse(_sign_conditions(scheduled, text), f"{prefix}_EINVAL"),
        *_refuse(_range_conditions(scheduled, text, ranges), f"{prefix}_EINVAL"),
        *_products_check(scheduled, text, ranges, prefix),
        *_refuse(_magnitude_conditions(scheduled, text), f"{prefix}_ESIZE"),
        *_defined_products_check(named, ranges, prefix),
        *_assumption_checks(scheduled, named, prefix),
        *_extent_checks(scheduled, text, f"{prefix}_ESIZE"),
        *_overflow_check(scheduled, text, f"{prefix}_ESIZE"),
        *_limit_check(scheduled, text, limit_bytes, arena, f"{prefix}_ESIZE", peak),
    ]


def _refuse(conditions: list[str], error: str, comment: str = "") -> list[str]:
    if not conditions:
        return []
    test = wrap(f"if ({' || '.join(conditions)})", 4)
    return [*remark(comment), *test, f"        return {error};"]


def remark(text: str) -> list[str]:
    """A comment of its own, on as many lines as it takes."""
    remark = f"/* {safe(text)} */" if text else ""
    lines = textwrap.wrap(remark, WIDTH - 7, break_on_hyphens=False)
    return [f"{' ' * (7 if k else 4)}{line}" for k, line in enumerate(lines)]


def _kinds(scheduled: Scheduled) -> dict[str, str]:
    return {p.name: p.kind for p in scheduled.program.parameters}


def _sign_conditions(scheduled: Scheduled, text: IntegerText) -> list[str]:
    kinds = _kinds(scheduled)
    return [f"{text(symbol(name))} < 0" for name, kind in kinds.items() if kind == "size"]


def _range_conditions(scheduled: Scheduled, text: IntegerText, ranges: Ranges) -> list[str]:
    """Bounds on the integer arguments that are computed with; arrays bound the sizes."""
    bound = text(sympy.Integer(LARGEST))
    kinds = _kinds(scheduled)
    wanted = [n for n in scheduled.program.symbols if n in ranges.computed]
    spelled = [text(symbol(name)) for name in wanted if kinds[name] == "integer"]
    return [condition for s in spelled for condition in (f"{s} > {bound}", f"{s} < -{bound}")]


def _products_check(
    scheduled: Scheduled, text: IntegerText, ranges: Ranges, prefix: str
) -> list[str]:
    """Bounds on the products of symbols: ESIZE for those of sizes alone, else EINVAL."""
    kinds, lines = _kinds(scheduled), []
    plain = {m: f for m, f in ranges.products.items() if ranges.defined.keys().isdisjoint(m)}
    for error in ("EINVAL", "ESIZE"):
        found = {
            monomial: factor for monomial, factor in plain.items()
            if all(kinds[name] == "size" for name in monomial) == (error == "ESIZE")
        }  # fmt: skip
        lines += _bound(found, text, ranges, f"{prefix}_{error}")
    return lines


def _defined_products_check(text: IntegerText, ranges: Ranges, prefix: str) -> list[str]:
    """The same of products with what has a definition, which are sizes."""
    found = {m: f for m, f in ranges.products.items() if not ranges.defined.keys().isdisjoint(m)}
    checks = _bound(found, text, ranges, f"{prefix}_ESIZE")
    return [*_declared(text), *checks]


def _bound(
    products: Mapping[Monomial, int], text: IntegerText, ranges: Ranges, error: str
) -> list[str]:
    """Refuses sizes at which `products` add up to too much."""
    terms = []
    for monomial, factor in sorted(products.items()):
        factors = (text(ranges.defined.get(name, symbol(name))) for name in monomial)
        spelled = [f"adc_magnitude({each})" for each in factors]
        terms.append("*".join([f"{factor}.0"] * (factor > 1) + spelled))
    if not terms:
        return []
    condition = f"{' + '.join(terms)} > {float(LARGEST_PRODUCT):.0e}".replace("e+", "e")
    return _refuse([condition], error, _IN_FLOATING_POINT)


def _declared(text: IntegerText) -> list[str]:
    """The declarations of what was spelled since they were last asked for."""
    return [line for made in text.definitions() for line in wrap(made, 4)]


def _arrays(scheduled: Scheduled) -> list[Container]:
    return [c for c in scheduled.containers if c.shape]


def _magnitude_conditions(scheduled: Scheduled, text: IntegerText) -> list[str]:
    """Bounds on the sizes in extents and assumptions that are more than one symbol, and on the
    products in extents."""
    extents = _compound(e for c in _arrays(scheduled) for e in c.shape)
    sides = _compound(
        side
        for assumption in scheduled.assumptions
        for left, _, right in alternatives(assumption)
        for side in (left, right)
    )
    found = {name for expr in (*extents, *sides) for name in names(expr)}
    kinds = _kinds(scheduled)
    ordered = [n for n in scheduled.program.symbols if n in found and kinds[n] == "size"]
    bound = text(sympy.Integer(LARGEST))
    conditions = [f"{text(symbol(name))} > {bound}" for name in ordered]
    return conditions + _product_conditions(extents, text)


def _compound(exprs: Iterable[sympy.Expr]) -> list[sympy.Expr]:
    return [e for e in exprs if not (e.is_Symbol or e.is_Integer)]


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
                found[f"{'*'.join(terms)} > {LARGEST:.1e}"] = None
    return list(found)


def _assumption_checks(scheduled: Scheduled, text: IntegerText, prefix: str) -> list[str]:
    lines = []
    for assumption in scheduled.assumptions:
        violated = _violated(assumption, text)
        lines += _declared(text)
        code = raised_code(assumption.raised) if assumption.raised else "ESIZE"
        lines += _refuse([violated], f"{prefix}_{code}", assumption.reason)
    return lines


def _violated(assumption: Assumption, text: IntegerText) -> str:
    opposite = {"==": "!=", "<=": ">", "<": ">=", ">=": "<", ">": "<="}
    return " && ".join(
        f"{text(left)} {opposite[relation]} {text(right)}"
        for left, relation, right in alternatives(assumption)
    )


def _extent_checks(scheduled: Scheduled, text: IntegerText, error: str) -> list[str]:
    """No argument can have a negative extent."""
    known = never_negative(scheduled.program)
    found: dict[str, None] = {}
    for name in scheduled.program.passed:
        for extent in scheduled.program[name].shape:
            if not non_negative(extent, known):
                found[f"{text(extent)} < 0"] = None
    return _refuse(list(found), error)


def _overflow_check(scheduled: Scheduled, text: IntegerText, error: str) -> list[str]:
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
    return _refuse([f"{total} > {_MOST_BYTES}"], error, _IN_FLOATING_POINT)


def _limit_check(
    scheduled: Scheduled,
    text: IntegerText,
    limit_bytes: int | None,
    arena: tuple[list[str], str],
    error: str,
    name: str,
) -> list[str]:
    if limit_bytes is None:
        return []
    before, arena_bytes = arena
    terms = [text.term(scheduled.arguments_bytes)] if scheduled.arguments_bytes != 0 else []
    terms += [arena_bytes] if scheduled.arena else []
    peak = wrap(f"const int64_t {name} = {' + '.join(terms) or '0'};", 4)
    limit = text(sympy.Integer(limit_bytes))
    return [*before, *peak, *_refuse([f"{name} > {limit}"], error, "the planned limit")]


def table_lines(
    arguments: tuple[Argument, ...],
    sizes: frozenset[str],
    text: IntegerText,
    workspace: str,
    table: str,
    prefix: str,
) -> list[str]:
    """The table of what the arguments point at, and what is asked of it: whether a pointer to
    something is missing, and whether any two overlap of which one is written."""
    pointers = [a for a in arguments if not a.by_value]
    if not pointers:
        return []
    rows = []
    for a in pointers:
        container = Container(a.name, a.dtype, a.shape, Role(a.role))
        written = "true" if a.written else "false"
        name, size = text.names[a.name], text(byte_size(container, sizes))
        rows += wrap(f"{{{name}, {size}, {written}}},", 8)
    if workspace:
        rows.append(f"        {workspace},")
    count = len(pointers) + bool(workspace)
    lines = [f"    const struct adc_range {table}[] = {{", *rows, "    };"]
    lines += _refuse([f"adc_missing({table}, {count})"], f"{prefix}_EINVAL")
    if count > 1 and any(a.written for a in pointers):
        lines += _refuse([f"adc_overlap({table}, {count})"], f"{prefix}_EALIAS")
    return lines


def within_lines(scheduled: Scheduled, text: IntegerText, prefix: str) -> list[str]:
    """Refuses integer arrays with elements that, as subscripts, would leave an array."""
    lines = []
    for name in scheduled.program.passed:
        container = scheduled.program[name]
        helper = "adc_within32" if container.dtype is DType.INT32 else "adc_within"
        for row in container.within:
            first = sympy.S.Zero if row.first is None else row.first
            end = sympy.Mul(*container.shape) if row.end is None else row.end
            bounds = ", ".join(map(text, (first, end, row.low, row.stop)))
            held = f"!{helper}({text.names[name]}, {bounds})"
            lines += _refuse([held], f"{prefix}_EINVAL", f"what subscripts read from {name}")
            if container.unique:
                lines += _repeats_lines(container, text, row, prefix)
    return lines


def _repeats_lines(container: Container, text: IntegerText, row: Within, prefix: str) -> list[str]:
    """Refuses an array two elements of which are equal; all of them are in the range `row`."""
    helper = "adc_repeats32" if container.dtype is DType.INT32 else "adc_repeats"
    values = ", ".join(map(text, (*container.shape, row.low, row.stop)))
    return [
        *remark(f"no two elements of {container.name} are equal"),
        *wrap(f"switch ({helper}({text.names[container.name]}, {values})) {{", 4),
        "    case 0:",
        "        break;",
        "    case 1:",
        f"        return {prefix}_EINVAL;",
        "    default:",
        f"        return {prefix}_ENOMEM;",
        "    }",
    ]
