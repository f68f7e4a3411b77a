"""Objects, lists and dictionaries that something changes.

Several names, items and callers may stand for one object. So a name is bound to a `Ref`, and what
the object holds are variables of their own, `s.u` and `s.v`, which its `Cell` lists: setting a
field binds such a variable. Both are names of the innermost scope, so that branches and loops merge
and carry them as they do the source's variables; a call takes them into its scope and hands them
back. Evaluating a name gives the whole value, as it is then; its token tells which object it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

import sympy

from adc.diagnostics import AdcError, InternalError, Span
from adc.frontends import surface
from adc.lowering.context import Context
from adc.lowering.control.returns import RETURN
from adc.lowering.learned import ChangedItemsError, is_row_site
from adc.lowering.objects.entries import Entries, refuse_entries
from adc.lowering.scopes import Scope
from adc.lowering.values import (
    ALL_OF,
    Array,
    Bound,
    Cell,
    Grown,
    Held,
    Integer,
    Items,
    Key,
    Keywords,
    Record,
    Ref,
    Selected,
    Text,
    Token,
    Undefined,
    UserFunction,
    Value,
    describe,
    in_heap,
)

Names = dict[str, Value]
Whole = Items | Record | Keywords
#: Binds a variable to a value: `binding.bind`.
Bind = Callable[[Context, str, Value, Span | None], None]
LowerBody = Callable[[Context, tuple[surface.Statement, ...]], None]


# -- values and names ------------------------------------------------------------------------------


def token_of(cx: Context, value: Value) -> Token | None:
    """What tells `value` from others, if it is something that the source changes."""
    if isinstance(value, Record):
        return value.token
    if not isinstance(value, (Items, Keywords)) or value.token is None:
        return None
    if isinstance(value, Items) and not value.is_list:
        return None
    return value.token if value.token.site in cx.learned.changed_items else None


def referred(cx: Context, stem: str, value: Value, bind: Bind, span: Span | None) -> Value:
    """`value` as a name is bound to it: what may change becomes variables, called after `stem`, if
    it is none yet."""
    if id(value) in cx.entries:
        value = cx.entries[id(value)][1]
    if isinstance(value, Bound):
        return replace(value, owner=referred(cx, stem, value.owner, bind, span))
    if isinstance(value, Grown) and value.token and value.token.cell in cx.scope.names:
        return Ref(value.token.cell)
    if not isinstance(value, (Items, Record, Keywords)):
        return value
    token = token_of(cx, value)
    if token is None:
        parts = zip(part_names(stem, value), value.items, strict=True)
        items = tuple(referred(cx, name, item, bind, span) for name, item in parts)
        whole: Value = replace(value, items=items)
        return whole
    if token.cell not in cx.scope.names:
        if token.cell in cx.swept:
            raise InternalError("an object that was taken for dead is used", span)
        if grows(token.site) in cx.learned.changed_items:
            if token.given:
                raise lengthened_list(span)
            return _whole_list(cx, stem, value, bind, span)
        names = tuple(new_part(cx, name) for name in part_names(stem, value))
        for name, item in zip(names, value.items, strict=True):
            bind(cx, name, item, span)
            if seen_by_caller(value):
                if isinstance(item, (Array, Integer)):
                    cx.scope.names[name] = item
                cx.given[name] = cx.scope.names[name]
        cx.scope.names[token.cell] = Cell(replace(value, items=()), names)
    return Ref(token.cell)


def grows(site: str) -> str:
    """What a list that is made at `site` is learned as that loops make longer."""
    return f"grows: {site}"


def _whole_list(cx: Context, stem: str, value: Value, bind: Bind, span: Span | None) -> Ref:
    """A list that loops make longer: one variable, which is lengthened as a list of one name is."""
    assert isinstance(value, Items) and value.token is not None
    name = new_part(cx, stem.strip())
    bind(cx, name, replace(value, token=Token(ALL_OF + value.token.site)), span)
    cx.scope.names[value.token.cell] = Cell(replace(value, items=()), (name,), whole=True)
    return Ref(value.token.cell)


def growing_part(cx: Context, value: Value | None) -> str:
    """The variable that is all of the list `value`; "" where it has one for each of its items."""
    token = value.token if isinstance(value, (Items, Grown)) else None
    name = value.cell if isinstance(value, Ref) else token.cell if token is not None else ""
    cell = cx.scope.names.get(name)
    return cell.parts[0] if isinstance(cell, Cell) and cell.whole else ""


def has_whole(cx: Context) -> bool:
    """Whether there is a list that loops make longer among the objects."""
    return any(isinstance(v, Cell) and v.whole for v in cx.scope.names.values())


def placed_anew(cx: Context, stem: str, value: Record, bind: Bind, span: Span) -> Ref:
    """An object that is being made, some of whose fields have no value yet."""
    assert value.token is not None
    names = tuple(new_part(cx, name) for name in part_names(stem, value))
    for name, item in zip(names, value.items, strict=True):
        if isinstance(item, Undefined):
            cx.scope.names[name] = item
        else:
            bind(cx, name, item, span)
    cx.scope.names[value.token.cell] = Cell(replace(value, items=()), names)
    return Ref(value.token.cell)


def part_names(stem: str, value: Whole) -> list[str]:
    """What a reader calls the parts of the value of `stem`."""
    stem = "returned" if stem.startswith(RETURN) else stem.strip()
    if isinstance(value, Keywords):
        return [f"{stem}[{key!r}]" for key in value.names]
    if value.names:
        return [f"{stem}.{key}" for key in value.names]
    return [f"{stem}[{k}]" for k in range(len(value.items))]


def new_part(cx: Context, name: str) -> str:
    """A name that no other part has had; blanks at its end make it one of the heap's."""
    number = cx.heaped[name] = cx.heaped.get(name, 0) + 1
    return name + " " * number


