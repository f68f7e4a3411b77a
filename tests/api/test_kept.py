"""What is built is kept: found again, made anew where anything that it depends on has changed."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import adc
from adc import cache, pipeline
from adc.api import building, fingerprint, kept
from adc.check import build
from adc.diagnostics import AdcError

TEXT = "def f(x: float):\n    return x * x * {factor}\n"


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder of this test's."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("CFLAGS", "-O0")
    forget(monkeypatch)
    return tmp_path / "cache" / "adc" / "derivatives-1"


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a process that begins."""
    monkeypatch.setattr(building, "_loaded", {})
    fingerprint._own_files.cache_clear()  # another test may have made the parser's tables again
    cache.close()


def source(folder: Path, factor: str = "2.0") -> Path:
    path = folder / "f.py"
    path.write_text(TEXT.format(factor=factor))
    return path


def entries(shelf: Path) -> list[Path]:
    return sorted(p for p in shelf.iterdir() if not p.name.startswith("."))


def nothing_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise AssertionError("it is compiled again")

    monkeypatch.setattr(pipeline, "compile_request", refuse)
    monkeypatch.setattr(build, "make_library", refuse)


def test_what_is_kept_is_not_compiled_again(
    shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = source(tmp_path)
    first = adc.grad(path, wrt="x")
    assert entries(shelf) == [first.folder]
    assert stat.S_IMODE(shelf.stat().st_mode) == 0o700
    nothing_is_compiled(monkeypatch)
    assert adc.grad(str(path), wrt=["x"]).generated is first.generated
    forget(monkeypatch)
    again = adc.grad(path, wrt="x")
    assert again.folder == first.folder and again(3.0).x == 12.0
    with pytest.raises(AssertionError, match="compiled again"):
        adc.grad(path, wrt="x", value=True)


def test_what_is_kept_is_loaded_at_once(shelf: Path, tmp_path: Path) -> None:
    """A process that finds what is built loads next to nothing of adc."""
    path = source(tmp_path)
    adc.grad(path, wrt="x")
    code = (
        f"import adc, sys; print(adc.grad({str(path)!r}, wrt='x')(3.0).x)\n"
        "print({'adc.pipeline', 'sympy', 'islpy', 'lark', 'jinja2', 'rich'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "12.0\nset()\n", done.stderr


def test_what_it_depends_on(shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = source(tmp_path)
    folders = [adc.grad(path, wrt="x").folder]
    source(tmp_path, "3.0")
    changed = adc.grad(path, wrt="x")
    assert changed(1.0).x == 6.0
    folders += [changed.folder, adc.grad(path, wrt="x", seed="ones").folder]
    monkeypatch.setenv("CFLAGS", "-O1")
    folders.append(adc.grad(path, wrt="x").folder)
    monkeypatch.setenv("CC", "gcc")
    folders.append(adc.grad(path, wrt="x").folder)
    monkeypatch.setattr("adc.api.fingerprint._own_files", lambda: "another adc")
    folders.append(adc.grad(path, wrt="x").folder)
    monkeypatch.setattr("adc.api.fingerprint._processor", lambda: "another machine")
    folders.append(adc.grad(path, wrt="x").folder)
    assert len(set(folders)) == len(folders) == len(entries(shelf))


def test_included_files_count(shelf: Path, tmp_path: Path) -> None:
    (tmp_path / "f.f90").write_text(
        "subroutine f(x, y)\n  real(8) :: x, y, c\n  include 'c.inc'\n  y = c*x\nend subroutine\n"
    )
    for c in (2.0, 3.0):
        (tmp_path / "c.inc").write_text(f"parameter (c = {c}d0)\n")
        assert adc.grad(tmp_path / "f.f90", head="f(y)/(x)")(1.0, 0.0).x == c


def test_a_source_that_changes_while_it_is_compiled(
    shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, compile_request = source(tmp_path), pipeline.compile_request

    def late(*arguments: Any) -> Any:
        compiled = compile_request(*arguments)
        source(tmp_path, "5.0")
        return compiled

    monkeypatch.setattr(pipeline, "compile_request", late)
    assert adc.grad(path, wrt="x")(1.0).x == 10.0
    source(tmp_path)
    monkeypatch.setattr(pipeline, "compile_request", compile_request)
    assert adc.grad(path, wrt="x")(1.0).x == 4.0


@pytest.mark.parametrize(
    "harm",
    [
        lambda folder: (folder / "libf_grad.so").write_bytes(b"\x7fELF"),
        lambda folder: (folder / "libf_grad.so").unlink(),
        lambda folder: (folder / "f_grad.py").write_text("raise SystemExit"),
        lambda folder: (folder / kept.FACTS).write_text("{"),
        lambda folder: (folder / kept.FACTS).write_text("[]"),
        lambda folder: (folder / kept.FACTS).unlink(),
    ],
)
def test_what_is_damaged_is_made_anew(
    harm: Callable[[Path], Any], shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = source(tmp_path)
    folder = adc.grad(path, wrt="x").folder
    # Not in place: this process has the library in its memory.
    other = folder.with_name("copy")
    subprocess.run(["cp", "-r", folder, other], check=True)
    harm(other)
    kept.remove(folder)
    other.rename(folder)
    forget(monkeypatch)
    again = adc.grad(path, wrt="x")
    assert again.folder == folder and again(3.0).x == 12.0
    assert entries(shelf) == [folder]


def test_processes_at_once(shelf: Path, tmp_path: Path) -> None:
    path = source(tmp_path)
    code = f"import adc; print(adc.grad({str(path)!r}, wrt='x')(3.0).x)"
    command = [sys.executable, "-c", code]
    runs = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    assert [run.communicate()[0] for run in runs] == ["12.0\n"] * 2
    assert len(entries(shelf)) == 1
    assert not [p for p in shelf.iterdir() if p.name.startswith(".making-")]


def test_who_comes_second_takes_what_is_there(shelf: Path, tmp_path: Path) -> None:
    first = adc.grad(source(tmp_path), wrt="x").folder
    facts = json.loads((first / kept.FACTS).read_text())
    made = kept.new_folder()
    (made / "f_grad.py").write_text("other")
    assert kept.keep(first.name, made, facts).folder == first
    assert not made.exists() and (first / "f_grad.py").read_text() != "other"


@pytest.mark.parametrize("home", ["/dev/null", "writable by others"])
def test_without_a_cache_folder(
    home: str, shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if home == "/dev/null":
        monkeypatch.setenv("XDG_CACHE_HOME", home)
    else:
        shelf.mkdir(parents=True)
        shelf.chmod(0o777)
    found = adc.grad(source(tmp_path), wrt="x")
    assert found(3.0).x == 12.0
    assert kept.own_folder() in found.folder.parents
    assert adc.grad(tmp_path / "f.py", wrt="x").generated is found.generated
    assert not shelf.exists() or not entries(shelf)


def test_no_cache_leaves_the_folder_alone(shelf: Path, tmp_path: Path) -> None:
    assert adc.grad(source(tmp_path), wrt="x", no_cache=True)(3.0).x == 12.0
    assert not shelf.exists()


def test_what_was_used_last_stays(
    shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "MOST_KEPT", 2)
    folders = []
    for factor in ("1.0", "2.0", "3.0"):
        folders.append(adc.grad(source(tmp_path, factor), wrt="x").folder)
        for age, folder in enumerate(reversed(folders)):
            if folder.exists():
                os.utime(folder / kept.FACTS, (time.time() - 60 * age - 60,) * 2)
        if len(folders) == 2:
            assert kept.find(folders[0].name)
    assert entries(shelf) == sorted([folders[0], folders[2]])


def test_no_compiler(shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    with pytest.raises(AdcError, match=r"error\[ADC0501\]: .no-such-compiler., the compiler"):
        adc.grad(source(tmp_path), wrt="x")
    assert list(shelf.iterdir()) == [shelf / next(p.name for p in shelf.glob(".lock-*"))]


def test_a_compiler_that_refuses(
    shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CFLAGS", "-no-such-flag-")
    with pytest.raises(AdcError, match=r"(?s)error\[ADC0502\].*no-such-flag"):
        adc.grad(source(tmp_path), wrt="x")


def test_a_library_that_cannot_be_loaded(
    shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lib.c").write_text("")
    missing = tmp_path / "libgone.so"
    subprocess.run(["cc", "-shared", "-o", missing, tmp_path / "lib.c"], check=True)
    monkeypatch.setenv("LDFLAGS", f"-Wl,--no-as-needed -L{tmp_path} -lgone")
    monkeypatch.setattr(kept, "keep", _taking_away(missing))
    with pytest.raises(AdcError, match=r"error\[ADC0502\]: the library .* cannot be loaded.*gone"):
        adc.grad(source(tmp_path), wrt="x")


def test_no_room(shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device", str(shelf))

    monkeypatch.setattr(kept, "keep", full)
    with pytest.raises(AdcError, match=r"error\[ADC0603\]: cannot build in .*no space left"):
        adc.grad(source(tmp_path), wrt="x")
    assert not entries(shelf) and not list(shelf.glob(".making-*"))


def _taking_away(library: Path) -> Callable[..., Any]:
    """`kept.keep` on a machine that has not the library."""
    keep = kept.keep

    def keep_and_take(*arguments: Any) -> Any:
        library.unlink()
        return keep(*arguments)

    return keep_and_take
