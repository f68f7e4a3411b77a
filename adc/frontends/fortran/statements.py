"""One line of Fortran: `read` tells what it is and reads it."""

from __future__ import annotations

import re
from collections.abc import Callable
from difflib import get_close_matches

from lark import Tree

from adc.diagnostics import AdcError, Span
from adc.frontends.fortran import classify, constructs, declarations, openings, transfers
from adc.frontends.fortran.expressions import expression, optional
from adc.frontends.fortran.faults import unclosed
from adc.frontends.fortran.grammar import Node, ParseTree, Part
from adc.frontends.fortran.headings import Contains, Else, Format, Include, Item
from adc.frontends.fortran.line import Line, label_of
from adc.frontends.fortran.tree import (
    Allocate,
    Apply,
    Argument,
    Assign,
    Bounds,
    Call,
    Component,
    ComputedGoto,
    Continue,
    Cycle,
    Deallocate,
    Exit,
    Expr,
    Goto,
    Keyword,
    Name,
    Number,
    PointTo,
    Return,
    Section,
    Stop,
    path_of,
)
from adc.frontends.fortran.width import cut_off

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_LABEL = re.compile(r"\d+")
_LABELS = re.compile(r" ?,? ?\((\d+(?: ?, ?\d+)*) ?\)")
_ASSIGNED = re.compile(r"(\d+) ?to ?([a-z][a-z0-9_]*)")


def read(line: Line) -> Item:
    """What the line is; raises AdcError where it is no Fortran, or none that adc reads."""
    try:
        if line.fault is not None:
            raise line.fault
        return _read(line)
    except AdcError as error:
        raise cut_off(error, line) from None
    except RecursionError:
        message = "this statement is nested too deeply"
        way_out = "assign its parts to variables first"
        raise AdcError.of("ADC0155", message, line.whole, help=way_out) from None


def _read(line: Line) -> Item:
    if classify.assigns(line):
        return _assignment(line)
    heading = openings.end(line) or openings.procedure(line)
    if heading is not None:
        return heading
    name, at = classify.construct_name(line)
    word, behind = classify.keyword(line, at)
    if name and word not in _NAMED:
        message = f"only a construct can have a name, such as `{name}`"
        raise AdcError.of("ADC0155", message, line.span(0, at - 1), help="remove the name")
    return _READERS.get(word, _unknown)(line, name, word, behind)


#: What to do about statements that adc knows and does not support.
_WAYS_OUT = {
    "nullify": "use allocatable arrays instead of pointers",
    "select rank": "write a routine for each rank",
    "byte": "declare it as `integer`",
}

Reader = Callable[[Line, str, str, int], Item]


def _unknown(line: Line, name: str, word: str, at: int) -> Item:
    """The diagnostic for a line that begins with no keyword that adc knows."""
    if classify.is_pointer_assignment(line):
        return _pointing(line)
    if word and word != "end":
        message = f"`{word}` is not supported"
        way_out = _WAYS_OUT.get(word, "remove it")
        raise AdcError.of("ADC0157", message, classify.keyword_span(line, at), help=way_out)
    if classify.outer_equals(line.text) is not None:
        return _assignment(line)  # whatever stands before the `=` is what is wrong
    opened = unclosed(line.text, len(line.text))
    if opened is not None:
        span = line.span(opened, opened + 1)
        raise AdcError.of("ADC0155", "`(` is never closed", span, help="close it")
    if word == "end":
        message = "this END closes nothing that Fortran has"
        raise AdcError.of("ADC0156", message, line.whole, help="write END with DO, IF and the like")
    found = _NAME.match(line.text)
    shown = found.group() if found else line.text[:1]
    span = line.span(0, max(len(shown), 1))
    message = f"`{shown}` does not begin a statement of Fortran"
    close = get_close_matches(shown, _WORDS, 1) if found else []
    way_out = f"write `{close[0]}`" if close else "write a statement of Fortran, or remove the line"
    if span.column == 1 and not line.fixed and re.match(r"c\b(?! *[=(%])|\*", line.text):
        way_out = "if this is a comment, the file is in fixed form: say so with `--fixed`"
    raise AdcError.of("ADC0156", message, span, help=way_out)


# -- assignments and calls -------------------------------------------------------------------------


def _assignment(line: Line) -> Assign:
    part = Part(line)
    target, value = _children(part.parse("assignment"))
    return Assign(expression(target, part), expression(value, part), line.whole, line.label)


def _pointing(line: Line) -> PointTo:
    part, at = Part(line), line.text.index("=>")
    target, value = _children(part.parse("pointer_assignment"))
    given = expression(target, part), expression(value, part)
    return PointTo(*given, line.span(at, at + 2), line.label)


