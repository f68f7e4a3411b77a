"""One line of Fortran: executable statements, constructs, jumps, input and output."""

from __future__ import annotations

import time

import pytest

from adc.diagnostics import AdcError, Span
from adc.frontends.fortran import headings, tree
from adc.frontends.fortran.line import Line
from adc.frontends.fortran.statements import read
from tests.frontends.fortran.lines import FORMS, fixed, free
from tests.frontends.fortran.shown import listed, shown


def both(text: str) -> headings.Item:
    """What `text` is in free form; in fixed form it must be the same but for the file's columns."""
    first, second = (read(form(text)) for form in FORMS)
    assert first == second
    return first


def columns(span: Span | None) -> tuple[int, int]:
    assert span is not None and span.line == span.end_line == 1
    return span.column, span.end_column


@pytest.mark.parametrize(
    ("text", "target", "value"),
    [
        ("x = 1", "x", "integer:1"),
        ("A(I, 2:) = B(I, 2:)", "a(i, integer:2::)", "b(i, integer:2::)"),
        ("if(i) = 3", "if(i)", "integer:3"),
        ("end = 2", "end", "integer:2"),
        ("realx = 1", "realx", "integer:1"),
        ("do10i = 1.5", "do10i", "real:1.5"),
        ("do10i = f(1, 2)", "do10i", "f(integer:1, integer:2)"),
        ("dox = [1, 2]", "dox", "[integer:1, integer:2]"),
        ("call = call(goto)", "call", "call(goto)"),
        ("write(6) = 2", "write(integer:6)", "integer:2"),
        ("data(1) = x == y", "data(integer:1)", "(x == y)"),
        ("p%q(i)%r = 0", "p%q(i)%r", "integer:0"),
        ("s(index('(=', c)) = ')'", "s(index('(=', c))", "')'"),
        ("endif = 1", "endif", "integer:1"),
        ("then = 1", "then", "integer:1"),
    ],
)
def test_assignments(text: str, target: str, value: str) -> None:
    found = both(text)
    assert isinstance(found, tree.Assign)
    assert (shown(found.target), shown(found.value)) == (target, value)
    assert columns(found.span) == (1, len(text) + 1)


def test_an_assignment_in_fixed_form_that_looks_like_a_loop() -> None:
    assert isinstance(read(fixed("DO 10 I = 1.5")), tree.Assign)
    assert isinstance(read(fixed("DO 10 I = 1, 5")), headings.DoHeading)
    assert isinstance(read(fixed("DO 10 I = A(1, 5)")), tree.Assign)
    with pytest.raises(AdcError, match="ends too early"):
        read(free("do 10 i = 1.5"))


@pytest.mark.parametrize(
    ("text", "name", "arguments"),
    [
        ("call f", "f", ""),
        ("CALL F()", "f", ""),
        ("call step(u, u(1, j), 2.0*x, n=m)", "step", "u, u(integer:1, j), (real:2.0 * x), n=m"),
        ("call f((x), (x+y))", "f", "(() x), (x + y)"),
    ],
)
def test_calls(text: str, name: str, arguments: str) -> None:
    found = both(text)
    assert isinstance(found, tree.Call)
    assert (found.name, listed(found.arguments)) == (name, arguments)


def test_if() -> None:
    heading = both("if (a .gt. b) then")
    assert isinstance(heading, headings.IfThen)
    assert shown(heading.condition) == "(a > b)" and heading.name == ""
    named = read(free("outer: if (a) then", label=7))
    assert isinstance(named, headings.IfThen) and (named.name, named.label) == ("outer", 7)
    other = both("else if (x == ')') then")
    assert isinstance(other, headings.ElseIf) and shown(other.condition) == "(x == ')')"
    assert isinstance(both("elseif (x) then"), headings.ElseIf)
    assert isinstance(both("else"), headings.Else)


