"""Sources, scopes and symbols from text."""

from __future__ import annotations

import pytest

from adc.diagnostics import AdcError, Diagnostic, Span
from adc.frontends.fortran import tree
from adc.frontends.fortran.symbols import Scope, Sources, Symbol
from adc.frontends.fortran.units import parse

HERE = Span("k.f90", 1)


def sources(*texts: str) -> Sources:
    """The files with these texts, in free form."""
    return Sources([parse(f"f{n}.f90", text, False) for n, text in enumerate(texts)])


def scope(*texts: str, name: str | None = None) -> Scope:
    found = sources(*texts)
    return found.scope(found.find(name))


def routine(*lines: str, head: str = "subroutine s(x)") -> Scope:
    """The scope of a subroutine `s` with one argument `x` and these lines."""
    return scope("\n".join((head, *lines, "end")), name="s")


def look(inside: Scope, name: str) -> Symbol:
    return inside.lookup(name, HERE)


def refusal(inside: Scope, name: str) -> Diagnostic:
    """The one diagnostic for the use of `name`."""
    with pytest.raises(AdcError) as caught:
        look(inside, name)
    (found,) = caught.value.diagnostics
    assert found.help
    return found


def number(value: int | float | str) -> tree.Number:
    kind = "integer" if isinstance(value, int) else "real"
    return tree.Number(str(value), kind, HERE)
