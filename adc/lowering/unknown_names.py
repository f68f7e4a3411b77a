"""What to say of names that have no value, or none that adc knows."""

from __future__ import annotations

import builtins
from dataclasses import replace

from adc.diagnostics import AdcError, Note
from adc.frontends import surface
from adc.lowering.context import Context
from adc.lowering.numpy.vocabulary import known_names, star_names
from adc.lowering.suggestions import close_name
from adc.lowering.values import Unknown


def refuse_behind_the_fence(cx: Context, name: surface.Name) -> None:
    """A function of the file may hold what adc refuses: that is what to tell of it."""
    behind = dict((*cx.module.late, *cx.module.rejected)).get(name.name)
    if behind is not None:
        first, *others = behind.diagnostics
        if any(note.span == first.span for note in first.notes):  # it is of the name itself
            raise AdcError([replace(first, span=name.span), *others], behind.exit_status)
        used = Note(f"`{name.name}` is used here", name.span)
        raise AdcError([replace(first, notes=(*first.notes, used)), *others], behind.exit_status)


#: What does the same as a function of Python's that is not supported, or not there.
_INSTEAD = {
    "filter": "hand it to `list`, `sum` and the like at once, or write `[v for v in x if test(v)]`",
}


def unknown_name(cx: Context, name: surface.Name) -> AdcError:
    """What to say of a name without a value."""
    if name.name in dir(builtins):
        return AdcError.of(
            "ADC0225", f"Python's `{name.name}` is not supported", name.span,
            help=_INSTEAD.get(name.name, "leave it out of what is differentiated"),
        )  # fmt: skip
    stars = (i for i in cx.module.imports if i.name == "*" and star_names(i.module) is None)
    if (star := next(stars, None)) is not None:
        return unknown(name, hidden(star, False))
    close = close_name(name.name, [*cx.scope.names, *cx.globals, *known_names()])
    return AdcError.of(
        "ADC0225", f"`{name.name}` is not defined", name.span,
        help=f"did you mean `{close}`?" if close else "define it, or make it an argument",
    )  # fmt: skip


def unknown(name: surface.Name, value: Unknown) -> AdcError:
    return AdcError.of(
        value.code, f"`{name.name}` {value.reason}", name.span, help=value.help,
        notes=(Note("bound here", value.span),),
    )  # fmt: skip


def hidden(statement: surface.Import, known: bool = True) -> Unknown:
    """What a name is, seen through a star import of something that adc does not read; `known` where
    it is the file's or Python's own, if that does not bind it."""
    why = "which adc does not read" if statement.certain else "imported in a branch"
    reason = f"may come from `{statement.module}`, {why}"
    by_name = f"import what is used from `{statement.module}` by name"
    if statement.certain and known and not statement.spares:
        help = "if it does not, say `--as-written`; else define it in this file"
    else:
        help = f"define it in this file if it does; else {by_name}"
    return Unknown(reason, help, statement.span)