def _nullify(line: Line, name: str, word: str, at: int) -> Item:
    """`nullify (p)` of one name, or of components."""
    part = Part(line, at - len(word))
    node = part.parse("call")
    assert isinstance(node, Tree)
    called = expression(node.children[0], part)
    given = called.arguments if isinstance(called, Apply) else ()
    paths = [path_of(a) if isinstance(a, Component) else "" for a in given]
    if given and all(paths):
        return Deallocate(tuple(paths), line.whole, line.label)
    if len(given) != 1 or not isinstance(given[0], Name):
        return _unknown(line, name, word, at)
    span = classify.keyword_span(line, at)
    return PointTo(given[0], Apply("null", (), span, span), span, line.label)


def _call(line: Line, name: str, word: str, at: int) -> Call:
    part = Part(line, at)
    node = part.parse("call")
    assert isinstance(node, Tree)
    called = expression(node.children[0], part)
    if isinstance(called, Name):
        return Call(called.name, (), line.whole, line.label)
    if isinstance(called, Component):
        given = called.arguments or ()
        return Call(called.name, given, line.whole, line.label, called.owner)
    assert isinstance(called, Apply)
    return Call(called.name, called.arguments, line.whole, line.label)


# -- jumps -----------------------------------------------------------------------------------------


def _goto(line: Line, name: str, word: str, at: int) -> Item:
    text = line.text[at:]
    if _LABEL.fullmatch(text):
        label = label_of(text, line.span(at, len(line.text)))
        return Goto(label, line.whole, line.label)
    if not text.startswith("("):
        found = _NAME.match(text)
        span = line.span(at, at + (found.end() if found else 1)) if text else line.whole
        if not found:
            raise AdcError.of("ADC0155", "a label is missing", span, help="write `go to 10`")
        return _assigned_goto(line, at, Name(found.group(), span))
    part = Part(line, at)
    *labels, selector = _children(part.parse("computed_goto"))
    targets = tuple(label_of(str(label), line.whole) for label in labels)
    return ComputedGoto(targets, expression(selector, part), line.whole, line.label)


def _assigned_goto(line: Line, at: int, variable: Name) -> ComputedGoto:
    """`go to next, (10, 20)`: to the label that an ASSIGN has given the integer."""
    listed = _LABELS.fullmatch(line.text, at + len(variable.name))
    if listed is None:
        raise AdcError.of(
            "ADC0157", "a GO TO to an assigned label without the labels that it may be is not"
            " supported", variable.span, help=f"write `go to {variable.name}, (10, 20)`",
        )  # fmt: skip
    targets = tuple(label_of(text, line.whole) for text in _LABEL.findall(listed.group(1)))
    return ComputedGoto(targets, variable, line.whole, line.label, assigned=True)


def _assign(line: Line, name: str, word: str, at: int) -> Assign:
    """`assign 10 to next`: the integer holds the label's number, which only GO TOs may ask for
    (FORTRAN 77, 10.3)."""
    found = _ASSIGNED.fullmatch(line.text, at)
    if found is None:
        message = "ASSIGN needs a label and an integer"
        raise AdcError.of("ADC0155", message, line.whole, help="write `assign 10 to next`")
    label = label_of(found.group(1), line.span(*found.span(1)))
    target = Name(found.group(2), line.span(*found.span(2)))
    value = Number(str(label), "integer", line.span(*found.span(1)))
    return Assign(target, value, line.whole, line.label)


def _leave(line: Line, name: str, word: str, at: int) -> Cycle | Exit:
    loop = line.text[at:]
    if loop and not _NAME.fullmatch(loop):
        span = line.span(at, len(line.text))
        message = f"unexpected `{loop}`"
        raise AdcError.of("ADC0155", message, span, help="write a loop's name, or nothing")
    kind = Cycle if word == "cycle" else Exit
    return kind(loop, line.whole, line.label)


def _continue(line: Line, name: str, word: str, at: int) -> Continue:
    _nothing(line, word, at)
    return Continue(line.whole, line.label)


def _return(line: Line, name: str, word: str, at: int) -> Return:
    if line.text[at:]:
        part = Part(line, at)
        return Return(line.whole, line.label, expression(part.parse("expr"), part))
    return Return(line.whole, line.label)


def _stop(line: Line, name: str, word: str, at: int) -> Stop:
    part = Part(line, at)
    code = _children(part.parse("stop"))[0]
    optional(code, part)  # read for its errors: the code is for the system alone
    return Stop(line.whole, word == "error stop", line.label)


def _nothing(line: Line, word: str, at: int) -> None:
    if line.text[at:]:
        span = line.span(at, len(line.text))
        message = f"unexpected `{line.text[at:]}`"
        raise AdcError.of("ADC0155", message, span, help=f"end the line behind `{word}`")


