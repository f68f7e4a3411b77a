"""Lines that open and divide blocks: IF, DO, WHERE, FORALL, SELECT CASE; and one-line forms."""

from __future__ import annotations

import re
from collections.abc import Callable

from lark import Tree

from adc.diagnostics import AdcError
from adc.frontends.fortran.classify import closing
from adc.frontends.fortran.expressions import argument, expression, optional, read_expression
from adc.frontends.fortran.grammar import ParseTree, Part
from adc.frontends.fortran.headings import (
    AssociateHeading,
    BlockHeading,
    CaseHeading,
    DoHeading,
    ElseIf,
    ElseWhere,
    ForallHeading,
    Heading,
    IfThen,
    Item,
    SelectHeading,
    SelectTypeHeading,
    TypeCaseHeading,
    WhereHeading,
)
from adc.frontends.fortran.line import Line, label_of
from adc.frontends.fortran.tree import (
    Allocate,
    ArithmeticIf,
    Assign,
    Call,
    ComputedGoto,
    Continue,
    Cycle,
    Deallocate,
    Exit,
    Expr,
    Forall,
    Goto,
    If,
    InputOutput,
    Keyword,
    PointTo,
    Return,
    Section,
    Stop,
    Triplet,
    Where,
)

Read = Callable[[Line], Item]

_THREE_LABELS = re.compile(r"(\d+),(\d+),(\d+)")
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_LABEL = re.compile(r"(\d+)? ?,?")
_INDEX_TYPE = re.compile(r"integer(\([^()]*\)|\*\d+)?::")
#: What may follow the condition of an IF on its line.
_SIMPLE = (
    Assign, Call, Return, Cycle, Exit, Goto, ComputedGoto, Continue, Stop, InputOutput, Allocate,
    Deallocate, Where, Forall, ArithmeticIf, PointTo,
)  # fmt: skip


def rest(line: Line, at: int) -> Line:
    """What stands behind `at` as a line of its own; without the label, which is the whole's."""
    at += line.text.startswith(" ", at)
    return Line(line.file, line.text[at:], line.places[at:], 0, line.fixed)


def name_or_nothing(line: Line, at: int) -> None:
    """Raises AdcError where something else than a construct's name stands behind `at`."""
    text = line.text[at:].strip()
    if text and not _NAME.fullmatch(text):
        span = line.span(at, len(line.text))
        message = f"unexpected `{text}`"
        raise AdcError.of("ADC0155", message, span, help="end the line before it")


def branch(line: Line, name: str, at: int, read: Read) -> Item:
    """`if (condition) …`: IF THEN, an arithmetic IF, or an IF with its statement."""
    closed = closing(line, at)
    condition = read_expression(line, at + 1, closed)
    behind = rest(line, closed + 1)
    if behind.text == "then":
        return IfThen(condition, line.whole, name, line.label)
    labels = _THREE_LABELS.fullmatch(behind.text)
    if labels:
        less, equal, greater = (label_of(label, behind.whole) for label in labels.groups())
        return ArithmeticIf(condition, (less, equal, greater), line.whole, line.label)
    if not behind.text:
        message = "nothing follows the condition"
        span = line.span(closed, closed + 1)
        raise AdcError.of("ADC0155", message, span, help="write `then` or a statement behind it")
    inner = read(behind)
    if not isinstance(inner, _SIMPLE):
        message = "this statement cannot follow a condition"
        raise AdcError.of("ADC0155", message, behind.whole, help="write IF, THEN and END IF")
    return If(((condition, (inner,), line.whole),), (), line.whole, line.label)


def else_if(line: Line, at: int) -> ElseIf:
    closed = closing(line, at)
    condition = read_expression(line, at + 1, closed)
    behind = rest(line, closed + 1)
    if not behind.text.startswith("then"):
        span = line.span(closed, closed + 1)
        message = "`then` is missing behind the condition"
        raise AdcError.of("ADC0155", message, span, help="add `then`")
    name_or_nothing(behind, len("then"))
    return ElseIf(condition, line.whole)


# -- loops -----------------------------------------------------------------------------------------


def loop(line: Line, name: str, at: int) -> Heading:
    """`do`, `do 10`, `do [10[,]] i = 1, n`, `do [10[,]] while (…)`, `do [10[,]] concurrent (…)`."""
    label = _LABEL.match(line.text, at)
    assert label is not None  # it matches nothing as well
    digits, at = label.group(1), label.end()
    last = label_of(digits, line.span(label.start(), at)) if digits else 0
    text = line.text[at:]
    if not text:
        return DoHeading("", (), None, last, line.whole, name, line.label)
    for word in ("while", "concurrent"):
        found = re.match(word + r" ?(?=\()", text)
        if found and not re.match(word + r"=", text):
            return do_with(line, name, word, at + found.end(), last)
    part = Part(line, at)
    tree = part.parse("loop")
    assert isinstance(tree, Tree)
    var, start, stop, step = tree.children
    bounds = tuple(expression(child, part) for child in (start, stop, step) if child is not None)
    return DoHeading(str(var), bounds, None, last, line.whole, name, line.label)


def do_with(line: Line, name: str, word: str, at: int, last: int = 0) -> Heading:
    """DO WHILE or DO CONCURRENT (`word`), whose parenthesis opens at `at`."""
    closed = closing(line, at)
    behind = rest(line, closed + 1)
    if behind.text:
        message = f"`{behind.text}` is not supported behind this loop's heading"
        raise AdcError.of("ADC0157", message, behind.whole, help="remove it")
    if word == "while":
        condition = read_expression(line, at + 1, closed)
        return DoHeading("", (), condition, last, line.whole, name, line.label)
    typed = _INDEX_TYPE.match(line.text, at + 1)
    indices, mask = _controls(Part(line, typed.end() if typed else at + 1, closed))
    return ForallHeading(indices, mask, True, line.whole, name, line.label, last)


