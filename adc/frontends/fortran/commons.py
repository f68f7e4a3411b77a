"""COMMON by storage: which stretch of a block a variable occupies, whatever units call it.

Storage is counted in bytes, one variable behind the other, as the standard has it of numeric
storage units (Fortran 2018, 8.10.2.2). The padding that a compiler may put in front of doubles is
the same in all units whose types agree unit for unit; where they do not, adc refuses. So it does
where units divide a block in other ways that has variables shorter than such a unit: characters,
LOGICAL*1 and what no unit uses of INTEGER*1 and INTEGER*2.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import prod

from adc.diagnostics import AdcError, InternalError, Note
from adc.frontends.fortran.constants import constant_shape
from adc.frontends.fortran.fixed_variables import HELD
from adc.frontends.fortran.kinds import kind_of
from adc.frontends.fortran.overlays import offsets, refused
from adc.frontends.fortran.symbol import Scope, Symbol
from adc.ir.dtypes import DType

#: The bytes of a numeric storage unit.
_UNIT = 4

#: What begins the names of blocks that are a unit's own, by EQUIVALENCE alone.
_OWN = "="


@dataclass(frozen=True)
class _Member:
    """A variable of a block as one unit declares it: where it starts, and how long it is, in
    bytes from the start of the block. A complex number is two reals, characters (without a type)
    are one array of letters, and short integers (without one, too) one of bytes."""

    symbol: Symbol
    start: int
    shape: tuple[int, ...]

    @property
    def dtype(self) -> DType | None:
        return self.symbol.dtype

    @property
    def count(self) -> int:
        return prod(self.shape)

    @property
    def stop(self) -> int:
        return self.start + self.count * self.size

    @property
    def part(self) -> tuple[int, int, tuple[str, ...]] | None:
        """Which part of a record of which kind it is; None for others."""
        symbol = self.symbol
        record, at = symbol.scope.declarations.records.get(symbol.original, (None, 0))
        return (at, record.rank, record.members) if record is not None else None

    @property
    def size(self) -> int:
        """The bytes of an element."""
        return _element(self.symbol)


@dataclass(frozen=True)
class Segment:
    """A stretch of a block that no unit's variables cross the ends of: one array of storage.

    `symbol` is its first declared variable. With `whole`, each unit has in it one variable of
    this `shape` and no other; without, `shape` is (count,) and the units' variables are parts, as
    complex ones always are, of an array of reals. Without a `dtype` it is of letters, which
    nothing but the layout of the block asks for.
    """

    block: str
    symbol: Symbol
    dtype: DType | None
    shape: tuple[int, ...]
    whole: bool
    start: int  # bytes from the start of the block

    @property
    def count(self) -> int:
        return prod(self.shape)

    @property
    def kind(self) -> int:
        """The bytes of an element as it is declared."""
        return kind_of(self.symbol)

    @property
    def declared(self) -> tuple[int, ...]:
        """The shape in elements of the declared kind."""
        short = self.dtype is None and self.symbol.base == "integer"
        return (self.count // self.kind,) if short else self.shape


class Storage:
    """The COMMON blocks of some units. `segments` are in order of first declaration of their
    blocks, and by storage inside a block."""

    def __init__(self, segments: list[Segment], places: dict[tuple[int, str], tuple[int, int]]):
        self.segments = tuple(segments)
        self._places = places

    def place(self, symbol: Symbol) -> tuple[Segment, int]:
        """The segment of a COMMON variable, and how many elements lie in front of it there."""
        found = self._places.get((id(symbol.scope), symbol.original))
        if symbol.dtype is None:
            raise _text(symbol)
        if found is None:
            raise InternalError(f"the unit of `{symbol.name}` was not laid out", symbol.span)
        return self.segments[found[0]], found[1]


def own_storage(scope: Scope) -> Storage:
    """The storage that variables of the unit's own share by EQUIVALENCE, as blocks of COMMON."""
    blocks: dict[str, list[_Member]] = {}
    for names in dict.fromkeys(scope.declarations.overlaid.values()):
        used = not scope.usage.mentioned.isdisjoint(names)
        if used and scope.declarations.facts[names[0]].block is None:
            begins = offsets(names, scope, _itemsize)
            blocks[f"{_OWN}{names[0]}"] = [
                _member(name, start - min(begins), scope)
                for name, start in zip(names, begins, strict=True)
            ]
    return _laid_out(blocks)


