"""SELECT TYPE: which arm is run, for an object whose type is known while compiling.

An argument `class(t)` of the routine is an object of the type `t`; one of a procedure is of the
type of what it is given, for which the procedure is one of its own (`recast`).
"""

from __future__ import annotations

import re

from adc.diagnostics import AdcError, Span
from adc.frontends.fortran import tree
from adc.frontends.fortran.elaboration.extended import lineage
from adc.frontends.fortran.elaboration.meaning import Meaning
from adc.frontends.fortran.elaboration.refs import Ref
from adc.frontends.fortran.elaboration.types import DerivedType


def chosen(m: Meaning, statement: tree.SelectType) -> tree.Associate | None:
    """The arm of the statement that is run; None where none is. Raises ADC0157 where the type of
    the selector is not known."""
    ref = m.reference(statement.selector)
    if ref is None or ref.type is None or not _is_known(m, ref):
        raise AdcError.of(
            "ADC0157", "SELECT TYPE of what has no type that adc knows while compiling is not"
            " supported", statement.selector.span,
            help="make it an argument `class(t)` of a type that is given; a procedure that only"
            " reports is left out by `--inactive` with its name",
        )  # fmt: skip
    older = list(lineage(ref.type))
    best: tuple[int, tree.Associate] | None = None
    for word, text, arm in statement.cases:
        rank = _rank(m, older, word, text, arm.span)
        if rank is not None and (best is None or rank < best[0]):
            best = rank, arm
    return None if best is None else best[1]


def _rank(m: Meaning, older: list[DerivedType], word: str, text: str, span: Span) -> int | None:
    """How good an arm fits an object of the first of the types `older`, 0 best; None where it does
    not (Fortran 2018, 11.1.11.2)."""
    if word == "class default":
        return len(older) + 1
    if re.fullmatch(r"[a-z]\w*", text) is None:
        return None  # a type of numbers
    type_ = m.visible.type(text, span)
    if type_ is None and word == "type is" and text in _NUMBERS:
        return None
    if type_ is None:
        raise AdcError.of(
            "ADC0173", f"no given file defines the derived type `{text}`", span,
            help="give the file that defines it as well",
        )  # fmt: skip
    if word == "type is":
        return 0 if type_ is older[0] else None
    return next((k + 1 for k, t in enumerate(older) if t is type_), None)


_NUMBERS = ("integer", "real", "complex", "logical", "character")


def _is_known(m: Meaning, ref: Ref) -> bool:
    """Whether the object has the type that is declared: no component `class(t)`, and no variable
    that is one, but for the dummies of the unit itself."""
    root, *path = ref.path
    object_ = m.object(root)
    if object_ is None:
        return False
    type_: DerivedType | None = object_.type
    last = None
    for name in path:
        last = type_.component(name) if type_ is not None else None
        type_ = last.type if last is not None else None
    if path:
        return last is not None and last.spec.base == "type"
    declared = m.visible.variables.get(root)
    if declared is None:
        return False
    dummy = any(a.name == root for a in m.visible.unit.stated.arguments)
    return declared[0].base == "type" or (dummy and "allocatable" not in object_.attributes)
