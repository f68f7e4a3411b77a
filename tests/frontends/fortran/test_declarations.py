"""One line of Fortran: declarations, headings of program units, definitions."""

from __future__ import annotations

import pytest

from adc.diagnostics import AdcError
from adc.frontends.fortran import headings, tree
from adc.frontends.fortran.statements import read
from tests.frontends.fortran.lines import FORMS, fixed, free
from tests.frontends.fortran.shown import listed, shown
from tests.frontends.fortran.test_statements import both, columns, refusal


@pytest.mark.parametrize(
    ("text", "type_", "attributes", "entities"),
    [
        ("real x, y(3), z(0:n, *)", "real", "", "x, y(:integer:3), z(integer:0:n, :*)"),
        ("REAL*8 A(N), B", "real(*integer:8)", "", "a(:n), b"),
        ("double precision d", "double precision", "", "d"),
        ("doubleprecision d", "double precision", "", "d"),
        ("integer(4) i", "integer(integer:4)", "", "i"),
        ("real(kind=dp) :: x", "real(dp)", "", "x"),
        ("real(kind(1.0d0)) x", "real(kind(double:1.0d0))", "", "x"),
        ("real(dp), intent(in out), dimension(:, 0:) :: u, v(3)", "real(dp)",
         "intent(inout), dimension(:, integer:0:)", "u, v(:integer:3)"),
        ("integer, parameter :: n = 2*m + 1", "integer", "parameter",
         "n = ((integer:2 * m) + integer:1)"),
        ("real, allocatable, save :: w(:)", "real", "allocatable, save", "w(:)"),
        ("real :: a(2) = (/ 1.0, 2.0 /)", "real", "", "a(:integer:2) = [real:1.0, real:2.0]"),
        ("real x /3.0/, y(3) / 2*0., -1. /", "real", "",
         "x = real:3.0, y(:integer:3) = [real:0., real:0., (- real:1.)]"),
        ("logical*4 ok", "logical(*integer:4)", "", "ok"),
        ("character c, d*5", "character", "", "c, d*integer:5"),
        ("character*8 s", "character len integer:8", "", "s"),
        ("character(len=n+1) s", "character len (n + integer:1)", "", "s"),
        ("character(3, kind=ck) s", "character(ck) len integer:3", "", "s"),
        ("complex(8) z", "complex(integer:8)", "", "z"),
        ("type(grid) :: g", "type:grid", "", "g"),
        ("real, pointer :: p(:) => null()", "real", "pointer", "p(:)"),
        ("real, value, bind(c, name='x') :: x", "real", "value, bind(c,name='x')", "x"),
        ("real function(10)", "real", "", "function(:integer:10)"),
    ],
)  # fmt: skip
def test_type_declarations(text: str, type_: str, attributes: str, entities: str) -> None:
    found = both(text)
    assert isinstance(found, tree.TypeDeclaration)
    assert (shown(found.type), listed(found.attributes)) == (type_, attributes)
    assert listed(found.entities) == entities


@pytest.mark.parametrize("text", ["character*(*) s", "character(len=*) s", "character(:) s"])
def test_assumed_lengths(text: str) -> None:
    found = both(text)
    assert isinstance(found, tree.TypeDeclaration)
    assert found.type.star and found.type.length is None


def test_spans_of_what_is_declared() -> None:
    found = read(fixed("real *8  a(n , 0:m), bb"))
    assert isinstance(found, tree.TypeDeclaration)
    first, second = found.entities
    assert (columns(first.span), columns(second.span)) == ((10, 11), (22, 24))
    assert first.shape is not None
    assert [columns(bound.span) for bound in first.shape] == [(12, 13), (16, 19)]
    assert columns(found.type.span) == (1, 8)


@pytest.mark.parametrize(
    ("text", "attribute", "entities"),
    [
        ("dimension a(3), b(n, 0:m)", "dimension", "a(:integer:3), b(:n, integer:0:m)"),
        ("intent(in) x, y", "intent(in)", "x, y"),
        ("intent(in out) :: x", "intent(inout)", "x"),
        ("save", "save", ""),
        ("save x, /blk/", "save", "x, /blk/"),
        ("external f, g", "external", "f, g"),
        ("intrinsic sin", "intrinsic", "sin"),
        ("optional :: x", "optional", "x"),
        ("allocatable a(:, :)", "allocatable", "a(:, :)"),
        ("public", "public", ""),
        ("private :: a, operator(+), assignment(=)", "private", "a"),
        ("target x", "target", "x"),
    ],
)
def test_attribute_statements(text: str, attribute: str, entities: str) -> None:
    found = both(text)
    assert isinstance(found, tree.AttributeStatement)
    assert (shown(found.attribute), listed(found.entities)) == (attribute, entities)


