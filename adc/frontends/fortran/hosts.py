"""Internal procedures: the host's variables that they see, as arguments of their own.

What a procedure inside another one uses of its host, itself or through the procedures beside it
that it calls, becomes a further argument of it, and every call passes it (lambda lifting; Johnsson,
"Lambda lifting", FPCA 1985). In the procedure it keeps its name; one that hides the name, and only
hands the variable on, calls it `name%host`. A routine that such a procedure is passed to *carries*
these variables to where it calls it, under names like `name%routine`.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from adc.diagnostics import AdcError
from adc.frontends.fortran import tree
from adc.frontends.fortran.symbol import Scope, Symbol
from adc.frontends.fortran.usage import walk

_VARIABLES = ("local", "result", "dummy")
_ROUTINES = ("subroutine", "function")


def host_routine(scope: Scope) -> Scope | None:
    """The routine that the unit of `scope` is inside of; None for other units."""
    host = scope.host
    return host if host is not None and host.unit.kind in _ROUTINES else None


def is_hosted(symbol: Symbol, scope: Scope) -> bool:
    """Whether `symbol` is a variable of the routine around the unit of `scope`, or around one that
    is bound to a dummy of it."""
    hosts = (host_routine(scope), *(host_routine(b) for b in _bound(scope)))
    return symbol.storage in _VARIABLES and any(symbol.scope is host for host in hosts)


def added(scope: Scope) -> dict[str, Symbol]:
    """The host's variables that the unit of `scope` gets, by what they are called there."""
    host = host_routine(scope)
    if host is None:
        return {}
    return {_local_name(scope, s): s for s in _needed(scope, host).values()}


def further(scope: Scope) -> dict[str, Symbol]:
    """All variables of other routines that the unit of `scope` gets as arguments."""
    return {**added(scope), **_carried(scope)}


def _bound(scope: Scope) -> list[Scope]:
    """The scopes of the procedures that dummies of the unit mean."""
    return [scope.sources.scope(unit) for unit in scope.bound.values()]


def _carried(scope: Scope) -> dict[str, Symbol]:
    """What bound procedures use of hosts that are not the unit's own, a variable once."""
    found: dict[str, Symbol] = {}
    for procedure in _bound(scope):
        host = host_routine(procedure)
        if host is None or host in (scope, host_routine(scope)):
            continue
        for symbol in _needed(procedure, host).values():
            name = _carried_name(scope, symbol)
            found[name] = symbol
            scope.symbols.setdefault(name, replace(symbol, name=name))
    return found


def _carried_name(scope: Scope, symbol: Symbol) -> str:
    """What the unit of `scope` calls the variable `symbol` of a bound procedure's host."""
    hosts = list(dict.fromkeys(id(host_routine(b)) for b in _bound(scope)))
    return f"{symbol.original}%{symbol.scope.unit.name}%{hosts.index(id(symbol.scope))}"


def name_in(scope: Scope, symbol: Symbol) -> str:
    """What the unit of `scope` calls a variable that a procedure gets by `further`."""
    if symbol.scope in (scope, host_routine(scope)):
        return _local_name(scope, symbol)
    return _carried_name(scope, symbol)


def explicit(scope: Scope, body: tree.Body) -> tree.Body:
    """`body` with the host's variables among the arguments of calls of internal procedures."""
    if not scope.unit.contains and host_routine(scope) is None:
        return body
    rewritten: tree.Body = _rewritten(body, scope, frozenset())
    return rewritten


# -- what is needed --------------------------------------------------------------------------------


def _needed(scope: Scope, host: Scope) -> dict[str, Symbol]:
    """The host's variables, by their names there, for `scope` and what it calls beside it."""
    found: dict[str, Symbol] = {}
    pending = [scope]
    for inside in pending:  # which grows on the way
        usage = inside.usage
        for name in sorted(usage.mentioned | usage.kept | usage.called):
            symbol = _meaning(inside, name)
            if symbol is None:
                continue
            if symbol.storage != "procedure":
                _collect(symbol, host, found)
            elif host_routine(symbol.scope) is host and all(s is not symbol.scope for s in pending):
                pending.append(symbol.scope)
    return dict(sorted(found.items()))


