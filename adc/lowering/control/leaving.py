"""`sys.exit(text)`, `exit()` and `quit()` as the exception that they raise."""

from __future__ import annotations

from dataclasses import replace

from adc.frontends import surface
from adc.frontends.names import bound_names
from adc.lowering.context import Context
from adc.lowering.control.bodies import Body, rewritten
from adc.lowering.values import Builtin, Namespace

_BUILTINS = ("exit", "quit")


def with_exits(cx: Context, function: surface.Function) -> surface.Function:
    """`function` with `raise SystemExit` for each statement that is such a call."""
    own = bound_names(function) | {p.name for p in function.parameters}

    def change(statement: surface.Statement, before: Body) -> Body:
        del before
        call = statement.value if isinstance(statement, surface.Evaluate) else None
        if not isinstance(call, surface.Call) or not _leaves(cx, call.function, own):
            return (statement,)
        (text,) = call.arguments or ("",)
        said = text.value if isinstance(text, surface.String) else ""
        return (surface.Raise("SystemExit", said, statement.span),)

    return replace(function, body=rewritten(function.body, change))


def _leaves(cx: Context, function: surface.Expr, own: frozenset[str] | set[str]) -> bool:
    match function:
        case surface.Attribute(surface.Name(name), "exit") if name not in own:
            return cx.globals.get(name) == Namespace("sys")
        case surface.Name(name) if name not in own:
            known = cx.globals.get(name)
            if isinstance(known, Builtin):
                return known.name in ("sys.exit", *_BUILTINS)
            return name in _BUILTINS and known is None
    return False
