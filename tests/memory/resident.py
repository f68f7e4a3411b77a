"""How far the resident set of a fresh process grows in one call of a gradient.

    python -m tests.memory.resident LIBRARY MANIFEST '{"N": 1000}'

All arguments are filled before; printed are the growth of the peak (VmHWM) during the call and the
result code.
"""

from __future__ import annotations

import ctypes
import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.memory.arguments import held_arguments

ROOT = Path(__file__).resolve().parent.parent.parent


def growth(library: Path, manifest: Mapping[str, Any], sizes: Mapping[str, int]) -> int:
    """Bytes by which the peak resident set of a new process grows during the call."""
    path = library.with_suffix(".manifest.json")
    path.write_text(json.dumps(manifest))
    command = [sys.executable, "-m", __name__, str(library), str(path), json.dumps(dict(sizes))]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True)
    found, code = (int(word) for word in done.stdout.split())
    assert code == 0, f"the gradient returns {code}"
    return found


def _kibibytes(field: str) -> int:
    for line in Path("/proc/self/status").read_text().split("\n"):
        if line.startswith(field + ":"):
            return int(line.split()[1])
    raise KeyError(field)


def _main(library: str, manifest: str, sizes: str) -> None:
    facts = json.loads(Path(manifest).read_text())
    held = held_arguments(facts, json.loads(sizes), None, {})
    function = ctypes.CDLL(library)[facts["entry"]]
    Path("/proc/self/clear_refs").write_text("5")  # the peak begins anew at what is resident now
    before = _kibibytes("VmHWM")
    code = function(*(h.value for h in held))
    print(1024 * (_kibibytes("VmHWM") - before), code)


if __name__ == "__main__":
    _main(*sys.argv[1:])
