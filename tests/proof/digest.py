"""Prints a digest of the files of cases: equal for every hash seed.

python -m tests.proof.digest gemm lu
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Sequence

from tests.proof.cases import load_cases
from tests.proof.compiled import compile_case


def digests(names: Sequence[str], hash_seed: int) -> str:
    """What this module prints for `names` in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.proof.digest", *names],
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def main() -> None:
    cases = load_cases()
    for name in sys.argv[1:]:
        for file, text in sorted(compile_case(cases[name]).files.items()):
            print(name, file, hashlib.sha256(text.encode()).hexdigest())


if __name__ == "__main__":
    main()
