"""What the documents show is what happens: their commands are run and their outputs compared.

In a fenced block tagged `console`, lines after `$ ` are run by a shell, and the lines below them
(if there are any) are what the command prints, `...` standing for anything. A block tagged
`python FILE` (`text FILE`, `make FILE`) is that file. The blocks of one document run in order in
one folder that holds a copy of examples/. A block tagged `sh` is not run: it may hold only the
commands of `NOT_RUN` (they install things or run these tests) and make's own goals. A document that
begins with `<!-- needs TOOL -->` is skipped where there is no such tool.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = sorted(
    [ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").rglob("*.md")]
)
#: Each command of these documents is a process of its own; those of others are served.
BEGUN_FROM_NOTHING = ("examples/burgers/README.md",)
FENCE = re.compile(r"^```([^\n`]*)\n(.*?)^```\s*$", re.MULTILINE | re.DOTALL)
NEEDS = re.compile(r"<!-- needs (\w+) -->\n")
FILE_TAGS = ("python", "text", "make", "c", "fortran")
#: Tags of blocks that only show something: C as adc writes it, the IR, a diagnostic.
SHOWN = ("c", "text", "json", "fortran")
NOT_RUN = re.compile(r"(git clone|cd adc$|python3? -m (pip|venv)|pip install|sudo apt-get|eval )")


#: Projects that `tests/test_examples.py` builds and runs; what their texts show is left to the long
#: run.
PROJECTS = ("c_calls_fortran", "fortran_project", "ocean_library")


@dataclass(frozen=True)
class Block:
    tag: str
    text: str
    line: int


def blocks(path: Path) -> list[Block]:
    text = path.read_text(encoding="utf-8")
    return [
        Block(m[1].strip(), m[2], text.count("\n", 0, m.start()) + 1) for m in FENCE.finditer(text)
    ]


@dataclass(frozen=True)
class Step:
    command: str
    expected: str


def steps(block: Block) -> list[Step]:
    """The commands of a console block; a line that ends in a backslash goes on."""
    found: list[Step] = []
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE):
        if not part.strip():
            continue
        command = re.match(r"(?:.*\\\n)*.*\n", part)
        assert command, f"line {block.line}: no command in {part!r}"
        found.append(Step(command[0], part[command.end() :]))
    return found


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `adc` and `python` of this checkout, processes that begin from nothing."""
    folder = tmp_path_factory.mktemp("alone")
    # A link would not find the packages of a virtual environment.
    for name, words in (("python", ""), ("adc", '-c "from adc.cli import main; main()" ')):
        launcher = folder / name
        launcher.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} {words}"$@"\n')
        launcher.chmod(0o755)
    return folder


@pytest.fixture
def environment(path: Path, alone: Path, served: Path) -> dict[str, str]:
    """`adc` and `python` on the PATH are this checkout's."""
    commands = alone if str(path.relative_to(ROOT)) in BEGUN_FROM_NOTHING else served
    folders = os.pathsep.join([str(commands), str(Path(sys.executable).parent), os.environ["PATH"]])
    # Optimising the self-checks takes longer than running them.
    more = {"PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8", "CFLAGS": "-O0"}
    return {**os.environ, **more, "PATH": folders}


def matches(expected: str, printed: str) -> bool:
    """Whether the texts are the same but for white space; `...` stands for any text. Pieces between
    are looked for from left to right: a regular expression of many can take forever to fail."""
    first, *pieces = "".join(expected.split()).split("...")
    text = "".join(printed.split())
    if not pieces:
        return text == first
    if not text.startswith(first) or not text.endswith(pieces[-1]):
        return False
    at, end = len(first), len(text) - len(pieces[-1])
    for piece in pieces[:-1]:
        at = text.find(piece, at, end)
        if at < 0:
            return False
        at += len(piece)
    return at <= end


