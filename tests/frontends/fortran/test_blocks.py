"""Statements nested: constructs and their ENDs, labelled DO loops, what does not fit."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from adc.diagnostics import AdcError
from adc.frontends.fortran import headings, tree
from adc.frontends.fortran.blocks import nested
from adc.frontends.fortran.statements import read
from tests.frontends.fortran.lines import free


def body(text: str) -> tree.Body:
    items: list[headings.Item] = []
    for line in text.strip().splitlines():
        head, _, rest = line.strip().partition(" ")
        label = int(head) if head.isdigit() else 0
        items.append(read(free(rest.strip() if label else line.strip(), label)))
    return nested(items)


def outline(statements: Sequence[tree.Statement]) -> str:
    """Each statement's kind with its label, and what it holds in braces."""
    return " ".join(one(s) for s in statements)


def one(statement: tree.Statement) -> str:
    label = str(statement.label or "")
    match statement:
        case tree.Assign(target):
            return f"{label}{getattr(target, 'name', '?')}"
        case tree.If(branches, orelse, _, _, name):
            inner = " | ".join(outline(b) for _, b, _ in branches)
            behind = f" else {outline(orelse)}" if orelse else ""
            return f"{label}{name}if{{{inner}{behind}}}"
        case tree.Do(var):
            return f"{label}{statement.name}do {var}{{{outline(statement.body)}}}"
        case tree.DoWhile(condition, inner):
            return f"{label}{'while' if condition else 'do'}{{{outline(inner)}}}"
        case tree.Forall():
            word = "concurrent" if statement.concurrent else "forall"
            return f"{word}{{{outline(statement.body)}}}"
        case tree.Where(branches):
            inner = " | ".join(outline(b) for _, b, _ in branches)
            return f"where{{{inner}}}"
        case tree.Select(_, cases):
            inner = " | ".join(outline(c.body) for c in cases)
            return f"{label}select{{{inner}}}"
    return f"{label}{type(statement).__name__.lower()}"


NESTED = {
    "if": (
        "if (a > 1) then\n b = 1\n else if (a > 2) then\n c = 1\n else\n d = 1\n end if\n e = 1",
        "if{b | c else d} e",
    ),
    "empty parts": ("if (a > 1) then\n else\n end if", "if{}"),
    "one line": ("if (a > 1) b = 2", "if{b}"),
    "named if": ("outer: if (a > 1) then\n b = 1\n end if outer", "outerif{b}"),
    "do": ("do i = 1, n\n a = 1\n end do\n b = 1", "do i{a} b"),
    "named do": ("rows: do i = 1, n\n a = 1\n end do rows", "rowsdo i{a}"),
    "while": ("do while (a > 1)\n a = 1\n end do", "while{a}"),
    "forever": ("do\n if (a > 1) exit\n end do", "do{if{exit}}"),
    "labelled": ("do 10 i = 1, n\n a = 1\n 10 continue\n b = 1", "do i{a 10continue} b"),
    "labelled, other end": ("do 10 i = 1, n\n 10 a = 1\n b = 1", "do i{10a} b"),
    "labelled end do": ("do 10 i = 1, n\n a = 1\n 10 end do\n b = 1", "do i{a 10continue} b"),
    "labelled while": (
        "do 10 while (a > 1)\n b = 1\n 10 continue\n c = 1",
        "while{b 10continue} c",
    ),
    "shared": (
        "do 10 i = 1, n\n a = 1\n do 10 j = 1, m\n do 10 k = 1, l\n b = 1\n 10 continue\n c = 1",
        "do i{a do j{do k{b 10continue}}} c",
    ),
    "inner label": (
        "do 10 i = 1, n\n do 20 j = 1, m\n 20 a = 1\n b = 1\n 10 continue\n c = 1",
        "do i{do j{20a} b 10continue} c",
    ),
    "one after the other": (
        "do 10 i = 1, n\n do 20 j = 1, m\n 20 a = 1\n do 10 k = 1, m\n 10 b = 1\n c = 1",
        "do i{do j{20a} do k{10b}} c",
    ),
    "closed by a one-line if": ("do 10 i = 1, n\n 10 if (a > 1) b = 1\n c = 1", "do i{10if{b}} c"),
    "label of end if": ("if (a > 1) then\n b = 1\n 10 end if\n c = 1", "if{b} 10continue c"),
    "label of an unlabelled loop's end": ("do i = 1, n\n b = 1\n 10 end do", "do i{b 10continue}"),
    "label of end select": (
        "select case (k)\n case (1)\n a = 1\n 10 end select",
        "select{a} 10continue",
    ),
    "select": (
        "select case (k)\n case (1)\n a = 1\n case (2:3, 5)\n b = 1\n case default\n c = 1\n"
        " end select\n d = 1",
        "select{a | b | c} d",
    ),
    "no case": ("select case (k)\n end select", "select{}"),
    "where": (
        "where (a > 1)\n b = 1\n elsewhere (a < 0)\n c = 1\n elsewhere\n d = 1\n end where",
        "where{b | c | d}",
    ),
    "forall": ("forall (i = 1:n)\n a(i) = 1\n end forall", "forall{a}"),
    "concurrent": ("do concurrent (i = 1:n)\n a(i) = 1\n end do", "concurrent{a}"),
    "format": ("10 format (i5)\n a = 1\n 20 format (i6)\n b = 1", "a b"),
    "all in one": (
        "do i = 1, n\n if (a > 1) then\n do 10 j = 1, m\n where (v > 1)\n w = 1\n end where\n"
        " 10 continue\n end if\n end do\n z = 1",
        "do i{if{do j{where{w} 10continue}}} z",
    ),
}


