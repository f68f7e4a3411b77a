"""`nonlocal`: a variable that functions inside another one set.

Such a variable becomes the one item of a list, `total[0]` for `total`: a list is one object to all
who know it, and what is set in it is followed through calls, branches and loops.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.frontends.names import bound_names, walk, with_parts
from adc.frontends.python.expressions import identifier
from adc.frontends.python.source import ParseTree, Source

Body = tuple[surface.Statement, ...]
_MARK = "adc.nonlocal"


def declared(node: ParseTree, source: Source) -> surface.Evaluate:
    """What stands for the statement until the function is known whose variables it names."""
    span = source.span(node)
    names = tuple(surface.Name(identifier(c, source), span) for c in node.children)
    return surface.Evaluate(
        surface.Call(surface.Intrinsic(_MARK, span, "python"), names, (), span), span
    )


def with_own(parameters: tuple[surface.Parameter, ...], body: Body, span: Span) -> Body:
    """The body of a function that has the variables which functions inside it set."""
    own = bound_names(surface.Function("", parameters, body, span))
    named = {n: at for function in _inside(body) for n, at in _declared(function.body).items()}
    here = _declared(body)
    for name in sorted(named):
        if name in own and name not in here:
            body = _with_box(name, named[name], parameters, body)
    return body


def _inside(body: Body) -> list[surface.Function]:
    """The functions inside one, those in them too."""
    kinds = (surface.Define, surface.Lambda, surface.Lifted)
    return [n.function for n in walk(body, inside=True) if isinstance(n, kinds)]


def _declared(body: Body) -> dict[str, Span]:
    """The names that the function with this `body` calls nonlocal."""
    return {
        name.name: node.span
        for node in walk(body) if _is_mark(node)
        for name in node.value.arguments
    }  # fmt: skip


def _is_mark(node: Any) -> bool:
    call = node.value if isinstance(node, surface.Evaluate) else None
    function = call.function if isinstance(call, surface.Call) else None
    return isinstance(function, surface.Intrinsic) and function.name == _MARK


def _with_box(name: str, span: Span, parameters: tuple[surface.Parameter, ...], body: Body) -> Body:
    box = surface.Name(name, span)
    given = any(p.name == name for p in parameters)
    first: surface.Expr = box if given else surface.NoneValue(span)
    made = surface.Assign((box,), surface.Sequence((first,), True, span), span)
    rest = _boxed(body, name)
    assert isinstance(rest, tuple)
    return (made, *rest)


def _boxed(node: Any, name: str) -> Any:
    """`node` with the item of the list for the variable `name`."""
    if isinstance(node, surface.Name):
        if node.name != name:
            return node
        zero = surface.Number("0", "int", node.span)
        return surface.Subscript(node, (zero,), node.span)
    if _is_mark(node):
        left = tuple(n for n in node.value.arguments if n.name != name)
        return (
            replace(node, value=replace(node.value, arguments=left))
            if left
            else (surface.Pass(node.span))
        )
    if isinstance(node, surface.Call) and isinstance(node.function, surface.Lifted):
        return _comprehension(node, node.function, name)
    if isinstance(node, (surface.Define, surface.Lambda, surface.Lifted)):
        return replace(node, function=_inner(node.function, name))
    if isinstance(node, surface.For) and node.target == name:
        raise _refusal(name, "a loop binds", node.span)
    if isinstance(node, surface.Define) and node.function.name == name:
        raise _refusal(name, "`def` binds", node.span)
    if isinstance(node, surface.Call) and _deletes(node, name):
        raise _refusal(name, "`del` takes away", node.span)
    return with_parts(node, lambda part: _boxed(part, name))


def _comprehension(call: surface.Call, lifted: surface.Lifted, name: str) -> surface.Call:
    """The function that a comprehension became takes the list itself: what its items call may set
    the variable meanwhile."""
    function = lifted.function
    taken = any(p.name == name for p in function.parameters)
    if taken and name in bound_names(replace(function, parameters=())):
        raise _refusal(name, "a comprehension binds", call.span)
    if taken:
        function = replace(function, body=_boxed(function.body, name))
    own = {p.name for p in function.parameters}
    given = tuple(
        a if isinstance(a, surface.Name) and a.name == name and name in own else _boxed(a, name)
        for a in call.arguments
    )
    return replace(call, function=replace(lifted, function=function), arguments=given)


def _deletes(call: surface.Call, name: str) -> bool:
    function = call.function
    named = any(isinstance(a, surface.String) and a.value == name for a in call.arguments)
    return isinstance(function, surface.Intrinsic) and function.name == "adc.deleted" and named


def _inner(function: surface.Function, name: str) -> surface.Function:
    """A function inside, which has a variable of this name of its own or takes that from around
    it; its defaults are evaluated outside."""
    parameters = tuple(
        replace(p, default=_boxed(p.default, name)) if p.default is not None else p
        for p in function.parameters
    )
    if function.name == name:
        raise _refusal(name, "`def` binds", function.span)
    if name in bound_names(function) and name not in _declared(function.body):
        return replace(function, parameters=parameters)
    body = _boxed(function.body, name)
    used = any(isinstance(n, surface.Name) and n.name == name for n in walk(body, inside=True))
    captures = function.captures | ({name} if used else set())
    return replace(function, parameters=parameters, body=body, captures=captures)


def _refusal(name: str, what: str, span: Span) -> AdcError:
    return AdcError.of(
        "ADC0111", f"{what} `{name}`, which a function inside this one sets", span,
        help="use another name there, and assign it",
    )  # fmt: skip