def test_one_line_if_holds_its_statement() -> None:
    found = read(free("if (a(1) < b) x(i) = c", label=20))
    assert isinstance(found, tree.If) and found.label == 20 and found.orelse == ()
    ((condition, (statement,), span),) = found.branches
    assert shown(condition) == "(a(integer:1) < b)"
    assert isinstance(statement, tree.Assign) and statement.label == 0
    assert columns(statement.span) == (15, 23) and columns(statement.value.span) == (22, 23)
    assert columns(span) == (1, 23)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("if (a) call f", tree.Call),
        ("if (a) go to 10", tree.Goto),
        ("if (a) goto (1, 2), k", tree.ComputedGoto),
        ("if (a) return", tree.Return),
        ("if (a) cycle", tree.Cycle),
        ("if (a) exit outer", tree.Exit),
        ("if (a) stop 'no'", tree.Stop),
        ("if (a) print *, x", tree.InputOutput),
        ("if (a) if = 3", tree.Assign),
        ("if (a) then = 3", tree.Assign),
        ("if (a) continue", tree.Continue),
        ("if (a) allocate(b(n))", tree.Allocate),
        ("if (a) where (b > 0) b = 0", tree.Where),
    ],
)
def test_what_one_line_if_can_hold(text: str, kind: type) -> None:
    found = both(text)
    assert isinstance(found, tree.If)
    assert isinstance(found.branches[0][1][0], kind)


def test_arithmetic_if() -> None:
    found = read(fixed("IF (X - Y) 10, 20, 30", label=5))
    assert isinstance(found, tree.ArithmeticIf)
    assert (shown(found.selector), found.targets, found.label) == ("(x - y)", (10, 20, 30), 5)


@pytest.mark.parametrize(
    ("text", "var", "bounds", "condition", "last"),
    [
        ("do i = 1, n", "i", "integer:1, n", "", 0),
        ("do 10 i = 1, n", "i", "integer:1, n", "", 10),
        ("do 10, i = n, 1, -1", "i", "n, integer:1, (- integer:1)", "", 10),
        ("DO 10 E3 = 1, 5", "e3", "integer:1, integer:5", "", 10),
        ("do, i = 1, n", "i", "integer:1, n", "", 0),
        ("do", "", "", "", 0),
        ("do 10", "", "", "", 10),
        ("do while (x > 0)", "", "", "(x > integer:0)", 0),
        ("do 20 while (x > 0)", "", "", "(x > integer:0)", 20),
        ("do 20, while (x)", "", "", "x", 20),
    ],
)
def test_loops(text: str, var: str, bounds: str, condition: str, last: int) -> None:
    found = both(text)
    assert isinstance(found, headings.DoHeading)
    assert (found.var, listed(found.bounds)) == (var, bounds)
    assert (shown(found.condition), found.last) == (condition, last)


def test_named_loops() -> None:
    found = both("rows: do i = 1, n")
    assert isinstance(found, headings.DoHeading) and found.name == "rows"
    assert isinstance(both("cycle rows"), tree.Cycle)
    left = both("exit rows")
    assert isinstance(left, tree.Exit) and left.loop == "rows"
    assert both("end do rows") == headings.End("do", "rows", left_span("end do rows"))
    with pytest.raises(AdcError, match="only a construct can have a name"):
        read(free("rows: x = 1"))


def left_span(text: str) -> Span:
    return Span("k.f90", 1, 1, 1, len(text) + 1)


def test_do_concurrent_and_forall() -> None:
    found = both("do concurrent (i = 1:n, j = 1:m:2, a(i) > 0)")
    assert isinstance(found, headings.ForallHeading) and found.concurrent
    assert listed(found.indices) == "i=integer:1:n:, j=integer:1:m:integer:2"
    assert shown(found.mask) == "(a(i) > integer:0)"
    typed = both("do concurrent (integer :: i = 1:n)")
    assert isinstance(typed, headings.ForallHeading) and listed(typed.indices) == "i=integer:1:n:"
    construct = both("forall (i = 1:n, j = 1:m, i /= j)")
    assert isinstance(construct, headings.ForallHeading) and not construct.concurrent
    line = both("forall (i = 1:n) a(i) = b(i)")
    assert isinstance(line, tree.Forall) and line.mask is None
    (inner,) = line.body
    assert isinstance(inner, tree.Assign) and shown(inner.target) == "a(i)"


def test_where() -> None:
    construct = both("where (a > 0)")
    assert isinstance(construct, headings.WhereHeading) and shown(construct.mask) == (
        "(a > integer:0)"
    )
    line = both("where (a > 0) b = sqrt(a)")
    assert isinstance(line, tree.Where)
    ((mask, (inner,), _),) = line.branches
    assert shown(mask) == "(a > integer:0)" and isinstance(inner, tree.Assign)
    other = both("elsewhere (b < c)")
    assert isinstance(other, headings.ElseWhere) and shown(other.mask) == "(b < c)"
    last = both("else where")
    assert isinstance(last, headings.ElseWhere) and last.mask is None


