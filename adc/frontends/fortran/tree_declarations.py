"""Declarations of Fortran text; see `tree`."""

from __future__ import annotations

from dataclasses import dataclass

from adc.diagnostics import AdcError, Span
from adc.frontends.fortran.tree_expressions import Expr, TypeSpec


@dataclass(frozen=True)
class Bounds:
    """One dimension: `lower:upper`, `upper`, `:` or `lower:` (assumed or deferred: upper None),
    `*` or `lower:*` (assumed size: `star`)."""

    lower: Expr | None
    upper: Expr | None
    star: bool
    span: Span


@dataclass(frozen=True)
class Entity:
    """A name being declared: `shape` where it has one of its own, `init` behind `=`, `length` a
    character's own as in `c*10`. A SAVE statement's common block has its slashes: `/name/`."""

    name: str
    span: Span
    shape: tuple[Bounds, ...] | None = None
    init: Expr | None = None
    length: Expr | None = None
    assumed: bool = False  # a length as in `c*(*)`
    pointed: bool = False  # `p => null()`, which keeps its target from call to call
    aimed: bool = False  # `p => w`: at something


@dataclass(frozen=True)
class Attribute:
    """`name` is lower case: intent, parameter, dimension, optional, allocatable, save, value…;
    `text` is what an intent or bind has in parentheses ("in", "out", "inout")."""

    name: str
    span: Span
    text: str = ""
    shape: tuple[Bounds, ...] | None = None


@dataclass(frozen=True)
class TypeDeclaration:
    type: TypeSpec
    attributes: tuple[Attribute, ...]
    entities: tuple[Entity, ...]
    span: Span


@dataclass(frozen=True)
class AttributeStatement:
    """`dimension a(3), b(4)`, `intent(in) x`, `save x`, `external f`, `allocatable a(:)`, …;
    no entities where the statement stands alone (`save`)."""

    attribute: Attribute
    entities: tuple[Entity, ...]
    span: Span
    operators: tuple[str, ...] = ()  # `public :: operator(+)`


@dataclass(frozen=True)
class ParameterStatement:
    """`parameter (name = value, …)`."""

    entities: tuple[Entity, ...]
    span: Span


@dataclass(frozen=True)
class Record:
    """A variable of a derived type in COMMON, of so many dimensions of its own, as the variables
    `parts`; one alone, as long as it may be, where its components, declared like `members`, cannot
    be used."""

    parts: tuple[str, ...]
    rank: int
    members: tuple[str, ...] = ()


@dataclass(frozen=True)
class Common:
    """One block of a COMMON statement; `block` is "" for blank common. `records` are the variables
    of derived types that elaboration has taken apart."""

    block: str
    entities: tuple[Entity, ...]
    span: Span
    records: tuple[Record, ...] = ()


@dataclass(frozen=True)
class DataSet:
    """`targets / values /`; a value is (repeat count or None, constant)."""

    targets: tuple[Expr, ...]
    values: tuple[tuple[Expr | None, Expr], ...]
    span: Span


@dataclass(frozen=True)
class Equivalence:
    """`equivalence (a, b(1)), …`: in each of `sets` variables and elements that begin at one place
    of storage."""

    sets: tuple[tuple[Expr, ...], ...]
    span: Span


@dataclass(frozen=True)
class Data:
    sets: tuple[DataSet, ...]
    span: Span


@dataclass(frozen=True)
class Implicit:
    """`implicit none` (rules None), or per rule the type and its letters ("a", "h"-"z" written
    out as one string of letters)."""

    rules: tuple[tuple[TypeSpec, str], ...] | None
    span: Span


@dataclass(frozen=True)
class Use:
    """`use module, only: local => name, …`: `names` are (local, name) pairs; with `only` False
    they are the renames and everything else comes along. `operators` are those that are named, and
    `assignment(=)`. `intrinsic`: `use, intrinsic ::`."""

    module: str
    only: bool
    names: tuple[tuple[str, str], ...]
    span: Span
    intrinsic: bool = False
    operators: tuple[str, ...] = ()


#: What an unsupported declaration of pointers to procedures is called.
PROCEDURE_POINTER = "procedure pointer"


@dataclass(frozen=True)
class Unsupported:
    """A declaration that is known and not supported (`namelist`, `interface`, `type … end
    type`, `namelist`, …): an error only where a routine depends on it. `names` are the names it
    speaks of; `what` is its keyword, `error` the diagnostic where there is a better one; `targets`
    are the procedures that pointers to such have to begin with, "" for none, and the variables of
    namelists."""

    what: str
    names: tuple[str, ...]
    span: Span
    error: AdcError | None = None
    targets: tuple[str, ...] = ()


@dataclass(frozen=True)
class TypeDefinition:
    """`type :: name … end type`: its components in order. `bindings` are its type-bound procedures,
    (name, procedure), `generics` what it binds to operators and assignments: (operator, bindings).
    `extends` is the type that it extends, `error` what is wrong inside."""

    name: str
    components: tuple[TypeDeclaration | Unsupported, ...]
    span: Span
    extends: str = ""
    bindings: tuple[tuple[str, str], ...] = ()
    access: str = ""  # "public" or "private" where it says so
    generics: tuple[tuple[str, tuple[str, ...]], ...] = ()
    error: AdcError | None = None


@dataclass(frozen=True)
class Interface:
    """`interface name … end interface` with the procedures that it names or has bodies of; `name`
    is "" for a plain block, `operator(…)` or `assignment(=)` for those."""

    name: str
    procedures: tuple[str, ...]
    span: Span


Declaration = (
    TypeDeclaration | AttributeStatement | ParameterStatement | Common | Data | Equivalence
    | Implicit | Use | Unsupported | TypeDefinition | Interface
)  # fmt: skip
