"""What `adc grad` takes for whole programs (`make bench BENCH=compile`).

    python benchmarks/compile.py [PROGRAM...]

Each program is compiled in a process of its own: with an empty cache folder, once more in the same
process, and in a new process with what the first one kept. The figures are seconds of the
processor, from the start of Python to the files' texts; nothing here is asserted by a test. As
where adc is installed, Python has compiled its modules before, and objects are collected as seldom
as in the program `adc`.
"""

from __future__ import annotations

import compileall
import gc
import json
import os
import pickle
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from adc.options import Request
from benchmarks.compile_programs import ROOT, Make, growing, named
from benchmarks.timing import table

#: What asks a child process for one program, and the most seconds that it may take.
CHILD, MOST = "--in-this-process", 900


def seconds_of(request: Request, cache: Path) -> list[float] | None:
    """Seconds in a new process, then of a second run in it; None where that takes too long."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, str(Path(__file__)), CHILD]
    given = pickle.dumps(request)
    try:
        done = subprocess.run(
            command, env=environment, input=given, capture_output=True, timeout=MOST
        )
    except subprocess.TimeoutExpired:
        return None
    if done.returncode:
        raise SystemExit(done.stderr.decode())
    return [float(s) for s in json.loads(done.stdout.splitlines()[-1])]


def child() -> None:
    from adc.cli.app import OBJECTS_BETWEEN_COLLECTIONS
    from adc.pipeline import compile_request

    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS, 20, 20)
    request = pickle.load(sys.stdin.buffer)
    found: list[float] = []
    for _ in range(2):
        compile_request(request)
        found.append(time.process_time() - sum(found))
    print(json.dumps(found))


def row(name: str, make: Make) -> tuple[str, ...]:
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as cache:
        request = make(Path(folder))
        cold = seconds_of(request, Path(cache))
        warm = seconds_of(request, Path(cache)) if cold else None
    if cold is None or warm is None:
        return (name, f"> {MOST}", "", "")
    return (name, f"{cold[0]:.2f}", f"{warm[0]:.2f}", f"{cold[1]:.2f}")


def main(names: list[str]) -> None:
    compileall.compile_dir(ROOT / "adc", quiet=2)
    header = ("program", "empty cache", "second process", "same process again")
    for title, programs in (("Named programs", named()), ("Growth", growing())):
        chosen = {n: make for n, make in programs.items() if not names or n in names}
        if chosen:
            print(f"\n{title}: processor seconds of adc grad\n")
            print(table(header, [row(name, make) for name, make in chosen.items()]))


if __name__ == "__main__":
    if sys.argv[1:2] == [CHILD]:
        child()
    else:
        main(sys.argv[1:])