def test_select_case() -> None:
    found = both("select case (k + 1)")
    assert isinstance(found, headings.SelectHeading) and shown(found.selector) == "(k + integer:1)"
    case = both("case (1, 3:5, :-2, 8:)")
    assert isinstance(case, headings.CaseHeading) and case.ranges is not None
    expected = "integer:1, integer:3:integer:5:, :(- integer:2):, integer:8::"
    assert listed(case.ranges) == expected
    default = both("case default")
    assert isinstance(default, headings.CaseHeading) and default.ranges is None


def test_jumps() -> None:
    assert isinstance(both("go to 10"), tree.Goto)
    found = read(fixed("GOTO 120", label=3))
    assert isinstance(found, tree.Goto) and (found.target, found.label) == (120, 3)
    computed = both("go to (10, 20, 10), i + 1")
    assert isinstance(computed, tree.ComputedGoto)
    assert (computed.targets, shown(computed.selector)) == ((10, 20, 10), "(i + integer:1)")
    labelled = read(fixed("CONTINUE", label=99))
    assert isinstance(labelled, tree.Continue) and labelled.label == 99
    assert isinstance(both("return"), tree.Return)
    stop, error = both("stop 3"), both("error stop 'singular matrix'")
    assert isinstance(stop, tree.Stop) and not stop.error
    assert isinstance(error, tree.Stop) and error.error


@pytest.mark.parametrize(
    ("text", "what", "assigned"),
    [
        ("print *, 'x = ', x, (a(i), i = 1, n)", "print", ""),
        ("print '(a)', s", "print", ""),
        ("print*", "print", ""),
        ("write (*, *) a", "write", ""),
        ("write (6, 100, err=20) a, b", "write", ""),
        ("write (unit=6, fmt='(3f8.3)', iostat=k) (a(i), i = 1, 3)", "write", "k"),
        ("read (5, *, end=10) n, (x(i), i = 1, n)", "read", "n, x(i), i"),
        ("read *, x", "read", "x"),
        ("read (5, nml=setup, iostat=ios)", "read", "ios, setup"),
        ("read (5, setup)", "read", "setup"),
        ("read (5, '(a)')", "read", ""),
        ("read (5, 100)", "read", ""),
        ("open (unit=3, file='a.dat', status='old', newunit=u)", "open", "u"),
        ("close (3)", "close", ""),
        ("inquire (file='a', exist=there)", "inquire", "there"),
        ("rewind 3", "rewind", ""),
        ("backspace (3)", "backspace", ""),
        ("end file 3", "end file", ""),
        ("flush (6)", "flush", ""),
    ],
)
def test_input_and_output(text: str, what: str, assigned: str) -> None:
    found = both(text)
    assert isinstance(found, tree.InputOutput)
    assert (found.what, listed(found.assigned)) == (what, assigned)


def test_the_variable_that_a_write_has_for_its_unit() -> None:
    for text, unit in [("write (line, '(i3)') k", "line"), ("write (unit=u) k", "u")]:
        found = both(text)
        assert isinstance(found, tree.InputOutput) and shown(found.unit) == unit
    numbered = both("write (6, '(i3)') k")
    assert isinstance(numbered, tree.InputOutput) and numbered.unit is None


def test_allocation() -> None:
    found = both("allocate (a(n), b(0:m, 2*k), stat=ierr)")
    assert isinstance(found, tree.Allocate)
    items = [(name, listed(bounds)) for name, bounds, _ in found.items]
    assert items == [("a", ":n"), ("b", "integer:0:m, :(integer:2 * k)")]
    assert shown(found.status) == "ierr"
    filled = both("allocate (a(n), source=2*b)")
    assert isinstance(filled, tree.Allocate) and shown(filled.source) == "(integer:2 * b)"
    freed = both("deallocate (a, b)")
    assert isinstance(freed, tree.Deallocate) and freed.names == ("a", "b")


@pytest.mark.parametrize(
    ("text", "what", "name"),
    [
        ("end", "", ""),
        ("end if", "if", ""),
        ("endif outer", "if", "outer"),
        ("enddo", "do", ""),
        ("end select", "select", ""),
        ("end where", "where", ""),
        ("end forall", "forall", ""),
        ("end associate", "associate", ""),
        ("end subroutine step", "subroutine", "step"),
        ("end function", "function", ""),
        ("end module physics", "module", "physics"),
        ("end program", "program", ""),
        ("end block data", "block data", ""),
        ("end block", "block", ""),
        ("end interface", "interface", ""),
        ("end type t", "type", "t"),
    ],
)
def test_ends(text: str, what: str, name: str) -> None:
    found = both(text)
    assert isinstance(found, headings.End)
    assert (found.what, found.name) == (what, name)


