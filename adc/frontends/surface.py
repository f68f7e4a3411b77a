"""The surface tree of both languages: what a source says, before names have meaning."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from adc.diagnostics import AdcError, Diagnostic, Note, Span
from adc.frontends.imported import Import as Import
from adc.frontends.passed import Passed
from adc.ir.implicit import Directive


@dataclass(frozen=True)
class Name:
    name: str
    span: Span


@dataclass(frozen=True)
class Number:
    """`text` is the source's spelling, `kind` "int" or "float", `dtype` what that fixes, or ""."""

    text: str
    kind: str
    span: Span
    dtype: str = ""


@dataclass(frozen=True)
class Boolean:
    value: bool
    span: Span


@dataclass(frozen=True)
class String:
    """A text as it is written."""

    value: str
    span: Span


@dataclass(frozen=True)
class NoneValue:
    span: Span
    unread: bool = False  #: no value at all, of a variable that nothing reads before it has one
    left_out: str = ""  #: no value that may be used: what stands for the list of that name


@dataclass(frozen=True)
class Ellipsis:
    span: Span


@dataclass(frozen=True)
class Unary:
    """`op` is one of `-`, `+`, `not`, `~`."""

    op: str
    operand: Expr
    span: Span


@dataclass(frozen=True)
class Binary:
    op: str  # one of `+ - * / // % ** @ & | ^ << >>`
    left: Expr
    right: Expr
    span: Span


@dataclass(frozen=True)
class Compare:
    """A chain `operands[0] ops[0] operands[1] ops[1] …` of `< <= > >= == !=` (and `is`, `in`…)."""

    ops: tuple[str, ...]
    operands: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True)
class Logical:
    """`and` / `or` over two or more operands."""

    op: str
    operands: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True)
class Conditional:
    """`then if condition else orelse`."""

    condition: Expr
    then: Expr
    orelse: Expr
    span: Span


@dataclass(frozen=True)
class Keyword:
    name: str
    value: Expr
    span: Span


@dataclass(frozen=True)
class Call:
    function: Expr
    arguments: tuple[Expr, ...]
    keywords: tuple[Keyword, ...]
    span: Span


@dataclass(frozen=True)
class Starred:
    """`*value`, or where it is `named` `**value`, among the arguments of a call."""

    value: Expr
    named: bool
    span: Span


@dataclass(frozen=True)
class Attribute:
    value: Expr
    name: str
    span: Span


@dataclass(frozen=True)
class Slice:
    """`start:stop:step`, each part optional; only inside a Subscript."""

    start: Expr | None
    stop: Expr | None
    step: Expr | None
    span: Span


@dataclass(frozen=True)
class Subscript:
    """`value[items…]`; `lone`: `value[item,]`; `exact`: none from the end; `anew`: as assigned."""

    value: Expr
    items: tuple[Expr, ...]
    span: Span
    exact: bool = False
    anew: bool = False
    lone: bool = False


@dataclass(frozen=True)
class Intrinsic:
    """A function that nothing can hide: Fortran's `sin`, or what Python's statements call."""

    name: str
    span: Span
    language: str = "fortran"


@dataclass(frozen=True)
class Given:
    """The object that `value` makes, which the caller of the function has."""

    value: Expr
    span: Span


@dataclass(frozen=True)
class Lifted:
    """The function that stands for a part of the source, which may call Python's `own` function."""

    function: Function
    own: Name | None
    span: Span


@dataclass(frozen=True)
class Lambda:
    """A function as a value, which looks up what it takes from around it when it is called."""

    function: Function
    span: Span


@dataclass(frozen=True)
class From:
    """`value` in storage order from `items` on: Fortran's argument `a(i, j)`; `count` of these."""

    value: Expr
    items: tuple[Expr, ...]
    span: Span
    count: Expr | None = None


@dataclass(frozen=True)
class Sequence:
    """A tuple or list display."""

    items: tuple[Expr, ...]
    is_list: bool
    span: Span