def test_parameters() -> None:
    found = both("parameter (pi = 3.14d0, n = 2*m)")
    assert isinstance(found, tree.ParameterStatement)
    assert listed(found.entities) == "pi = double:3.14d0, n = (integer:2 * m)"


def test_common() -> None:
    found = both("common /blk/ a, b(3), c")
    assert isinstance(found, tree.Common) and found.block == "blk"
    assert listed(found.entities) == "a, b(:integer:3), c"
    for text in ("common x, y", "common // x, y"):
        blank = both(text)
        assert isinstance(blank, tree.Common) and blank.block == ""
        assert listed(blank.entities) == "x, y"


@pytest.mark.parametrize(
    "text", ["common /a/ x, y(2), /b/ z", "common/a/x,y(2)/b/z", "common /a/ x /b/ z, /a/ y(2)"]
)
def test_common_with_two_blocks(text: str) -> None:
    found = both(text)
    assert isinstance(found, headings.CommonBlocks)
    assert [(b.block, listed(b.entities)) for b in found.blocks] == [
        ("a", "x, y(:integer:2)"),
        ("b", "z"),
    ]


@pytest.mark.parametrize(
    ("text", "sets"),
    [
        ("data a, b / 1, -2.5d0 /", [("a, b", "integer:1, (- double:2.5d0)")]),
        ("data a/1/, b/2/", [("a", "integer:1"), ("b", "integer:2")]),
        ("data a/1/b/2/", [("a", "integer:1"), ("b", "integer:2")]),
        ("data c(2), s / 3*0., 'ab' /", [("c(integer:2), s", "integer:3*real:0., 'ab'")]),
        ("data x / n*1. /", [("x", "n*real:1.")]),
        ("data ok / .true. /", [("ok", ".true.")]),
        ("data (c(i), i = 1, 3) / 1., 2*k /",
         [("<c(i); i=integer:1, integer:3, >", "real:1., integer:2*k")]),
        ("data ((q(i,j), i = 1, 2), j = 1, m, 2) / 6*.5 /",
         [("<<q(i, j); i=integer:1, integer:2, >; j=integer:1, m, integer:2>",
           "integer:6*real:.5")]),
    ],
)  # fmt: skip
def test_data(text: str, sets: list[tuple[str, str]]) -> None:
    found = both(text)
    assert isinstance(found, tree.Data)
    assert [(listed(s.targets), ", ".join(map(value, s.values))) for s in found.sets] == sets


def value(pair: tuple[tree.Expr | None, tree.Expr]) -> str:
    count, constant = pair
    return f"{shown(count)}*{shown(constant)}" if count else shown(constant)


def test_implicit() -> None:
    for text in ("implicit none", "implicit none (type, external)"):
        nothing = both(text)
        assert isinstance(nothing, tree.Implicit) and nothing.rules is None
    found = both("implicit real*8 (a-c, x), integer(kind=4) (i-k), double precision (z)")
    assert isinstance(found, tree.Implicit) and found.rules is not None
    assert [(shown(spec), letters) for spec, letters in found.rules] == [
        ("real(*integer:8)", "abcx"),
        ("integer(integer:4)", "ijk"),
        ("double precision", "z"),
    ]