def refusal(line: Line) -> tuple[str, tuple[int, int], str]:
    with pytest.raises(AdcError) as caught:
        read(line)
    (found,) = caught.value.diagnostics
    assert found.help and not found.message.endswith(".")
    return found.code, columns(found.span), found.message


@pytest.mark.parametrize(
    ("text", "code", "place", "message"),
    [
        ("x = 3 +", "ADC0155", (7, 8), "ends too early"),
        ("x == 3", "ADC0155", (3, 5), "unexpected `==`"),
        ("x(1, 2 = 3", "ADC0155", (2, 3), "never closed"),
        ("x += 1", "ADC0155", (3, 4), "unexpected `+`"),
        ("reel * 8", "ADC0156", (1, 5), "does not begin a statement"),
        ("if x > 1 then", "ADC0155", (4, 5), "`(` is missing"),
        ("if (x = 1) then", "ADC0155", (7, 8), "unexpected `=`"),
        ("if (x > 1)", "ADC0155", (10, 11), "nothing follows"),
        ("if (x > 1 then", "ADC0155", (4, 5), "never closed"),
        ("if (a) if (b) x = 1", "ADC0155", (8, 20), "cannot follow a condition"),
        ("if (a) do i = 1, n", "ADC0155", (8, 19), "cannot follow a condition"),
        ("if (a) end if", "ADC0155", (8, 14), "cannot follow a condition"),
        ("else if (a)", "ADC0155", (11, 12), "`then` is missing"),
        ("do i = 1, n, 2, 3", "ADC0155", (15, 16), "unexpected `,`"),
        ("do concurrent (i = 1:n) local(t)", "ADC0157", (25, 33), "`local(t)` is not supported"),
        ("where (a) call f", "ADC0155", (11, 17), "only an assignment"),
        ("case (1:5:2)", "ADC0155", (11, 12), "no step"),
        ("select rank (x)", "ADC0157", (1, 12), "`select rank` is not supported"),
        ("end for", "ADC0156", (1, 8), "closes nothing"),
        ("exit 3", "ADC0155", (6, 7), "unexpected `3`"),
        ("go to next", "ADC0157", (7, 11), "assigned label"),
        ("assign 10", "ADC0155", (1, 10), "a label and an integer"),
        ("nullify (p, q)", "ADC0157", (1, 8), "`nullify` is not supported"),
        ("nullify (s(1)%p)", "ADC0157", (1, 8), "`nullify` is not supported"),
        ("allocate (a(n, *))", "ADC0155", (17, 18), "`)`"),
        ("allocate (a(n, 2:))", "ADC0155", (16, 18), "an extent of `a` is missing"),
        ("allocate (a(:))", "ADC0155", (13, 14), "an extent of `a` is missing"),
        ("write x", "ADC0155", (7, 8), "unexpected `x`"),
        ("allocate (a(n), stat=*)", "ADC0155", (22, 23), "unexpected `*`"),
        ("deallocate (a(1))", "ADC0155", (13, 17), "whole arrays"),
        ("3 = x", "ADC0155", (1, 2), "unexpected `3`"),
    ],
)
def test_refused(text: str, code: str, place: tuple[int, int], message: str) -> None:
    found = refusal(free(text))
    assert found[:2] == (code, place) and message in found[2]


def test_words_are_told_apart_by_blanks_in_free_form() -> None:
    assert refusal(free("callf(x)"))[0] == "ADC0156"
    assert isinstance(read(fixed("CALLF(X)")), tree.Call)
    assert refusal(free("x = a b"))[:2] == ("ADC0155", (7, 8))
    assert refusal(free("doi = 1, n"))[:2] == ("ADC0155", (8, 9))


def test_three_thousand_lines_are_read_in_seconds() -> None:
    """A third of them here, in three seconds; a line takes about a fifth of a millisecond."""
    text = "f(i, j) = 0.5d0*(u(i, j) + u(i+1, j))*(h(i, j) + h(i+1, j)) - nu*(u(i+1, j) - u(i, j))"
    lines = [form(text) for form in FORMS for _ in range(500)]
    read(lines[0])
    start = time.process_time()
    for line in lines:
        read(line)
    assert time.process_time() - start < 3
