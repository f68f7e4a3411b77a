"""Self-checks that this process has built before: many tests check one program, each with sizes,
ranges or a source of its own, and to compile it takes longer than all else that they do.

What is built depends on the texts and on the environment, unless there are libraries, whose files
may change: then it is built anew, and so it is wherever a test changes the compiler (`Answers`).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from tests.proof.answers import Answers

Build = Callable[..., Path]
PROGRAMS: Answers[bytes] = Answers()
#: Differs from test to test, and no compiler looks at it.
_OF_PYTEST = "PYTEST_CURRENT_TEST"


def keeping(build: Build) -> Build:
    """`adc.check.build.build`, but for what was built before."""

    def kept(
        files: Mapping[str, str], entry: str, folder: Path, *, openmp: bool,
        link: Sequence[str] = (),
    ) -> Path:  # fmt: skip
        if link:
            return build(files, entry, folder, openmp=openmp, link=link)
        environment = sorted((n, v) for n, v in os.environ.items() if n != _OF_PYTEST)
        asked = (*sorted(files.items()), entry, openmp, *environment)
        program = folder / f"{entry}_check"
        content = PROGRAMS.of(
            asked, lambda: build(files, entry, folder, openmp=openmp).read_bytes()
        )
        if not program.exists():
            program.write_bytes(content)
            program.chmod(0o755)
        return program

    return kept
