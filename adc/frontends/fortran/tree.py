"""What Fortran text says, with a span on every node, before names have meaning.

Names, keywords and operators are lower case. `a(i)` is an Apply whatever `a` turns out to be: an
array element, a section, a function reference or a substring; the symbols tell.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from adc.diagnostics import AdcError, Span
from adc.frontends.fortran.tree_declarations import (
    Attribute,
    AttributeStatement,
    Bounds,
    Common,
    Data,
    DataSet,
    Declaration,
    Entity,
    Equivalence,
    Implicit,
    Interface,
    ParameterStatement,
    Record,
    TypeDeclaration,
    TypeDefinition,
    Unsupported,
    Use,
)
from adc.frontends.fortran.tree_expressions import (
    Apply,
    Argument,
    Binary,
    Component,
    Constructor,
    Expr,
    ImpliedDo,
    Keyword,
    Logical,
    Name,
    Number,
    Section,
    String,
    TypeSpec,
    Unary,
)

# -- statements ------------------------------------------------------------------------------------
# `label` is the statement label, 0 where there is none; `span` covers the statement (of a block,
# its first line without what follows).


@dataclass(frozen=True)
class Assign:
    """`target = value`; a statement function looks the same until the symbols are known."""

    target: Expr
    value: Expr
    span: Span
    label: int = 0


@dataclass(frozen=True)
class If:
    """`branches` are (condition, body, span of the line); `orelse` is empty where there is none.
    A one-line `if (c) statement` is an If as well."""

    branches: tuple[tuple[Expr, Body, Span], ...]
    orelse: Body
    span: Span
    label: int = 0
    name: str = ""


@dataclass(frozen=True)
class Do:
    """`do var = start, stop[, step]`. A labelled DO's closing statement is the last of its body
    (one that several loops share is in the innermost). `once`: it runs once at least, as loops do
    that `goto_loops` makes; the step is a constant then."""

    var: str
    start: Expr
    stop: Expr
    step: Expr | None
    body: Body
    span: Span
    label: int = 0
    name: str = ""
    once: bool = False


@dataclass(frozen=True)
class DoWhile:
    """`do while (condition)`; a plain `do` has the condition None."""

    condition: Expr | None
    body: Body
    span: Span
    label: int = 0
    name: str = ""


@dataclass(frozen=True)
class Triplet:
    """`var = start:stop[:step]` of FORALL and DO CONCURRENT."""

    var: str
    start: Expr
    stop: Expr
    step: Expr | None
    span: Span


@dataclass(frozen=True)
class Forall:
    """FORALL, or with `concurrent` DO CONCURRENT, as statement or construct."""

    indices: tuple[Triplet, ...]
    mask: Expr | None
    body: Body
    span: Span
    concurrent: bool = False
    label: int = 0
    name: str = ""


@dataclass(frozen=True)
class Where:
    """`branches` are (mask, body); the last mask is None for a plain ELSEWHERE."""

    branches: tuple[tuple[Expr | None, Body, Span], ...]
    span: Span
    label: int = 0


@dataclass(frozen=True)
class Case:
    """`ranges` is None for CASE DEFAULT, else the values (Expr) and ranges (Section)."""

    ranges: tuple[Expr | Section, ...] | None
    body: Body
    span: Span


@dataclass(frozen=True)
class Select:
    selector: Expr
    cases: tuple[Case, ...]
    span: Span
    label: int = 0
    name: str = ""


@dataclass(frozen=True)
class Call:
    """`call name(arguments)`; an alternate return `*10` is refused by the parser. `owner` is that
    of `call owner%name(arguments)`, where names have no meaning yet."""

    name: str
    arguments: tuple[Argument, ...]
    span: Span
    label: int = 0
    owner: Expr | None = None


@dataclass(frozen=True)
class Return:
    span: Span
    label: int = 0
    way: Expr | None = None  # the number of an alternate return, until `alternates`


@dataclass(frozen=True)
class Cycle:
    loop: str
    span: Span
    label: int = 0


@dataclass(frozen=True)
class Exit:
    loop: str
    span: Span
    label: int = 0


@dataclass(frozen=True)
class Goto:
    target: int
    span: Span
    label: int = 0


@dataclass(frozen=True)
class ComputedGoto:
    """GO TO one of several labels: the one that `selector` counts or, `assigned`, the one that it
    is: an ASSIGN has given it."""

    targets: tuple[int, ...]
    selector: Expr
    span: Span
    label: int = 0
    assigned: bool = False

    @property
    def numbered(self) -> tuple[tuple[int, int], ...]:
        """The selector's values with the labels that they choose."""
        if self.assigned:
            return tuple((target, target) for target in dict.fromkeys(self.targets))
        return tuple(enumerate(self.targets, start=1))


@dataclass(frozen=True)
class ArithmeticIf:
    """`if (selector) less, equal, greater`."""

    selector: Expr
    targets: tuple[int, int, int]
    span: Span
    label: int = 0


@dataclass(frozen=True)
class Continue:
    """CONTINUE: does nothing, carries a label."""

    span: Span
    label: int = 0


@dataclass(frozen=True)
class Stop:
    """STOP or ERROR STOP (`error`), or the call of a subroutine that is `inactive`."""

    span: Span
    error: bool = False
    label: int = 0
    inactive: str = ""


@dataclass(frozen=True)
class InputOutput:
    """PRINT, WRITE, READ, OPEN, CLOSE, …; `what` is the keyword. `assigned` are the variables that
    a READ (or an `iostat=`) changes; `unit` is a WRITE's unit where it is a variable: changed,
    too, if it is a character (an internal file); `looped` are the DO variables of its output."""

    what: str
    assigned: tuple[Expr, ...]
    span: Span
    label: int = 0
    unit: Expr | None = None
    looped: tuple[str, ...] = ()