# -- masks and indices -----------------------------------------------------------------------------


def forall(line: Line, name: str, at: int, read: Read) -> Item:
    closed = closing(line, at)
    indices, mask = _controls(Part(line, at + 1, closed))
    behind = rest(line, closed + 1)
    if not behind.text:
        return ForallHeading(indices, mask, False, line.whole, name, line.label)
    inner = _assignment(behind, read)
    return Forall(indices, mask, (inner,), line.whole, label=line.label)


def _controls(part: Part) -> tuple[tuple[Triplet, ...], Expr | None]:
    """`i = 1:n, j = 1:m:2, mask`."""
    tree = part.parse("controls")
    assert isinstance(tree, Tree)
    indices: list[Triplet] = []
    mask: Expr | None = None
    for child in tree.children:
        if mask is not None:
            message = "nothing may follow the mask"
            raise AdcError.of("ADC0155", message, part.span(child), help="put the mask last")
        if isinstance(child, Tree) and child.data == "triplet":
            indices.append(_triplet(child, part))
        else:
            mask = expression(child, part)
    if not indices:
        message = "an index with its range is missing"
        raise AdcError.of("ADC0155", message, part.whole, help="write `i = 1:n`")
    return tuple(indices), mask


def _triplet(node: ParseTree, part: Part) -> Triplet:
    var, start, stop, step = node.children
    first, last = expression(start, part), expression(stop, part)
    return Triplet(str(var), first, last, optional(step, part), part.span(node))


def where(line: Line, name: str, at: int, read: Read) -> Item:
    closed = closing(line, at)
    mask = read_expression(line, at + 1, closed)
    behind = rest(line, closed + 1)
    if not behind.text:
        return WhereHeading(mask, line.whole, line.label, name)
    inner = _assignment(behind, read)
    return Where(((mask, (inner,), line.whole),), line.whole, line.label)


def else_where(line: Line, at: int) -> ElseWhere:
    if not line.text.startswith("(", at):
        name_or_nothing(line, at)
        return ElseWhere(None, line.whole)
    closed = closing(line, at)
    name_or_nothing(line, closed + 1)
    return ElseWhere(read_expression(line, at + 1, closed), line.whole)


def _assignment(behind: Line, read: Read) -> Assign:
    inner = read(behind)
    if not isinstance(inner, Assign):
        message = "only an assignment can stand here"
        raise AdcError.of("ADC0155", message, behind.whole, help="write an assignment")
    return inner


# -- SELECT CASE -----------------------------------------------------------------------------------


def select(line: Line, name: str, at: int) -> SelectHeading:
    closed = closing(line, at)
    selector = read_expression(line, at + 1, closed)
    behind = rest(line, closed + 1)
    if behind.text:
        message = f"unexpected `{behind.text}`"
        raise AdcError.of("ADC0155", message, behind.whole, help="end the line before it")
    return SelectHeading(selector, line.whole, name, line.label)


def select_type(line: Line, name: str, at: int) -> SelectTypeHeading:
    closed = closing(line, at)
    name_or_nothing(line, closed + 1)
    bound = re.match(r"\( ?([a-z]\w*) ?=>", line.text[at:])
    begin = at + (bound.end() if bound else 1)
    selector = read_expression(line, begin, closed)
    return SelectTypeHeading(
        bound.group(1) if bound else "", selector, line.whole, name, line.label
    )


def type_case(line: Line, word: str, at: int) -> TypeCaseHeading:
    if word == "class default":
        name_or_nothing(line, at)
        return TypeCaseHeading(word, "", line.whole)
    closed = closing(line, at)
    name_or_nothing(line, closed + 1)
    return TypeCaseHeading(word, line.text[at + 1 : closed].strip(), line.whole)


def case(line: Line, at: int) -> CaseHeading:
    closed = closing(line, at)
    name_or_nothing(line, closed + 1)
    part = Part(line, at, closed + 1)
    tree = part.parse("cases")
    assert isinstance(tree, Tree)
    ranges: list[Expr | Section] = []
    for child in tree.children:
        found = argument(child, part)
        assert not isinstance(found, Keyword)
        if isinstance(found, Section) and found.step is not None:
            message = "a range of cases has no step"
            raise AdcError.of("ADC0155", message, found.step.span, help="list the values")
        ranges.append(found)
    return CaseHeading(tuple(ranges), line.whole)


def case_default(line: Line, at: int) -> CaseHeading:
    name_or_nothing(line, at)
    return CaseHeading(None, line.whole)


# -- lines without parts ---------------------------------------------------------------------------


def associate(line: Line, name: str, at: int) -> AssociateHeading:
    part = Part(line, at)
    node = part.parse("associate")
    assert isinstance(node, Tree)
    pairs = []
    for child in node.children:
        own, given = child.children
        selector = argument(given, part)  # in parentheses a variable is a value
        assert not isinstance(selector, (Section, Keyword))
        pairs.append((str(own), selector, part.span(child)))
    return AssociateHeading(tuple(pairs), line.whole, name, line.label)


def block(line: Line, name: str, what: str) -> BlockHeading:
    return BlockHeading(what, line.whole, name, line.label)
