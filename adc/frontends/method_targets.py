"""`--function Class.method`: a function that makes the object and calls the method.

`PID.step` is read as `PID_step`, whose arguments are those of the constructor and then those of the
method; where both have a name, the constructor's is `self_name`. What the method leaves in its
object is not handed back: the object is made anew in each call.
"""

from __future__ import annotations

from dataclasses import replace

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.frontends.names import names_of, walk
from adc.frontends.objects import declared_fields, line_of

_PLACES = ("functions", "properties", "statics", "makers")


def is_method(name: str | None) -> bool:
    return name is not None and name.count(".") == 1 and all(name.split("."))


def function_name(name: str) -> str:
    """What the function for `Class.method` is called."""
    return name.replace(".", "_")


def with_method(module: surface.Module, name: str) -> surface.Module:
    """`module` with a function for the method `name`; ADC0208 where there is none."""
    owner, _, own = name.partition(".")
    made = next((c for c in module.classes if c.name == owner), None)
    if made is None:
        notes = tuple(note for n, note in module.unsettled if n == owner)
        raise AdcError.of(
            "ADC0208", f"{module.file} has no class `{owner}` whose objects adc follows",
            notes[0].span if notes else None, notes=notes,
            help="name a method as `Class.method`, or write a function that calls it",
        )  # fmt: skip
    line = line_of(made, {c.name: c for c in module.classes})
    found = next(
        ((p, f) for c in line for p in _PLACES for f in getattr(c, p) if f.name == own), None
    )
    taken = {f.name for f in module.functions} | {n for n, _ in module.unsettled}
    taken |= {i.alias for i in module.imports} | {c.name for c in module.classes}
    taken |= {n for constant in module.constants for n in names_of(constant)}
    if found is None or function_name(name) in taken:
        raise AdcError.of(
            "ADC0208", f"{module.file} has no method `{name}` that can be a function of its own",
            made.span, help="write a function that makes the object and calls the method",
        )  # fmt: skip
    function = _function(made, line, *found, function_name(name))
    return replace(module, functions=(*module.functions, function))


def _function(
    made: surface.Class, line: list[surface.Class], place: str, method: surface.Function, name: str
) -> surface.Function:
    span = method.span
    owner: surface.Expr = surface.Name(made.name, span)
    first: tuple[surface.Parameter, ...] = ()
    own = method.parameters if place == "statics" else method.parameters[1:]
    if place in ("functions", "properties"):
        first = _constructed(line)
        names = {p.name for p in own}
        called = {p.name: f"self_{p.name}" if p.name in names else p.name for p in first}
        owner = _call(owner, called, span)
        first = tuple(replace(p, name=called[p.name]) for p in first)
    if any(p.star for p in (*first, *own)) or len({p.name for p in (*first, *own)}) < len(
        (*first, *own)
    ):
        raise AdcError.of(
            "ADC0208", f"`{made.name}.{method.name}` takes arguments without names", span,
            help="write a function that makes the object and calls the method",
        )  # fmt: skip
    value: surface.Expr = surface.Attribute(owner, method.name, span)
    if place != "properties":
        value = _call(value, {p.name: p.name for p in own}, span)
    returns = any(isinstance(n, surface.Return) and n.values for n in walk(method.body))
    last = surface.Return((value,), span) if returns else surface.Evaluate(value, span)
    return surface.Function(name, (*first, *own), (last,), span, method.docstring)


def _call(function: surface.Expr, names: dict[str, str], span: Span) -> surface.Call:
    given = (surface.Keyword(n, surface.Name(c, span), span) for n, c in names.items())
    return surface.Call(function, (), tuple(given), span)


def _constructed(line: list[surface.Class]) -> tuple[surface.Parameter, ...]:
    """What a call of the class takes."""
    if line[0].kind == "tuple":
        return line[0].parameters
    for k, made in enumerate(line):
        init = next((f for f in made.functions if f.name == "__init__"), None)
        if init is not None:
            return init.parameters[1:]
        if made.kind == "data":
            return declared_fields(line[k:])
    return ()
