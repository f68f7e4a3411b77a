"""The examples in the tables of docs/fortran.md as routines, built in one library by gfortran."""

from __future__ import annotations

import re
from pathlib import Path

from tests.fortran.construct_cases import cases_of_text
from tests.fortran.original import temporary_folder
from tests.fortran.specs import Block, Spec
from tests.proof.cases import Case

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "fortran.md"
_FACTS = {
    "arguments": [
        "n: int32", "x: float64(n)", "a: float64(n, n)", "s: float64", "k: int32(n)"
    ],
    "wrt": ["x", "s"], "of": ["x"], "sizes": {"n": 4},
    "inputs": {"k": {"low": 1, "high": 4}},
}  # fmt: skip
_DUMMIES = """\
  implicit none
  integer, intent(in) :: n, k(n)
  real(8), intent(inout) :: x(n), a(n, n), s
"""


def examples() -> dict[str, str]:
    """The code of each row, by what the row says it is an example of."""
    text = DOCUMENT.read_text(encoding="utf-8")
    tables = text.partition("## What is supported\n")[2].partition("\n## ")[0]
    found = re.findall(r"^\| ([^|]+) \| `([^`]+)` \|$", tables, re.MULTILINE)
    rows = [line for line in tables.splitlines() if line.startswith("| ") and "`" in line]
    assert len(found) == len(rows), "a row of the tables is not read"
    return dict(found)


def block(name: str, number: int, code: str) -> Block:
    """A routine of its own for the statements between semicolons; a module comes before it."""
    lines = [line.strip() for line in code.split(";")]
    ends = [i + 1 for i, line in enumerate(lines) if line in ("end module", "end submodule")]
    before, own = (lines[: ends[-1]], lines[ends[-1] :]) if ends else ([], lines)
    uses = [line for line in own if line.startswith("use ")]
    routine = f"row{number}"
    text = [
        *before, f"subroutine {routine}(n, x, a, s, k)", *uses, _DUMMIES.rstrip(),
        *(line for line in own if line not in uses), "end subroutine",
    ]  # fmt: skip
    return Block(name, {**_FACTS, "routine": routine}, "\n".join(text) + "\n")


def supported_cases() -> dict[str, tuple[Spec, Case]]:
    """All examples, by their descriptions."""
    made = [block(name, i, code) for i, (name, code) in enumerate(examples().items())]
    path = temporary_folder() / "supported.f90"
    path.write_text("".join(b.text for b in made))
    return {name.partition(": ")[2]: case for name, case in cases_of_text(path, made).items()}
