"""Dummy procedures of the routine itself, which `--fix f=law` binds to procedures of the files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from adc.diagnostics import AdcError
from adc.frontends.calling import Bound, Calling
from adc.frontends.fortran import tree
from adc.frontends.fortran.called import dummies_of, passed
from adc.frontends.fortran.symbols import Scope, Sources


@dataclass(frozen=True)
class Head:
    """The routine `unit` with its procedures bound: those of `procedures`, by dummy. `dummies` are
    all of its dummies, `texts` what is fixed of the others."""

    unit: tree.Unit
    dummies: tuple[str, ...]
    procedures: Mapping[str, tree.Unit]
    texts: Mapping[str, str]

    def called(self, calling: Calling, sources: Sources) -> Calling:
        """`calling` with what is passed for the procedures: their names, and their modules."""
        found = []
        for dummy, unit in self.procedures.items():
            host, result = sources.host(unit), sources.scope(unit).result
            module = host.name if host is not None else ""
            value = passed(result.name, result) if result is not None else None
            found.append(Bound(dummy, unit.name, module, value))
        return replace(calling, dummies=self.dummies, procedures=tuple(found))


def with_procedures(sources: Sources, head: tree.Unit, texts: Mapping[str, str]) -> Head:
    """`head` with the procedures that `texts` name in place of its dummies.

    Raises ADC0175 for a dummy procedure that is not bound, ADC0208 for a procedure that no file
    has, ADC0169 where `head` contains procedures of its own.
    """
    if head.error is not None:
        raise head.error
    scope = sources.scope(head)
    table = {
        name: _named(sources, head, name, text)
        for name, text in texts.items()
        if _is_procedure(scope, name)
    }
    dummies = dummies_of(head)
    rest = {name: text for name, text in texts.items() if name not in table}
    own = head
    if table and head.contains:
        raise AdcError.of(
            "ADC0169", f"a procedure among the arguments of `{head.name}`, which contains others,"
            " is not supported", head.span, help="move what it contains out of it",
        )  # fmt: skip
    if table:
        own, _ = sources.specialised(head, table)
    for dummy in own.arguments:
        _check_bound(sources.scope(own), dummy)
    return Head(own, dummies, table, rest)


def _is_procedure(scope: Scope, name: str) -> bool:
    """Whether `name` is a dummy that the unit calls, or declares as a procedure."""
    if all(a.name != name for a in scope.unit.arguments):
        return False
    facts = scope.declarations.get(name)
    if facts is None:
        return name in scope.usage.called | scope.usage.applied
    declared = facts.unsupported is not None or "external" in facts.attributes
    text = facts.type is not None and facts.type.base == "character"
    applied = name in scope.usage.applied and facts.shape is None and not text
    return declared or name in scope.usage.called or applied


def _named(sources: Sources, head: tree.Unit, dummy: str, text: str) -> tree.Unit:
    """The procedure `text` of the files, a module's by `module.name` where two have one."""
    found = sources.find(text)
    if found is head:
        raise AdcError.of(
            "ADC0228", f"`{head.name}` would call itself as `{dummy}`", head.span,
            help="name another procedure",
        )  # fmt: skip
    return found


def _check_bound(scope: Scope, dummy: tree.Name) -> None:
    try:
        scope.lookup(dummy.name, dummy.span)
    except AdcError as error:
        first = error.diagnostics[0]
        code, message = first.code, first.message
        if code == "ADC0241" and _is_procedure(scope, dummy.name):  # which an interface declares
            code, message = "ADC0175", f"the argument `{dummy.name}` is a procedure"
        if code != "ADC0175":
            return  # told where the name is used
        facts = scope.declarations.get(dummy.name)
        if facts is not None and facts.unsupported is not None and facts.unsupported.error:
            raise facts.unsupported.error from None  # a component that is used
        bind = f"`--fix {dummy.name}=NAME`"
        way_out = f"name a procedure of the given files for it: {bind}"
        if "no dimensions" in first.message:
            way_out = f"declare its dimensions, or name the procedure that it is: {bind}"
        raise AdcError.of(code, message, first.span, help=way_out) from None
