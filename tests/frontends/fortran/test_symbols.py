"""Names in one routine: declarations, implicit types, procedures, statement functions."""

from __future__ import annotations

import itertools

import pytest

from adc.diagnostics import AdcError
from adc.frontends.fortran import tree
from adc.frontends.fortran.symbols import constant_shape
from adc.ir.dtypes import DType
from tests.frontends.fortran.built import HERE, look, refusal, routine, scope, sources

SPREAD = (
    "real x",
    "dimension x(10)",
    "common /b/ x, y",
    "save x",
    "integer, save :: k",
    "y = x(1)",
)


@pytest.mark.parametrize("order", list(itertools.permutations(range(4))))
def test_declarations_come_in_any_order(order: tuple[int, ...]) -> None:
    lines = [SPREAD[i] for i in order]
    x = look(routine(*lines, *SPREAD[4:], head="subroutine s(z)"), "x")
    assert (x.storage, x.block, x.base, x.dtype) == ("common", "b", "real", DType.FLOAT32)
    assert constant_shape(x) == (10,)


def test_dimensions_come_from_each_statement_that_may_give_them() -> None:
    inside = routine(
        "integer, parameter :: n = 3",
        "real a(n), b, c(2, 5)",
        "dimension b(n, 2:4)",
        "real, dimension(7) :: d, e(0:n)",
        "common f(4)",
        "allocatable g(:)",
        "real, allocatable :: h(:, :)",
    )
    shapes = {name: constant_shape(look(inside, name)) for name in "abcdef"}
    assert shapes == {"a": (3,), "b": (3, 3), "c": (2, 5), "d": (7,), "e": (4,), "f": (4,)}
    assert look(inside, "f").block == ""
    g, h = look(inside, "g"), look(inside, "h")
    assert g.allocatable and h.allocatable
    assert [len(s.bounds or ()) for s in (g, h)] == [1, 2]


@pytest.mark.parametrize(
    ("declaration", "dtype"),
    [
        ("real x", DType.FLOAT32),
        ("real*4 x", DType.FLOAT32),
        ("real*8 x", DType.FLOAT64),
        ("real(8) x", DType.FLOAT64),
        ("real(kind=8) x", DType.FLOAT64),
        ("double precision x", DType.FLOAT64),
        ("real(kind(1.0d0)) x", DType.FLOAT64),
        ("real(kind(1.0)) x", DType.FLOAT32),
        ("real(selected_real_kind(15, 307)) x", DType.FLOAT64),
        ("real(selected_real_kind(p=6)) x", DType.FLOAT32),
        ("integer x", DType.INT32),
        ("integer*8 x", DType.INT64),
        ("integer(selected_int_kind(18)) x", DType.INT64),
        ("logical x", DType.BOOL),
        ("logical*1 x", DType.BOOL),
        ("logical(4) x", DType.BOOL),
        ("character x", None),
    ],
)
def test_types(declaration: str, dtype: DType | None) -> None:
    assert look(routine(declaration), "x").dtype is dtype


def test_named_kinds_serve_declarations_and_literals() -> None:
    inside = routine(
        "integer, parameter :: dp = selected_real_kind(12)",
        "integer, parameter :: wp = dp",
        "real(wp), intent(inout) :: x",
    )
    x = look(inside, "x")
    assert (x.dtype, x.intent, x.storage) == (DType.FLOAT64, "inout", "dummy")


@pytest.mark.parametrize(
    ("declaration", "length"),
    [
        ("character c", 1),
        ("character*5 c", 5),
        ("character(len=2*3) c", 6),
        ("character(7) c", 7),
        ("character c*4", 4),
        ("character(len=*) c", None),
    ],
)
def test_lengths_of_characters(declaration: str, length: int | None) -> None:
    c = look(routine(declaration), "c")
    assert (c.base, c.dtype, c.length) == ("character", None, length)