def resolved(cx: Context, value: Value) -> Value:
    """`value` with what is referred to in its place, as it is now."""
    if isinstance(value, Ref):
        cell = cx.scope.names.get(value.cell)
        if isinstance(cell, Undefined):
            raise AdcError.of("ADC0224", f"an object {cell.reason}", cx.span, help=cell.help)
        if not isinstance(cell, Cell):
            raise AdcError.of(
                "ADC0224", "an object is used that exists on some paths only", cx.span,
                help="make it before the branch or the loop",
            )  # fmt: skip
        parts = [cx.scope.names[part] for part in cell.parts]
        if cell.whole:
            now = resolved(cx, known(parts[0], cx.span))
            assert isinstance(now, (Items, Grown)) and isinstance(cell.form, Items)
            return replace(now, token=cell.form.token)
        # A method may be one of the object that holds it: it is resolved where it is called.
        items = tuple(v if type(v) is Bound else resolved(cx, v) for v in parts)
        whole: Value = replace(cell.form, items=items)
        return whole
    if isinstance(value, Entries):
        owner = resolved(cx, value.owner)
        assert isinstance(owner, Keywords)
        return entries(cx, owner, value.name)
    if isinstance(value, Bound):
        return replace(value, owner=resolved(cx, value.owner))
    if isinstance(value, Held) and any(isinstance(v, (Ref, Held, Bound)) for v in value.items):
        return replace(value, items=tuple(resolved(cx, v) for v in value.items))
    return value


def key_value(key: Key) -> Value:
    if isinstance(key, tuple):
        return Items(tuple(map(key_value, key)))
    return Text(key) if isinstance(key, str) else Integer(sympy.Integer(key))


def entries(cx: Context, owner: Keywords, name: str) -> Value:
    """`d.keys()`, `d.values()` and `d.items()`, as tuples. What a name is bound to follows the
    dictionary: see `bind`."""
    keys = tuple(map(key_value, owner.names))
    if name == "keys":
        found = Items(keys)
    elif name == "values":
        found = Items(owner.items)
    else:
        found = Items(tuple(map(Items, zip(keys, owner.items, strict=True))))
    cx.entries[id(found)] = found, Entries(owner, name)
    return found