@pytest.mark.parametrize(
    ("text", "module", "only", "names", "intrinsic"),
    [
        ("use m", "m", False, (), False),
        ("use :: m", "m", False, (), False),
        ("use m, a => b", "m", False, (("a", "b"),), False),
        ("use m, only: a, dp => real64", "m", True, (("a", "a"), ("dp", "real64")), False),
        ("use m, only:", "m", True, (), False),
        ("use m, only: operator(+), a", "m", True, (("a", "a"),), False),
        ("use, intrinsic :: iso_c_binding, only: c_int", "iso_c_binding", True,
         (("c_int", "c_int"),), True),
        ("use, non_intrinsic :: m", "m", False, (), False),
        ("use m, only => b", "m", False, (("only", "b"),), False),
    ],
)  # fmt: skip
def test_use(
    text: str, module: str, only: bool, names: tuple[tuple[str, str], ...], intrinsic: bool
) -> None:
    found = both(text)
    assert isinstance(found, tree.Use)
    assert (found.module, found.only, found.names, found.intrinsic) == (
        module, only, names, intrinsic,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "kind", "name", "arguments", "result", "type_", "prefixes"),
    [
        ("subroutine step(u, n)", "subroutine", "step", "u, n", "", "", ()),
        ("subroutine f", "subroutine", "f", "", "", "", ()),
        ("subroutine f() bind(c, name='F')", "subroutine", "f", "", "", "", ()),
        ("pure recursive subroutine f(x)", "subroutine", "f", "x", "", "", ("pure", "recursive")),
        ("function f(x) result(y)", "function", "f", "x", "y", "", ()),
        ("real function f(x)", "function", "f", "x", "", "real", ()),
        ("real*8 function f(x, y)", "function", "f", "x, y", "", "real(*integer:8)", ()),
        ("double precision function f()", "function", "f", "", "", "double precision", ()),
        ("elemental real(dp) function f(x) result(y) bind(c)", "function", "f", "x", "y",
         "real(dp)", ("elemental",)),
        ("integer recursive function f(n) result(m)", "function", "f", "n", "m", "integer",
         ("recursive",)),
        ("module subroutine f(x)", "subroutine", "f", "x", "", "", ("module",)),
        ("module physics", "module", "physics", "", "", "", ()),
        ("program main", "program", "main", "", "", "", ()),
        ("block data", "block data", "", "", "", "", ()),
        ("blockdata init", "block data", "init", "", "", "", ()),
        ("submodule (a:b) c", "submodule", "c", "", "", "", ()),
    ],
)  # fmt: skip
def test_headings_of_units(
    text: str, kind: str, name: str, arguments: str, result: str, type_: str,
    prefixes: tuple[str, ...],
) -> None:  # fmt: skip
    found = both(text)
    assert isinstance(found, headings.UnitHeading)
    assert (found.kind, found.name, listed(found.arguments)) == (kind, name, arguments)
    assert (found.result, shown(found.type), found.prefixes) == (result, type_, prefixes)


def test_a_function_in_fixed_form_is_told_by_its_dummies() -> None:
    assert isinstance(read(fixed("REAL FUNCTION F(X, Y)")), headings.UnitHeading)
    assert isinstance(read(fixed("REAL FUNCTION A(10)")), tree.TypeDeclaration)
    assert isinstance(read(free("real functiona(n)")), tree.TypeDeclaration)


@pytest.mark.parametrize(
    ("text", "what", "names"),
    [
        ("interface", "interface", ()),
        ("interface solve", "interface", ("solve",)),
        ("interface operator(+)", "interface", ()),
        ("abstract interface", "interface", ()),
        ("type :: grid", "type", ("grid",)),
        ("type grid", "type", ("grid",)),
        ("type, extends(base), public :: grid", "type", ("grid",)),
        ("enum, bind(c)", "enum", ()),
    ],
)
def test_definitions(text: str, what: str, names: tuple[str, ...]) -> None:
    found = both(text)
    assert isinstance(found, headings.DefinitionHeading)
    assert (found.what, found.names) == (what, names)


def test_other_lines() -> None:
    assert isinstance(both("contains"), headings.Contains)
    entry = both("entry again(x)")
    assert isinstance(entry, headings.Entry) and entry.heading.name == "again"
    layout = read(fixed("FORMAT (1X, 'a = ', F8.3)", label=100))
    assert isinstance(layout, headings.Format) and layout.label == 100
    for quote in "'\"":
        found = both(f"include {quote}Sizes.inc{quote}")
        assert isinstance(found, headings.Include) and found.path == "Sizes.inc"
    block = read(free("body: block"))
    assert isinstance(block, headings.BlockHeading) and (block.what, block.name) == (
        "block",
        "body",
    )