@pytest.mark.parametrize(
    ("declaration", "code"),
    [
        ("complex*9 x", "ADC0222"),
        ("complex(16) x", "ADC0222"),
        ("real*16 x", "ADC0222"),
        ("real(10) x", "ADC0222"),
        ("integer*2 x", "ADC0222"),
        ("integer(1) x", "ADC0222"),
        ("real(n) x", "ADC0179"),
        ("type(point) x", "ADC0173"),
        ("class(*) x", "ADC0173"),
        ("real, pointer :: x", "ADC0174"),
        ("equivalence (x, z)", "ADC0177"),
    ],
)
def test_types_that_are_refused_are_refused_where_used(declaration: str, code: str) -> None:
    inside = routine(declaration, "y = 1.0")
    assert refusal(inside, "x").code == code
    other = routine(declaration.replace(" x", " zz").replace("(x", "(zz"), "y = 1.0")
    assert look(other, "x").storage == "dummy"


def test_names_have_types_by_their_first_letters() -> None:
    inside = routine("y = i", head="subroutine s(x, n)")
    assert look(inside, "y").dtype is DType.FLOAT32
    assert look(inside, "i").dtype is DType.INT32
    assert look(inside, "n").dtype is DType.INT32
    assert look(inside, "y").storage == "local"


def test_implicit_statements_change_some_letters() -> None:
    inside = routine("implicit real*8 (a-h, o-z), logical (l)", "real y", "z = i")
    dtypes = [look(inside, name).dtype for name in ("x", "y", "z", "i", "long")]
    assert dtypes == [DType.FLOAT64, DType.FLOAT32, DType.FLOAT64, DType.INT32, DType.BOOL]


def test_an_implicit_kind_may_be_a_constant() -> None:
    inside = routine("implicit real(dp) (a-h, o-z)", "integer, parameter :: dp = 8")
    assert look(inside, "x").dtype is DType.FLOAT64


def test_implicit_none_asks_for_declarations() -> None:
    inside = routine("implicit none", "real :: x, velocity", "velocty = x")
    found = refusal(inside, "velocty")
    assert found.code == "ADC0241"
    assert found.help == "did you mean `velocity`?"
    assert found.notes[0].span is not None


def test_implicit_none_lets_procedures_be() -> None:
    inside = scope(
        "subroutine s(x)\nimplicit none\nreal x\nx = sin(x)\ncall t(x)\ncall u\nend",
        "subroutine t(x)\nend",
        name="s",
    )
    assert look(inside, "sin").storage == "intrinsic"
    assert look(inside, "t").unit is not None
    assert look(inside, "u").unit is None


def test_parameters_have_values() -> None:
    inside = routine(
        "parameter (n = 4, pi = 3.5)",
        "integer m",
        "parameter (m = 2*n + 1)",
        "real, parameter :: w(n) = (/ 1.0, 2.0, 3.0, 4.0 /)",
        "real, parameter :: v(*) = [1.0, 2.0, (0.5, i = 1, n)]",
        "real a(m, n)",
    )
    assert constant_shape(look(inside, "a")) == (9, 4)
    pi, w, v = (look(inside, name) for name in ("pi", "w", "v"))
    assert (pi.storage, pi.dtype, pi.init) == ("constant", DType.FLOAT32, pi.init)
    assert isinstance(pi.init, tree.Number) and pi.init.text == "3.5"
    assert (w.storage, constant_shape(w), constant_shape(v)) == ("constant", (4,), (6,))


def test_what_is_saved() -> None:
    inside = routine("save a", "real :: b = 1.0", "data c/2.0/", "a = b + c + d")
    assert {n: look(inside, n).saved for n in "abcd"} == dict.fromkeys("abc", True) | {"d": False}
    everything = routine("save", "d = x")
    assert look(everything, "d").saved and not look(everything, "x").saved


def test_attributes_of_arguments() -> None:
    inside = routine(
        "real, intent(in), optional :: x",
        "real y",
        "intent(out) y",
        "optional :: y",
        "integer, value :: n",
        head="subroutine s(x, y, n)",
    )
    x, y, n = inside.arguments
    assert (x.intent, x.optional, y.intent, y.optional) == ("in", True, "out", True)
    assert n.value and not x.value