def without_token(value: Value) -> Value:
    """`value` as something that nobody may change, for others share it."""
    if isinstance(value, Held):
        value = replace(value, items=tuple(map(without_token, value.items)))
    if isinstance(value, (Items, Record, Keywords, Grown)):
        return replace(value, token=None)
    return value


def given(value: Value, span: Span) -> Value:
    """An object, list or dictionary that the caller has, with what is in it."""
    if isinstance(value, Held):
        value = replace(value, items=tuple(given(item, span) for item in value.items))
    elif isinstance(value, (Grown, Selected)):
        raise lengthened_list(span)
    if isinstance(value, Items) and value.is_list and value.token is not None:
        return replace(value, token=Token(value.token.site, given=True))
    return replace(value, given=True) if isinstance(value, (Record, Keywords)) else value


def known(value: Value, span: Span | None) -> Value:
    """A part of an object; ADC0224 where it has a value on some paths only."""
    if isinstance(value, Undefined):
        raise AdcError.of("ADC0224", f"a field or item {value.reason}", span, help=value.help)
    return value


# -- changes ---------------------------------------------------------------------------------------


def place_of(cx: Context, owner: Whole, position: int, span: Span) -> str:
    """The variable that is the part of `owner` at `position`, which the source sets."""
    return cell_of(cx, owner, span).parts[position]


def cell_of(cx: Context, owner: Whole, span: Span) -> Cell:
    """The parts of `owner`, which the source changes. ADC0213 and ADC0211 for what cannot be
    changed, or not be followed."""
    refuse_unchangeable(cx, owner, span)
    token = token_of(cx, owner)
    cell = cx.scope.names.get(token.cell) if token is not None else None
    if not isinstance(cell, Cell):
        raise AdcError.of(
            "ADC0232", f"{describe(owner)} without a name is changed here", span,
            help="give it a name first",
        )  # fmt: skip
    if cell.whole:
        raise AdcError.of(
            "ADC0212", "a list that gets longer in a loop is changed otherwise here", span,
            help="append to it alone, or make an array of the largest size that it may have",
        )  # fmt: skip
    return cell


def refuse_unchangeable(cx: Context, owner: Whole, span: Span) -> None:
    if isinstance(owner, Items) and not owner.is_list:
        if owner.token is not None and is_row_site(owner.token.site):
            raise ChangedItemsError(owner.token.site)
        raise AdcError.of(
            "ADC0213", f"{_named(owner)} cannot be changed: Python raises an exception here", span,
            help="use `_replace`" if owner.type is not None else "make it a list",
        )  # fmt: skip
    if isinstance(owner, Record) and owner.type.frozen:
        raise AdcError.of(
            "ADC0213", f"{_named(owner)} is frozen: Python raises an exception here", span,
            help="use `dataclasses.replace`",
        )  # fmt: skip
    if owner.token is None:
        raise AdcError.of(
            "ADC0211", f"{describe(owner)} that others may share is changed here", span,
            help="make it inside of the function",
        )  # fmt: skip
    if token_of(cx, owner) is None:
        raise ChangedItemsError(owner.token.site)


def _named(owner: Items | Record) -> str:
    return f"an object of `{owner.type.name}`" if owner.type is not None else "a tuple"


def set_part(
    cx: Context, owner: Whole, position: int, value: Value, bind: Bind, span: Span
) -> None:
    """Sets the part of `owner` at `position`."""
    whole = growing_part(cx, owner) if isinstance(owner, Items) else ""
    current = cx.scope.names.get(whole)
    if isinstance(current, Items) and owner.token is not None and not isinstance(value, Held):
        items = (*current.items[:position], value, *current.items[position + 1 :])
        bind(cx, whole, replace(current, items=items), span)
        return
    name = place_of(cx, owner, position, span)
    refuse_entries(cx.entries, (value,), span)
    if owner.token is not None and holds(value, owner.token):
        raise AdcError.of(
            "ADC0211", "an object that would hold itself is not supported", span,
            help="keep the two apart",
        )  # fmt: skip
    bind(cx, name, value, span)


