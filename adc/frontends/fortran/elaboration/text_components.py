"""Assignments to components that are characters, which nothing can read: they are left out."""

from __future__ import annotations

from adc.diagnostics import AdcError
from adc.frontends.fortran import tree
from adc.frontends.fortran.elaboration.meaning import Meaning
from adc.frontends.fortran.usage import walk

#: What only makes a text of others, or tells their length.
_OF_TEXTS = frozenset(
    ("trim", "adjustl", "adjustr", "char", "achar", "repeat", "len", "len_trim", "new_line")
)
#: What such a statement is for whoever reads the elaborated tree.
LEFT_OUT = "the assignment to a component that is a character"


def left_out(m: Meaning, statement: tree.Assign) -> tree.InputOutput | None:
    """Output in the place of an assignment to such a component, whose value calls no function of
    the source; None for any other assignment."""
    target = statement.target
    if not isinstance(target, tree.Component):
        return None
    try:
        owner = m.reference(target.owner)
    except AdcError:
        return None
    found = owner.type.component(target.name) if owner is not None and owner.type else None
    if found is None or found.spec.base != "character" or found.type is not None:
        return None
    if not all(_is_harmless(m, node) for node in walk((target, statement.value))):
        return None
    m.visible.units.texts_set.add(target.name)
    return tree.InputOutput(LEFT_OUT, (), statement.span, statement.label)


def _is_harmless(m: Meaning, node: object) -> bool:
    """Whether `node` calls nothing that the source has."""
    if not isinstance(node, tree.Apply):
        return True
    variable = node.name in m.visible.variables or m.object(node.name) is not None
    return variable or (node.name in _OF_TEXTS and m.visible.procedure(node.name) is None)