@pytest.mark.parametrize(
    "lines",
    [("real x", "integer x"), ("real x(3)", "dimension x(4)"), ("common /a/ x", "common x")],
)
def test_contradictions_are_refused(lines: tuple[str, ...]) -> None:
    found = refusal(routine(*lines, head="subroutine s(q)"), "x")
    assert found.code == "ADC0247" and found.notes[0].span is not None


# -- functions and results -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("head", "lines", "name", "dtype"),
    [
        ("real*8 function s(x)", (), "s", DType.FLOAT64),
        ("function s(x)", ("real*8 s",), "s", DType.FLOAT64),
        ("function s(x)", (), "s", DType.FLOAT32),
        ("function s(x) result(r)", ("double precision r",), "r", DType.FLOAT64),
        ("integer function s(x) result(r)", (), "r", DType.INT32),
        ("real(dp) function s(x) result(r)", ("integer, parameter :: dp = 8",),
         "r", DType.FLOAT64),
    ],
)  # fmt: skip
def test_results(head: str, lines: tuple[str, ...], name: str, dtype: DType) -> None:
    result = routine(*lines, head=head).result
    assert result is not None
    assert (result.name, result.storage, result.dtype) == (name, "result", dtype)


def test_array_results_keep_their_dimensions() -> None:
    inside = routine("real s(3)", "s(1) = x", head="function s(x)")
    assert inside.result is not None and constant_shape(inside.result) == (3,)
    assert inside.body


def test_subroutines_have_no_result() -> None:
    assert routine().result is None


CALLER = """
subroutine s(x)
{declaration}
x = f(x)
end
"""
CALLED = "double precision function f(x)\nf = x\nend"


@pytest.mark.parametrize("declaration", ["", "double precision f", "external f\nreal*8 f"])
def test_functions_of_other_files(declaration: str) -> None:
    inside = scope(CALLER.format(declaration=declaration), CALLED, name="s")
    f = look(inside, "f")
    assert (f.storage, f.base, f.dtype) == ("procedure", "real", DType.FLOAT64)
    assert f.unit is not None and f.unit.name == "f"


def test_a_function_has_one_type() -> None:
    inside = scope(CALLER.format(declaration="real f"), CALLED, name="s")
    assert refusal(inside, "f").code == "ADC0247"


def test_an_unknown_name_with_arguments_is_neither_array_nor_function() -> None:
    found = refusal(routine("x = a(i)"), "a")
    assert found.code == "ADC0240"
    assert found.message == "`a` is neither an array nor a function that adc knows or was given"
    assert found.help == "give the file that defines it"
    near = refusal(routine("real temp(3)", "x = tmep(1)"), "tmep")
    assert near.help.startswith("did you mean `temp`?")
    target = refusal(routine("x = 1.0", "a(2) = x"), "a")
    assert (target.code, target.help) == ("ADC0240", "declare its dimensions")


def test_an_unknown_external_is_refused_where_called() -> None:
    inside = routine("external f", "real g", "x = f(x) + g(x)", "call h(x)")
    for name in "fgh":
        assert look(inside, name).storage == "procedure"
        with pytest.raises(AdcError, match=f"no given file defines `{name}`"):
            inside.procedure(name, HERE)
    assert look(inside, "g").dtype is DType.FLOAT32


def test_intrinsics_are_known_also_where_declared() -> None:
    inside = routine(
        "double precision dsqrt, x", "intrinsic dsin", "x = dsqrt(x) + dsin(x) + max(x, 1d0)"
    )
    assert [look(inside, n).storage for n in ("dsqrt", "dsin", "max")] == ["intrinsic"] * 3


def test_an_intrinsic_name_may_name_a_variable() -> None:
    inside = routine("real min(3)", "sum = 0.0", "sum = sum + x", "min(2) = x")
    assert (look(inside, "sum").storage, look(inside, "sum").dtype) == ("local", DType.FLOAT32)
    assert constant_shape(look(inside, "min")) == (3,)