@dataclass(frozen=True)
class Allocate:
    """`items` are (name, bounds), a component as `state%u`; `status` is the variable of `stat=`,
    which becomes 0, `source` the value that the arrays get."""

    items: tuple[tuple[str, tuple[Bounds, ...], Span], ...]
    span: Span
    label: int = 0
    status: Expr | None = None
    source: Expr | None = None


@dataclass(frozen=True)
class Deallocate:
    names: tuple[str, ...]
    span: Span
    label: int = 0
    status: Expr | None = None


@dataclass(frozen=True)
class Block:
    """`body` with a local label: a jump to `leave` of it (see Leave) goes to its end. Made by
    `jumps` out of forward GOTOs; the parser makes none."""

    leave: int
    body: Body
    span: Span
    label: int = 0


@dataclass(frozen=True)
class Leave:
    """Goes to the end of the enclosing Block with this number."""

    block: int
    span: Span
    label: int = 0


@dataclass(frozen=True)
class Associate:
    """ASSOCIATE: `pairs` are (name, selector, span), without a selector where the name is itself
    again. None is left where names have meaning."""

    pairs: tuple[tuple[str, Expr | None, Span], ...]
    body: Body
    span: Span
    label: int = 0
    name: str = ""


@dataclass(frozen=True)
class SelectType:
    """SELECT TYPE: of each of the `cases`, (word, type, what its arm is). Each arm is an ASSOCIATE
    of the name behind `select type (`. None is left where names have meaning."""

    selector: Expr
    cases: tuple[tuple[str, str, Associate], ...]
    span: Span
    label: int = 0


@dataclass(frozen=True)
class Scoped:
    """A BLOCK construct with its declarations. None is left where names have meaning."""

    declarations: tuple[Declaration, ...]
    body: Body
    span: Span
    label: int = 0
    name: str = ""


@dataclass(frozen=True)
class PointTo:
    """A pointer assignment; NULLIFY has the value `null()`. None is left in a unit (`pointers`)."""

    target: Expr
    value: Expr
    span: Span
    label: int = 0


Statement = (
    Assign | If | Do | DoWhile | Forall | Where | Select | Call | Return | Cycle | Exit | Goto
    | ComputedGoto | ArithmeticIf | Continue | Stop | InputOutput | Allocate | Deallocate
    | Block | Leave | Associate | Scoped | PointTo | SelectType
)  # fmt: skip
Body = tuple[Statement, ...]

# -- program units ---------------------------------------------------------------------------------


def path_of(target: Expr) -> str:
    """`state%u` of a component of a variable that is no array; "" for what has subscripts."""
    if isinstance(target, Component):
        owner = path_of(target.owner)
        return f"{owner}%{target.name}" if owner and target.arguments is None else ""
    return target.name if isinstance(target, Name) else ""


#: Among the prefixes of a subroutine: it is a function, whose value its last argument is.
ANSWERS = "answers"


@dataclass(frozen=True)
class Unit:
    """`kind` is "subroutine", "function", "module", "program" or "block data". `type` is the type
    in front of FUNCTION, `result` the result variable's name (the function's own by default).

    `error` is what is wrong inside a unit that could be delimited and not read: raised where the
    unit is needed. `span` covers the heading.
    """

    kind: str
    name: str
    arguments: tuple[Name, ...]
    declarations: tuple[Declaration, ...]
    body: Body
    contains: tuple[Unit, ...]
    span: Span
    result: str = ""
    type: TypeSpec | None = None
    prefixes: tuple[str, ...] = ()
    error: AdcError | None = None
    #: What names of its body that no source can spell stand for.
    aliases: Mapping[str, Unit] = field(default_factory=dict)
    #: The other units that ENTRY makes of the same lines.
    family: tuple[Unit, ...] = ()
    #: How many statements at the head of the body are there for the statement functions that they
    #: may define alone: control comes to none of them.
    leading: int = 0

    @property
    def stated(self) -> Unit:
        """The unit as its text has it, with derived types."""
        return self


@dataclass(frozen=True)
class File:
    """One source file. `directives` are its `!$ad` comments: text and place."""

    file: str
    text: str
    units: tuple[Unit, ...]
    directives: tuple[tuple[str, Span], ...] = ()


def is_node(value: Any) -> bool:
    """Whether `value` is a node of the Fortran tree, here or in the modules of its parts."""
    return type(value).__module__ in _MODULES


_MODULES = frozenset(node.__module__ for node in (Unit, Use, Name))

__all__ = [
    "Allocate",
    "Apply",
    "Argument",
    "ArithmeticIf",
    "Assign",
    "Associate",
    "Attribute",
    "AttributeStatement",
    "Binary",
    "Block",
    "Body",
    "Bounds",
    "Call",
    "Case",
    "Common",
    "Component",
    "ComputedGoto",
    "Constructor",
    "Continue",
    "Cycle",
    "Data",
    "DataSet",
    "Deallocate",
    "Declaration",
    "Do",
    "DoWhile",
    "Entity",
    "Equivalence",
    "Exit",
    "Expr",
    "File",
    "Forall",
    "Goto",
    "If",
    "Implicit",
    "ImpliedDo",
    "InputOutput",
    "Interface",
    "Keyword",
    "Leave",
    "Logical",
    "Name",
    "Number",
    "ParameterStatement",
    "PointTo",
    "Record",
    "Return",
    "Scoped",
    "Section",
    "Select",
    "SelectType",
    "Statement",
    "Stop",
    "String",
    "Triplet",
    "TypeDeclaration",
    "TypeDefinition",
    "TypeSpec",
    "Unary",
    "Unit",
    "Unsupported",
    "Use",
    "Where",
    "is_node",
]
