"""Functions that take any number of arguments: `*rest` is empty in what is generated, `**options`
has the keys that a signature or samples name, each an argument that is passed by name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from adc.diagnostics import Diagnostic, Severity
from adc.frontends import surface


def closed(
    module: surface.Module,
    function: surface.Function,
    given: Iterable[str],
    warnings: list[Diagnostic],
) -> tuple[surface.Module, surface.Function]:
    """`module` and its `function`, which takes what it declares, and for `**options` those of the
    `given` names that are no other parameter's."""
    if not any(p.star for p in function.parameters):
        return module, function
    named = {p.name for p in function.parameters if not p.star}
    more = dict.fromkeys(n for n in given if n.isidentifier() and n not in named)
    parameters: list[surface.Parameter] = []
    begun: list[surface.Statement] = []
    for p in function.parameters:
        if not p.star:
            parameters.append(p)
            continue
        own = more if p.star == "**" else {}
        parameters += [surface.Parameter(n, None, None, p.span, keyword_only=True) for n in own]
        begun.append(surface.Assign((surface.Name(p.name, p.span),), _value(p, own), p.span))
        if not own:
            warnings.append(_told(function, p))
    new = replace(function, parameters=tuple(parameters), body=(*begun, *function.body))
    functions = tuple(new if f is function else f for f in module.functions)
    return replace(module, functions=functions), new


def _value(parameter: surface.Parameter, own: Iterable[str]) -> surface.Expr:
    """What `*rest` or `**options` is."""
    span = parameter.span
    if parameter.star == "*":
        return surface.Sequence((), False, span)
    keywords = tuple(surface.Keyword(n, surface.Name(n, span), span) for n in own)
    return surface.Call(surface.Intrinsic("dict", span, "python"), (), keywords, span)


def _told(function: surface.Function, parameter: surface.Parameter) -> Diagnostic:
    stars, name = parameter.star, parameter.name
    help = "name each argument of the function that is differentiated"
    if stars == "**":
        help = f"name a key by `--signature` to pass it: `{function.name}(…, key: float)`"
    return Diagnostic(
        "ADC0120", f"`{stars}{name}` of `{function.name}` is empty in the generated function",
        parameter.span, help=help, severity=Severity.WARNING,
    )  # fmt: skip