# -- storage ---------------------------------------------------------------------------------------


def _allocate(line: Line, name: str, word: str, at: int) -> Allocate:
    part = Part(line, at)
    items: list[tuple[str, tuple[Bounds, ...], Span]] = []
    status: Expr | None = None
    source: Expr | None = None
    children = _children(part.parse("allocate"))
    options = [str(c.children[0]) for c in children if _is_option(c)]
    shaped = next((o for o in options if o in ("source", "mold")), "")
    found = [expression(c, part) for c in children if not _is_option(c)]
    bare = [getattr(f, "arguments", None) is None for f in found]
    others = {*options} - {"stat", "errmsg"}
    alike = bool(shaped) and len(others) == 1 and all(bare)
    for child in children:
        if _is_option(child) and child.children[0] == "mold" and (alike or not any(bare)):
            # Of a mold the shape is taken. No program reads the values: there are none.
            source = expression(child.children[1], part) if alike else None
        elif _is_option(child) and child.children[0] == "source":
            source = expression(child.children[1], part)
        elif _is_option(child):
            status = _option(child, part, status)
    for one in found:
        items.append((_path(one), (), one.span) if alike else _allocated(one, shaped))
    return Allocate(tuple(items), line.whole, line.label, status, source)


def _is_option(node: Node) -> bool:
    return isinstance(node, Tree) and node.data == "option"


def _allocated(found: Expr, shaped: str) -> tuple[str, tuple[Bounds, ...], Span]:
    """What is allocated, with its bounds; components as in `state%u`."""
    name = _path(found)
    if isinstance(found, Name) and not shaped:
        return name, (), found.span  # of a scalar, or refused where the name has a meaning
    if not isinstance(found, (Apply, Component)) or found.arguments is None:
        raise unbounded(name, found.span, shaped)
    return name, tuple(_allocated_bounds(a, name) for a in found.arguments), found.span


def _allocated_bounds(given: Argument, name: str) -> Bounds:
    if isinstance(given, Keyword) or (isinstance(given, Section) and given.step is not None):
        message = f"this is no bound of `{name}`"
        raise AdcError.of("ADC0155", message, given.span, help=f"write `{name}(n)`")
    if not isinstance(given, Section):
        return Bounds(None, given, False, given.span)
    if given.stop is None:
        message = f"an extent of `{name}` is missing"
        raise AdcError.of("ADC0155", message, given.span, help="write the upper bound")
    return Bounds(given.start, given.stop, False, given.span)


def _path(found: Expr) -> str:
    """The name of what is allocated or freed; raises ADC0157 for components of elements."""
    if isinstance(found, Component):
        owner = found.owner
        if isinstance(owner, (Name, Component)):
            outer = _path(owner)
            if not isinstance(owner, Component) or owner.arguments is None:
                return f"{outer}%{found.name}"
        message = "the component of an element is not supported here"
        way_out = "give all elements arrays of one size: `real :: x(n, m)` in place of them"
        raise AdcError.of("ADC0157", message, found.span, help=way_out)
    return getattr(found, "name", "")


def unbounded(name: str, span: Span, shaped: str = "") -> AdcError:
    """`name` is allocated without bounds, which `shaped` (`source`, `mold` or nothing) gives."""
    if not shaped:
        message, way_out = f"the bounds of `{name}` are missing", f"write `{name}(n)`"
        return AdcError.of("ADC0155", message, span, help=way_out)
    message = f"bounds that `{shaped}=` gives are not supported"
    way_out = f"write them, as in `{name}(n)`, or assign to the whole array in place of ALLOCATE"
    return AdcError.of("ADC0157", message, span, help=way_out)


def _option(node: ParseTree, part: Part, status: Expr | None) -> Expr | None:
    """The variable of `stat=`; `errmsg=` changes nothing where all goes well."""
    word, value = node.children
    if word == "stat":
        return expression(value, part)
    if word != "errmsg":
        message = f"`{word}=` is not supported here"
        raise AdcError.of(
            "ADC0157", message, part.span(node), help="give the bounds, and assign to the array"
        )
    return status


def _deallocate(line: Line, name: str, word: str, at: int) -> Deallocate:
    part = Part(line, at)
    names: list[str] = []
    status: Expr | None = None
    for child in _children(part.parse("deallocate")):
        if isinstance(child, Tree) and child.data == "option":
            status = _option(child, part, status)
            continue
        found = expression(child, part)
        if not isinstance(found, (Name, Component)) or getattr(found, "arguments", None):
            message = "only whole arrays can be deallocated"
            raise AdcError.of("ADC0155", message, found.span, help="write the array's name alone")
        names.append(_path(found))
    return Deallocate(tuple(names), line.whole, line.label, status)


