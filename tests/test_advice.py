"""What a message advises is accepted: the rejected examples, edited as the line `help:` says.

A folder in tests/rejects/ whose message gives advice holds `advised/`: the files (or the `command`,
or the `environment`) that the advice changes, as they are afterwards. Laid over the example they
must be accepted, and the message whose advice was followed must be gone.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.test_rejects import FOLDERS, command_of, contents, environment_of, run_adc

#: Advice that no edit of a text carries out.
ELSEWHERE = {
    "ADC0170_print": "asks to make sure of something; the warning stays true",
    "ADC0171_stop": "asks the caller to look at a status; the warning stays true",
    "ADC0506_measurement_fails": "asks for memory",
    "ADC0509_no_library": "asks for the folder of a library",
    "ADC0509_no_symbol": "asks for the name that a routine has in its library",
}


def advises(folder: Path) -> bool:
    path = folder / "expected"
    return path.exists() and "= help:" in path.read_text(encoding="utf-8")


ADVISED = [f for f in FOLDERS if advises(f) and f.name not in ELSEWHERE]


def codes(text: str) -> set[str]:
    return set(re.findall(r"^(?:error|warning|note)\[(ADC\d{4})\]", text, re.MULTILINE))


@pytest.mark.parametrize("folder", ADVISED, ids=lambda p: p.name)
def test_advice(folder: Path, tmp_path: Path) -> None:
    work = tmp_path / "work"
    shutil.copytree(folder, work, ignore=shutil.ignore_patterns("advised"))
    before = contents(work)
    shutil.copytree(folder / "advised", work, dirs_exist_ok=True)
    assert contents(work) != before, "nothing is changed as the message advises"
    result = run_adc(command_of(work), work, environment_of(work))
    assert result.exit_code == 0, result.stderr
    again = codes((folder / "expected").read_text(encoding="utf-8")) & codes(result.stderr)
    assert not again, result.stderr


def test_advice_that_no_text_can_follow_has_no_edited_text() -> None:
    rejected = {f.name: f for f in FOLDERS}
    for name in ELSEWHERE:
        assert advises(rejected[name]) and not (rejected[name] / "advised").exists()
    for folder in FOLDERS:
        assert advises(folder) or not (folder / "advised").exists(), folder.name
