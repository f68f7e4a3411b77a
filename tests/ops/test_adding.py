"""The row of `docs/adding-an-operation.md`, added as the document says, goes the whole way.

It is put into a copy of the package and tried in a process of its own (`added.py`): nothing here
knows of it before or after.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from adc.ops import ALL_OPS

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = (ROOT / "docs" / "adding-an-operation.md").read_text(encoding="utf-8")
LEGS = (
    "rules", "ranges", "code", "python", "readings", "fortran", "check", "shown", "check_fortran",
    "ops",
)  # fmt: skip


def block(tag: str) -> str:
    """The document's first block of that tag."""
    found = re.search(rf"^```{tag}\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)
    assert found
    return found[1]


def with_row(folder: Path) -> Path:
    """A copy of the package, as it is installed, with the row at the end of ELEMENTARY."""
    shutil.copytree(ROOT / "adc", folder / "adc")
    for part in ("grammars", "templates"):
        shutil.copytree(ROOT / part, folder / "adc" / "_data" / part)
    table = folder / "adc" / "ops" / "elementary.py"
    text = table.read_text(encoding="utf-8")
    end = text.index("\n)", text.index("\nELEMENTARY")) + 1
    table.write_text(text[:end] + block("python").rstrip() + ",\n" + text[end:])
    return folder


def outcome(folder: Path) -> dict[str, str]:
    """What each leg printed in a process with the copy in `folder`."""
    path = os.pathsep.join([str(with_row(folder)), str(ROOT)])
    done = subprocess.run(
        [sys.executable, str(ROOT / "tests" / "ops" / "added.py"), str(folder), *LEGS],
        env={**os.environ, "PYTHONPATH": path, "PYTHONSAFEPATH": "1"},
        cwd=folder, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    printed = re.split(r"^== (\w+)\n", done.stdout, flags=re.MULTILINE)
    return dict(zip(printed[1::2], printed[2::2], strict=True))


@pytest.mark.slow
def test_the_documents_row_goes_the_whole_way(tmp_path: Path) -> None:
    """All legs in one test: the process takes tens of seconds."""
    printed = outcome(tmp_path)
    assert list(printed) == list(LEGS)
    failed = {leg: text for leg, text in printed.items() if text.splitlines()[-1:] != ["ok"]}
    assert not failed, "\n".join(f"{leg}: {text}" for leg, text in failed.items())
    assert printed["ops"].removesuffix("ok\n").strip() == block("text").strip()


def test_the_documents_operation_is_not_in_the_table() -> None:
    assert "log_expit" not in ALL_OPS
    assert block("python").startswith('Operation(\n    "log_expit",')