def test_an_intrinsic_or_a_function_of_the_files() -> None:
    gamma = "real function gamma(x)\ngamma = x\nend"
    text = "subroutine s(x)\n{}\nx = gamma(x)\nend"
    for said in ("", "double precision gamma"):  # as gfortran does, whatever type is declared
        assert look(scope(text.format(said), gamma, name="s"), "gamma").unit is None
    assert look(scope(text.format("external gamma"), gamma, name="s"), "gamma").unit is not None
    assert look(scope(text.format("intrinsic gamma"), gamma, name="s"), "gamma").unit is None
    derf = "double precision function derf(x)\ndouble precision x\nderf = x\nend"
    text = "subroutine s(x)\ndouble precision x\n{}\nx = derf(x)\nend"
    for said in ("", "real derf"):  # an intrinsic of compilers alone, of mathematics
        assert look(scope(text.format(said), derf, name="s"), "derf").unit is None
    assert look(scope(text.format("external derf"), derf, name="s"), "derf").unit is not None
    second = "real function second(x)\nsecond = x\nend"
    text = "subroutine s(x)\n{}\nx = second(x)\nend"
    for said in ("", "real second"):
        assert refusal(scope(text.format(said), second, name="s"), "second").code == "ADC0246"


@pytest.mark.parametrize(
    "lines", [("external f", "x = f(x)"), ("call f(x)",), ("x = f(x)",), ("real f", "x = f(1)")]
)
def test_procedures_as_arguments_are_refused(lines: tuple[str, ...]) -> None:
    assert refusal(routine(*lines, head="subroutine s(x, f)"), "f").code == "ADC0175"


def test_a_substring_is_no_function() -> None:
    inside = routine("character(4) c, d", "d = c(1:2)", head="subroutine s(c)")
    assert look(inside, "c").storage == "dummy"
    inner = routine("character(4) c, d", "d = c(1:2)")
    assert look(inner, "c").storage == "local"


def test_recursion_names_the_unit_itself() -> None:
    inside = routine("r = s(x)", head="recursive function s(x) result(r)")
    s = look(inside, "s")
    assert (s.storage, s.unit, s.dtype) == ("procedure", inside.unit, DType.FLOAT32)


# -- statement functions ---------------------------------------------------------------------------


def test_statement_functions_stand_at_the_head() -> None:
    inside = routine(
        "real a(3), b", "double precision g", "f(u) = u*u", "g(u, v) = f(u) + v", "a(1) = f(x)"
    )
    f, g = look(inside, "f"), look(inside, "g")
    assert (f.storage, f.dtype, g.dtype) == ("statement function", DType.FLOAT32, DType.FLOAT64)
    assert g.definition is not None and isinstance(g.definition.value, tree.Binary)
    assert len(inside.body) == 1


@pytest.mark.parametrize(
    ("lines", "left"),
    [
        (("real a(3)", "a(i) = x"), 1),
        (("dimension a(3)", "a(i) = x"), 1),
        (("common a(3)", "a(i) = x"), 1),
        (("x = 1.0", "f(u) = u"), 2),
        (("f(1) = x",), 1),
        (("f(u, u) = x",), 1),
        (("implicit none", "f(u) = u"), 1),
        (("implicit none", "real u, f", "f(u) = u"), 0),
    ],
)
def test_what_is_no_statement_function(lines: tuple[str, ...], left: int) -> None:
    assert len(routine(*lines).body) == left


@pytest.mark.parametrize("name", ["s", "t"])
def test_an_element_of_a_module_array_is_no_statement_function(name: str) -> None:
    inside = scope(
        "module m\nreal a(3)\ncontains\nsubroutine s(i)\na(i) = 1.0\nend\nend",
        "subroutine t(i)\nuse m\na(i) = 1.0\nend",
        name=name,
    )
    assert len(inside.body) == 1
    assert look(inside, "a").storage == "module"


# -- hosts -----------------------------------------------------------------------------------------

HOST = """
subroutine outer(x, n)
integer, parameter :: m = 3
real x(n), w(m), z
y = inner(2.0)
k = 1
z = 0.0
contains
real function inner(q)
real z
inner = q + x(1) + w(2) + y + z + k
end
end
"""


