"""Files are written all or not at all."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from adc.cli import files
from adc.cli.files import depfile_text, write_all
from adc.diagnostics import AdcError

FILES = {"f_grad.c": "/* by adc */\n", "Makefile": "# by adc\nall:\n"}


def snapshot(folder: Path) -> dict[str, str]:
    return {str(p.relative_to(folder)): p.read_text() for p in folder.rglob("*") if p.is_file()}


def test_writes_into_a_new_folder(tmp_path: Path) -> None:
    write_all(str(tmp_path / "a" / "b"), FILES, {str(tmp_path / "dep"): "x: y\n"})
    assert snapshot(tmp_path) == {
        "a/b/f_grad.c": FILES["f_grad.c"],
        "a/b/Makefile": FILES["Makefile"],
        "dep": "x: y\n",
    }


def test_written_files_have_ordinary_permissions(tmp_path: Path) -> None:
    old = os.umask(0o027)
    try:
        write_all(str(tmp_path), FILES)
    finally:
        os.umask(old)
    assert (tmp_path / "Makefile").stat().st_mode & 0o777 == 0o640


def test_writes_over_its_own_files(tmp_path: Path) -> None:
    write_all(str(tmp_path), FILES)
    write_all(str(tmp_path), {name: text + "new\n" for name, text in FILES.items()})
    assert snapshot(tmp_path) == {name: text + "new\n" for name, text in FILES.items()}


def test_a_strangers_file_stays(tmp_path: Path) -> None:
    (tmp_path / "Makefile").write_text("all: mine\n")
    with pytest.raises(AdcError) as caught:
        write_all(str(tmp_path), FILES)
    assert caught.value.diagnostics[0].code == "ADC0605"
    assert snapshot(tmp_path) == {"Makefile": "all: mine\n"}


def test_what_the_manifest_lists_is_no_strangers(tmp_path: Path) -> None:
    (tmp_path / "data.txt").write_text("unmarked\n")
    (tmp_path / "manifest.json").write_text(json.dumps({"adc": "0", "files": ["data.txt"]}))
    write_all(str(tmp_path), {"data.txt": "new\n"})
    assert (tmp_path / "data.txt").read_text() == "new\n"


@pytest.mark.parametrize("manifest", ["not json", "[1]", '{"files": ["Makefile"]}', "7"])
def test_a_manifest_of_others_lists_nothing(tmp_path: Path, manifest: str) -> None:
    (tmp_path / "manifest.json").write_text(manifest)
    (tmp_path / "Makefile").write_text("all: mine\n")
    with pytest.raises(AdcError):
        write_all(str(tmp_path), FILES)


def test_a_move_that_fails_is_undone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_all(str(tmp_path), FILES)
    before = snapshot(tmp_path)
    replace, moved = os.replace, []

    def failing(source: str, target: str | Path) -> None:
        if Path(target).name == "Makefile" and not moved:
            moved.append(target)
            raise OSError(28, "No space left on device", str(target))
        replace(source, target)

    monkeypatch.setattr(files.os, "replace", failing)
    with pytest.raises(AdcError, match="no space left on device"):
        write_all(str(tmp_path), {"f_grad.c": "adc new", "Makefile": "adc new", "new": "adc"})
    assert moved
    assert snapshot(tmp_path) == before


def test_a_folder_made_for_nothing_is_removed(tmp_path: Path) -> None:
    (tmp_path / "dep").mkdir()
    with pytest.raises(AdcError) as caught:
        write_all(str(tmp_path / "a" / "b"), FILES, {str(tmp_path / "dep"): "x: y\n"})
    assert caught.value.diagnostics[0].code == "ADC0603"
    assert sorted(p.name for p in tmp_path.rglob("*")) == ["dep"]


def test_a_file_where_the_folder_should_be(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file\n")
    with pytest.raises(AdcError, match="cannot write"):
        write_all(str(tmp_path / "out"), FILES)
    assert snapshot(tmp_path) == {"out": "a file\n"}


def test_make_understands_the_depfile(tmp_path: Path) -> None:
    source = tmp_path / "my kernel$.py"
    source.write_text("")
    rule = depfile_text("out", {"f.c": "", "f h.h": ""}, (source.name, "gone.txt"))
    (tmp_path / "Makefile").write_text(
        "include dep\nout/f.c out/f\\ h.h:\n\t@echo made '$@' from '$^'\n"
    )
    (tmp_path / "dep").write_text(rule)
    result = subprocess.run(
        ["make", "--no-print-directory", "out/f.c"], cwd=tmp_path, capture_output=True, text=True
    )
    assert result.stdout == f"made out/f.c from {source.name} gone.txt\n", result.stderr
