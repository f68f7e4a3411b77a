"""Arguments of a Python function that `--fix` gives one value: they are parameters that keep a
default, the one that was given. The generated function does not take them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.frontends.literals import Literal, doubtful, value_of
from adc.frontends.names import bound_names, free_names, methods_of, walk
from adc.frontends.plain_literals import plain_literal
from adc.frontends.types import Signature
from adc.ir.shapes import IntLike, names, substitute


def values_of(texts: Mapping[str, str]) -> dict[str, Literal]:
    """The values of all arguments that `--fix` names."""
    return {name: value_of(text) for name, text in texts.items()}


def uses_of(module: surface.Module) -> dict[str, set[str]]:
    """What each function, class and constant of the module takes from it."""
    found = {f.name: {*free_names(f)} for f in module.functions}
    for made in module.classes:
        found[made.name] = {n for f in methods_of(made) for n in free_names(f)}
        found[made.name] |= _named((*made.bases, *made.constants))
    for constant in module.constants:
        for target in constant.targets:
            for name in _named(target):
                found.setdefault(name, set()).update(_named(constant.value))
    return found


def _named(part: object) -> set[str]:
    return {n.name for n in walk(part, inside=True) if isinstance(n, surface.Name)}


def calls_itself(module: surface.Module, function: surface.Function) -> bool:
    """Whether `function` is called by what it calls, or may be by the objects that it is given."""
    uses = uses_of(module)
    kinds = {p.annotation for p in function.parameters} & uses.keys()  # of objects it is given
    pending, seen = {*free_names(function), *map(str, kinds)}, set[str]()
    while pending:
        seen |= pending
        pending = set().union(*(uses.get(name, set()) for name in pending)) - seen
    return function.name in seen


#: Functions of Python's and of libraries that call what they are given first.
_CALLING = frozenset({
    "odeint", "solve_ivp", "quad", "fixed_quad", "romberg", "minimize", "minimize_scalar", "root",
    "root_scalar", "fsolve", "newton", "brentq", "bisect", "least_squares", "curve_fit", "map",
    "filter", "vectorize", "apply_along_axis", "fromfunction", "callable", "partial",
})  # fmt: skip


def _functions(module: surface.Module) -> set[str]:
    """The functions that the module has under a name, by `def` or as `f = lambda …`."""
    made = {
        t.name for c in module.constants for t in c.targets
        if isinstance(c.value, surface.Lambda) and isinstance(t, surface.Name)
    }  # fmt: skip
    return made | {f.name for f in module.functions}


def _is_called(
    module: surface.Module, function: surface.Function, name: str,
    seen: frozenset[tuple[str, str]] = frozenset(),
) -> bool:  # fmt: skip
    """Whether `function` calls its parameter `name`, or hands it to a function that does."""
    if (function.name, name) in seen:
        return False
    seen |= {(function.name, name)}
    for call in walk(function.body, inside=True):
        if not isinstance(call, surface.Call) or not isinstance(
            call.function, (surface.Name, surface.Attribute)
        ):
            continue
        first = call.arguments[0] if call.arguments else None
        given = isinstance(first, surface.Name) and first.name == name
        if given and call.function.name in _CALLING:
            return True
        if not isinstance(call.function, surface.Name):
            continue
        if call.function.name == name:
            return True
        other = next((f for f in module.functions if f.name == call.function.name), None)
        if other is None:
            continue
        by_place = zip(call.arguments, other.parameters, strict=False)
        passed = [(a, p.name) for a, p in by_place] + [(k.value, k.name) for k in call.keywords]
        handed = [p for a, p in passed if isinstance(a, surface.Name) and a.name == name]
        if any(_is_called(module, other, p, seen) for p in handed):
            return True
    return False


def function_guess(module: surface.Module, function: surface.Function, name: str) -> str | None:
    """A function of the file for the parameter `name` to be, where that is called: one that takes
    as many arguments, or `NAME` where there is none; None where it is not called."""
    if not _is_called(module, function, name):
        return None
    calls = [
        c for f in module.functions for c in walk(f.body, inside=True)
        if isinstance(c, surface.Call) and isinstance(c.function, surface.Name)
        and c.function.name == name
    ]  # fmt: skip
    lambdas = [
        replace(c.value.function, name=t.name) for c in module.constants for t in c.targets
        if isinstance(c.value, surface.Lambda) and isinstance(t, surface.Name)
    ]  # fmt: skip
    counts = {len(c.arguments) for c in calls}
    fitting = (
        f.name for f in (*module.functions, *lambdas)
        if f.name != function.name and len(f.parameters) in counts
    )  # fmt: skip
    return next(fitting, "NAME")


def functions_given(
    module: surface.Module, function: surface.Function, texts: Mapping[str, str]
) -> frozenset[str]:
    """The parameters that `--fix` gives a function of the module: those that are called."""
    known = _functions(module)
    return frozenset(n for n, t in texts.items() if t in known and _is_called(module, function, n))


def with_functions(
    module: surface.Module, function: surface.Function, texts: Mapping[str, str]
) -> tuple[surface.Module, surface.Function]:
    """`module` and `function`, whose parameters to which `--fix` gives functions have these as
    defaults; under names of their own where `function` binds the same name."""
    given = functions_given(module, function, texts)
    taken, words = bound_names(function), set(re.findall(r"\w+", module.text))
    defaults: dict[str, surface.Expr] = {}
    for parameter in [p for p in function.parameters if p.name in given]:
        name = own = texts[parameter.name]
        if own in taken:
            while name in words:
                name += "_of_file"
            words.add(name)
            module = _with_second_name(module, own, name)
        defaults[parameter.name] = surface.Name(name, parameter.span)
    if not defaults:
        return module, function
    parameters = (replace(p, default=defaults.get(p.name, p.default)) for p in function.parameters)
    found = replace(function, parameters=tuple(parameters))
    functions = tuple(found if f is function else f for f in module.functions)
    return replace(module, functions=functions), found


def _with_second_name(module: surface.Module, own: str, name: str) -> surface.Module:
    """`module`, whose function `own` has another `name`, too."""
    copied = tuple(replace(f, name=name) for f in module.functions if f.name == own)
    lambdas = tuple(
        replace(c, targets=(surface.Name(name, c.span),)) for c in module.constants
        if isinstance(c.value, surface.Lambda)
        and any(isinstance(t, surface.Name) and t.name == own for t in c.targets)
    )  # fmt: skip
    return replace(
        module, functions=(*module.functions, *copied), constants=(*module.constants, *lambdas)
    )


def with_fixed(
    function: surface.Function, texts: Mapping[str, str], wrt: Iterable[str],
    fields: frozenset[str], functions: frozenset[str] = frozenset(),
) -> surface.Function:  # fmt: skip
    """`function`, whose parameters in `texts` have what these stand for as defaults, as those that
    are given `functions` have (`with_functions`). Raises ADC0301
    for a name that is no parameter, one of `wrt`, or one of the `fields` of objects of classes,
    and for a text that may be meant as a value."""
    if not texts:
        return function
    own = {p.name: p for p in function.parameters if not p.star and p.name not in fields}
    for name in texts:
        if name in own and name not in wrt:
            continue
        what = "an independent" if name in own else f"no argument of `{function.name}`"
        what = "a field of an object" if name in fields else what
        listed = ", ".join(f"`{n}`" for n in own if n not in wrt)
        raise AdcError.of(
            "ADC0301", f"`--fix` names `{name}`, which is {what}", function.span,
            help=f"name one of {listed}" if listed else "leave `--fix` out",
        )  # fmt: skip
    for name in filter(lambda n: doubtful(texts[n]), texts):
        raise AdcError.of(
            "ADC0301", f"`--fix` gives `{name}` the text `{texts[name]}`, which may be meant as a"
            " value", own[name].span,
            help="write `True`, `False`, `None` or the digits of a finite number; a text in quotes:"
            f""" `--fix "{name}='{texts[name]}'"`""",
        )  # fmt: skip
    literals = {n: t for n, t in texts.items() if n not in functions}
    made = {n: replace(own[n], default=_literal(t, own[n].span)) for n, t in literals.items()}
    return replace(function, parameters=tuple(made.get(p.name, p) for p in function.parameters))


def without_fixed(signature: Signature, texts: Mapping[str, str]) -> Signature:
    """The types of the other arguments; sizes that are fixed are numbers in their shapes. Raises
    ADC0204 for a size that is no number, or below zero."""
    values = values_of(texts)
    sizes: dict[str, IntLike] = {n: v for n, v in values.items() if type(v) is int}
    found: Signature = {}
    for name, kind in signature.items():
        if name in texts:
            continue
        shape = tuple(substitute(e, sizes) for e in kind.shape)
        left = {n for e in kind.shape for n in names(e)} & (values.keys() - sizes.keys())
        if left or any(e.is_negative for e in shape):
            raise AdcError.of(
                "ADC0204", f"the shape of `{name}` has no meaning with what `--fix` gives",
                kind.span, help="fix a size to an integer that is not negative",
            )  # fmt: skip
        found[name] = replace(kind, shape=shape)
    return found


def _literal(text: str, span: Span) -> surface.Expr:
    """The expression of the surface tree that stands for the value of `text`."""
    value = value_of(text)
    if (plain := plain_literal(value, span)) is not None:
        return plain
    assert isinstance(value, (int, float))
    spelled = str(abs(value)) if isinstance(value, int) else text.lstrip("+-")
    number = surface.Number(spelled, "int" if isinstance(value, int) else "float", span)
    return surface.Unary("-", number, span) if text.startswith("-") else number


def text_of(value: surface.Expr | None) -> str | None:
    """How `--fix` writes an integer or a truth value of the surface tree; None for another."""
    if isinstance(value, surface.Unary) and value.op == "-":
        text = text_of(value.operand)
        return f"-{text}" if text and text.isdigit() else None
    if isinstance(value, surface.Boolean):
        return str(value.value)
    if isinstance(value, surface.Number) and value.kind == "int" and value.text.isdigit():
        return value.text
    return None