@dataclass(frozen=True)
class Implied:
    """The values of `item` for `var` from `start` to `stop` in steps of `step`, as a vector."""

    item: Expr
    var: str
    start: Expr
    stop: Expr
    step: int
    span: Span


Expr = (
    Name | Number | Boolean | String | NoneValue | Ellipsis | Unary | Binary | Compare | Logical
    | Conditional | Call | Starred | Attribute | Subscript | Slice | Sequence | Intrinsic
    | Lifted | Lambda | From | Implied | Given
)  # fmt: skip


@dataclass(frozen=True)
class Assign:
    """`targets[0] = … = value`: Names, Subscripts, Attributes, Sequences; `x: annotation = v`."""

    targets: tuple[Expr, ...]
    value: Expr
    span: Span
    annotation: str | None = None


@dataclass(frozen=True)
class AugmentedAssign:
    """`target op= value`, `op` as in Binary."""

    target: Expr
    op: str
    value: Expr
    span: Span


@dataclass(frozen=True)
class For:
    """`for target in range(arguments…)`; `span` covers the header only. `called` is what stands for
    `range`, None where no name does; `own` are names that have to be Python's own functions."""

    target: str
    arguments: tuple[Expr, ...]
    body: tuple[Statement, ...]
    span: Span
    called: Expr | None = None
    own: tuple[Name, ...] = ()


@dataclass(frozen=True)
class While:
    """Over a `counted` range as long as `condition` holds, `surely` once; it has a `counter`. It
    runs `most` times at most, if the text tells, and once more `partly`, along what is `passed`."""

    condition: Expr
    body: tuple[Statement, ...]
    span: Span
    counted: For | None = None
    surely: bool = False
    counter: str = ""
    most: Expr | None = None
    partly: bool = False
    passed: tuple[Passed, ...] = ()


@dataclass(frozen=True)
class Declare:
    """`name` is from here on a variable of type `dtype` and shape `extents`, its values to come."""

    name: str
    dtype: str
    extents: tuple[Expr, ...]
    span: Span
    saved: str = ""  # whose last call left its values, which nothing may read (`blank_notes`)


@dataclass(frozen=True)
class Associate:
    """`name` is from here on the elements of `source` (None: of what it is), of type `dtype`, in
    storage order in the shape `extents` (None: as it is; a first one None: the rest). Of
    `elements` only single ones are used; `pairs` are complex."""

    name: str
    dtype: str
    source: Expr | None
    extents: tuple[Expr | None, ...] | None
    span: Span
    elements: bool = False
    pairs: bool = False


@dataclass(frozen=True)
class Block:
    """`body`, to whose end every `Leave` of this `label` in it goes."""

    label: int
    body: tuple[Statement, ...]
    span: Span


@dataclass(frozen=True)
class Leave:
    label: int
    span: Span


@dataclass(frozen=True)
class Break:
    span: Span


@dataclass(frozen=True)
class Continue:
    span: Span


@dataclass(frozen=True)
class If:
    """`span` covers `if condition`; an `elif` is an If alone in `orelse`."""

    condition: Expr
    then: tuple[Statement, ...]
    orelse: tuple[Statement, ...]
    span: Span


@dataclass(frozen=True)
class Return:
    """`values` is None for a bare `return`, else what is returned (a tuple's items one by one)."""

    values: tuple[Expr, ...] | None
    span: Span


@dataclass(frozen=True)
class Pass:
    span: Span


@dataclass(frozen=True)
class Assert:
    """`text` is what is fixed of what it says where it fails; `asked` is the source's condition."""

    condition: Expr
    span: Span
    text: str = ""
    asked: str = ""


@dataclass(frozen=True)
class Define:
    """A function inside another; what it takes from around it is looked up when it is called."""

    function: Function
    span: Span


@dataclass(frozen=True)
class LeftOut:
    """A call or `with`: `what` of `root` ("": told), nothing while all that is `empty` is None."""

    what: str
    root: Name
    span: Span
    empty: tuple[Name, ...] = ()


@dataclass(frozen=True)
class Refused:
    """Statements behind the fence: `faults` is what to say of them if they are reached."""

    faults: tuple[Diagnostic, ...]
    span: Span