def add_parts(
    cx: Context, owner: Whole, keys: Iterable[Key], values: Iterable[Value], bind: Bind, span: Span
) -> None:
    """Makes a list longer, or gives a dictionary new `keys`."""
    cell, token = cell_of(cx, owner, span), owner.token
    assert token is not None
    refuse_given(cell, span)
    stem = cell.parts[0].partition("[")[0] if cell.parts else "item"
    form: Whole = cell.form
    parts = list(cell.parts)
    for key, value in zip(keys, values, strict=True):
        if holds(value, token):
            raise AdcError.of(
                "ADC0211", "a list that would hold itself is not supported", span,
                help="keep the two apart",
            )  # fmt: skip
        if isinstance(form, Keywords):
            form = replace(form, names=(*form.names, key))
        parts.append(new_part(cx, f"{stem}[{key!r}]"))
        bind(cx, parts[-1], value, span)
    cx.scope.names[token.cell] = Cell(form, tuple(parts))


def lengthened_list(span: Span | None) -> AdcError:
    """ADC0212 for a list of the caller's of which other items than before would be seen."""
    return AdcError.of(
        "ADC0212", "a list of the caller gets or loses items, or gets another order", span,
        help="work on a copy of it, as `list(xs)` makes it",
    )  # fmt: skip


def refuse_given(cell: Cell, span: Span) -> None:
    """ADC0212 where the caller would see other keys, or more or fewer items."""
    if is_given(cell):
        if isinstance(cell.form, Items):
            raise lengthened_list(span)
        raise AdcError.of(
            "ADC0212", "a dictionary of the caller gets or loses a key", span,
            help="work on a copy of it, as `dict(d)` makes it",
        )  # fmt: skip


def remove_part(cx: Context, owner: Keywords, key: Key, span: Span) -> None:
    """Takes `key` out of a dictionary."""
    cell, token = cell_of(cx, owner, span), owner.token
    assert token is not None and isinstance(cell.form, Keywords)
    refuse_given(cell, span)
    at = cell.form.names.index(key)
    form = replace(cell.form, names=(*cell.form.names[:at], *cell.form.names[at + 1 :]))
    parts = (*cell.parts[:at], *cell.parts[at + 1 :])
    cx.scope.names[token.cell] = Cell(form, parts)


def holds(value: Value, token: Token) -> bool:
    """Whether `value` is, or holds, what `token` tells."""
    if not isinstance(value, Held):
        return False
    own = isinstance(value, (Items, Record, Keywords)) and value.token is token
    return own or any(holds(v, token) for v in value.items)


def parts_now(cx: Context, value: Record) -> list[Value] | None:
    """What the fields of an object hold by now, which was evaluated before."""
    token = token_of(cx, value)
    cell = cx.scope.names.get(token.cell) if token is not None else None
    if not isinstance(cell, Cell) or cell.whole or len(cell.parts) != len(value.items):
        return None
    return [cx.scope.names[part] for part in cell.parts]


def has_changed(cx: Context, value: Value) -> bool:
    """Whether an object in `value`, which was evaluated before, holds something else by now."""
    if not isinstance(value, (Items, Record, Keywords)):
        return False
    token = token_of(cx, value)
    cell = cx.scope.names.get(token.cell) if token is not None else None
    items: tuple[Value, ...] = value.items
    if isinstance(cell, Cell) and cell.whole:
        whole = cx.scope.names[cell.parts[0]]
        if not isinstance(whole, Items) or len(whole.items) != len(items):
            return True
        return any(not same_value(a, b) for a, b in zip(items, whole.items, strict=True))
    if isinstance(cell, Cell):
        if len(cell.parts) != len(items):
            return True
        now = (cx.scope.names[part] for part in cell.parts)
        if any(not same_value(a, b) for a, b in zip(items, now, strict=True)):
            return True
    return any(has_changed(cx, item) for item in items)


