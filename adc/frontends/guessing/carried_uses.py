"""What the uses of other names tell of arguments: of variables that are made of them, and of the
parameters of functions that they are passed to."""

from __future__ import annotations

from collections.abc import Iterator

from adc.frontends import surface
from adc.frontends.guessing.uses import Guess, Guesses, read_uses
from adc.frontends.names import assigned_names, bound_names, walk

#: Functions that call one another are followed this deep.
MOST_LEVELS = 3

#: Functions that make an array of the same number of axes of their first argument.
_COPIES = ("array", "asarray", "asanyarray", "ascontiguousarray", "copy", "float64")


def read_all_uses(
    function: surface.Function, guesses: Guesses, module: surface.Module,
    levels: int = MOST_LEVELS,
) -> None:  # fmt: skip
    """Adds to `guesses` what `function` does with the arguments that they are of: itself, by
    variables that it makes of them, and by its calls of functions and methods of `module`. The
    latter two make numbers of axes likely, not sure: names may be bound again, and a function that
    takes several kinds of arrays looks which it has."""
    made = dict(_made_of(function, guesses))
    others = {name: Guess() for name in made}
    both = {**guesses, **others}
    read_uses(function, both)
    if levels:
        _read_calls(function, both, module, levels)
    for name, own in made.items():
        guesses[own].learn(others[name])


def _made_of(function: surface.Function, guesses: Guesses) -> Iterator[tuple[str, str]]:
    """The variables that are bound to an argument or to a copy of it, and which it is:
    `y = np.asarray(x)`."""
    for node in walk(function.body):
        if not isinstance(node, surface.Assign) or len(node.targets) != 1:
            continue
        target, value = node.targets[0], node.value
        if isinstance(value, surface.Call) and value.arguments:
            called = value.function
            copies = isinstance(called, surface.Attribute) and called.name in _COPIES
            value = value.arguments[0] if copies else value
        if not isinstance(target, surface.Name) or not isinstance(value, surface.Name):
            continue
        if value.name in guesses and target.name not in guesses:
            yield target.name, value.name


def _read_calls(
    function: surface.Function, guesses: Guesses, module: surface.Module, levels: int
) -> None:
    functions = {f.name: f for f in module.functions}
    bound = bound_names(function)
    for call in walk(function.body):
        if not isinstance(call, surface.Call):
            continue
        called = call.function
        callee = called.function if isinstance(called, surface.Lifted) else None
        if isinstance(called, surface.Name) and called.name not in bound:
            callee = functions.get(called.name)
        elif isinstance(called, surface.Attribute):
            callee = _method(called, module)
        if callee is None:
            continue
        passed = dict(_passed(call, callee, guesses))
        inner = {name: Guess() for name in passed}
        if passed:
            read_all_uses(callee, inner, module, levels - 1)
        for name, own in passed.items():
            guesses[own].learn(inner[name])


def _method(called: surface.Attribute, module: surface.Module) -> surface.Function | None:
    """The method that `C.f(…)` and `C(…).f(…)` call, of a class of `module`; given by name."""
    owner = called.value.function if isinstance(called.value, surface.Call) else called.value
    name = owner.name if isinstance(owner, surface.Name) else ""
    for kind in (c for c in module.classes if c.name == name):
        for method in (*kind.functions, *kind.statics):
            if method.name == called.name:
                return method
    return None


def _passed(
    call: surface.Call, callee: surface.Function, guesses: Guesses
) -> Iterator[tuple[str, str]]:
    """The parameters of `callee` that get arguments as they are, and which."""
    if any(p.star for p in callee.parameters):
        return
    names = [p.name for p in callee.parameters]
    again = assigned_names(callee.body)
    plain = not isinstance(call.function, surface.Attribute)  # methods have `self` before
    given = [*zip(names, call.arguments, strict=False)] if plain else []
    given += [(k.name, k.value) for k in call.keywords if k.name in names]
    for name, value in given:
        if isinstance(value, surface.Name) and value.name in guesses and name not in again:
            yield name, value.name
