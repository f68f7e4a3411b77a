"""The language of rules files: what is read, and where mistakes are."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from adc.diagnostics import AdcError
from adc.finishing import verified
from adc.frontends.rules import Rules, read_rules
from adc.ir.program import Program
from adc.ir.text import program_text
from adc.ir.text_parser import parse_program
from tests.rules.libraries import HERE

RULE = """external eos(n: int64, t: in float64[n],
             rho: out float64[n])
    symbol  eos_
    tangent eos_d(n, t, t_dot, rho_dot: out)
    adjoint eos_b(n, t, rho_bar, t_bar: add)
    link    -L. -leos
    check   t=-1.5:3e1, n=2:9
inactive tick, tock
"""


def read(folder: Path, text: str) -> Rules:
    path = folder / "x.rules"
    path.write_text(text)
    return read_rules({str(path): None})


def test_a_rule(tmp_path: Path) -> None:
    rules = read(tmp_path, RULE)
    (rule,) = rules.externals
    external = rule.primal.external
    assert external is not None and rule.tangent is not None and rule.adjoint is not None
    assert (external.symbol, external.by_value, external.link) == ("eos_", False, "-L. -leos")
    assert rule.primal.symbols == ("n",) and rule.primal.passed == ("t", "rho")
    assert [c.role for c in rule.adjoint.containers] == ["input", "seed", "gradient"]
    assert rule.ranges == {"t": (-1.5, 30.0), "n": (2.0, 9.0)}
    assert [name for name, _ in rules.inactive] == ["tick", "tock"]
    assert rule.span.line == 1 and rule.primal["rho"].span.line == 2


def test_routines_of_libraries_have_a_text() -> None:
    """Text to IR to text is the identity, and the verifier takes what is read."""
    found = read_rules({str(HERE / "library.rules"): None}).externals
    routines = [r for rule in found for r in (rule.primal, rule.tangent, rule.adjoint) if r]
    program = Program("main", (), (), (), routines=tuple(routines))
    text = program_text(program)
    again = parse_program(text)
    assert program_text(again) == text
    assert [r.external for r in again.routines] == [r.external for r in routines]
    verified(again, "lowered")


def test_a_body_is_no_library(tmp_path: Path) -> None:
    (rule,) = read(tmp_path, RULE).externals
    text = program_text(replace(rule.primal, external=None)) + "\nS1: rho[i] = t[i] for i in 0:n\n"
    body = parse_program(text.replace("routine", "program", 1)).body
    broken = replace(rule.primal, body=body)
    with pytest.raises(Exception, match="has a body"):
        verified(broken, "lowered")


#: What is written in the place of what, the code, and the text at the place of the message.
MISTAKES = {
    "no rule": ("external eos", "extern eos", "ADC0620", "extern"),
    "no name": ("symbol  eos_", "symbol  7", "ADC0620", "7"),
    "convention": ("symbol  eos_", "symbol  eos_ pascal", "ADC0620", "pascal"),
    "line twice": ("link    -L. -leos", "symbol  eos_", "ADC0620", "symbol"),
    "flag": ("-L. -leos", "$(shell x)", "ADC0620", "link"),
    "empty range": ("t=-1.5:3e1", "t=3:1", "ADC0620", "t"),
    "type": ("t: in float64", "t: in float32", "ADC0620", "t"),
    "complex type": ("t: in float64[n]", "t: in complex128[n]", "ADC0620", "t"),
    "unknown size": ("t: in float64[n]", "t: in float64[m]", "ADC0621", "t"),
    "no polynomial": ("t: in float64[n]", "t: in float64[n//2]", "ADC0621", "t"),
    "no intent": ("t: in float64[n]", "t: float64[n]", "ADC0621", "t"),
    "argument twice": ("rho: out", "t: out", "ADC0621", "t"),
    "like the symbol": ("symbol  eos_", "symbol  rho", "ADC0621", "rho"),
    "unknown range": ("t=-1.5:3e1", "p=1:3", "ADC0621", "p"),
    "unknown argument": ("eos_d(n, t,", "eos_d(n, p,", "ADC0621", "p"),
    "passed twice": ("eos_d(n, t,", "eos_d(n, n, t,", "ADC0621", "n"),
    "value written": ("eos_d(n, t,", "eos_d(n, t: out,", "ADC0621", "t"),
    "tangent of an output read": ("rho_dot: out", "rho_dot", "ADC0621", "rho_dot"),
    "tangent written": ("t_dot, rho", "t_dot: out, rho", "ADC0621", "t_dot"),
    "adjoint of an output set": ("rho_bar, t", "rho_bar: add, t", "ADC0621", "rho_bar"),
    "adjoint without a word": ("t_bar: add", "t_bar", "ADC0621", "t_bar"),
    "size left out": ("eos_b(n, t,", "eos_b(t,", "ADC0621", "t"),
    "tangent in the adjoint": ("t_bar: add", "t_dot: add", "ADC0621", "t_dot"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_told_at_its_place(name: str, tmp_path: Path) -> None:
    right, wrong, code, place = MISTAKES[name]
    assert right in RULE
    text = RULE.replace(right, wrong)
    with pytest.raises(AdcError) as caught:
        read(tmp_path, text)
    (found,) = caught.value.diagnostics
    assert (found.code, bool(found.help)) == (code, True)
    assert found.span is not None
    line = text.split("\n")[found.span.line - 1]
    assert line[found.span.column - 1 : found.span.end_column - 1] == place


def test_one_symbol_has_one_form(tmp_path: Path) -> None:
    """A linear routine may be its own tangent; with other arguments it is none."""
    linear = """external twice(n: int64, x: in float64[n], y: out float64[n])
    symbol  twice_
    tangent twice_(n, x_dot, y_dot: out)
"""
    assert read(tmp_path, linear).externals[0].tangent is not None
    with pytest.raises(AdcError, match="takes other arguments in another place"):
        read(tmp_path, linear.replace("(n, x_dot", "(n, x, x_dot"))


def test_values_of_two_moments(tmp_path: Path) -> None:
    text = RULE.replace("t: in", "t: inout").replace("t_dot, rho", "rho, t_dot: inout, rho")
    text = text.replace("t_bar: add", "t_bar: inout")
    with pytest.raises(AdcError, match="as it was before"):
        read(tmp_path, text)
