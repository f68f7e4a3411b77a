"""What `adc grad` takes for whole programs (`make bench BENCH=compile`).

    python benchmarks/compile.py [PROGRAM...]

Each program is compiled in a process of its own: with an empty cache folder, once more in the same
process, and in a new process with what the first one kept. The figures are seconds of the
processor, from the start of Python to the files' texts; nothing here is asserted by a test.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.compile_programs import ROOT, growing, named
from benchmarks.timing import table

#: What asks a child process for one program, and the most seconds that it may take.
CHILD, MOST = "--in-this-process", 900


def seconds_of(name: str, cache: Path) -> list[float] | None:
    """Seconds in a new process, then of a second run in it; None where that takes too long."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, str(Path(__file__)), CHILD, name]
    try:
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=MOST
        )
    except subprocess.TimeoutExpired:
        return None
    if done.returncode:
        raise SystemExit(done.stderr)
    return [float(s) for s in json.loads(done.stdout.splitlines()[-1])]


def child(name: str) -> None:
    from adc.pipeline import compile_request

    found = []
    with tempfile.TemporaryDirectory() as folder:
        request = {**named(), **growing()}[name](Path(folder))
        for _ in range(2):
            compile_request(request)
            found.append(time.process_time() - sum(found))
    print(json.dumps(found))


def row(name: str) -> tuple[str, ...]:
    with tempfile.TemporaryDirectory() as cache:
        cold = seconds_of(name, Path(cache))
        warm = seconds_of(name, Path(cache)) if cold else None
    if cold is None or warm is None:
        return (name, f"> {MOST}", "", "")
    return (name, f"{cold[0]:.2f}", f"{warm[0]:.2f}", f"{cold[1]:.2f}")


def main(names: list[str]) -> None:
    header = ("program", "empty cache", "second process", "same process again")
    for title, programs in (("Named programs", named()), ("Growth", growing())):
        chosen = [name for name in programs if not names or name in names]
        if chosen:
            print(f"\n{title}: processor seconds of adc grad\n")
            print(table(header, [row(name) for name in chosen]))


if __name__ == "__main__":
    if sys.argv[1:2] == [CHILD]:
        child(sys.argv[2])
    else:
        main(sys.argv[1:])
