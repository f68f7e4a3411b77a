"""USE: only, renames, chains, privacy, intrinsic modules, and what is refused."""

from __future__ import annotations

import itertools

import pytest

from adc.diagnostics import AdcError
from adc.frontends.fortran.symbols import Scope, constant_shape, integer_constant
from adc.ir.dtypes import DType
from tests.frontends.fortran.built import HERE, look, refusal, scope, sources

KINDS = "module kinds\ninteger, parameter :: dp = kind(1.0d0), n = 3\nend module"
STATE = "module state\nuse kinds\nreal(dp) :: height(n, 5) = 0.0\nreal(dp) g\nend module"
SOLVER = "subroutine s(x)\nuse state\nreal(dp) x(n)\nx(1) = height(1, 2) + g\nend"


@pytest.mark.parametrize("files", list(itertools.permutations((KINDS, STATE, SOLVER))))
def test_chains_of_modules_in_any_order(files: tuple[str, ...]) -> None:
    inside = scope(*files)
    x, height = look(inside, "x"), look(inside, "height")
    assert x.dtype is height.dtype is DType.FLOAT64
    assert (constant_shape(x), constant_shape(height)) == ((3,), (3, 5))
    assert (height.storage, height.owner, height.original) == ("module", "state", "height")
    assert height.init is not None and not height.saved
    assert look(inside, "n").owner == "kinds"


def using(*lines: str, body: str = "y = x", more: str = "") -> Scope:
    text = "\n".join(("subroutine s(x)", *lines, body, "end"))
    return scope(text, KINDS, STATE, more, name="s") if more else scope(text, KINDS, STATE)


def test_only_brings_what_it_names() -> None:
    inside = using("use state, only: g")
    assert look(inside, "g").storage == "module"
    assert look(inside, "height").storage == "local"
    assert look(inside, "n").storage == "local"


def test_renames() -> None:
    inside = using("use state, gravity => g")
    gravity = look(inside, "gravity")
    assert (gravity.name, gravity.original, gravity.owner) == ("gravity", "g", "state")
    assert look(inside, "g").storage == "local"
    assert look(inside, "height").storage == "module"
    chosen = using("use state, only: h => height, g")
    assert look(chosen, "h").original == "height"
    assert look(chosen, "height").storage == "local"


def test_a_renamed_array_reads_its_bounds_where_it_is_declared() -> None:
    inside = using("use state, only: h => height", "integer, parameter :: n = 11")
    assert constant_shape(look(inside, "h")) == (3, 5)


def test_own_declarations_come_first() -> None:
    inside = using("use kinds, only: dp", "integer, parameter :: n = 7", "real w(n)")
    assert constant_shape(look(inside, "w")) == (7,)


def test_the_host_uses_for_its_procedures() -> None:
    inside = scope(
        KINDS,
        "module m\nuse kinds\ncontains\nsubroutine s(x)\nreal(dp) x(n)\nend\nend",
        name="s",
    )
    assert look(inside, "x").dtype is DType.FLOAT64
    assert constant_shape(look(inside, "x")) == (3,)


def test_module_procedures_are_called_by_their_local_names() -> None:
    module = "module m\ncontains\nreal(8) function area(x)\nreal x\narea = x\nend\nend"
    inside = scope(module, "subroutine s(x)\nuse m, only: f => area\nx = f(x)\nend", name="s")
    f = look(inside, "f")
    assert (f.storage, f.owner, f.original, f.dtype) == ("procedure", "m", "area", DType.FLOAT64)
    assert f.unit is not None and f.unit.name == "area"


@pytest.mark.parametrize(
    "declarations",
    [
        "private\npublic :: a\nreal a\ninteger, parameter :: dp = 4",
        "real a\ninteger, parameter, private :: dp = 4",
        "real a\ninteger, parameter :: dp = 4\nprivate dp",
        "private\nreal, public :: a\ninteger, parameter :: dp = 4",
    ],
)
def test_private_names_stay_inside(declarations: str) -> None:
    module = f"module m\n{declarations}\nend"
    inside = using("use kinds", "use m", "real(dp) y", more=module)
    assert look(inside, "y").dtype is DType.FLOAT64
    assert look(inside, "a").owner == "m"
    found = refusal(using("use m, only: dp", "real(dp) y", more=module), "dp")
    assert (found.code, found.message) == ("ADC0243", "`dp` is private to module `m`")


def test_two_meanings_are_refused_where_the_name_is_used() -> None:
    module = "module m\nreal g, e\nend"
    inside = using("use state", "use m", more=module)
    assert look(inside, "e").owner == "m"
    found = refusal(inside, "g")
    assert found.code == "ADC0243" and len(found.notes) == 2