def _children(node: Node) -> list[Node]:
    assert isinstance(node, Tree)
    return node.children


# -- the table -------------------------------------------------------------------------------------


def _else(line: Line, name: str, word: str, at: int) -> Else:
    constructs.name_or_nothing(line, at)
    return Else(line.whole)


def _contains(line: Line, name: str, word: str, at: int) -> Contains:
    _nothing(line, word, at)
    return Contains(line.whole)


def _type(line: Line, name: str, word: str, at: int) -> Item:
    if not line.text.startswith("(", at):
        return openings.definition(line, word, at)
    return declarations.type_declaration(line)


def _include(line: Line, name: str, word: str, at: int) -> Include:
    path = line.text[at:]
    if len(path) < 2 or path[0] not in "'\"" or path[-1] != path[0]:
        message = "`include` needs the name of a file between quotes"
        raise AdcError.of("ADC0155", message, line.whole, help="write `include 'name'`")
    return Include(path[1:-1], line.whole)


_NAMED = (
    "if", "do", "do while", "do concurrent", "where", "forall", "select case", "select type",
    "select rank", "block", "associate", "critical",
)  # fmt: skip

_READERS: dict[str, Reader] = {
    "if": lambda line, name, word, at: constructs.branch(line, name, at, read),
    "else if": lambda line, name, word, at: constructs.else_if(line, at),
    "else": _else,
    "nullify": _nullify,
    "do": lambda line, name, word, at: constructs.loop(line, name, at),
    "do while": lambda line, name, word, at: constructs.do_with(line, name, "while", at),
    "do concurrent": lambda line, name, word, at: constructs.do_with(line, name, "concurrent", at),
    "where": lambda line, name, word, at: constructs.where(line, name, at, read),
    "else where": lambda line, name, word, at: constructs.else_where(line, at),
    "forall": lambda line, name, word, at: constructs.forall(line, name, at, read),
    "select case": lambda line, name, word, at: constructs.select(line, name, at),
    "select type": lambda line, name, word, at: constructs.select_type(line, name, at),
    "case": lambda line, name, word, at: constructs.case(line, at),
    "case default": lambda line, name, word, at: constructs.case_default(line, at),
    "block": lambda line, name, word, at: constructs.block(line, name, word),
    "associate": lambda line, name, word, at: constructs.associate(line, name, at),
    "critical": lambda line, name, word, at: constructs.block(line, name, word),
    "call": _call,
    "go to": _goto,
    "assign": _assign,
    "cycle": _leave,
    "exit": _leave,
    "continue": _continue,
    "return": _return,
    "stop": _stop,
    "error stop": _stop,
    "allocate": _allocate,
    "deallocate": _deallocate,
    "type": _type,
    "include": _include,
    "entry": lambda line, name, word, at: openings.entry(line, at),
    "contains": _contains,
    "format": lambda line, name, word, at: Format(line.whole, line.label),
}
_READERS |= dict.fromkeys(
    ("real", "integer", "logical", "character", "complex", "double precision", "double complex",
     "class"),
    lambda line, name, word, at: declarations.type_declaration(line),
)  # fmt: skip
_READERS |= dict.fromkeys(
    ("type is", "class is", "class default"),
    lambda line, name, word, at: constructs.type_case(line, word, at),
)
_READERS |= dict.fromkeys(
    declarations.READERS,
    lambda line, name, word, at: declarations.READERS[word](line, at),
)
_READERS |= dict.fromkeys(
    ("dimension", "save", "external", "intrinsic", "intent", "optional", "allocatable", "pointer",
     "target", "value", "volatile", "asynchronous", "contiguous", "protected", "public",
     "private", "bind"),
    lambda line, name, word, at: declarations.attribute_statement(line, word, at),
)  # fmt: skip
_READERS |= dict.fromkeys(
    ("namelist", "import", "procedure", "module procedure", "generic", "final",
     "sequence", "enumerator", "codimension"),
    lambda line, name, word, at: declarations.unsupported(line, word, at),
)  # fmt: skip
_READERS |= dict.fromkeys(
    ("interface", "abstract interface", "enum"),
    lambda line, name, word, at: openings.definition(line, word.split()[-1], at),
)
_READERS |= dict.fromkeys(
    ("module", "submodule", "program", "block data"),
    lambda line, name, word, at: openings.container(line, word, at),
)
_READERS |= dict.fromkeys(
    ("subroutine", "function"),
    lambda line, name, word, at: openings.plain_procedure(line, word, at),
)
_READERS |= dict.fromkeys(
    transfers.KEYWORDS, lambda line, name, word, at: transfers.transfer(line, word, at)
)
_WORDS = tuple(word for word in _READERS if " " not in word)
