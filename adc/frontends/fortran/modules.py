"""USE: the names that a unit gets from modules, through renames, ONLY and chains of modules."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import replace

from adc.diagnostics import AdcError, Note
from adc.frontends.fortran import tree
from adc.frontends.fortran.intrinsics import CONSTANTS, PROCEDURES
from adc.frontends.fortran.symbol import Scope, Symbol
from adc.ir.dtypes import DType


def used(name: str, scope: Scope) -> Symbol | None:
    """What the modules that `scope` uses call `name` there; None where they have no such name.

    Raises ADC0242 where the name comes from a module that was not given, ADC0243 where a module
    named with ONLY lacks it or two modules give different things, ADC0244 for modules that use
    each other.
    """
    found: list[tuple[Symbol, tree.Use]] = []
    for use in scope.declarations.uses:
        for original in _originals(name, use, scope):
            symbol = _from_module(original, use, scope, named=_is_named(name, use))
            if symbol is not None:
                found.append((replace(symbol, name=name), use))
    if not found:
        return None
    first, where = found[0]
    for other, use in found[1:]:
        if not _same(first, other):
            raise _ambiguous(name, (where, first), (use, other))
    return first


def _is_named(name: str, use: tree.Use) -> bool:
    return any(local == name for local, _ in use.names)


def _originals(name: str, use: tree.Use, scope: Scope) -> list[str]:
    """What `use.module` calls the things that `use` makes known as `name`.

    A name that every USE of the module renames is not known by its own name.
    """
    found = [original for local, original in use.names if local == name]
    if not use.only and not found:
        renamed = {
            original
            for other in scope.declarations.uses
            if other.module == use.module
            for local, original in other.names
            if local != original
        }
        found = [] if name in renamed else [name]
    return found


def _from_module(name: str, use: tree.Use, scope: Scope, named: bool) -> Symbol | None:
    unit = None if use.intrinsic else scope.sources.module(use.module)
    if unit is None:
        return _intrinsic(name, use, scope, named)
    _refuse_cycle(use, scope)
    inside = scope.sources.scope(unit)
    symbol = None if inside.declarations.is_private(name) else inside.known(name, use.span)
    if symbol is None and named:
        raise _lacking(name, use, inside)
    return symbol


def _lacking(name: str, use: tree.Use, inside: Scope) -> AdcError:
    public = [n for n in inside.names() if not inside.declarations.is_private(n)]
    close = difflib.get_close_matches(name, public, 1)
    way_out = f"did you mean `{close[0]}`?" if close else "correct the name, or declare it there"
    if inside.declarations.is_private(name):
        message, way_out = f"`{name}` is private to module `{use.module}`", "make it public"
    else:
        message = f"module `{use.module}` has no `{name}`"
    return AdcError.of("ADC0243", message, use.span, help=way_out)


def _same(a: Symbol, b: Symbol) -> bool:
    return (a.owner, a.original, a.storage) == (b.owner, b.original, b.storage)


def _ambiguous(
    name: str, first: tuple[tree.Use, Symbol], second: tuple[tree.Use, Symbol]
) -> AdcError:
    (use, one), (other, two) = first, second
    return AdcError.of(
        "ADC0243",
        f"modules `{use.module}` and `{other.module}` both have a `{name}`",
        other.span,
        help=f"leave `{name}` out of one, as by `use {other.module}, only: …` without it",
        notes=(Note(f"in `{use.module}`", one.span), Note(f"in `{other.module}`", two.span)),
    )


# -- modules that were not given -------------------------------------------------------------------


def _intrinsic(name: str, use: tree.Use, scope: Scope, named: bool) -> Symbol | None:
    """A constant or procedure of one of Fortran's own modules."""
    known = CONSTANTS.get(use.module, {})
    if name in known:
        value = tree.Number(str(known[name]), "integer", use.span)
        init = tree.Unary("-", replace(value, text=value.text[1:]), use.span)
        return Symbol(
            name, use.span, "constant", "integer", scope, DType.INT32,
            init=init if known[name] < 0 else value, owner=use.module, original=name,
        )  # fmt: skip
    if name in PROCEDURES.get(use.module, ()):
        return Symbol(name, use.span, "intrinsic", "", scope, owner=use.module, original=name)
    if named:
        raise missing_module(name, use) if not is_intrinsic_module(use) else _unknown(name, use)
    return None


def is_intrinsic_module(use: tree.Use) -> bool:
    return use.module in CONSTANTS or use.module in PROCEDURES


def missing_module(name: str, use: tree.Use) -> AdcError:
    message = f"`{name}` needs module `{use.module}`, which no given file defines"
    way_out = f"give the file that defines module `{use.module}` as well"
    return AdcError.of("ADC0242", message, use.span, help=way_out)


def _unknown(name: str, use: tree.Use) -> AdcError:
    message = f"adc does not know `{name}` of module `{use.module}`"
    return AdcError.of("ADC0243", message, use.span, help="write the routine without it")


def unknown_origin(name: str, scope: Scope) -> AdcError | None:
    """What is wrong with taking `name` for a new one: a module that was not given, or an ENUM, of
    which adc does not know the names, may define it."""
    for inside in _reachable(scope):
        for use in inside.declarations.uses:
            given = scope.sources.module(use.module) is not None
            if not use.only and not given and not is_intrinsic_module(use):
                return missing_module(name, use)
        enum = inside.declarations.enum
        if enum is not None:
            message = f"`{name}` is not declared, or by an ENUM, which is not supported"
            way_out = "declare the constants of the ENUM by PARAMETER"
            return AdcError.of("ADC0178", message, enum.span, help=way_out)
    return None


def _reachable(scope: Scope) -> Iterator[Scope]:
    """All scopes whose names may reach `scope`: its own, its hosts', and its modules'."""
    pending: list[Scope] = [scope]
    seen: set[int] = set()
    while pending:
        inside = pending.pop()
        if id(inside) in seen:
            continue
        seen.add(id(inside))
        yield inside
        for use in inside.declarations.uses:
            unit = scope.sources.module(use.module)
            if unit is not None and not use.only:
                pending.append(scope.sources.scope(unit))
        if inside.host is not None:
            pending.append(inside.host)


# -- cycles ----------------------------------------------------------------------------------------


def _refuse_cycle(use: tree.Use, scope: Scope) -> None:
    """Raise ADC0244 where the module that `use` names uses itself over others."""
    cycle = _cycle(use.module, scope, (), set())
    if cycle:
        chain = " → ".join(f"`{name}`" for name in cycle)
        message = f"modules use each other: {chain}"
        way_out = "move what both need into a module of its own"
        raise AdcError.of("ADC0244", message, use.span, help=way_out)


def _cycle(module: str, scope: Scope, above: tuple[str, ...], done: set[str]) -> tuple[str, ...]:
    if module in above:
        return (*above[above.index(module) :], module)
    if module in done:
        return ()
    done.add(module)
    for inner in scope.sources.uses_of(module):
        found = _cycle(inner, scope, (*above, module), done)
        if found:
            return found
    return ()
