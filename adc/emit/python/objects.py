"""Objects in the Python wrapper: their fields are looked up by name, gradients have their form."""

from __future__ import annotations

import json
import keyword
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace

from adc.emit.quoting import safe
from adc.frontends.objects import Kept, ObjectArgument


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
    return replace(made, fields=tuple(fields))


def looked_up(made: ObjectArgument) -> list[str]:
    """Lines that take the fields of an object, and complain of one that has another value than what
    is generated."""
    lines = [f"{name} = {path}" for path, name in made.arguments()]
    for path, text in made.kept():
        differs = f"{path} is not {text}" if text in ("None", "True", "False") else (
            f"{path} != {text}"
        )  # fmt: skip
        words = json.dumps(safe(f"{path} has to be {text}, which this function is made for"))
        lines += [f"if {differs}:", f"    raise ValueError({words})"]
    return lines


def in_words(made: ObjectArgument, told: Mapping[str, str]) -> list[str]:
    """The documentation of an object: a line for itself, and one for each argument in it."""
    what = f"an object of {made.made}" if made.made else "an object"
    lines = [f"{made.name}: {what}, or anything that has these attributes:"]
    lines += [f"    {path}: {told[name].partition(': ')[2]}" for path, name in made.arguments()]
    return [*lines, *(f"    {path}: {text}" for path, text in made.kept())]


def gathered(
    fields: list[Field],
    objects: tuple[ObjectArgument, ...],
    stem: str,
    of: Mapping[str, str],
    value_of: ValueOf,
) -> tuple[list[Field], list[Nested]]:
    """`fields` with one for each object in the place of the gradients with respect to its fields,
    and the classes of these; `of` says which argument a field's variable is the gradient of."""
    derived = {of[f.variable]: f for f in fields if f.variable in of}
    classes: list[Nested] = []
    found = list(fields)
    for made in objects:
        own = [derived[name] for _, name in made.arguments() if name in derived]
        if not own:
            continue
        whole = _nested(made, derived, stem, made.name, classes, value_of)
        first = min(found.index(f) for f in own)
        found[first] = whole
        found = [f for f in found if f not in own]
    return found, classes


def _nested(
    made: ObjectArgument,
    derived: Mapping[str, Field],
    stem: str,
    path: str,
    classes: list[Nested],
    value_of: ValueOf,
) -> Field:
    name = f"_{stem}{''.join(part[:1].upper() + part[1:] for part in path.split('.'))}"
    inside: list[Field] = []
    for field, value in made.fields:
        if isinstance(value, str) and value in derived:
            inside.append(replace(derived[value], name=_plain(field)))
        elif isinstance(value, ObjectArgument) and any(n in derived for _, n in value.arguments()):
            part = _nested(value, derived, stem, f"{path}.{field}", classes, value_of)
            inside.append(replace(part, name=_plain(field)))
    classes.append(Nested(name, path, tuple(inside)))
    values = ", ".join(map(value_of, inside))
    return Field(_plain(made.name), name, f"gradient with respect to {path}", f"{name}({values})",
                 False)  # fmt: skip


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
