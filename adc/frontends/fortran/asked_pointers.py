"""Pointers of which `associated` is asked, where the text does not tell whether they are.

A pointer that is freed by another name, or set to an array that may not be allocated, is not
associated (Fortran 2018, 10.2.2.2 and 19.5.2.5).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adc.diagnostics import AdcError, Span
from adc.frontends.fortran import tree
from adc.frontends.fortran.nested import bodies
from adc.frontends.fortran.usage import names_in, walk


def refused(span: Span) -> AdcError:
    return AdcError.of(
        "ADC0157", "pointers are not supported", span,
        help="use an array, allocatable where needed, and assign with `=`",
    )  # fmt: skip


def with_attribute(
    declarations: Iterable[tree.Declaration], name: str
) -> Iterator[tuple[tree.Declaration, tree.Entity]]:
    """The entities that are declared with an attribute, each with its declaration."""
    for declaration in declarations:
        match declaration:
            case tree.TypeDeclaration(attributes=attributes, entities=entities):
                if any(a.name == name for a in attributes):
                    yield from ((declaration, e) for e in entities)
            case tree.AttributeStatement(attribute=attribute, entities=entities):
                if attribute.name == name:
                    yield from ((declaration, e) for e in entities)


def every(body: tree.Body) -> Iterator[tree.Statement]:
    """All statements at any depth, of constructs with names of their own, too."""
    for statement in body:
        yield statement
        for inner in _bodies(statement):
            yield from every(inner)


def _bodies(statement: tree.Statement) -> tuple[tree.Body, ...]:
    if isinstance(statement, (tree.Associate, tree.Scoped)):
        return (statement.body,)
    return bodies(statement)


def ends(statement: tree.PointTo) -> bool:
    """Whether it is `p => null()`: from there on the pointer is of no use."""
    value = statement.value
    return isinstance(value, tree.Apply) and value.name == "null" and not value.arguments


def root_of(selector: tree.Argument | None) -> str:
    """The variable that a selector is a part of; "" where it is none."""
    while isinstance(selector, tree.Component):
        selector = selector.owner
    return selector.name if isinstance(selector, (tree.Name, tree.Apply)) else ""


def check_asked(
    declarations: tuple[tree.Declaration, ...], body: tree.Body, own: set[str]
) -> None:  # fmt: skip
    """Raises ADC0157 where `associated` is asked of one of the pointers `own` that is set to
    something, if one of those, or what one is set to, is freed anywhere or may have no storage."""
    asked = [n for n in walk(body) if isinstance(n, tree.Apply) and n.name == "associated"]
    if not asked:
        return
    pointed = [s for s in every(body) if isinstance(s, tree.PointTo) and not ends(s)]
    freed = {n for s in every(body) if isinstance(s, tree.Deallocate) for n in s.names}
    set_ = {s.target.name for s in pointed if isinstance(s.target, tree.Name)}
    unsure = {
        s.target.name for s in pointed
        if isinstance(s.target, tree.Name) and not _has_storage(s, declarations, body, own, freed)
    }  # fmt: skip
    bound = set_ | {root_of(s.value) for s in pointed}
    ended = any(name.partition("%")[0] in bound for name in freed)
    for node in asked:
        names = {a.name for a in node.arguments[:1] if isinstance(a, tree.Name)}
        if names & (set_ if ended else unsure):
            raise refused(node.span)


def _has_storage(
    statement: tree.PointTo, declarations: tuple[tree.Declaration, ...], body: tree.Body,
    own: set[str], freed: set[str],
) -> bool:  # fmt: skip
    """Whether what a pointer is set to surely exists: an element or section, a variable that is
    neither a pointer nor allocatable, or one that is allocated in front of it and stays so."""
    path = tree.path_of(statement.value)
    if not path:
        value = statement.value
        return isinstance(value, tree.Apply) or (
            isinstance(value, tree.Component) and value.arguments is not None
        )
    typed = {e.name for d in declarations if isinstance(d, tree.TypeDeclaration)
             for e in d.entities}  # fmt: skip
    held = {e.name for _, e in with_attribute(declarations, "allocatable")}
    held |= {e.name for _, e in with_attribute(declarations, "pointer")}
    if path in typed - held - own:
        return True
    given = [n for n in walk(body) if isinstance(n, tree.Call)]
    passed = any(root_of(statement.value) in names_in(call) for call in given)
    return path in _made_before(body, statement) - freed and not passed


def _made_before(body: tree.Body, last: tree.Statement) -> set[str]:
    """What is allocated in front of `last` wherever control comes to it."""
    made: set[str] = set()
    for statement in body:
        if statement is last:
            return made
        if any(each is last for each in every((statement,))):
            return made.union(*(_made_before(inner, last) for inner in _bodies(statement)))
        if isinstance(statement, tree.Allocate):
            made |= {name for name, _, _ in statement.items}
    return made
