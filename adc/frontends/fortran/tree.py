"""What Fortran text says, with a span on every node, before names have meaning.

Names, keywords and operators are lower case. `a(i)` is an Apply whatever `a` turns out to be: an
array element, a section, a function reference or a substring; the symbols tell.
"""

from __future__ import annotations

from dataclasses import dataclass

from adc.diagnostics import AdcError, Span

# -- expressions -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Name:
    name: str
    span: Span


@dataclass(frozen=True)
class Number:
    """A literal without sign: `text` is its lower-case spelling without the kind suffix (`1.5d0`
    keeps its `d0`), `kind` is "integer", "real" or "double", `suffix` what stands behind `_`."""

    text: str
    kind: str
    span: Span
    suffix: Name | Number | None = None


@dataclass(frozen=True)
class Logical:
    value: bool
    span: Span


@dataclass(frozen=True)
class String:
    value: str
    span: Span


@dataclass(frozen=True)
class Unary:
    """`op` is one of `-`, `+`, `.not.`, or `()`: a variable in parentheses that is a whole
    argument (or subscript), which makes a value of it that cannot be written to."""

    op: str
    operand: Expr
    span: Span


@dataclass(frozen=True)
class Binary:
    """`op` is one of `+ - * / ** // == /= < <= > >= .and. .or. .eqv. .neqv.` (`.eq.` is `==`)."""

    op: str
    left: Expr
    right: Expr
    span: Span


@dataclass(frozen=True)
class Section:
    """`start:stop:step`, each part optional; only among an Apply's arguments."""

    start: Expr | None
    stop: Expr | None
    step: Expr | None
    span: Span


@dataclass(frozen=True)
class Keyword:
    """`name = value` among the arguments of a call or reference."""

    name: str
    value: Expr
    span: Span


Argument = "Expr | Section | Keyword"


@dataclass(frozen=True)
class Apply:
    """`name(arguments…)`; `span` covers all of it, `name_span` the name."""

    name: str
    arguments: tuple[Expr | Section | Keyword, ...]
    span: Span
    name_span: Span


@dataclass(frozen=True)
class Component:
    """`owner%name` or `owner%name(arguments…)`: parsed, so that a message can point at it."""

    owner: Expr
    name: str
    arguments: tuple[Expr | Section | Keyword, ...] | None
    span: Span


@dataclass(frozen=True)
class ImpliedDo:
    """`(items…, var = start, stop[, step])` in a constructor or a DATA list."""

    items: tuple[Expr, ...]
    var: str
    start: Expr
    stop: Expr
    step: Expr | None
    span: Span


@dataclass(frozen=True)
class Constructor:
    """`(/ items… /)` or `[items…]`; `type` is the `real ::` in front of the items, if any."""

    items: tuple[Expr, ...]
    span: Span
    type: TypeSpec | None = None


Expr = (
    Name | Number | Logical | String | Unary | Binary | Apply | Component | Constructor | ImpliedDo
)  # fmt: skip

# -- declarations ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class TypeSpec:
    """`base` is "real", "double precision", "integer", "logical", "character", "complex",
    "double complex", "type" or "class". `kind` is `(kind=…)`, `(8)` or the 8 of `real*8` (then
    `star`: bytes and not a kind number). `length` is a character's: an Expr, or None where it is
    not given or is `*` or `:` (then `star`). `name` is a derived type's."""

    base: str
    span: Span
    kind: Expr | None = None
    star: bool = False
    length: Expr | None = None
    name: str = ""


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


@dataclass(frozen=True)
class ParameterStatement:
    """`parameter (name = value, …)`."""

    entities: tuple[Entity, ...]
    span: Span


@dataclass(frozen=True)
class Common:
    """One block of a COMMON statement; `block` is "" for blank common."""

    block: str
    entities: tuple[Entity, ...]
    span: Span


@dataclass(frozen=True)
class DataSet:
    """`targets / values /`; a value is (repeat count or None, constant)."""

    targets: tuple[Expr, ...]
    values: tuple[tuple[Expr | None, Expr], ...]
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
    they are the renames and everything else comes along. `intrinsic`: `use, intrinsic ::`."""

    module: str
    only: bool
    names: tuple[tuple[str, str], ...]
    span: Span
    intrinsic: bool = False


@dataclass(frozen=True)
class Unsupported:
    """A declaration that is known and not supported (`equivalence`, `interface`, `type … end
    type`, `namelist`, …): an error only where a routine depends on it. `names` are the names it
    speaks of; `what` is its keyword, `error` the diagnostic where there is a better one."""

    what: str
    names: tuple[str, ...]
    span: Span
    error: AdcError | None = None


Declaration = (
    TypeDeclaration | AttributeStatement | ParameterStatement | Common | Data | Implicit | Use
    | Unsupported
)  # fmt: skip

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
    (one that several loops share is in the innermost)."""

    var: str
    start: Expr
    stop: Expr
    step: Expr | None
    body: Body
    span: Span
    label: int = 0
    name: str = ""


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
    """`call name(arguments)`; an alternate return `*10` is refused by the parser."""

    name: str
    arguments: tuple[Expr | Section | Keyword, ...]
    span: Span
    label: int = 0


@dataclass(frozen=True)
class Return:
    span: Span
    label: int = 0


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
    targets: tuple[int, ...]
    selector: Expr
    span: Span
    label: int = 0


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
    """STOP or ERROR STOP (`error`)."""

    span: Span
    error: bool = False
    label: int = 0


@dataclass(frozen=True)
class InputOutput:
    """PRINT, WRITE, READ, OPEN, CLOSE, …; `what` is the keyword. `assigned` are the variables that
    a READ (or an `iostat=`) changes; `unit` is a WRITE's unit where it is a variable: changed,
    too, if it is a character (an internal file)."""

    what: str
    assigned: tuple[Expr, ...]
    span: Span
    label: int = 0
    unit: Expr | None = None


@dataclass(frozen=True)
class Allocate:
    """`items` are (name, bounds); `status` is the variable of `stat=`, which becomes 0, `source`
    the value that the arrays get."""

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


Statement = (
    Assign | If | Do | DoWhile | Forall | Where | Select | Call | Return | Cycle | Exit | Goto
    | ComputedGoto | ArithmeticIf | Continue | Stop | InputOutput | Allocate | Deallocate
    | Block | Leave
)  # fmt: skip
Body = tuple[Statement, ...]

# -- program units ---------------------------------------------------------------------------------


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


@dataclass(frozen=True)
class File:
    """One source file. `directives` are its `!$ad` comments: text and place."""

    file: str
    text: str
    units: tuple[Unit, ...]
    directives: tuple[tuple[str, Span], ...] = ()
