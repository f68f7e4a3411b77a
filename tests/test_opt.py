"""Single stages on the IR's text: what `adc show` prints is read back, and goes the same way."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from adc.cli.app import adc
from adc.cli.opt import StageNames
from adc.cli.stages import text_of
from adc.diagnostics import AdcError
from adc.ir.text import program_text
from adc.ir.text_parser import parse_program
from adc.ir.text_places import source_places
from adc.observer import Silent
from adc.opt import STAGES, Work, run_stages
from adc.options import Request
from adc.pipeline import front_half
from adc.simplify.passes import PASSES
from tests.proof.cases import load_cases
from tests.proof.compiled import request_of
from tests.proof.marks import half_of

CASES = load_cases()
KERNEL = """\
import numpy as np


def f(n: int, a: float, x: "float64[N]", w: "float64[N]"):
    for t in range(n):
        x = x * x + a * w
    return np.sum(x)
"""


def opt(text: str, *stages: str, **options: Any) -> str:
    """The text after `stages`."""
    request = Request(("x.ir",), **options)
    (*_, (_, state)) = run_stages(stages, text, "x.ir", Work(request, Silent(), []))
    return state.text


def without_rows(text: str) -> str:
    return text[re.search("^program ", text, re.M).start() :]  # type: ignore[union-attr]


@pytest.mark.parametrize("name", half_of(CASES))
def test_every_text_is_read_back_and_goes_on_from_there(name: str, tmp_path: Path) -> None:
    """Each stage of `adc show` prints what the stages of `adc opt` make of the one before."""
    source = tmp_path / "kernel.py"
    source.write_text(CASES[name].source)
    request = request_of(CASES[name], source)
    front = front_half(request, Silent())
    texts = {
        stage: text_of(front, request, stage, False, Silent())
        for stage in ("ir", "adjoint", "plan", "loops")
    }
    for stage in ("ir", "adjoint", "plan"):
        program = parse_program(texts[stage], place=source_places)
        assert program_text(program) == without_rows(texts[stage]), stage
    named = {"wrt": front.wrt, "of": front.of}
    assert without_seeds(opt(texts["ir"], "reverse", **named)) == without_seeds(texts["adjoint"])
    planned = opt(texts["adjoint"], "plan", "simplify", "note_empty_forward", "rewrite")
    assert planned == without_rows(texts["plan"])
    assert opt(texts["plan"], "schedule") == texts["loops"]


def without_seeds(text: str) -> str:
    """The text with seeds called alike: `--of return` names them after what the user calls it."""
    seeds = re.findall(r"^seed (\w+):", text, re.M)
    for number, seed in enumerate(seeds):
        text = re.sub(rf"\b{seed}\b", f"seed_{number}", text)
    return text


# -- the command -----------------------------------------------------------------------------------


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "kernel.py").write_text(KERNEL)
    (tmp_path / "kernel.ir").write_text(invoke("show", "kernel.py", "--stage", "ir").stdout)
    return tmp_path


def invoke(*arguments: str, status: int = 0, given: str | bytes | None = None) -> Result:
    result = CliRunner().invoke(adc, arguments, prog_name="adc", input=given)
    assert result.exit_code == status, result.output
    return result


def test_the_standard_input_without_stages(work: Path) -> None:
    text = (work / "kernel.ir").read_text()
    assert invoke("opt", "-", given=text).stdout == text
    assert invoke("opt", "kernel.ir").stdout == text


def test_each_simplifying_pass_alone(work: Path) -> None:
    made = ("--stage", "reverse,plan", "--wrt", "x")
    text = invoke("opt", "kernel.ir", *made).stdout
    for each in PASSES:
        simpler = invoke("opt", "-", "--stage", each.name, given=text).stdout
        assert simpler == invoke("opt", "kernel.ir", *made, "--stage", each.name).stdout
        if each.name in ("drop_unread", "assign_first", "drop_dead"):
            assert simpler != text, each.name


def test_options_are_those_of_grad(work: Path) -> None:
    limited = ("--mem-limit", "30000", "--size", "N=100,n=50")
    text = invoke("opt", "kernel.ir", "--stage", "reverse,plan", "--wrt", "x", *limited).stdout
    assert "tape x_1_snap: " in text
    seeded = invoke("opt", "kernel.ir", "--stage", "reverse", "--wrt", "x,w", "--value").stdout
    assert "value value: float64 of return_0" in seeded
    planned = invoke("opt", "-", "--stage", "plan,simplify", "--value", given=seeded).stdout
    assert re.search(r"^value: value = return_0$", planned, re.M)
    loops = invoke("opt", "kernel.ir", "--stage", "schedule", "--no-openmp").stdout
    assert "parallel" not in loops and loops.endswith("bytes\n")


def test_a_gradient_is_differentiated_again(work: Path) -> None:
    made = ("--stage", "reverse,plan,simplify", "--wrt", "x")
    text = invoke("opt", "kernel.ir", *made).stdout
    again = invoke("opt", "-", *made, "--of", "x_bar", given=text).stdout
    assert again.startswith("program f_grad_grad(N: size, n: integer, a: scalar, x: array, ")
    assert "seed x_bar_seed: float64[N] of x_bar" in again
    assert "gradient x_bar_1: float64[N] of x" in again
    snapshots = ("--mem-limit", "9000", "--size", "N=100,n=50")
    text = invoke("opt", "kernel.ir", *made, *snapshots).stdout
    refused = invoke("opt", "-", *made, "--of", "x_bar", given=text, status=1).stderr
    assert "error[ADC0615]: `reverse` takes a program that is differentiable: " in refused


def test_each_prints_every_stage(work: Path) -> None:
    stages = ("--stage", "tangent", "--stage", "drop_dead,schedule", "--wrt", "x", "--each")
    text = invoke("opt", "kernel.ir", *stages).stdout
    assert re.findall("^# after (.*)", text, re.M) == ["tangent", "drop_dead", "schedule"]
    payload = json.loads(invoke("opt", "kernel.ir", *stages, "--json").stdout)
    assert [s["stage"] for s in payload["after"]] == payload["stages"]
    assert payload["text"] == payload["after"][-1]["text"]


def test_list_names_every_stage() -> None:
    lines = invoke("opt", "--list").stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["stage", *STAGES]
    assert {p.name for p in PASSES} <= {*STAGES}


def test_stages_complete() -> None:
    found = StageNames().shell_complete(None, None, "reverse,dr")
    assert [item.value for item in found] == ["reverse,drop_unread", "reverse,drop_dead"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--stage", "simplfy"), "no stage is called 'simplfy'"),
        (("--stage", ""), "no stage is called ''"),
        (("--stage", "reverse"), "missing option --wrt: `reverse` needs the independents"),
    ],
)
def test_a_command_line_at_fault(work: Path, arguments: tuple[str, ...], message: str) -> None:
    assert message in invoke("opt", "kernel.ir", *arguments, status=2).stderr


def test_texts_that_are_no_ir_are_told_with_their_place(work: Path) -> None:
    lines = (work / "kernel.ir").read_text().split("\n")
    number = next(k for k, line in enumerate(lines) if "x_1[i] = x[i]" in line)
    lines[number] = "S1: x_1[i] = x[i] + * 2.0 for i in 0:N"
    told = invoke("opt", "-", status=1, given="\n".join(lines)).stderr
    assert f"error[ADC0613]: `*` does not belong here\n --> <stdin>:{number + 1}:21\n" in told
    assert f"{' ' * (len(lines[number][:20]))}^" in told
    assert "error[ADC0604]" in invoke("opt", "-", status=1, given=b"program \xff").stderr
    assert "error[ADC0602]" in invoke("opt", "none.ir", status=1).stderr
    assert "a text without a program line" in invoke("opt", "-", status=1, given="").stderr


def test_damaged_texts_are_refused_or_done(work: Path) -> None:
    """Words dropped, doubled and swapped anywhere: never a fault of adc's own."""
    text = (work / "kernel.ir").read_text() + invoke(
        "opt", "kernel.ir", "--stage", "reverse,plan,simplify", "--wrt", "x"
    ).stdout.partition("\n\n")[2].replace("S", "T").replace("x_bar", "x_1")
    dice = random.Random(5)
    for _ in range(300):
        words = re.split(r"(\W)", text)
        for _ in range(dice.choice((1, 1, 2))):
            one, other = dice.randrange(len(words)), dice.randrange(len(words))
            words[one] = dice.choice(("", words[one] * 2, words[other]))
        try:
            opt("".join(words), "drop_dead", "schedule")
        except AdcError as error:
            assert error.diagnostics[0].code in ("ADC0613", "ADC0614", "ADC0615")
