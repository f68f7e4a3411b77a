"""Objects in the Python wrapper: their fields are looked up by name, gradients have their form."""

from __future__ import annotations

import json
import keyword
import textwrap
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from adc.diagnostics.arguments import shared_words
from adc.emit.quoting import safe
from adc.frontends.objects import Kept, ObjectArgument

#: Of a line in a function.
_WIDTH = 92


@dataclass(frozen=True)
class Field:
    """One field of the result: its name, type and meaning, and the expression for it."""

    name: str
    type: str
    comment: str
    variable: str
    scalar: bool


#: The text of a field's value.
ValueOf = Callable[[Field], str]


@dataclass(frozen=True)
class Nested:
    """A named tuple for the gradient with respect to an object: its class `name`, what it is `of`,
    and its fields."""

    name: str
    of: str
    fields: tuple[Field, ...]


def renamed(
    objects: tuple[ObjectArgument, ...], called: Mapping[str, str], taken: Collection[str]
) -> tuple[ObjectArgument, ...]:
    """`objects` with the arguments as the wrapper's text has them, under names that are none of
    `taken`."""
    return tuple(replace(_with_names(o, called), name=_free(o.name, taken)) for o in objects)


def _free(name: str, taken: Collection[str]) -> str:
    while name in taken or keyword.iskeyword(name):
        name += "_"
    return name


def _with_names(made: ObjectArgument, called: Mapping[str, str]) -> ObjectArgument:
    fields: list[tuple[str, str | Kept | ObjectArgument]] = []
    for name, value in made.fields:
        if isinstance(value, ObjectArgument):
            fields.append((name, _with_names(value, called)))
        else:
            fields.append((name, called[value] if isinstance(value, str) else value))
    distinct = tuple(called[name] for name in made.distinct)
    return replace(made, fields=tuple(fields), distinct=distinct)


def looked_up(made: ObjectArgument) -> list[str]:
    """Lines that take the fields of an object, and complain of one that has another value than what
    is generated."""
    lines = _keys_checked(made, made.name)
    lines += [f"{name} = {path}" for path, name in _in_python(made.arguments(), made)]
    for path, text in _in_python(made.kept(), made):
        differs = f"{path} is not {text}" if text in ("None", "True", "False") else (
            f"{path} != {text}"
        )  # fmt: skip
        words = json.dumps(safe(f"{path} has to be {text}, which this function is made for"))
        lines += [f"if {differs}:", f"    raise ValueError({words})"]
    if made.distinct:
        words = json.dumps(safe(shared_words(made.name)))
        listed = ", ".join(made.distinct)
        lines += [*_wrapped("if _shared(", listed, "):"), f"    raise ValueError({words})"]
    return lines


def _in_python(parts: Iterable[tuple[str, str]], made: ObjectArgument) -> Iterator[tuple[str, str]]:
    """`parts` of an object with their paths as Python spells them: `p.k`, or `p["k"]`."""
    for path, text in parts:
        owner: ObjectArgument | str | Kept = made
        spelled = made.name
        for name in path.split(".")[1:]:
            assert isinstance(owner, ObjectArgument)
            spelled += _part(owner, name)
            owner = dict(owner.fields)[name]
        yield spelled, text


def _part(owner: ObjectArgument, name: str) -> str:
    """The field of an object as Python spells it behind what the object is."""
    if owner.numbered:
        return f"[{name}]"
    return f"[{json.dumps(name)}]" if owner.keyed else f".{name}"


def _wrapped(start: str, items: str, end: str) -> list[str]:
    """A line, or several where it would be long."""
    if len(start + items + end) <= _WIDTH:
        return [start + items + end]
    return [start, *textwrap.wrap(items, _WIDTH, initial_indent="    ", subsequent_indent="    ",
                                  break_long_words=False, break_on_hyphens=False), end]  # fmt: skip


def _keys_checked(made: ObjectArgument, path: str) -> list[str]:
    """Lines that complain of a dictionary with other keys, or a tuple or list of another length:
    the source may ask for them."""
    lines: list[str] = []
    if made.numbered:
        words = f"{path} must have {len(made.fields)} items"
        lines = [f"if len({path}) != {len(made.fields)}:",
                 f"    raise ValueError({json.dumps(safe(words))})"]  # fmt: skip
    if made.keyed:
        keys = ", ".join(json.dumps(name) for name, _ in made.fields)
        more = ", or in another order," if made.ordered else ""
        words = f"{path} has other keys{more} than those that this function is made for"
        start, end = (f"if list({path}) != [", "]:") if made.ordered else (
            f"if set({path}) != {{", "}:"
        )  # fmt: skip
        lines += [*_wrapped(start, keys, end), f"    raise ValueError({json.dumps(safe(words))})"]
    for name, value in made.fields:
        if isinstance(value, ObjectArgument):
            lines += _keys_checked(value, f"{path}{_part(made, name)}")
    return lines


