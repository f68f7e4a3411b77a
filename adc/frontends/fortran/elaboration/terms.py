"""What elaboration adds to a unit: variables of its own, and procedures under other names."""

from __future__ import annotations

from dataclasses import dataclass, field

from adc.diagnostics import AdcError, Span
from adc.frontends.fortran import tree
from adc.frontends.fortran.elaboration.naming import NewNames


@dataclass
class Added:
    """Declarations and aliases of one unit; `ranks` are those of variables that it declares."""

    names: NewNames
    declarations: list[tree.Declaration] = field(default_factory=list)
    aliases: dict[str, tree.Unit] = field(default_factory=dict)

    def variable(
        self, stem: str, spec: tree.TypeSpec, shape: tuple[tree.Bounds, ...], span: Span,
        allocatable: bool = False,
    ) -> tree.Name:  # fmt: skip
        """A new local variable."""
        name = self.names.fresh(stem)
        attributes = (tree.Attribute("allocatable", span),) if allocatable else ()
        entity = tree.Entity(name, span, shape or None)
        self.declarations.append(tree.TypeDeclaration(spec, attributes, (entity,), span))
        return tree.Name(name, span)

    def constant(
        self, stem: str, spec: tree.TypeSpec, shape: tuple[tree.Bounds, ...], value: tree.Expr,
        span: Span,
    ) -> tree.Name:  # fmt: skip
        """A new named constant."""
        name = self.names.fresh(stem)
        entity = tree.Entity(name, span, shape or None, value)
        parameter = (tree.Attribute("parameter", span),)
        self.declarations.append(tree.TypeDeclaration(spec, parameter, (entity,), span))
        return tree.Name(name, span)

    def integer(self, stem: str, span: Span) -> tree.Name:
        return self.variable(stem, tree.TypeSpec("integer", span), (), span)

    def alias(self, unit: tree.Unit) -> str:
        """A name for a procedure that the unit may not see by its own."""
        for name, known in self.aliases.items():
            if known is unit:
                return name
        name = f"{unit.name}%as{len(self.aliases) + 1}"
        self.aliases[name] = unit
        return name


def pointer_copied(path: str, span: Span) -> AdcError:
    """For a copy of an object, which would have the same target."""
    return AdcError.of(
        "ADC0174", f"a copy of an object with the pointer `{path}` is not supported", span,
        help="use the object itself, or declare the component `allocatable`, which is copied",
    )  # fmt: skip


def not_a_value(name: str, span: Span) -> AdcError:
    return AdcError.of(
        "ADC0173", f"`{name}`, of a derived type, as a value here is not supported", span,
        help="write its components",
    )  # fmt: skip
