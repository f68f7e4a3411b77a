"""What procedures save, as arguments, where `--fix first=.false.` gives what tells calls apart.

The routine is compiled as any call but the first one runs it: what that computes or reads from
files is what the saved variables hold when the routine is called, as variables of modules do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from adc.diagnostics import AdcError, Span
from adc.frontends.calling import Calling, Kept
from adc.frontends.fortran import tree
from adc.frontends.fortran.called import MARK
from adc.frontends.fortran.effects import changed_by_calls
from adc.frontends.fortran.fixed_variables import HELD, in_common
from adc.frontends.fortran.kinds import kind_of
from adc.frontends.fortran.left_out import changed_where_left_out
from adc.frontends.fortran.reach import reached
from adc.frontends.fortran.routine import Routine, names_in, unsupported
from adc.frontends.fortran.saved import keeps_nothing
from adc.frontends.fortran.saved_by_callees import can_be_shared
from adc.frontends.fortran.symbols import Scope, Symbol
from adc.frontends.fortran.to_functions import Translation, kept_variables
from adc.frontends.fortran.units import LazyUnit


def hand_in_saved(translation: Translation, head: tree.Unit) -> tuple[Kept, ...]:
    """Makes arguments of what the procedures save in which `--fix` gives a saved variable.

    Raises ADC0169 where other procedures or other entries see what one saves."""
    found: list[Kept] = []
    for scope in reached(translation.sources.scope(head)):
        unit, flags = scope.unit, _flags(scope)
        if not flags or unit.error is not None:
            continue
        if unit.contains or unit.family:
            raise unsupported(
                f"fixing `{flags[0]}` that `{unit.name}` saves, as others see what it saves,",
                unit.span, "make it an argument",
            )  # fmt: skip
        taken = sum(one.owner.partition(MARK)[0] == unit.name for one in found)
        owner = f"{unit.name}{MARK}{taken + 1 if taken else ''}"
        r = translation.routine(unit)
        _check_flags(r, flags)
        for symbol in _given(r):
            scope.symbols[symbol.name] = replace(
                symbol, storage="module", saved=False, init=None, data=(), owner=owner
            )
        assert isinstance(unit, LazyUnit)
        told = (_told(scope, name, unit.fixed[name]) for name in flags)
        found.append(Kept(owner, tuple(told), unit.stated.body[unit.stated.leading].span))
    return tuple(found)


def _flags(scope: Scope) -> list[str]:
    """The saved variables of the unit that `--fix` gives."""
    unit = scope.unit
    if not isinstance(unit, LazyUnit) or unit.kind == "module" or not unit.fixed:
        return []
    shared = {e.name for d in unit.stated.declarations for e in in_common(d)}
    return [n for n in unit.fixed if f"{n}{HELD}" not in shared]


def _check_flags(r: Routine, flags: Sequence[str]) -> None:
    """Raises ADC0169 where a procedure is handed one of the flags and may change it, or where what
    the first call sets shares storage by EQUIVALENCE."""
    handed = next((n for n in flags if n in changed_by_calls(r)), "")
    if handed:
        raise unsupported(
            f"fixing `{handed}`, which a procedure changes that `{r.unit.name}` calls,",
            r.symbol(handed, r.unit.span).span, "make it an argument",
        )  # fmt: skip
    changed = changed_where_left_out(r)
    for name in sorted(names_in(r.scope.body)):
        symbol = r.symbol(name, r.unit.span)
        if (
            symbol.overlaid
            and symbol.storage == "local"
            and any(
                r.scope.known(n, r.unit.span) and r.symbol(n, r.unit.span).overlaid for n in changed
            )
        ):
            raise unsupported(
                f"fixing `{flags[0]}`, where the first call sets what shares storage by"
                " EQUIVALENCE,", symbol.span, "make it an argument",
            )  # fmt: skip


def _told(scope: Scope, name: str, text: str) -> tuple[str, str, str, int]:
    symbol = scope.lookup(name, scope.unit.span)
    return name, text.strip(), symbol.base, kind_of(symbol)


def _given(r: Routine) -> Iterator[Symbol]:
    """The saved variables whose values may come from other calls than those that are compiled: what
    is left out may change them, or a call hands them to later ones."""
    changed = changed_where_left_out(r)
    used = names_in(r.scope.body)
    origins = r.sources.elaboration.names.origins
    handed = kept_variables(r, set(used))
    declared = [n for n in r.scope.declared() if n in used]
    for name in (*declared, *sorted(used - {*declared})):
        symbol = r.symbol(name, r.unit.span)
        if not can_be_shared(symbol) or "%" in name:
            continue
        stated = origins.get(symbol.original or name, name).partition("%")[0]
        if name in handed or (stated in changed and not keeps_nothing(symbol, r.scope)):
            yield symbol


# -- the text that a check runs --------------------------------------------------------------------


def with_calls(
    calling: Calling, originals: Mapping[str, str], files: Sequence[tree.File]
) -> Calling:
    """`calling` with the texts in which a call in front of each routine's first statement gives
    its saved variables their values; `originals` are those of the files.

    Raises ADC0169 where the place is on no line of its own in its file's text, ADC0301 where no
    routine saves what `--fix` gives."""
    known = {name for one in calling.kept for name, _, _, _ in one.flags}
    for setting in calling.settings:
        if setting.saved and setting.name not in known:
            raise AdcError.of(
                "ADC0301", f"`--fix` names `{setting.name}`, which only routines save that are not"
                " called", None, help="leave it out",
            )  # fmt: skip
    texts = dict(calling.texts)
    numbered = sorted(enumerate(calling.kept), key=lambda k: -k[1].place.line)
    for number, one in numbered:
        path, line = one.place.file, one.place.line
        file = next((f for f in files if f.file == path), None)
        lines = texts.get(path, originals.get(path, "")).split("\n")
        whole = file is not None and file.text in (originals[path], texts.get(path))
        if file is None or not whole or ";" in lines[line - 1].split("!")[0]:
            raise unsupported(
                "fixing what this routine saves, whose first statement is on no line of its own,",
                one.place, "preprocess the file first, as by `gfortran -cpp -E -P`",
            )  # fmt: skip
        own = (p.original for p in calling.passed if p.owner == one.owner)
        actual = [*(name for name, _, _, _ in one.flags), *own]
        lines[line - 1 : line - 1] = _call(number, actual, _is_fixed(file, one.place))
        texts[path] = "\n".join(lines)
    return replace(calling, texts=tuple(texts.items()))


def _is_fixed(file: tree.File, place: Span) -> bool:
    units = [u for unit in file.units for u in (unit, *unit.contains)]
    own = [u for u in units if isinstance(u, LazyUnit) and u.span.line <= place.line]
    return any(fixed for _, fixed in max(own, key=lambda u: u.span.line).texts())


def _call(number: int, actual: Sequence[str], fixed: bool) -> list[str]:
    first, *rest = (f"call adc_keep_{number}(", *actual[:1], *(f", {a}" for a in actual[1:]), ")")
    if fixed:
        return [f"      {first}", *(f"     & {text}" for text in rest)]
    return [f"{text} &" for text in (first, *rest[:-1])] + [rest[-1]]


__all__ = ["hand_in_saved", "with_calls"]