def _collect(symbol: Symbol, host: Scope, found: dict[str, Symbol]) -> None:
    """Notes a variable of the host, and those that its lower bounds or its expression need."""
    if symbol.scope is not host or symbol.original in found:
        return
    more: tuple[Any, ...] = ()
    if symbol.storage in _VARIABLES:
        found[symbol.original] = symbol
        more = tuple(b.lower for b in symbol.bounds or ())
    elif symbol.storage == "statement function" and symbol.definition is not None:
        more = (symbol.definition.value,)
    for node in walk(more):
        if isinstance(node, (tree.Name, tree.Apply)):
            inner = _meaning(host, node.name)
            if inner is not None:
                _collect(inner, host, found)


def _meaning(scope: Scope, name: str) -> Symbol | None:
    """What `name` means; a name that means nothing is left to whoever reads its statement."""
    try:
        return scope.lookup(name, scope.unit.span)
    except AdcError:
        return None


def _local_name(scope: Scope, symbol: Symbol) -> str:
    """What the unit of `scope`, the host or inside it, calls the host's variable `symbol`."""
    own = _meaning(scope, symbol.original)
    if own is not None and own.scope is symbol.scope and own.original == symbol.original:
        return symbol.original
    name = f"{symbol.original}%host"
    scope.symbols.setdefault(name, replace(symbol, name=name))
    return name


# -- calls -----------------------------------------------------------------------------------------


def _rewritten(node: Any, scope: Scope, bound: frozenset[str]) -> Any:
    """`node` with all calls in it completed; `bound` are the indices that its names may mean."""
    if isinstance(node, tuple):
        parts = tuple(_rewritten(part, scope, bound) for part in node)
        return node if all(a is b for a, b in zip(parts, node, strict=True)) else parts
    if not tree.is_node(node):
        return node
    bound = with_indices(node, bound)
    old = {f.name: getattr(node, f.name) for f in fields(node)}
    new = {k: _rewritten(v, scope, bound) for k, v in old.items()}
    changed = {k: v for k, v in new.items() if v is not old[k]}
    result: Any = replace(node, **changed) if changed else node  # type: ignore[type-var]
    called = isinstance(node, (tree.Call, tree.Apply)) and _is_internal(result, scope)
    return completed(result, scope, bound) if called else result


def with_indices(node: Any, known: frozenset[str]) -> frozenset[str]:
    """`known`, and the indices that `node` names for what is in it."""
    if isinstance(node, tree.ImpliedDo):
        return known | {node.var}
    if isinstance(node, tree.Forall):
        return known | {i.var for i in node.indices}
    return known


def _is_internal(node: tree.Call | tree.Apply, scope: Scope) -> bool:
    """Whether a procedure inside this unit, or beside it, is called by its own name."""
    if node.name in scope.bound:
        return False
    symbol = _meaning(scope, node.name)
    if symbol is None or symbol.storage != "procedure" or symbol.unit is None:
        return False
    host = host_routine(symbol.scope)
    return host is not None and host in (scope, host_routine(scope))


def completed(
    node: tree.Call | tree.Apply, scope: Scope, bound: frozenset[str]
) -> tree.Call | tree.Apply:
    """A call of a procedure of the sources with the variables that it gets by `further`."""
    symbol = _meaning(scope, node.name)
    if symbol is None or symbol.storage != "procedure" or symbol.unit is None:
        return node
    given = {a.name for a in node.arguments if isinstance(a, tree.Keyword)}
    more = []
    for parameter, variable in further(symbol.scope).items():
        if parameter in given:
            continue
        name = name_in(scope, variable)
        if name in bound:
            raise AdcError.of(
                "ADC0169",
                f"`{node.name.partition('%')[0]}` here, which uses the variable `{name}` of its"
                " host, is not supported",
                node.span, help=f"give the index `{name}` another name",
            )  # fmt: skip
        more.append(tree.Keyword(parameter, tree.Name(name, node.span), node.span))
    return replace(node, arguments=(*node.arguments, *more))
