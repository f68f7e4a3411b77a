"""The routines of `constructs/*`: one gfortran library a file, each block alone for adc."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from tests.fortran.harness import case_of
from tests.fortran.original import Original, shim_text, temporary_folder
from tests.fortran.specs import Block, Spec, blocks, spec_of
from tests.proof.cases import Case

FOLDER = Path(__file__).parent / "constructs"
TEXTS = temporary_folder()


def cases_of_text(path: Path, found: Sequence[Block]) -> dict[str, tuple[Spec, Case]]:
    """The blocks of the file `path` as specs and cases, by "file: name"."""
    specs = [_spec(path, block) for block in found]
    shims = "".join(shim_text(s) for s in specs)
    cases = {s.name: (s, case_of(s, Original(s, shims, (path,)))) for s in specs}
    assert len(cases) == len(specs), f"two blocks of {path} have one name"
    return cases


def _spec(path: Path, block: Block) -> Spec:
    """The block's text in a file of its own: adc reads nothing else."""
    name = re.sub(r"\W+", "_", block.name)
    source = TEXTS / path.stem / f"{name}{path.suffix}"
    source.parent.mkdir(exist_ok=True)
    source.write_text(block.text)
    return spec_of(f"{path.stem}: {block.name}", block.facts, (source,))


@cache
def construct_cases() -> dict[str, tuple[Spec, Case]]:
    """Every block of every file."""
    found = {}
    for path in sorted(FOLDER.iterdir()):
        found.update(cases_of_text(path, list(blocks(path))))
    return found
