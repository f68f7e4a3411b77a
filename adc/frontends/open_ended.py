"""Functions that take any number of arguments: `*rest` has the items `rest_0`, `rest_1`, … that a
signature or samples name, `**options` the keys, each an argument that is passed by name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from adc.diagnostics import AdcError, Diagnostic, Severity
from adc.frontends import surface
from adc.frontends.keyed import WHOLE, Asked, asked_for
from adc.frontends.names import free_names, methods_of, walk


def closed(
    module: surface.Module,
    function: surface.Function,
    given: Iterable[str],
    warnings: list[Diagnostic],
) -> tuple[surface.Module, surface.Function]:
    """`module` and its `function`, which takes what it declares, for `*rest` the items among the
    `given` names, and for `**options` those of them that are no other parameter's."""
    if not any(p.star for p in function.parameters):
        return module, function
    named = {p.name for p in function.parameters if not p.star}
    known = dict.fromkeys(n for n in given if n.isidentifier())
    more = {n: None for n in known if n not in named}
    _refuse_hidden(function, more)
    items = _items(function, known)
    more = {n: None for n in more if n not in items}
    parameters: list[surface.Parameter] = []
    begun: list[surface.Statement] = []
    for p in function.parameters:
        if not p.star:
            parameters.append(p)
            continue
        keyword = p.star == "**"
        own = more if keyword else items
        if keyword and len(own) > 1:
            _refuse_order(module, function, p)
        parameters += [surface.Parameter(n, None, None, p.span, keyword_only=keyword) for n in own]
        begun.append(surface.Assign((surface.Name(p.name, p.span),), _value(p, own), p.span))
        if not own:
            warnings.append(_told(function, p))
    new = replace(function, parameters=tuple(parameters), body=(*begun, *function.body))
    functions = tuple(new if f is function else f for f in module.functions)
    return replace(module, functions=functions), new


def rest_of(function: surface.Function) -> str | None:
    """The `*rest` of what `closed` has made of a function, where no item of it is named."""
    for begun in function.body:
        match begun:
            case surface.Assign((surface.Name() as name,), surface.Sequence((), False, span)) if (
                span == name.span
            ):
                return name.name
            case surface.Assign((surface.Name() as name,), value) if value.span == name.span:
                continue
        break
    return None


def _items(function: surface.Function, given: Iterable[str]) -> dict[str, None]:
    """The items of `*rest` that are named, in order. ADC0120 where the call would give one of them
    to a parameter with a default that is not named, or where one is left out."""
    rest = next((p for p in function.parameters if p.star == "*"), None)
    if rest is None:
        return {}
    found = {n for n in given if re.fullmatch(rf"{rest.name}_(0|[1-9]\d*)", n)}
    items = dict.fromkeys(f"{rest.name}_{k}" for k in range(len(found)))
    missing = next((n for n in items if n not in found), "")
    if not missing and items:
        before = function.parameters[: function.parameters.index(rest)]
        missing = next(
            (p.name for p in before if p.default is not None and p.name not in given), ""
        )
    if missing:
        raise AdcError.of(
            "ADC0120", f"with items of `*{rest.name}` each argument before them is passed, and"
            f" `{missing}` is not named", rest.span,
            help=f"name `{missing}` in the signature, too",
        )  # fmt: skip
    return items


def _refuse_hidden(function: surface.Function, keys: Iterable[str]) -> None:
    """ADC0120 for a key that would hide what the function takes from its file."""
    used = free_names(function)
    for key in keys:
        if key in used:
            raise AdcError.of(
                "ADC0120", f"`{function.name}` uses the file's `{key}`, and a key of its"
                " arguments is called so, too", used[key].span,
                help=f"give the file's `{key}` another name",
            )  # fmt: skip


def _refuse_order(
    module: surface.Module, function: surface.Function, parameter: surface.Parameter
) -> None:
    """ADC0120 where the source may go through the keys: in Python they are in the order of the
    call, which the generated function does not know."""
    if not any(isinstance(n, surface.Name) and n.name == parameter.name for n in walk(
        function.body, inside=True
    )):  # fmt: skip
        return
    own = replace(function, parameters=(replace(parameter, star=""),))
    if not asked_for(module, own).get(parameter.name, Asked()).whole:
        return
    for made in (*module.functions, *(f for c in module.classes for f in methods_of(c))):
        rest = {p.name for p in made.parameters if p.star == "*"}
        asked = set(_asked_whether_in(made))
        for node in walk(made.body, inside=True):
            through = isinstance(node, surface.Attribute) and node.name in WHOLE
            through = through and id(node) not in asked
            if isinstance(node, surface.Starred) and isinstance(node.value, surface.Name):
                through = not node.named and node.value.name not in rest
            if through:
                raise AdcError.of(
                    "ADC0120", f"`**{parameter.name}` of `{function.name}` has its keys in the"
                    " order of the call, and this may go through them", node.span,
                    help=f"ask for them one by one: `{parameter.name}[\"k\"]`",
                )  # fmt: skip


def _asked_whether_in(function: surface.Function) -> Iterator[int]:
    """The `d.keys` of `k in d.keys()`, by their identity: that asks for no order."""
    for node in walk(function.body, inside=True):
        if not isinstance(node, surface.Compare):
            continue
        for op, held in zip(node.ops, node.operands[1:], strict=True):
            match held:
                case surface.Call(surface.Attribute(_, "keys") as asked, (), ()):
                    if op in ("in", "not in"):
                        yield id(asked)


def _value(parameter: surface.Parameter, own: Iterable[str]) -> surface.Expr:
    """What `*rest` or `**options` is."""
    span = parameter.span
    if parameter.star == "*":
        return surface.Sequence(tuple(surface.Name(n, span) for n in own), False, span)
    keywords = tuple(surface.Keyword(n, surface.Name(n, span), span) for n in own)
    return surface.Call(surface.Intrinsic("dict", span, "python"), (), keywords, span)


def _told(function: surface.Function, parameter: surface.Parameter) -> Diagnostic:
    stars, name = parameter.star, parameter.name
    help = f"name its items by `--signature`: `{function.name}(…, {name}_0: float)`"
    if stars == "**":
        help = f"name a key by `--signature` to pass it: `{function.name}(…, key: float)`"
    return Diagnostic(
        "ADC0120", f"`{stars}{name}` of `{function.name}` is empty in the generated function",
        parameter.span, help=help, severity=Severity.WARNING,
    )  # fmt: skip
