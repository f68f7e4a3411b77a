"""Objects that a routine allocates once: what `stat=` tells of them is 0. The state of an object is
not followed by itself, as those of arrays are (`statuses`)."""

from __future__ import annotations

from adc.diagnostics import AdcError
from adc.frontends.fortran import tree
from adc.frontends.fortran.elaboration.lookup import Visible
from adc.frontends.fortran.nested import within
from adc.frontends.fortran.usage import walk

_JUMPS = (tree.Goto, tree.ComputedGoto, tree.ArithmeticIf)


def check_once(visible: Visible, path: str, statement: tree.Allocate | tree.Deallocate) -> None:
    """Raises ADC0157 where `statement`, which has `stat=`, may find the object `path` allocated
    already, or not allocated: unless it is a local one, the statement that allocates it is the only
    one, and so is the one behind that frees it, and neither can be passed by or come again."""
    body = visible.unit.stated.body
    made = [s for s in within(body) if isinstance(s, (tree.Allocate, tree.Deallocate))]
    named = [s for s in made if path in _paths(s)]
    alone = len(_paths(statement)) == 1 and all(any(s is t for t in body) for s in named)
    kinds = [type(s) for s in named]
    fits = kinds in ([tree.Allocate], [tree.Allocate, tree.Deallocate])
    jumps = any(isinstance(s, _JUMPS) for s in within(body))
    if not (alone and fits and _is_local(visible, path)) or jumps or _is_handed(visible, path):
        raise AdcError.of(
            "ADC0157", f"`stat=` of the object `{path}`, unless one statement of its own allocates"
            " it, outside of others, and one frees it, is not supported", statement.span,
            help="leave `stat=` out",
        )  # fmt: skip


def _paths(statement: tree.Allocate | tree.Deallocate) -> list[str]:
    if isinstance(statement, tree.Deallocate):
        return [*statement.names]
    return [path for path, _, _ in statement.items]


def _is_local(visible: Visible, name: str) -> bool:
    words = visible.attributes.get(name, set())
    kept = visible.saves_all or words & {"save", "pointer"}
    dummies = {a.name for a in visible.unit.stated.arguments}
    return name in visible.variables and not kept and name not in dummies


def _is_handed(visible: Visible, name: str) -> bool:
    """Whether a procedure may allocate or free it, which it is handed, or which is inside."""
    if visible.unit.contains:
        return True
    for node in walk(visible.unit.stated.body):
        if isinstance(node, tree.Assign) and node.target == tree.Name(name, node.target.span):
            return True  # which allocates it
        if not isinstance(node, (tree.Call, tree.Apply)):
            continue
        values = [a.value if isinstance(a, tree.Keyword) else a for a in node.arguments]
        given = any(isinstance(v, tree.Name) and v.name == name for v in values)
        if given and node.name != "allocated" and _may_allocate(visible, node.name):
            return True
    return False


def _may_allocate(visible: Visible, name: str) -> bool:
    """Whether the procedure has an allocatable dummy of a derived type, as far as that is known."""
    unit = visible.procedure(name)
    if unit is None:
        return True
    found = visible.units.visible(unit)
    return any("allocatable" in found.attributes.get(a.name, ()) for a in unit.stated.arguments)