def same_value(taken: Value, now: Value) -> bool:
    """Whether a part is what it was; what it holds itself is looked at by itself."""
    if isinstance(now, Ref):
        token = getattr(taken, "token", None)
        return isinstance(token, Token) and token.cell == now.cell
    if isinstance(taken, Array) and isinstance(now, Array):
        if taken.view is not None or now.view is not None:
            return taken.view == now.view
        return taken is now or (not taken.shape and not now.shape and taken.at(()) == now.at(()))
    if isinstance(taken, Integer) or isinstance(now, Integer):
        return taken == now
    return type(taken) is type(now)


def refuse_changed(cx: Context, values: Iterable[Value], span: Span) -> None:
    """ADC0223 where a call has changed an object that the expression has read already."""
    if any(has_changed(cx, value) for value in values):
        raise AdcError.of(
            "ADC0223",
            "a call in this expression changes an object that the expression reads before it",
            span, help="put the call on a line of its own",
        )  # fmt: skip


# -- scopes ----------------------------------------------------------------------------------------


def taken_along(outer: Scope, inner: Scope) -> None:
    """Objects are what they are inside of a call. `outer` keeps what it had, so that no buffer in
    it is taken for one that nobody else sees."""
    inner.names.update({n: v for n, v in outer.names.items() if in_heap(n)})


def handed_back(outer: Scope, inner: Scope) -> None:
    for name in [n for n in outer.names if in_heap(n)]:
        del outer.names[name]
    outer.names.update({n: v for n, v in inner.names.items() if in_heap(n)})


def live_parts(names: Iterable[str]) -> frozenset[str]:
    return frozenset(filter(in_heap, names))


def swept(cx: Context, live: frozenset[str]) -> None:
    """Forgets the objects that nothing reads any more; `live` are the names that are read."""
    names = cx.scope.names
    if not any(map(in_heap, names)):
        return
    roots = [v for n, v in names.items() if not in_heap(n) and (n in live or not n.isidentifier())]
    for scope in cx.scopes[:-1]:  # whose statements may hold what has no name
        roots += [Ref(n) if isinstance(v, Cell) else v for n, v in scope.names.items()]
    roots += [Ref(n) for n, v in names.items() if is_given(v)]
    wanted = set(reached(roots, names))
    for name in [n for n in names if in_heap(n) and n not in wanted]:
        if isinstance(names[name], Cell):
            cx.swept.add(name)
        del names[name]


def is_given(value: Value) -> bool:
    """Whether the caller sees what is set in the object."""
    return isinstance(value, Cell) and seen_by_caller(value.form)


def seen_by_caller(value: Whole) -> bool:
    """Whether the caller has it, too."""
    if isinstance(value, Items):
        return value.token is not None and value.token.given
    return value.given


def reached(roots: Iterable[Value], names: Mapping[str, Value]) -> Iterator[str]:
    """The cells that `roots` lead to, and the names of their parts."""
    pending, seen = list(roots), set()
    opened: set[int] = set()
    while pending:
        value = pending.pop()
        if isinstance(value, Held):
            pending += value.items
        elif isinstance(value, Undefined) and value.value is not None:
            pending.append(value.value)
        elif isinstance(value, Bound):
            pending.append(value.owner)
        elif isinstance(value, UserFunction) and value.scope is not None:
            if id(value) in opened:
                continue
            opened.add(id(value))
            homes = {name: value.scope.home(name) for name in value.function.captures}
            pending += [home.names[name] for name, home in homes.items() if name in home.names]
        elif isinstance(value, Ref) and value.cell not in seen:
            seen.add(value.cell)
            cell = names.get(value.cell)
            if isinstance(cell, Cell):
                yield from (value.cell, *cell.parts)
                pending += [names[part] for part in cell.parts if part in names]