@dataclass(frozen=True)
class Raise:
    """`raise exception(text)`: the exception's name, and its text as far as that is fixed."""

    exception: str
    text: str
    span: Span


@dataclass(frozen=True)
class Evaluate:
    """An expression as a statement (a call of a function that writes its arguments)."""

    value: Expr
    span: Span


Statement = (
    Assign | AugmentedAssign | For | While | Break | Continue | If | Return | Pass | Assert
    | Raise | Define | LeftOut | Refused | Evaluate | Declare | Associate | Block | Leave
)  # fmt: skip


@dataclass(frozen=True)
class Parameter:
    """`annotation` is the source's text, without quotes; `star` is `*` or `**`, or "" for one."""

    name: str
    annotation: str | None
    default: Expr | None
    span: Span
    annotation_span: Span | None = None
    keyword_only: bool = False
    star: str = ""


@dataclass(frozen=True)
class Function:
    """`span`: `def name`. `elemental`: it takes arrays for scalars, for arrays ones of more than
    `ranks` axes. `passed_over` decorators change nothing. A program (`of_file`) has `outputs`."""

    name: str
    parameters: tuple[Parameter, ...]
    body: tuple[Statement, ...]
    span: Span
    docstring: str | None = None
    elemental: bool = False
    ranks: tuple[tuple[str, int], ...] = ()
    passed_over: tuple[Name, ...] = ()
    handed_on: bool = False
    captures: frozenset[str] = frozenset()
    written_out: bool = False
    stays: bool = False  # calls of it may stay calls, though it is `written_out` else
    of_file: bool = False
    outputs: tuple[str, ...] = ()


@dataclass(frozen=True)
class Class:
    """What a class's text binds. `kind`: "tuple", "data", "plain", or, of members, "enum",
    "numbers", "texts". It declares `parameters`, methods set `attributes`, others, too, `by_name`;
    later, if it is `changed`, not if `frozen`. What subscripts of `exposed` give may change."""

    name: str
    parameters: tuple[Parameter, ...]
    kind: str
    functions: tuple[Function, ...]
    properties: tuple[Function, ...]
    constants: tuple[Parameter, ...]
    span: Span
    changed: bool = False
    frozen: bool = False
    makers: tuple[Function, ...] = ()
    statics: tuple[Function, ...] = ()
    setters: tuple[Function, ...] = ()
    bases: tuple[Expr, ...] = ()
    attributes: tuple[str, ...] = ()
    abstract: frozenset[str] = frozenset()
    exposed: frozenset[tuple[str, int]] = frozenset()
    by_name: bool = False


@dataclass(frozen=True)
class Module:
    """One source file. `rejected`: functions behind the fence, with what to say; `sizes` that it
    declares; `shared` module variables, with their names; `stop` is set where it stops; `written`
    arrays may change; `implicit` is what comments say; `unsettled` names are unknown, `late` to
    what reads them; `first` as at the first call; `watch`: what it may do; `unrounded` numbers."""

    file: str
    text: str
    language: str
    functions: tuple[Function, ...]
    constants: tuple[Assign, ...]
    imports: tuple[Import, ...]
    rejected: tuple[tuple[str, AdcError], ...] = ()
    sizes: tuple[str, ...] = ()
    shared: tuple[tuple[str, str], ...] = ()
    stop: str = ""
    written: frozenset[str] = frozenset()
    classes: tuple[Class, ...] = ()
    implicit: tuple[Directive, ...] = ()
    unsettled: tuple[tuple[str, Note], ...] = ()
    first: frozenset[str] = frozenset()
    watch: Any = field(default=None, compare=False, repr=False)
    others: tuple[str, ...] = ()
    open: tuple[Class, ...] = ()
    late: tuple[tuple[str, AdcError], ...] = ()
    unrounded: bool = False

    def find(self, name: str) -> Function | None:
        """The function `name`, None where there is none; raises where it is rejected."""
        for rejected, error in self.rejected:
            if rejected == name:
                raise error
        return next((f for f in self.functions if f.name == name), None)
