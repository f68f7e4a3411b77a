"""`adc grad` says of a long file that an integer argument chooses one of its parts."""

from __future__ import annotations

from pathlib import Path

import pytest

from adc.cli import generate
from tests.test_rejects import run_adc

PARTS = range(1, 11)
COMPUTED = "".join(f" {k} y = x**{k}\n return\n" for k in PARTS)
ROUTINES = {
    "computed GO TO": (
        f"goto ({', '.join(map(str, PARTS))}), job\n y = x\n return\n{COMPUTED}",
        10,
    ),
    "SELECT CASE": (
        "select case (job)\n"
        + "".join(f"case ({k + 20})\n y = x**{k}\n" for k in PARTS)
        + "case default\n y = x\nend select\n",
        10,
    ),
    "tests in one IF": (
        "if (job == 0) then\n y = x\n"
        + "".join(f"else if (job == {k}) then\n y = x**{k}\n" for k in PARTS)
        + "end if\n",
        11,
    ),
    "tests one after another": (
        "y = x\n" + "".join(f"if ({k} == job) y = x**{k}\n" for k in PARTS),
        10,
    ),
}
OTHERS = {
    "few parts": "select case (job)\ncase (1)\n y = x\ncase default\n y = x*x\nend select\n",
    "most is elsewhere": ROUTINES["SELECT CASE"][0] + "y = y*x\n" * 30,
    "one that changes": "job = job + 1\n" + ROUTINES["SELECT CASE"][0],
    "some tests of others": "y = x\n" + "".join(f"if (k == {k}) y = x**{k}\n" for k in PARTS),
}


def said(
    body: str, folder: Path, monkeypatch: pytest.MonkeyPatch, *more: str, long: int = 10
) -> str:
    monkeypatch.setattr(generate, "_LONG", long)
    text = "subroutine pick(job, x, y)\n integer :: job, k\n real(8) :: x, y\n"
    if "k ==" in body:
        text += " k = int(x)\n"
    (folder / "pick.f90").write_text(text + body + "end subroutine\n")
    told = ["grad", "pick.f90", "--wrt", "x", "--of", "y", "-o", "out", *more]
    result = run_adc(told, folder, {})
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize("name", ROUTINES)
def test_said(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    body, count = ROUTINES[name]
    output = said(body, tmp_path, monkeypatch)
    assert f"lines; `job` chooses among {count} parts of the routine: `--fix job=" in output
    advised = output.partition("`--fix ")[2].partition("`")[0]
    assert "chooses among" not in said(body, tmp_path, monkeypatch, "--fix", advised)


@pytest.mark.parametrize("name", OTHERS)
def test_not_said(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "chooses among" not in said(OTHERS[name], tmp_path, monkeypatch)


def test_not_said_of_a_short_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    body, _ = ROUTINES["SELECT CASE"]
    assert "chooses among" not in said(body, tmp_path, monkeypatch, long=5_000)