@pytest.mark.parametrize(
    ("text", "what", "names"),
    [
        ("equivalence (a, b%c), (c, d)", "equivalence", ("a", "b", "c", "d")),
        ("namelist /setup/ a, b", "namelist", ("setup",)),
        ("procedure(f), pointer :: p", "procedure pointer", ("p",)),
        ("complex :: z = (a + 1, 1.0), y", "complex", ("z", "y")),
        ("real x*8, y", "real", ("x", "y")),
        ("real x(2, 2) /4*3.0/, y", "real", ("x", "y")),
        ("real x(5) /n*3.0/", "real", ("x",)),
        ("parameter (i = (f(0.0), 1.0))", "parameter", ("i",)),
    ],
)
def test_declarations_that_matter_only_where_their_names_do(
    text: str, what: str, names: tuple[str, ...]
) -> None:
    found = read(free(text))
    assert isinstance(found, tree.Unsupported)
    assert (found.what, found.names) == (what, names)
    assert read(fixed(text)) == found or what == "complex"


def test_put_off_declarations_keep_their_diagnostic() -> None:
    found = read(free("complex, parameter :: z = (0.0, 1+0)"))
    assert isinstance(found, tree.Unsupported) and found.error is not None
    (diagnostic,) = found.error.diagnostics
    assert diagnostic.code == "ADC0158" and columns(diagnostic.span) == (33, 36)


@pytest.mark.parametrize(
    ("text", "code", "place", "message"),
    [
        ("real, intent(inn) :: x", "ADC0155", (7, 13), "an intent is"),
        ("real, constant :: x", "ADC0155", (7, 15), "`constant` is not an attribute"),
        ("real x(3", "ADC0155", (7, 8), "never closed"),
        ("real x(3) y", "ADC0155", (11, 12), "unexpected `y`"),
        ("real x(2)(3)", "ADC0155", (10, 13), "a second list of bounds"),
        ("double precision(8) x", "ADC0160", (17, 20), "has no kind"),
        ("integer(kind=*) n", "ADC0155", (14, 15), "unexpected `*`"),
        ("integer(4, 8) n", "ADC0155", (8, 14), "one parameter"),
        ("character(5, 6, 7) c", "ADC0155", (17, 18), "a length and a kind"),
        ("character(kind=*) c", "ADC0155", (16, 17), "unexpected `*`"),
        ("implicit foo", "ADC0155", (10, 13), "not a type with its first letters"),
        ("implicit real", "ADC0155", (10, 14), "not a type with its first letters"),
        ("parameter a=1", "ADC0155", (11, 12), "unexpected `a`"),
        ("common /a x", "ADC0155", (11, 12), "unexpected `x`"),
        ("common x,", "ADC0155", (9, 10), "ends too early"),
        ("data x / 1, 2", "ADC0155", (13, 14), "ends too early"),
        ("use", "ADC0155", (3, 4), "ends too early"),
        ("use, external :: m", "ADC0155", (6, 14), "unexpected `external`"),
        ("use m, onlyy: a", "ADC0155", (13, 14), "unexpected `:`"),
        ("subroutine 3", "ADC0155", (12, 13), "unexpected `3`"),
        ("integer subroutine f(a)", "ADC0155", (1, 8), "a subroutine has no type"),
        ("function f", "ADC0155", (10, 11), "`(` is missing"),
        ("program", "ADC0155", (1, 8), "needs a name"),
        ("module a b", "ADC0155", (8, 11), "unexpected `a b`"),
        ("type *, x", "ADC0155", (1, 10), "neither a derived type"),
        ("include sizes", "ADC0155", (1, 14), "the name of a file"),
        ("contains x", "ADC0155", (10, 11), "unexpected `x`"),
        ("byte b", "ADC0157", (1, 5), "`byte` is not supported"),
    ],
)
def test_refused(text: str, code: str, place: tuple[int, int], message: str) -> None:
    found = refusal(free(text))
    assert found[:2] == (code, place) and message in found[2]


def test_no_line_is_left_unread() -> None:
    """Broken lines give a diagnostic or an item, in either form, and never anything else."""
    texts = ["", "(", "=", "1", "'", "::", "%", "data", "implicit", "common", "end type t x", "do("]
    for text in texts:
        for form in FORMS:
            try:
                read(form(text))
            except AdcError as error:
                assert error.diagnostics[0].help
