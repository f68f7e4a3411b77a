"""What the declarations of one unit say about each name, in whatever order they come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from adc.diagnostics import AdcError, Note, Span
from adc.frontends.fortran import tree
from adc.frontends.fortran.intrinsics import FUNCTIONS, NAMES, SUBROUTINES
from adc.frontends.fortran.tree_declarations import PROCEDURE_POINTER

#: Attributes that say who may see a name, and nothing about what it is.
_ACCESS = frozenset({"private", "public", "protected", "bind"})
_T = TypeVar("_T")


@dataclass
class Facts:
    """All that is said about one name."""

    name: str
    span: Span
    type: tree.TypeSpec | None = None
    shape: tuple[tree.Bounds, ...] | None = None
    attributes: dict[str, tree.Attribute] = field(default_factory=dict)
    init: tree.Expr | None = None
    length: tree.Expr | None = None
    block: str | None = None
    sets: list[tree.DataSet] = field(default_factory=list)
    unsupported: tree.Unsupported | None = None
    where: dict[str, Span] = field(default_factory=dict)
    clash: AdcError | None = None  # raised where the name is used
    overlaid: Span | None = None  # the EQUIVALENCE by which it shares storage

    @property
    def declares(self) -> bool:
        """Whether the name is an entity of the unit, not only mentioned for access."""
        said = self.type or self.shape or self.init or self.sets or self.unsupported
        if self.overlaid is not None or self.block is not None:
            return True
        return bool(said) or bool(set(self.attributes) - _ACCESS)

    def once(self, what: str, new: _T, old: _T | None, span: Span) -> _T:
        """`new`, noting a clash where `what` has been said already."""
        if old is not None and self.clash is None:
            self.clash = AdcError.of(
                "ADC0247",
                f"`{self.name}` is given {what} twice",
                span,
                help="remove one of the declarations",
                notes=(Note("given first here", self.where.get(what)),),
            )
        self.where.setdefault(what, span)
        return new


class Declared:
    """The declarations of a unit, sorted by name."""

    def __init__(self, unit: tree.Unit) -> None:
        self.facts: dict[str, Facts] = {}
        self.uses: list[tree.Use] = []
        self.blocks: dict[str, list[str]] = {}
        #: The record in COMMON that a variable is a part of, and which part.
        self.records: dict[str, tuple[tree.Record, int]] = {}
        self.implicit: dict[str, tree.TypeSpec] = {}
        self.implicit_none: tree.Implicit | None = None
        self.enum: tree.Unsupported | None = None
        self.saves_all = False
        self.private_by_default = False
        #: What EQUIVALENCE has begin at one place, and all names that share storage so, by each.
        self.overlays: list[tuple[tree.Expr, ...]] = []
        self.overlaid: dict[str, tuple[str, ...]] = {}
        self._unit_kind = unit.kind
        self._arguments = {a.name for a in unit.arguments}
        for declaration in unit.declarations:
            self._add(declaration)
        self._join_overlays()

    def get(self, name: str) -> Facts | None:
        """The facts of a name that the unit declares."""
        found = self.facts.get(name)
        return found if found and found.declares else None

    def is_private(self, name: str) -> bool:
        attributes = self.facts[name].attributes if name in self.facts else {}
        if "public" in attributes:
            return False
        return self.private_by_default or "private" in attributes

    def _add(self, declaration: tree.Declaration) -> None:
        if isinstance(declaration, tree.TypeDeclaration):
            self._add_type(declaration)
        elif isinstance(declaration, tree.AttributeStatement):
            self._add_attribute(declaration)
        elif isinstance(declaration, tree.ParameterStatement):
            self._add_parameters(declaration)
        elif isinstance(declaration, tree.Common):
            self._add_common(declaration)
        elif isinstance(declaration, tree.Data):
            self._add_data(declaration)
        elif isinstance(declaration, tree.Equivalence):
            self._add_equivalence(declaration)
        elif isinstance(declaration, tree.Implicit):
            self._add_implicit(declaration)
        elif isinstance(declaration, tree.Use):
            self.uses.append(declaration)
        elif isinstance(declaration, (tree.TypeDefinition, tree.Interface)):
            self._add_definition(declaration)
        elif declaration.what == "enum":
            self.enum = declaration
        elif declaration.what != "namelist":  # a namelist concerns input and output alone
            for name in declaration.names:
                facts = self._of(name, declaration.span)
                facts.unsupported = facts.unsupported or declaration

    def _add_definition(self, declaration: tree.TypeDefinition | tree.Interface) -> None:
        """A definition whose name has no meaning of its own: its uses have been replaced; bodies
        of a module's plain interface block are external procedures."""
        intrinsic = declaration.name in FUNCTIONS or declaration.name in SUBROUTINES
        if declaration.name.isidentifier() and not intrinsic:
            what = "type" if isinstance(declaration, tree.TypeDefinition) else "interface"
            facts = self._of(declaration.name, declaration.span)
            found = tree.Unsupported(what, (declaration.name,), declaration.span)
            facts.unsupported = facts.unsupported or found
        elif isinstance(declaration, tree.Interface):
            # Others see the bodies of a module's plain block by USE; an intrinsic's name means
            # what the block says, and an argument is a procedure.
            module = self._unit_kind == "module"
            for name in () if declaration.name else declaration.procedures:
                if not module and name not in NAMES and name not in self._arguments:
                    continue
                facts = self._of(name, declaration.span)
                facts.attributes["external"] = tree.Attribute("external", declaration.span)

    def _of(self, name: str, span: Span) -> Facts:
        return self.facts.setdefault(name, Facts(name, span))

    def _add_type(self, declaration: tree.TypeDeclaration) -> None:
        for entity in declaration.entities:
            facts = self._of(entity.name, entity.span)
            facts.span = entity.span  # the place that says most
            stated = declaration.type
            if entity.assumed:
                stated = replace(stated, length=None, star=True)
            facts.type = facts.once("a type", stated, facts.type, entity.span)
            facts.length = entity.length
            for attribute in declaration.attributes:
                facts.attributes[attribute.name] = attribute
            shapes = [a.shape for a in declaration.attributes if a.shape is not None]
            self._add_shape(facts, entity, shapes[0] if shapes else None)
            self._add_init(facts, entity)

    @staticmethod
    def _add_shape(
        facts: Facts, entity: tree.Entity, default: tuple[tree.Bounds, ...] | None = None
    ) -> None:
        shape = entity.shape if entity.shape is not None else default
        if shape is not None:
            facts.shape = facts.once("dimensions", shape, facts.shape, entity.span)

    @staticmethod
    def _add_init(facts: Facts, entity: tree.Entity) -> None:
        if entity.init is not None:
            facts.init = facts.once("a value", entity.init, facts.init, entity.span)

    def _add_attribute(self, statement: tree.AttributeStatement) -> None:
        attribute = statement.attribute
        if not statement.entities:
            self.saves_all = self.saves_all or attribute.name == "save"
            self.private_by_default = self.private_by_default or attribute.name == "private"
        for entity in statement.entities:
            if entity.name.startswith("/"):  # SAVE of a COMMON block
                continue
            facts = self._of(entity.name, entity.span)
            facts.attributes[attribute.name] = attribute
            self._add_shape(facts, entity, attribute.shape)
            self._add_init(facts, entity)

    def _add_parameters(self, statement: tree.ParameterStatement) -> None:
        for entity in statement.entities:
            facts = self._of(entity.name, entity.span)
            facts.attributes["parameter"] = tree.Attribute("parameter", statement.span)
            self._add_init(facts, entity)

    def _add_common(self, statement: tree.Common) -> None:
        for record in statement.records:
            self.records.update((part, (record, k)) for k, part in enumerate(record.parts))
        for entity in statement.entities:
            facts = self._of(entity.name, entity.span)
            facts.block = facts.once("a common block", statement.block, facts.block, entity.span)
            self._add_shape(facts, entity)
            self.blocks.setdefault(statement.block, []).append(entity.name)

    def _add_data(self, statement: tree.Data) -> None:
        for one in statement.sets:
            for target in one.targets:
                for name, span in data_names(target):
                    facts = self._of(name, span)
                    if one not in facts.sets:
                        facts.sets.append(one)

    def _add_equivalence(self, statement: tree.Equivalence) -> None:
        self.overlays += statement.sets
        for element in (e for one in statement.sets for e in one):
            self._of(name_of(element), element.span).overlaid = statement.span

    def _join_overlays(self) -> None:
        """What shares storage with a variable of COMMON is one, too."""
        self.overlaid = groups(self.overlays)
        for names in self.overlaid.values():
            blocks = [self.facts[n].block for n in names]
            block = next((b for b in blocks if b is not None), None)
            for name in names:
                self.facts[name].block = block

    def _add_implicit(self, statement: tree.Implicit) -> None:
        if statement.rules is None:
            self.implicit_none = statement
        for spec, letters in statement.rules or ():
            self.implicit.update((letter, spec) for letter in letters)


