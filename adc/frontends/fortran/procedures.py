"""Procedures as arguments, bound while compiling: a routine of its own for each that is passed.

`call rk4(f, n, y)` becomes a call without `f` of `rk4` in which `f` means the procedure that the
caller names (procedure specialisation; Cooper, Hall & Kennedy, "Procedure cloning", 1992).
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from adc.diagnostics import AdcError
from adc.frontends.fortran import hosts, tree
from adc.frontends.fortran.symbol import Scope, Symbol

_Reference = tree.Call | tree.Apply


def with_bound(scope: Scope, body: tree.Body) -> tree.Body:
    """`body` with its calls that pass procedures made calls of routines that know them."""
    rewritten: tree.Body = _rewritten(body, scope, frozenset())
    return rewritten


def _rewritten(node: Any, scope: Scope, indices: frozenset[str]) -> Any:
    """`node` with all calls in it rewritten; `indices` are what constructs around it name."""
    if isinstance(node, tuple):
        parts = tuple(_rewritten(part, scope, indices) for part in node)
        return node if all(a is b for a, b in zip(parts, node, strict=True)) else parts
    if not tree.is_node(node):
        return node
    indices = hosts.with_indices(node, indices)
    old = {f.name: getattr(node, f.name) for f in fields(node)}
    new = {k: _rewritten(v, scope, indices) for k, v in old.items()}
    changed = {k: v for k, v in new.items() if v is not old[k]}
    result: Any = replace(node, **changed) if changed else node  # type: ignore[type-var]
    if not isinstance(result, (tree.Call, tree.Apply)):
        return result
    own = _with_own(result, scope)
    if own is result and own.name not in scope.bound:
        return own
    return hosts.completed(own, scope, indices)


def _with_own(node: _Reference, scope: Scope) -> _Reference:
    """A call of the routine that knows the procedures which `node` passes."""
    passed = {k: p for k, a in enumerate(node.arguments) if (p := _procedure(a, scope)) is not None}
    called = _meaning(scope, node.name) if passed else None
    if called is None or called.storage != "procedure" or called.unit is None:
        return node
    unit = called.unit
    table: dict[str, tree.Unit] = {}
    for position, procedure in passed.items():
        dummy = _dummy(unit, position, node.arguments[position])
        if dummy is None or procedure.unit is None:
            return node
        table[dummy] = procedure.unit
    if unit.contains:
        raise AdcError.of(
            "ADC0169", f"passing a procedure to `{node.name}`, which contains others, is not"
            " supported", node.span,
            help="move what it contains out of it, or call the procedure by its own name",
        )  # fmt: skip
    own, number = scope.sources.specialised(unit, table)
    name = f"{node.name}%{number}"
    scope.symbols.setdefault(name, replace(called, name=name, scope=scope.sources.scope(own),
                                           unit=own))  # fmt: skip
    rest = tuple(a for k, a in enumerate(node.arguments) if k not in passed)
    return replace(node, name=name, arguments=rest)


def _procedure(argument: object, scope: Scope) -> Symbol | None:
    """The procedure of the given files that an argument names; None for anything else."""
    value = argument.value if isinstance(argument, tree.Keyword) else argument
    if not isinstance(value, tree.Name):
        return None
    symbol = _meaning(scope, value.name)
    if symbol is None or symbol.storage != "procedure" or symbol.unit is None:
        return None
    return symbol


def _dummy(unit: tree.Unit, position: int, argument: object) -> str | None:
    if isinstance(argument, tree.Keyword):
        return argument.name if any(a.name == argument.name for a in unit.arguments) else None
    return unit.arguments[position].name if position < len(unit.arguments) else None


def _meaning(scope: Scope, name: str) -> Symbol | None:
    """What `name` means; a name that means nothing is left to whoever reads its statement."""
    try:
        return scope.lookup(name, scope.unit.span)
    except AdcError:
        return None