def test_internal_procedures_see_their_host() -> None:
    outer = scope(HOST)
    inner = outer.sources.scope(outer.unit.contains[0])
    storages = {n: look(inner, n).storage for n in ("x", "w", "y", "z", "k", "q", "m")}
    assert storages == {
        "x": "dummy", "w": "local", "y": "local", "z": "local", "k": "local", "q": "dummy",
        "m": "constant",
    }  # fmt: skip
    assert look(inner, "x").scope is outer and look(inner, "y").scope is outer
    assert look(inner, "z").scope is inner and look(inner, "q").scope is inner
    assert constant_shape(look(inner, "w")) == (3,)
    assert look(outer, "inner").unit is inner.unit


def test_module_procedures_see_their_module() -> None:
    inside = scope(
        "module m\nimplicit none\ninteger, parameter :: n = 4\nreal, save :: a(n)\ncontains\n"
        "subroutine s(x)\nreal x(n)\nx(1) = a(2) + f(x)\nend\n"
        "real function f(x)\nreal x(n)\nf = x(1)\nend\nend",
        name="s",
    )
    a, f = look(inside, "a"), look(inside, "f")
    assert (a.storage, a.owner, a.original) == ("module", "m", "a")
    assert (f.storage, f.owner) == ("procedure", "m")
    assert refusal(inside, "b").code == "ADC0241"


def test_implicit_rules_reach_internal_procedures() -> None:
    outer = scope(
        "subroutine s(x)\nimplicit real*8 (a-h, o-z)\nx = f(x)\ncontains\n"
        "function f(u)\nf = u\nend\nend"
    )
    assert look(outer, "f").dtype is DType.FLOAT64


def test_a_unit_that_could_not_be_read_is_refused_where_needed() -> None:
    found = sources(
        "subroutine s(x)\nx = f(x)\nend",
        "real function f(x)\nf = = x\nend",
        "subroutine t(x)\nx = 1.0\nend",
    )
    assert look(found.scope(found.find("t")), "x").storage == "dummy"
    inside = found.scope(found.find("s"))
    with pytest.raises(AdcError) as caught:
        look(inside, "f")
    assert caught.value.diagnostics[0].span is not None
    assert caught.value.diagnostics[0].span.file == "f1.f90"
    with pytest.raises(AdcError):
        found.find("f")


# -- interfaces, enumerations ----------------------------------------------------------------------

INTERFACE = "interface\nreal(8) function f(u)\nreal u\nend function\nend interface\n"


def test_an_interface_block_gives_way_to_the_file_that_defines_the_function() -> None:
    inside = scope(f"subroutine s(x)\nimplicit none\nreal x\n{INTERFACE}x = f(x)\nend", CALLED,
                   name="s")  # fmt: skip
    assert look(inside, "f").dtype is DType.FLOAT64
    assert inside.procedure("f", HERE).unit is not None


def test_generic_names_are_refused_where_used() -> None:
    text = (
        "module m\ninterface norm\nmodule procedure norm1, norm2d\nend interface\ncontains\n"
        "function norm1(x) result(r)\nreal x(:), r\nr = x(1)\nend\n"
        "function norm2d(x) result(r)\nreal x(:, :), r\nr = x(1, 1)\nend\n"
        "subroutine s(x)\nreal x(:)\nx(1) = norm(x) + norm1(x)\nend\nend"
    )
    inside = scope(text, name="s")
    assert refusal(inside, "norm").code == "ADC0176"
    assert look(inside, "norm1").owner == "m"


def test_an_enumerator_is_never_taken_for_a_new_variable() -> None:
    module = "module m\nenum, bind(c)\nenumerator :: red = 4\nend enum\nreal a\nend"
    for lines in ("use m", "use m, only: a"):
        inside = scope(module, f"subroutine s(x)\n{lines}\nx = a + red\nend", name="s")
        assert look(inside, "a").owner == "m"
        if lines == "use m":
            assert refusal(inside, "red").code == "ADC0178"
        else:
            assert look(inside, "red").storage == "local"