def common_storage(scopes: list[Scope]) -> Storage:
    """The storage of the COMMON blocks that the units of `scopes`, in this order, use.

    Raises ADC0249 where two units put different types at one place, where they differ in a block
    that has characters beside numbers, or where a block's variables cannot be laid out.
    """
    used = {block for scope in scopes for block in _used_blocks(scope)}
    held = {b for scope in scopes for b, names in scope.declarations.blocks.items()
            if any(name.endswith(HELD) for name in names)}  # fmt: skip
    blocks: dict[str, list[_Member]] = {}
    for scope in scopes:
        for block, names in scope.declarations.blocks.items():
            if block in used and (block in held or not _is_of_texts(names, scope)):
                members = _members(names, scope)
                _check_short(block, blocks.get(block, []), members)
                blocks.setdefault(block, []).extend(members)
    return _laid_out(blocks)


def _laid_out(blocks: dict[str, list[_Member]]) -> Storage:
    segments: list[Segment] = []
    places: dict[tuple[int, str], tuple[int, int]] = {}
    for block, members in blocks.items():
        for group in _groups_by_use(members):
            segment = _segment(block, group)
            for member in group:
                offset = (member.start - segment.start) // _element(segment.symbol)
                places[id(member.symbol.scope), member.symbol.original] = (len(segments), offset)
            segments.append(segment)
    return Storage(segments, places)


def _used_blocks(scope: Scope) -> Iterator[str]:
    """The blocks of which the unit mentions a variable; all where other units see them."""
    shared = scope.unit.kind == "module" or bool(scope.unit.contains)
    for block, names in scope.declarations.blocks.items():
        overlaid = (other for n in names for other in scope.declarations.overlaid.get(n, ()))
        held = (n.removesuffix(HELD) for n in names if n.endswith(HELD))
        if shared or scope.usage.mentioned & {*names, *overlaid, *held}:
            yield block


def _is_of_texts(names: list[str], scope: Scope) -> bool:
    """Whether all variables of a block are characters."""
    facts = scope.declarations.facts
    return all(scope.lookup(name, facts[name].span).base == "character" for name in names)


def _text(symbol: Symbol) -> AdcError:
    message = f"the character `{symbol.name}` in a common block is not supported"
    alone = symbol.bounds is None and symbol.length
    way_out = f"fix its text: `--fix {symbol.name}=TEXT`" if alone else "take it out of the block"
    return AdcError.of("ADC0249", message, symbol.span, help=way_out)


def _check_short(block: str, known: list[_Member], members: list[_Member]) -> None:
    """Refuses a block with characters, short numbers or records that another unit lays out in
    another way: the padding behind these would not be the same, and the components of records in
    an array lie between each other."""
    layouts = [
        [(m.start, m.shape, m.dtype, _element(m.symbol), m.symbol.base, m.part) for m in found]
        for found in (known, members)
    ]
    short = [m for m in (*known, *members) if m.size % _UNIT or m.part is not None]
    if short and known and layouts[0][-len(members) :] != layouts[1]:
        name = short[0].symbol.name.removesuffix(HELD)
        what = short[0].symbol.base if short[0].part is None else "component"
        raise AdcError.of(
            "ADC0249", f"units divide /{block}/, which has the {what} `{name}`, in"
            " different ways", members[0].symbol.span,
            help="give the block the same variables in all units",
        )  # fmt: skip


def _element(symbol: Symbol) -> int:
    """The bytes of an element, or of a letter; of short integers one."""
    return 1 if symbol.dtype is None else kind_of(symbol)


def _members(names: list[str], scope: Scope) -> list[_Member]:
    found: list[_Member] = []
    at = 0
    for name in names:
        found.append(_member(name, at, scope))
        at = found[-1].stop
    return [*found, *(m for member in found for m in _overlaid(member, found, scope))]


def _member(name: str, start: int, scope: Scope) -> _Member:
    symbol = scope.lookup(name, scope.declarations.facts[name].span)
    if symbol.dtype is None and symbol.length is None:
        raise _text(symbol)
    if symbol.dtype is None:
        return _Member(symbol, start, (prod(constant_shape(symbol), start=symbol.length or 0),))
    pair = (2,) if symbol.base == "complex" else ()
    return _Member(symbol, start, (*pair, *constant_shape(symbol)))


