"""Rules whose tangents and adjoints are text in NumPy: proved, and what they must not do."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from adc.check.external_rules import checked_rules
from adc.diagnostics import AdcError
from adc.frontends.rules import read_rules
from adc.lowering import with_bodies
from tests.rules.libraries import HERE, built, copied
from tests.test_rejects import run_adc

compiled = pytest.mark.skipif(not shutil.which("gfortran"), reason="gfortran is not installed")
FORTRAN = {"march": ("t,s", "q"), "orbit": ("a,x", "e,x"), "either": ("x", "e")}


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    found = built(tmp_path)
    monkeypatch.setenv("LDFLAGS", f"-L{tmp_path}")
    monkeypatch.setenv("RULED_LIBRARY", str(found))
    return tmp_path


def with_texts(folder: Path, name: str) -> None:
    """The programs of `name`, whose rules have texts."""
    copied(folder, name, "texts.rules", "ruled.py")
    text = (folder / name).read_text()
    assert "library.rules" in text
    (folder / name).write_text(text.replace("library.rules", "texts.rules"))


def checked(folder: Path, *words: str) -> str:
    result = run_adc(["check", *words, "--against-python"], folder, {})
    assert result.exit_code == 0, result.stdout + result.stderr
    return result.stdout


@compiled
@pytest.mark.parametrize(
    "name", [n if n == "orbit" else pytest.param(n, marks=pytest.mark.long) for n in FORTRAN]
)
def test_fortran(name: str, library: Path) -> None:
    with_texts(library, "programs.f90")
    wrt, of = FORTRAN[name]
    told = checked(library, "programs.f90", "--function", name, "--wrt", wrt, "--of", of)
    assert "run by gfortran" in told and told.count(": adjoint ") == 1


@compiled
@pytest.mark.long
def test_python(library: Path) -> None:
    with_texts(library, "programs.py")
    checked(library, "programs.py", "--function", "levels", "--wrt", "t,s,q")


@compiled
@pytest.mark.long
@pytest.mark.parametrize("strategy", ["store", "recompute"])
def test_plans(strategy: str, library: Path) -> None:
    with_texts(library, "programs.f90")
    for name, (wrt, of) in FORTRAN.items():
        words = ("--function", name, "--wrt", wrt, "--of", of, "--strategy", strategy)
        checked(library, "programs.f90", *words)


@compiled
def test_what_is_not_named_is_not_kept(library: Path) -> None:
    """The adjoint of `expo` names the result alone."""
    (rule,) = [r for r in read_rules({str(HERE / "texts.rules"): None}).externals
               if r.name == "expo"]  # fmt: skip
    assert rule.adjoint is not None and rule.adjoint.passed == ("x_bar", "y", "y_bar", "r_bar")


# -- wrong texts -----------------------------------------------------------------------------------

#: What is written in the place of what, and what the rule's own check says of it.
FAULTS = {
    "none": ("", "", ""),
    "sign": ("t_bar += (-0.012", "t_bar += (0.012", "of `eos` is wrong: its adjoint is not its"),
    "missing": ("        s_bar += (0.8 -", "        z = (0.8 -", "`eos` is wrong: its adjoint"),
    "tangent": ("rho_dot -= ", "rho_dot += ", "`eos` is wrong: its tangent is not its"),
    "subtracted": ("a_bar += ", "a_bar -= ", "`kick` is wrong: its adjoint is not its"),
    "set": ("x_bar *= 1 + a", "x_bar = a", "`kick` is wrong: its adjoint is not its"),
    "part": ("y_dot = 0.5 * y * x_dot", "y_dot[1:] = 0.5 * y[1:] * x_dot[1:]", "its tangent"),
}  # fmt: skip


@compiled
def test_a_wrong_text_is_found(library: Path) -> None:
    text = (HERE / "texts.rules").read_text()
    for name, (right, wrong, told) in FAULTS.items():
        assert right in text
        folder = library / name
        folder.mkdir()
        path = folder / "x.rules"
        path.write_text(text.replace(right, wrong, 1))
        rules = read_rules({str(path): None}).externals[:3]
        found = " ".join(f.wrong for f in checked_rules(rules, folder)).strip()
        assert (told in found) if told else not found, (name, found)


#: What is written in the place of what, the code, and the text at the place of the message.
MISTAKES = {
    "set": ("t_bar += (", "t_bar = (", "ADC0621", "t_bar"),
    "an element set": ("s_bar += (0.8", "s_bar[0] = (0.8", "ADC0621", "s_bar"),
    "multiplied": ("a_bar += ", "a_bar *= ", "ADC0621", "a_bar"),
    "read": ("* rho_bar\n", "* t_bar\n", "ADC0621", "t_bar"),
    "seed set": ("t_bar += (", "rho_bar += (", "ADC0621", "rho_bar"),
    "value set": ("rho_dot -= ", "s = ", "ADC0621", "s"),
    "value by another name": ("rho_dot -= ", "v = s; v *= ", "ADC0621", "s"),
    "seed by another name": ("s_bar += ", "v = rho_bar; v *= 2; s_bar += ", "ADC0621", "rho_bar"),
    "tangent set": ("rho_dot -= ", "t_dot -= ", "ADC0621", "t_dot"),
    "list": ("rho_dot -= ", "rho_dot, z = 0, ", "ADC0621", "rho_dot, z"),
    "returned": ("rho_dot -= ", "return ", "ADC0621", "return 0.003 * (t_dot * s + t * s_dot)"),
    "no derivative": ("x_bar += y", "v = y", "ADC0621", "adjoint:"),
    "unknown": ("rho_dot -= 0.003", "rho_dot -= c", "ADC0225", "c"),
    "syntax": ("0.8 * s_dot", "0.8 * * s_dot", "ADC0130", "*"),
    "shape": ("np.cos(x) * x_dot", "np.cos(x)[1:] * x_dot", "", ""),
    "sizes": ("y * x_dot", "y[3] * x_dot", "ADC0621", "3"),
    "no text": ("x_bar += y", "# x_bar += y", "ADC0620", "adjoint:"),
    "on the line": ("adjoint:\n        x_bar", "adjoint: x_bar", "ADC0620", "adjoint:"),
    "twice": ("    link ", "    adjoint eos_b(n)\n    link ", "ADC0620", "adjoint"),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_told_at_its_place(name: str, tmp_path: Path) -> None:
    right, wrong, code, place = MISTAKES[name]
    text = (HERE / "texts.rules").read_text()
    assert right in text
    text = text.replace(right, wrong, 1)
    path = tmp_path / "x.rules"
    path.write_text(text)
    with pytest.raises(AdcError) as caught:
        for rule in read_rules({str(path): None}).externals:
            with_bodies(rule)
    first = caught.value.diagnostics[0]
    assert first.span is not None and first.help and first.code.startswith(code)
    line = text.split("\n")[first.span.line - 1]
    assert first.span.file == str(path)
    assert not place or line[first.span.column - 1 : first.span.end_column - 1] == place
