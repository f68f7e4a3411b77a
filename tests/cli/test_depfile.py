"""Make reads what adc writes for it, whatever the files are called."""

from __future__ import annotations

import os
import string
import subprocess
from pathlib import Path

import pytest

from adc.cli.depfile import depfile_text, is_depfile
from adc.diagnostics import AdcError

REFUSED = ";=|\\"
ACCEPTED = sorted(set(string.punctuation + " ") - set(REFUSED) - {"/"})


def made(folder: Path, target: str) -> bool:
    """Whether make makes `target` again by the depfile `dep`."""
    (folder / "Makefile").write_text("include dep\n%/f.c:\n\t@echo made\n")
    command = ["make", "--no-print-directory", "--", target]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, (target, done.stderr)
    return done.stdout == "made\n"


@pytest.mark.parametrize("char", ACCEPTED)
def test_make_understands_the_depfile(tmp_path: Path, char: str) -> None:
    """The target is made where a source is newer or gone, and only there."""
    folder, source, other = f"o{char}t", f"{char if char != '~' else 'x~'}a{char}b.py", "gone.py"
    target = tmp_path / folder / "f.c"
    target.parent.mkdir()
    for path in (target, tmp_path / source):
        path.write_text("")
    for inputs, changed, expected in (
        ((source,), 2000, True),
        ((source,), 500, False),
        ((source, other), 500, True),
        ((other, source), 500, True),
    ):
        (tmp_path / "dep").write_text(depfile_text(folder, ["f.c"], inputs))
        os.utime(target, (1000, 1000))
        os.utime(tmp_path / source, (changed, changed))
        assert made(tmp_path, f"{folder}/f.c") is expected


@pytest.mark.parametrize("name", [*(f"a{c}b" for c in REFUSED + "\n\t\r\x7f"), "~a", "a&"])
def test_a_name_that_make_cannot_be_told(name: str) -> None:
    for folder, source in ((f"{name}/x", "a.py"), ("o", name)):
        if folder.startswith("a&") or (name == "~a" and source == "a.py" and folder[0] != "~"):
            continue  # harmless in the middle
        with pytest.raises(AdcError) as caught:
            depfile_text(folder, ["f.c"], (source,))
        assert caught.value.diagnostics[0].code == "ADC0612"


def test_own_depfiles_are_known() -> None:
    assert is_depfile(depfile_text("a b/o", ["f.c", "manifest.json", "f.h"], ("x.py",)))
    assert is_depfile(depfile_text("o", ["manifest.json"], ("x.py",)))
    assert not is_depfile("all: manifest\n")
    assert not is_depfile("import manifest.json\n")