def groups(sets: Sequence[tuple[tree.Expr, ...]]) -> dict[str, tuple[str, ...]]:
    """All names that share storage over any number of EQUIVALENCE's `sets`, by each of them."""
    found: dict[str, tuple[str, ...]] = {}
    for one in sets:
        joined: dict[str, None] = {}
        for name in (name_of(e) for e in one):
            joined.update(dict.fromkeys(found.get(name, (name,))))
        found.update(dict.fromkeys(joined, tuple(joined)))
    return found


def name_of(element: tree.Expr) -> str:
    assert isinstance(element, tree.Name | tree.Apply)
    return element.name


def data_names(target: tree.Expr) -> list[tuple[str, Span]]:
    """The variables that a target of DATA sets."""
    if isinstance(target, tree.ImpliedDo):
        return [pair for item in target.items for pair in data_names(item)]
    if isinstance(target, tree.Apply):
        return [(target.name, target.name_span)]
    return [(target.name, target.span)] if isinstance(target, tree.Name) else []


# -- what stands against a name that is used -------------------------------------------------------


def refuse(name: str, facts: Facts) -> None:
    """Raise what adc does not support in the declarations of `name`, or what they contradict."""
    attributes = facts.attributes
    if facts.clash is not None:
        raise facts.clash
    if facts.unsupported is not None:
        _refuse_unsupported(name, facts, facts.unsupported)
    if "pointer" in attributes:
        raise _pointer(name, facts.span)
    if "codimension" in attributes:
        message = f"the coarray `{name}` is not supported"
        raise AdcError.of("ADC0178", message, facts.span, help="use an array")
    if "parameter" in attributes and facts.init is None:
        message = f"the constant `{name}` has no value"
        raise AdcError.of("ADC0179", message, facts.span, help=f"write `{name} = value`")