def _overlaid(member: _Member, members: list[_Member], scope: Scope) -> Iterator[_Member]:
    """What EQUIVALENCE lays over a member of a block, and over what is behind it."""
    own = member.symbol.name
    names = scope.declarations.overlaid.get(own, ())
    begins = offsets(names, scope, _itemsize) if names else []
    listed = {m.symbol.name for m in members}
    for name, begin in zip(names, begins, strict=True):
        start = member.start + begin - begins[names.index(own)]
        other = next((m.start for m in members if m.symbol.name == name), start)
        if start < 0 or other != start:
            raise refused(
                f"`{name}` would begin in front of its COMMON block" if start < 0 else
                f"`{name}` has two places in its COMMON block", member.symbol.span,
                "take one of them out of EQUIVALENCE",
            )  # fmt: skip
        if name not in listed:
            yield _member(name, start, scope)


def _itemsize(symbol: Symbol) -> int:
    if symbol.dtype is None:
        raise refused(
            f"the character `{symbol.name}` shares its storage by EQUIVALENCE", symbol.span,
            "use one variable",
        )  # fmt: skip
    return kind_of(symbol) * (2 if symbol.base == "complex" else 1)


def _groups_by_use(members: list[_Member]) -> list[list[_Member]]:
    """The groups that variables make which units mention; others than these count where nothing
    else is, as names for room that a unit passes over divide it as they like."""
    mentioned = [_is_mentioned(m.symbol) for m in members]
    used = _groups([m for m, is_used in zip(members, mentioned, strict=True) if is_used])
    ends = [(group[0].start, max(m.stop for m in group)) for group in used]
    wholes = {(g[0].start, g[0].shape) for g in used if len({(m.start, m.shape) for m in g}) == 1}
    found = _groups([
        m for m, is_used in zip(members, mentioned, strict=True)
        if is_used or (m.start, m.shape) in wholes
        or all(m.stop <= first or last <= m.start for first, last in ends)
    ])  # fmt: skip
    at = 0
    for group in found:
        if group[0].start != at:
            return _groups(members)
        at = max(m.stop for m in group)
    return found if at == max((m.stop for m in members), default=0) else _groups(members)


def _is_mentioned(symbol: Symbol) -> bool:
    unit, scope = symbol.scope.unit, symbol.scope
    shared = unit.kind == "module" or bool(unit.contains)
    return shared or not {symbol.name, symbol.original}.isdisjoint(scope.usage.mentioned)


def _groups(members: list[_Member]) -> list[list[_Member]]:
    """The members of all units, those that share storage over others together, by storage."""
    groups: list[list[_Member]] = []
    stop = 0
    for member in sorted(members, key=lambda m: m.start):  # stable: units stay in order
        if not groups or member.start >= stop:
            groups.append([])
        groups[-1].append(member)
        stop = max(stop, member.stop)
    return groups


def _segment(block: str, group: list[_Member]) -> Segment:
    first = group[0]
    held = [m for m in group if m.symbol.name.endswith(HELD)]
    if held and any(m.symbol.name != held[0].symbol.name for m in group):
        name = held[0].symbol.name.removesuffix(HELD)
        raise AdcError.of(
            "ADC0301", f"`--fix` names `{name}` of COMMON, which has other names or neighbours in"
            " other units", held[0].symbol.span,
            help="declare the block in the same way in all units, or leave `--fix` out",
        )  # fmt: skip
    if held and held[0].part is not None:
        raise AdcError.of(
            "ADC0301", "`--fix` of a component of a derived type in COMMON is not supported",
            held[0].symbol.span, help="leave `--fix` out",
        )  # fmt: skip
    for member in group:
        _check_types(block, first, member)
    whole = all(m.start == first.start and m.shape == first.shape for m in group)
    whole = whole and all(m.symbol.base != "complex" for m in group)
    count = (max(m.stop for m in group) - first.start) // first.size
    shape = first.shape if whole else (count,)
    symbol = first.symbol
    if symbol.base == "complex":
        symbol = replace(symbol, base="real")
    return Segment(block, symbol, first.dtype, shape, whole, first.start)


def _check_types(block: str, first: _Member, member: _Member) -> None:
    aligned = (member.start - first.start) % first.size == 0
    if (member.dtype, member.size) == (first.dtype, first.size) and aligned:
        return
    name = f"in /{block}/" if block else "in blank common"
    code, way_out = "ADC0249", "give the block the same types in all units"
    if block.startswith(_OWN):
        name, code, way_out = "by EQUIVALENCE", "ADC0177", "use variables that share no storage"
    message = f"`{member.symbol.name}` and `{first.symbol.name}` share storage {name} and differ"
    raise AdcError.of(
        code, f"{message} in type", member.symbol.span, help=way_out,
        notes=(Note(f"`{first.symbol.name}` is declared here", first.symbol.span),),
    )  # fmt: skip