def test_one_thing_over_two_modules_is_one() -> None:
    inside = using("use state", "use kinds", "real(dp) y")
    assert look(inside, "dp").owner == "kinds"


def test_a_module_without_the_name() -> None:
    inside = using("use state, only: hieght", "use kinds, only: q => nothing", body="y = x")
    assert look(inside, "y").storage == "local"
    found = refusal(inside, "hieght")
    assert (found.code, found.help) == ("ADC0243", "did you mean `height`?")
    assert refusal(inside, "q").code == "ADC0243"


def test_a_module_that_was_not_given() -> None:
    inside = using("use grid, only: dx", "real y")
    assert look(inside, "y").storage == "local"
    found = refusal(inside, "dx")
    assert found.code == "ADC0242"
    assert found.message == "`dx` needs module `grid`, which no given file defines"


@pytest.mark.parametrize("body", ["y = dx", "y = dx(2)", "call dx(y)", "dx(i) = x"])
def test_a_name_that_may_come_from_a_module_that_was_not_given(body: str) -> None:
    inside = using("use grid", body=body)
    with pytest.raises(AdcError) as caught:
        look(inside, "dx")
    assert caught.value.diagnostics[0].code == "ADC0242"


def test_also_over_another_module() -> None:
    module = "module m\nuse grid\nreal own\nend"
    inside = using("use m", more=module)
    assert look(inside, "own").owner == "m"
    assert refusal(inside, "dx").code == "ADC0242"


def test_modules_that_use_each_other_are_refused() -> None:
    one = "module one\nuse two\nreal a\nend"
    two = "module two\nuse one\nreal b\nend"
    inside = scope(one, two, "subroutine s(x)\nuse one\nx = a\nend")
    found = refusal(inside, "a")
    assert found.code == "ADC0244"
    assert found.message == "modules use each other: `one` → `two` → `one`"
    own = scope("module one\nuse one\nend", "subroutine s(x)\nuse one\nx = a\nend")
    assert refusal(own, "a").code == "ADC0244"


def test_many_modules_over_each_other_are_searched_once() -> None:
    layers = [f"module m{k}\nuse m{k + 1}\nuse m{k + 2}\nend" for k in range(40)]
    last = ["module m40\nreal a\nend", "module m41\nend"]
    inside = scope(*layers, *last, "subroutine s(x)\nuse m0\nx = a\nend")
    assert look(inside, "a").owner == "m40"


def test_two_modules_of_one_name() -> None:
    inside = scope(KINDS, KINDS, "subroutine s(x)\nuse kinds\nreal(dp) x\nend")
    assert refusal(inside, "x").code == "ADC0245"


@pytest.mark.parametrize(
    ("use", "kind", "dtype"),
    [
        ("use iso_fortran_env", "real64", DType.FLOAT64),
        ("use, intrinsic :: iso_fortran_env, only: sp => real32", "sp", DType.FLOAT32),
        ("use iso_c_binding, only: c_double", "c_double", DType.FLOAT64),
        ("use, intrinsic :: iso_c_binding", "c_float", DType.FLOAT32),
    ],
)
def test_kinds_of_intrinsic_modules(use: str, kind: str, dtype: DType) -> None:
    inside = using(use, f"real({kind}) y", "z = 2.0")
    assert look(inside, "y").dtype is dtype
    assert look(inside, "z").storage == "local"
    assert look(inside, kind).storage == "constant"


def test_integers_of_intrinsic_modules() -> None:
    inside = using("use iso_c_binding", "use iso_fortran_env", "integer(c_int64_t) k")
    assert look(inside, "k").dtype is DType.INT64
    assert look(inside, "c_loc").storage == "intrinsic"
    end = look(inside, "iostat_end").init
    assert end is not None and integer_constant(end, inside) == -1
    unknown = refusal(using("use iso_c_binding, only: c_half"), "c_half")
    assert unknown.code == "ADC0243"


def test_a_given_module_comes_before_an_intrinsic_one() -> None:
    own = "module iso_fortran_env\ninteger, parameter :: real64 = 4\nend"
    assert (
        look(using("use iso_fortran_env", "real(real64) y", more=own), "y").dtype is DType.FLOAT32
    )
    intrinsic = using("use, intrinsic :: iso_fortran_env", "real(real64) y", more=own)
    assert look(intrinsic, "y").dtype is DType.FLOAT64


def test_unused_modules_are_not_looked_into() -> None:
    found = sources("module m\nuse m\ntype(t) a\nend", "subroutine s(x)\nreal x\nx = 1.0\nend")
    inside = found.scope(found.find(None))
    assert inside.lookup("x", HERE).dtype is DType.FLOAT32