def _refuse_unsupported(name: str, facts: Facts, found: tree.Unsupported) -> None:
    if found.error is not None:
        raise found.error
    if found.what == "equivalence":
        if "parameter" in facts.attributes:  # in a subscript there
            return
        message = f"`{name}` shares its storage by EQUIVALENCE"
        way_out = "use one variable, or two that do not share storage"
        raise AdcError.of("ADC0177", message, found.span, help=way_out)
    if found.what == "interface":
        message = f"the generic interface `{name}` is not supported"
        way_out = "call the specific procedure by its own name"
        raise AdcError.of("ADC0176", message, found.span, help=way_out)
    if found.what == "pointer":
        raise _pointer(name, found.span)
    if found.what == PROCEDURE_POINTER:
        raise refused_pointer("ADC0174", name, found.span)
    message = f"`{name}` is declared by `{found.what}`, which is not supported"
    raise AdcError.of("ADC0178", message, found.span, help="write the routine without it")


def refused_pointer(code: str, name: str, span: Span) -> AdcError:
    """With `code`, for a pointer to procedures that is no other name of one."""
    message = f"the pointer to procedures `{name}` is not supported here"
    way_out = "call the procedure by its own name, or pass it as an argument"
    return AdcError.of(code, message, span, help=way_out)


def _pointer(name: str, span: Span) -> AdcError:
    message = f"the pointer `{name}` is not supported"
    return AdcError.of("ADC0174", message, span, help="use an array, allocatable where needed")
