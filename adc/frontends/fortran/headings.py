"""The lines that open, divide and close blocks: read by `statements`, used by `blocks`."""

from __future__ import annotations

from dataclasses import dataclass

from adc.diagnostics import Span
from adc.frontends.fortran.tree import (
    Common,
    Declaration,
    Expr,
    Name,
    Section,
    Statement,
    Triplet,
    TypeSpec,
)


@dataclass(frozen=True)
class IfThen:
    condition: Expr
    span: Span
    name: str = ""
    label: int = 0


@dataclass(frozen=True)
class ElseIf:
    condition: Expr
    span: Span


@dataclass(frozen=True)
class Else:
    span: Span


@dataclass(frozen=True)
class DoHeading:
    """`do [10[,]] var = start, stop, step`, `do while (condition)` (`loop` False for neither:
    `var` is "" and `condition` may be None for a plain DO). `last` is the label that closes a
    labelled DO, 0 where END DO does."""

    var: str
    bounds: tuple[Expr, ...]
    condition: Expr | None
    last: int
    span: Span
    name: str = ""
    label: int = 0


@dataclass(frozen=True)
class ForallHeading:
    """FORALL construct (not the one-line statement), or DO CONCURRENT."""

    indices: tuple[Triplet, ...]
    mask: Expr | None
    concurrent: bool
    span: Span
    name: str = ""
    label: int = 0
    last: int = 0


@dataclass(frozen=True)
class WhereHeading:
    """WHERE construct (not the one-line statement)."""

    mask: Expr
    span: Span
    label: int = 0
    name: str = ""


@dataclass(frozen=True)
class ElseWhere:
    mask: Expr | None
    span: Span


@dataclass(frozen=True)
class SelectHeading:
    selector: Expr
    span: Span
    name: str = ""
    label: int = 0


@dataclass(frozen=True)
class CaseHeading:
    """`ranges` is None for CASE DEFAULT."""

    ranges: tuple[Expr | Section, ...] | None
    span: Span


@dataclass(frozen=True)
class SelectTypeHeading:
    """`select type (name => selector)`; the name is empty where a variable is asked by its own."""

    bound: str
    selector: Expr
    span: Span
    name: str = ""
    label: int = 0


@dataclass(frozen=True)
class TypeCaseHeading:
    """TYPE IS, CLASS IS or CLASS DEFAULT; `type` is as it is written, empty for the last."""

    word: str
    type: str
    span: Span


@dataclass(frozen=True)
class AssociateHeading:
    """`associate (name => selector, …)`: `pairs` as in tree.Associate."""

    pairs: tuple[tuple[str, Expr, Span], ...]
    span: Span
    name: str = ""
    label: int = 0


@dataclass(frozen=True)
class BlockHeading:
    """Blocks of statements that only `blocks` can judge: "block", "critical"."""

    what: str
    span: Span
    name: str = ""
    label: int = 0


@dataclass(frozen=True)
class DefinitionHeading:
    """`interface`, `abstract interface`, `type :: t`, `enum`: up to its END, unsupported as a
    whole. `what` is "interface", "type" or "enum"; `names` what it defines."""

    what: str
    names: tuple[str, ...]
    span: Span


@dataclass(frozen=True)
class UnitHeading:
    """SUBROUTINE, FUNCTION, MODULE, SUBMODULE, PROGRAM, BLOCK DATA; fields as in tree.Unit."""

    kind: str
    name: str
    arguments: tuple[Name, ...]
    span: Span
    result: str = ""
    type: TypeSpec | None = None
    prefixes: tuple[str, ...] = ()
    within: str = ""  # of a submodule: its module, or that and its parent, `m:parent`
    #: Where among its dummies the `*` of alternate returns stand.
    stars: tuple[int, ...] = ()


@dataclass(frozen=True)
class Entry:
    """ENTRY: the heading of what begins here, as one of its unit."""

    heading: UnitHeading
    span: Span
    label: int = 0


@dataclass(frozen=True)
class Contains:
    span: Span


@dataclass(frozen=True)
class End:
    """`end`, `end do`, `endif`, `end subroutine f`: `what` is the keyword behind END ("" for a
    bare END; "if", "do", "where", "forall", "select", "block", "associate", "critical",
    "interface", "type", "enum", "subroutine", "function", "module", "program", …)."""

    what: str
    name: str
    span: Span
    label: int = 0


@dataclass(frozen=True)
class Format:
    """FORMAT: only its label counts."""

    span: Span
    label: int = 0


@dataclass(frozen=True)
class Include:
    """Fortran's own `include 'file'`."""

    path: str
    span: Span


@dataclass(frozen=True)
class CommonBlocks:
    """A COMMON statement with more than one block."""

    blocks: tuple[Common, ...]
    span: Span


Heading = (
    IfThen | ElseIf | Else | DoHeading | ForallHeading | WhereHeading | ElseWhere | SelectHeading
    | CaseHeading | SelectTypeHeading | TypeCaseHeading | AssociateHeading | BlockHeading
    | DefinitionHeading | UnitHeading | Entry | Contains | End | Format | Include | CommonBlocks
)  # fmt: skip
#: What one logical line is.
Item = Heading | Declaration | Statement