@pytest.mark.parametrize(
    ("expected", "same"),
    [
        ("a b", True), ("a ... b", True), ("ab...", True), ("...", True), ("a ... a b", False),
        ("b ...", False), ("... a", False), ("a", False), ("... ab", True), ("ab ... b", False),
    ],
)  # fmt: skip
def test_what_matches(expected: str, same: bool) -> None:
    assert matches(expected, "a\n b") == same


def check_step(step: Step, folder: Path, environment: dict[str, str]) -> None:
    result = subprocess.run(
        ["sh", "-c", step.command],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
    )
    # A refusal is shown with its text; a command that is shown alone must succeed.
    assert result.returncode == 0 or "error[" in step.expected, f"{step.command}{result.stdout}"
    if step.expected.strip():
        same = matches(step.expected, result.stdout)
        assert same, f"$ {step.command}expected:\n{step.expected}\ngot:\n{result.stdout}"


def as_run(path: Path) -> Any:
    long = path.parent.name in PROJECTS
    return pytest.param(
        path, id=str(path.relative_to(ROOT)), marks=pytest.mark.long if long else ()
    )


@pytest.mark.parametrize("path", [as_run(path) for path in DOCUMENTS])
def test_commands_do_what_the_document_says(
    path: Path, tmp_path: Path, environment: dict[str, str]
) -> None:
    needed = NEEDS.match(path.read_text(encoding="utf-8"))
    if needed and not shutil.which(needed[1]):
        pytest.skip(f"{needed[1]} is not installed")
    shutil.copytree(
        ROOT / "examples", tmp_path / "examples", ignore=shutil.ignore_patterns("build", "out")
    )
    folder = tmp_path / path.parent.relative_to(ROOT) if "examples" in path.parts else tmp_path
    for block in blocks(path):
        kind, _, name = block.tag.partition(" ")
        if kind == "console":
            for step in steps(block):
                check_step(step, folder, environment)
        elif name:
            assert kind in FILE_TAGS, f"line {block.line}: tag {block.tag!r}"
            (folder / name).write_text(block.text, encoding="utf-8")


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda p: str(p.relative_to(ROOT)))
def test_every_block_is_of_a_kind_that_is_checked(path: Path) -> None:
    for block in blocks(path):
        kind, _, name = block.tag.partition(" ")
        if kind == "sh":
            for line in block.text.splitlines():
                goal = re.fullmatch(r"make ([a-z-]+)\s*(#.*)?", line)
                if goal:
                    rule = rf"^{goal[1]}:"
                    assert re.search(rule, (ROOT / "Makefile").read_text(), re.MULTILINE), line
                else:
                    assert not line.strip() or NOT_RUN.match(line), f"{path.name}: {line}"
        else:
            assert (
                kind in ("console", *SHOWN) or (kind in FILE_TAGS and name) or kind == "python"
            ), f"{path.name}:{block.line}: tag {block.tag!r}"


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda p: str(p.relative_to(ROOT)))
def test_lines_are_not_long(path: Path) -> None:
    """Rows of tables and what commands print cannot be broken."""
    printed = [line for block in blocks(path) for line in block.text.splitlines()]
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        fixed = line.startswith("|") or (line in printed and not line.startswith("$ "))
        assert len(line) <= 100 or fixed, f"{path.name}:{number}: {len(line)} columns"


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda p: str(p.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path) -> None:
    text = FENCE.sub("", path.read_text(encoding="utf-8"))
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text):
        assert target.startswith("https://") or (path.parent / target).exists(), target


def test_outputs_are_compared(tmp_path: Path) -> None:
    check_step(Step("printf 'a b c'\n", "a ... c\n"), tmp_path, dict(os.environ))
    with pytest.raises(AssertionError):
        check_step(Step("printf 'a b c'\n", "a ... d\n"), tmp_path, dict(os.environ))
    with pytest.raises(AssertionError):
        check_step(Step("false\n", ""), tmp_path, dict(os.environ))