@pytest.mark.parametrize(("text", "expected"), NESTED.values(), ids=NESTED)
def test_nested(text: str, expected: str) -> None:
    assert outline(body(text)) == expected


def test_a_loop_keeps_its_parts() -> None:
    (loop,) = body("rows: do i = 1, n, 2\n a = 1\n end do rows")
    assert isinstance(loop, tree.Do)
    assert (loop.var, loop.name, loop.label) == ("i", "rows", 0)
    assert isinstance(loop.stop, tree.Name) and loop.stop.name == "n"
    assert isinstance(loop.step, tree.Number) and loop.step.text == "2"


REFUSED = {
    "end if missing": ("if (a > 1) then\n b = 1", "ADC0163", "END IF is missing"),
    "end do missing": ("do i = 1, n\n b = 1", "ADC0163", "END DO is missing"),
    "wrong end": ("do i = 1, n\n b = 1\n end if", "ADC0163", "END DO is missing"),
    "crossed": (
        "do i = 1, n\n if (a > 1) then\n end do\n end if", "ADC0163", "END IF is missing"),
    "stray end": ("a = 1\n end do", "ADC0163", "END DO closes or divides no open block"),
    "stray else": ("a = 1\n else", "ADC0163", "ELSE closes or divides no open block"),
    "else after else": (
        "if (a > 1) then\n else\n else\n end if", "ADC0163", "END IF is missing"),
    "no label": (
        "do 10 i = 1, n\n b = 1", "ADC0163", "the label 10 that closes this loop does not follow"),
    "label in an if": (
        "do 10 i = 1, n\n if (a > 1) then\n do 10 j = 1, n\n 10 continue\n end if\n b = 1",
        "ADC0163", "the label 10 that closes this loop does not follow"),
    "label in a loop": (
        "do 10 i = 1, n\n do j = 1, n\n do 10 k = 1, n\n 10 continue\n end do\n b = 1",
        "ADC0163", "the label 10 that closes this loop does not follow"),
    "another name": (
        "x: do i = 1, n\n end do y", "ADC0163", "END DO y closes another construct"),
    "no name": ("x: do i = 1, n\n end do", "ADC0163", "END DO lacks its construct's name"),
    "a name of nothing": (
        "if (a > 1) then\n end if y", "ADC0163", "END IF y closes another construct"),
    "block": ("block\n b = 1", "ADC0163", "END BLOCK is missing"),
    "associate": (
        "associate (p => a)\n b = p\n end block", "ADC0163", "END ASSOCIATE is missing"),
    "critical": ("critical\n end critical", "ADC0164", "CRITICAL constructs are not supported"),
    "declaration": ("a = 1\n real :: b", "ADC0165", "a declaration among the statements"),
    "unit": ("a = 1\n subroutine s", "ADC0164", "this is not supported here"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "code", "message"), REFUSED.values(), ids=REFUSED)
def test_refused(text: str, code: str, message: str) -> None:
    with pytest.raises(AdcError) as caught:
        body(text)
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.code, diagnostic.message) == (code, message)
    assert diagnostic.span is not None and diagnostic.help
