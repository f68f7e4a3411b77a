"""The routines of `constructs/*`: one gfortran library a file, each block alone for adc."""

from __future__ import annotations

import re
from pathlib import Path

from tests.fortran.harness import case_of
from tests.fortran.original import Original, shim_text, temporary_folder
from tests.fortran.specs import Block, Spec, blocks, spec_of
from tests.proof.cases import Case

FOLDER = Path(__file__).parent / "constructs"


def construct_cases(path: Path) -> dict[str, tuple[Spec, Case]]:
    """The blocks of a file as specs and cases, by the blocks' names."""
    specs = {block.name: _spec(path, block) for block in blocks(path)}
    shims = "".join(shim_text(s) for s in specs.values())
    return {
        name: (spec, case_of(spec, Original(spec, shims, (path,)))) for name, spec in specs.items()
    }


def _spec(path: Path, block: Block) -> Spec:
    """The block written to a file of its own, whose lines stand where they stand in the whole."""
    name = re.sub(r"\W+", "_", block.name)
    source = temporary_folder() / path.stem / f"{name}{path.suffix}"
    source.parent.mkdir(exist_ok=True)
    source.write_text(block.text)
    return spec_of(f"{path.stem}: {block.name}", block.facts, (source,))


def all_constructs() -> dict[str, tuple[Spec, Case]]:
    """Every block of every file, by `file: name`."""
    found = {}
    for path in sorted(FOLDER.iterdir()):
        for spec, case in construct_cases(path).values():
            assert spec.name not in found, f"two blocks are called {spec.name}"
            found[spec.name] = (spec, case)
    return found
