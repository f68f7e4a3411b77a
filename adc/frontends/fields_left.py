"""Fields that a function gives new values, as results: what is in them when it ends.

`self.x = self.F @ self.x` leaves the argument's own numbers alone, and has another array in the
field. Where such a field is asked for, the function returns it besides what it returns.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from adc.diagnostics import Span
from adc.frontends import surface
from adc.frontends.names import bound_names, free_names, walk, with_parts
from adc.frontends.objects import ObjectArgument
from adc.ir.names import NameSource


def with_fields_left(
    module: surface.Module,
    function: surface.Function,
    objects: Iterable[ObjectArgument],
    of: Collection[str],
) -> tuple[surface.Module, surface.Function]:
    """`module` and its `function`, which returns the fields that `of` names, and that it or what it
    calls may bind, too. It is left alone where paths of it return other numbers of values, or
    where it binds the name of the object."""
    objects = tuple(objects)
    bound = set(_fields_bound(_reached(module, function)))
    paths = _paths(objects, of, bound)
    left = {n: paths[n] for n in of if n in paths}
    names = {o.name for o in objects}
    if not left:
        return module, function
    own = [s for s in function.body if not _is_given(s)]
    if names & bound_names(replace(function, parameters=(), body=tuple(own))):
        return module, function
    made, called = _with_object_named(module, function)
    returns = [r for r in walk(made.body) if isinstance(r, surface.Return)]
    counts = {len(_values(r, names)) for r in returns}
    if len(counts | ({0} if not _ends(made.body) else set())) > 1:
        return module, function
    body = _returning(made, left, names, called)
    outputs = (*("" for _ in range(max(counts, default=0))), *left.values())
    made = replace(made, body=body, outputs=outputs)
    functions = tuple(made if f is function else f for f in module.functions)
    return replace(module, functions=functions), made


def fields_that_change(
    module: surface.Module, function: surface.Function, objects: Iterable[ObjectArgument]
) -> tuple[str, ...]:
    """The paths of the arguments that are fields, and that the function may bind."""
    bound = set(_fields_bound(_reached(module, function)))
    return tuple(_paths(objects, (), bound).values())


def _with_object_named(
    module: surface.Module, function: surface.Function
) -> tuple[surface.Function, str]:
    """A method's function whose object, which is made of fields, has a name, and this name; ""
    where the object is an argument."""
    last = function.body[-1]
    value = last.value if isinstance(last, surface.Evaluate) else None
    if isinstance(last, surface.Return) and len(last.values or ()) == 1:
        (value,) = last.values or (None,)
    method = value.function if isinstance(value, surface.Call) else value
    owner = method.value if isinstance(method, surface.Attribute) else None
    maker = owner.function if isinstance(owner, surface.Call) else None
    if not isinstance(maker, surface.Intrinsic) or maker.name != "adc.of_fields":
        return function, ""
    assert isinstance(method, surface.Attribute) and owner is not None
    name = NameSource(bound_names(function) | set(free_names(function))).fresh("owner")
    called: surface.Expr = replace(method, value=surface.Name(name, owner.span))
    called = replace(value, function=called) if isinstance(value, surface.Call) else called
    named = surface.Assign((surface.Name(name, owner.span),), owner, owner.span)
    if isinstance(last, surface.Return) and not _returns_itself(module, method.name):
        last = replace(last, values=(called,))
    else:
        last = surface.Evaluate(called, last.span)
    return replace(function, body=(*function.body[:-1], named, last)), name


def _returns_itself(module: surface.Module, name: str) -> bool:
    """Whether the methods of this name return their object, and nothing else."""
    methods = [m for c in module.classes for m in c.functions if m.name == name]
    returned = [
        value.name == m.parameters[0].name if isinstance(value, surface.Name) else False
        for m in methods if m.parameters
        for r in walk(m.body) if isinstance(r, surface.Return)
        for value in r.values or (None,)
    ]  # fmt: skip
    return bool(returned) and all(returned)


def _returning(
    function: surface.Function, left: Mapping[str, str], names: Collection[str], called: str
) -> tuple[surface.Statement, ...]:
    """The body of `function` with the fields `left` behind the values that it returns; `called` is
    the object that they are of, where it is no argument."""

    def more(node: surface.Return) -> surface.Return:
        fields = (_field(path, called, node.span) for path in left.values())
        return replace(node, values=(*_values(node, names), *fields))

    def changed(node: Any) -> Any:
        if isinstance(node, (surface.Function, surface.Lambda)):
            return node
        return more(node) if isinstance(node, surface.Return) else with_parts(node, changed)

    body = tuple(map(changed, function.body))
    end = () if _ends(function.body) else (more(surface.Return(None, function.span)),)
    return (*body, *end)


def _paths(
    objects: Iterable[ObjectArgument], of: Collection[str], bound: Collection[str]
) -> dict[str, str]:
    """The paths of fields that are `bound`, by their names: of arguments, and of those of `of` that
    the function is not given; not of items of dictionaries and tuples."""

    def inside(made: ObjectArgument, path: str, stem: str) -> Iterator[tuple[str, str]]:
        if made.keyed or made.numbered:
            return
        for field, value in made.fields:
            if isinstance(value, str) and field in bound:
                yield value, f"{path}.{field}"
            elif isinstance(value, ObjectArgument):
                yield from inside(value, f"{path}.{field}", f"{stem}_{field}")
        for name in of:
            field = name.removeprefix(f"{stem}_")
            if field in bound and field != name and all(field != f for f, _ in made.fields):
                yield name, f"{path}.{field}"

    return {name: path for o in objects for name, path in inside(o, o.name, o.name)}


def _reached(module: surface.Module, function: surface.Function) -> list[surface.Function]:
    """The function, and those whose names it or they mention, also methods of any class."""
    methods = [m for c in module.classes for m in (*c.functions, *c.properties, *c.setters)]
    found, known = [function], {function.name}
    for one in found:
        named = (n for n in walk(one.body) if isinstance(n, (surface.Name, surface.Attribute)))
        called = {n.name for n in named} - known
        more = [m for m in (*module.functions, *methods) if m.name in called]
        known |= {m.name for m in more}
        found += more
    return found


def _fields_bound(functions: Iterable[surface.Function]) -> Iterator[str]:
    """The fields, of whatever objects, that statements of these functions bind."""
    for function in functions:
        for node in walk(function.body):
            targets = getattr(node, "targets", None) or (getattr(node, "target", None),)
            yield from (n for target in targets for n in _bound_in(target))


def _bound_in(target: object) -> Iterator[str]:
    if isinstance(target, surface.Attribute):
        yield target.name
    elif isinstance(target, surface.Sequence):
        yield from (n for item in target.items for n in _bound_in(item))
    elif isinstance(target, surface.Starred):
        yield from _bound_in(target.value)


def _is_given(statement: surface.Statement) -> bool:
    """Whether an object is made of its fields here, before the function's own text."""
    return isinstance(statement, surface.Assign) and isinstance(statement.value, surface.Given)


def _values(node: surface.Return, names: Collection[str]) -> tuple[surface.Expr, ...]:
    """What is returned, but for None and the objects that the function is given."""
    values = node.values or ()
    if len(values) == 1 and (
        isinstance(values[0], surface.NoneValue)
        or (isinstance(values[0], surface.Name) and values[0].name in names)
    ):
        return ()
    return values


def _ends(body: tuple[surface.Statement, ...]) -> bool:
    """Whether the end of `body` is never got to."""
    if not body:
        return False
    last = body[-1]
    if isinstance(last, surface.If):
        return _ends(last.then) and _ends(last.orelse)
    return isinstance(last, (surface.Return, surface.Raise))


def _field(path: str, called: str, span: Span) -> surface.Expr:
    first, *fields = path.split(".")
    made: surface.Expr = surface.Name(called or first, span)
    for field in fields:
        made = surface.Attribute(made, field, span)
    return made
