"""From options to the Request: Tapenade's spelling, Fortran's names, the preprocessor."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from adc.cli.app import adc
from adc.cli.request import build_request, input_files
from adc.cli.values import Head, HeadText, Macro
from adc.diagnostics import AdcError
from adc.diagnostics.sources import SourceCache
from adc.options import Form, Request, is_fortran

KERNEL = 'def f(x: "float64[N]", y: "float64[N]"):\n    y[:] += x * x\n'


def request(*sources: str, **given: Any) -> Request:
    return build_request("grad", SourceCache(), sources=sources, **given)


@pytest.mark.parametrize(
    "text",
    [
        "Cost(j, k)/(x y)",
        "Cost(j k) / (x, y)",
        " Cost ( j,k )/( x , y ) ",
        "Cost(x,y)>(j,k)",
        "Cost(x y) > (j k)",
        "Cost(x y)\\(j k)",
    ],
)
def test_head(text: str) -> None:
    assert HeadText().convert(text, None, None) == Head("Cost", ("j", "k"), ("x", "y"))


@pytest.mark.parametrize(
    "text",
    [
        "cost",
        "cost(j)",
        "cost/(x)",
        "cost(j)/x",
        "cost()/(x)",
        "cost(j)/(  )",
        "cost(j,)/(x)",
        "cost(j;k)/(x)",
        "cost(j)/(2x)",
        "cost(j)/(x) other(k)/(y)",
        "cost(j)|(x)",
        "model.cost(j)/(x)",
    ],
)
def test_head_refused(text: str) -> None:
    with pytest.raises(click.BadParameter):
        HeadText().convert(text, None, None)


def test_head_is_function_of_and_wrt() -> None:
    found = request("a.f90", head=Head("cost", ("j",), ("x", "y")))
    assert (found.function, found.of, found.wrt) == ("cost", ("j",), ("x", "y"))


@pytest.mark.parametrize(
    "given", [{"function": "cost"}, {"of": (("j",),)}, {"wrt": (("x",), ("y",))}]
)
def test_head_excludes_what_it_says(given: dict[str, Any]) -> None:
    (name,) = given
    with pytest.raises(click.UsageError, match=f"give --head or --{name}, not both"):
        request("a.f90", head=Head("cost", ("j",), ("x",)), **given)


def test_head_names_nothing_twice() -> None:
    with pytest.raises(click.UsageError, match="--head names 'x' twice"):
        request("a.f90", head=Head("cost", ("j",), ("x", "x")))


def test_wrt_is_needed() -> None:
    with pytest.raises(click.UsageError, match="--wrt"):
        request("a.f90")
    assert request("a.f90", needs_targets=False).wrt == ()


@pytest.mark.parametrize("path", ["a.f", "b.FOR", "c.f90", "d/e.F90", "x.y.F08", "x.f77"])
def test_fortran_is_known_by_its_name(path: str) -> None:
    assert is_fortran(path)


@pytest.mark.parametrize("path", ["a.py", "f90", "a.f90.py", "a.c", "f.d/a"])
def test_all_else_is_python(path: str) -> None:
    assert not is_fortran(path)


def test_names_of_fortran_are_in_lower_case() -> None:
    found = request(
        "A.F90",
        "b.f",
        function="Cost",
        wrt=(("X",), ("yY",)),
        of=(("J",),),
        sizes=((("N", 3),),),
        settings=((("Dt", (0.1, 0.2)),),),
        store=(("U",),),
        recompute=(("W",),),
        name_pattern="%_B",
        defines=("WITH_ICE", "N=3"),
    )
    assert found.language == "fortran"
    assert found.sources == ("A.F90", "b.f")
    assert (found.function, found.wrt, found.of) == ("cost", ("x", "yy"), ("j",))
    assert (found.sizes, found.settings) == ({"n": 3}, {"dt": (0.1, 0.2)})
    assert (found.store, found.recompute, found.name_pattern) == (("u",), ("w",), "%_b")
    assert found.defines == ("WITH_ICE", "N=3")


def test_source_form_is_independent_of_names() -> None:
    x = (("x",),)
    found = request("a.F", "b.inc", wrt=x, free=True)
    assert (found.language, found.form) == ("fortran", Form("free"))
    assert request("a.f90", wrt=x, fixed=True).form == Form("fixed")
    assert request("a.f90", wrt=x).form == Form()
    assert request("a.f", wrt=x, line_length="132").form == Form("", 132)
    assert request("a.f", wrt=x, line_length="none").form == Form("", 0)
    with pytest.raises(click.UsageError, match="--line-length is for Fortran"):
        request("a.py", wrt=x, line_length="132")
    with pytest.raises(click.UsageError, match="--free or --fixed"):
        request("a.f90", wrt=x, free=True, fixed=True)


def test_names_of_python_keep_their_case() -> None:
    found = request("a.py", function="Cost", wrt=(("X", "x"),), name_pattern="%_B")
    assert found.language == "python"
    assert (found.function, found.wrt, found.name_pattern) == ("Cost", ("X", "x"), "%_B")


@pytest.mark.parametrize(
    ("given", "option"),
    [
        ({"wrt": (("X", "x"),)}, "--wrt names 'x' twice"),
        ({"sizes": ((("N", 1), ("n", 2)),)}, "--size gives 'n' twice"),
    ],
)
def test_one_name_in_two_cases_is_given_twice(given: dict[str, Any], option: str) -> None:
    with pytest.raises(click.UsageError, match=option):
        request("a.f90", **{"wrt": (("y",),), **given})


def test_languages_do_not_mix() -> None:
    with pytest.raises(AdcError, match="ADC0607"):
        request("a.py", "b.f90", wrt=(("x",),))


def test_the_preprocessor_is_for_fortran() -> None:
    for given in ({"defines": ("A",)}, {"includes": ("inc",)}):
        with pytest.raises(click.UsageError, match="are for Fortran"):
            request("a.py", wrt=(("x",),), **given)


@pytest.mark.parametrize("text", ["ICE", "N=3", "A=b c", "_X=", "F=a=b"])
def test_macros(text: str) -> None:
    assert Macro().convert(text, None, None) == text


@pytest.mark.parametrize("text", ["", "=3", "2A", "A B", "-N", "F(x)=x"])
def test_macros_refused(text: str) -> None:
    with pytest.raises(click.BadParameter, match="NAME=VALUE"):
        Macro().convert(text, None, None)


def test_inputs_are_all_files_once() -> None:
    found = Request(("b.f90", "a.f90"), signature_file="s", machine="m.toml")
    assert input_files(found, ("inc/p.h", "b.f90", "q.inc")) == (
        "b.f90", "a.f90", "inc/p.h", "q.inc", "s", "m.toml",
    )  # fmt: skip


def test_head_on_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("kernel.py").write_text(KERNEL)
    for folder, options in (
        ("one", ["--head", "f(y)/(x)"]),
        ("two", ["--function", "f", "--of", "y", "--wrt", "x"]),
    ):
        result = CliRunner().invoke(adc, ["grad", "kernel.py", *options, "-o", folder])
        assert result.exit_code == 0, result.output
    assert Path("one/f_grad.c").read_text() == Path("two/f_grad.c").read_text()