def in_words(made: ObjectArgument, told: Mapping[str, str]) -> list[str]:
    """The documentation of an object: a line for itself, and one for each argument in it."""
    what = f"an object of {made.made}" if made.made else "an object"
    whole = "a dictionary of these:" if made.keyed else (
        f"{what}, or anything that has these attributes:"
    )  # fmt: skip
    whole = f"a {'list' if made.listed else 'tuple'} of these:" if made.numbered else whole
    lines = [f"{made.name}: {whole}"]
    parts = _in_python(made.arguments(), made)
    lines += [f"    {path}: {told[name].partition(': ')[2]}" for path, name in parts]
    return [*lines, *(f"    {path}: {text}" for path, text in _in_python(made.kept(), made))]


def gathered(
    fields: list[Field],
    objects: tuple[ObjectArgument, ...],
    stem: str,
    of: Mapping[str, str],
    value_of: ValueOf,
) -> tuple[list[Field], list[Nested]]:
    """`fields` with one for each object in the place of the gradients with respect to its fields,
    and the classes of these; `of` says which argument a field's variable is the gradient of."""
    work = _Gathering({of[f.variable]: f for f in fields if f.variable in of}, stem, value_of)
    found = list(fields)
    for made in objects:
        own = [work.derived[name] for _, name in made.arguments() if name in work.derived]
        if not own:
            continue
        whole = work.whole(made, made.name)
        first = min(found.index(f) for f in own)
        found[first] = whole
        found = [f for f in found if f not in own]
    return found, work.classes


@dataclass
class _Gathering:
    """The gradients by the arguments that they are with respect to, and the classes that are made
    for those of objects."""

    derived: Mapping[str, Field]
    stem: str
    value_of: ValueOf
    classes: list[Nested] = field(default_factory=list)

    def whole(self, made: ObjectArgument, path: str) -> Field:
        """The gradient with respect to an object: a named tuple, of a dictionary one with its keys,
        of a tuple or list one with None for items that there is no gradient for."""
        parts = list(self._parts(made, path))
        name, told = _plain(made.name), f"gradient with respect to {path}"
        if made.keyed:
            items = ", ".join(f"{json.dumps(k)}: {self.value_of(part)}" for k, part in parts)
            return Field(name, "dict", f"{told}, by its keys", f"{{{items}}}", False)
        if made.numbered:
            known = dict(parts)
            listed = [self.value_of(known[n]) if n in known else "None" for n, _ in made.fields]
            if made.listed:
                return Field(name, "list", told, f"[{', '.join(listed)}]", False)
            comma = "," * (len(listed) == 1)
            return Field(name, "tuple", told, f"({', '.join(listed)}{comma})", False)
        kind = f"_{self.stem}{''.join(part[:1].upper() + part[1:] for part in path.split('.'))}"
        inside = [replace(part, name=_plain(own)) for own, part in parts]
        self.classes.append(Nested(kind, path, tuple(inside)))
        return Field(name, kind, told, f"{kind}({', '.join(map(self.value_of, inside))})", False)

    def _parts(self, made: ObjectArgument, path: str) -> Iterator[tuple[str, Field]]:
        """The fields that there is a gradient for, each with what holds it."""
        for own, value in made.fields:
            if isinstance(value, str) and value in self.derived:
                yield own, self.derived[value]
            elif isinstance(value, ObjectArgument) and any(
                name in self.derived for _, name in value.arguments()
            ):
                yield own, self.whole(value, f"{path}.{own}")


def _plain(name: str) -> str:
    """Named tuples take no field that is a keyword or begins with an underscore."""
    name = name.lstrip("_") or "field"
    return f"{name}_" if keyword.iskeyword(name) else name


def places(objects: tuple[ObjectArgument, ...]) -> dict[str, ObjectArgument | None]:
    """For the first argument of each object the object, for its others None."""
    found: dict[str, ObjectArgument | None] = {}
    for made in objects:
        names = [name for _, name in made.arguments()]
        found |= {**dict.fromkeys(names), **({names[0]: made} if names else {})}
    return found
