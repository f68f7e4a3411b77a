"""Generated C under AddressSanitizer and UBSan: one program that makes many calls.

Every array is allocated at exactly its size, the workspace at exactly what the library asks for;
what is read comes from a file, what is written starts uninitialised.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tests.proof.compiled import Compiled
from tests.proof.harness import Drawn, MismatchError
from tests.proof.native import BuildError, _write, manifest_of, shape_of

FLAGS = ("-std=c11", "-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")

PREAMBLE = """#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
static void *take(FILE *in, size_t bytes)
{
    char *p = malloc(bytes);
    if (bytes && fread(p, 1, bytes, in) != bytes) exit(3);
    return p;
}
"""


def run_sanitized(folder: Path, calls: Sequence[tuple[Compiled, Drawn]]) -> None:
    """Makes all `calls`, each allocating by itself and in a workspace."""
    folder.mkdir(parents=True, exist_ok=True)
    sources: dict[str, None] = {}
    pieces, data = [PREAMBLE], bytearray()
    for number, (compiled, drawn) in enumerate(calls):
        for name in _write(folder, compiled):
            sources[name] = None
        pieces.append(_call_text(number, compiled, drawn, data))
    body = "".join(f"    call_{n}(in);\n" for n in range(len(calls)))
    pieces.append(
        f'int main(int argc, char **argv)\n{{\n    FILE *in = fopen(argv[argc - 1], "rb");\n{body}'
        "    fclose(in);\n    return 0;\n}\n"
    )
    includes = "".join(f'#include "{s.removesuffix(".c")}.h"\n' for s in sources)
    (folder / "main.c").write_text(includes + "".join(pieces))
    (folder / "data.bin").write_bytes(bytes(data))
    _build_and_run(folder, [*sources, "main.c"])


def _build_and_run(folder: Path, sources: list[str]) -> None:
    command = ["gcc", *FLAGS, *sources, "-o", "sanitized", "-lm"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise BuildError(done.stderr[:4000])
    environment = {
        **os.environ,
        "ASAN_OPTIONS": "detect_leaks=1",
        "UBSAN_OPTIONS": "print_stacktrace=1",
    }
    done = subprocess.run(
        ["./sanitized", "data.bin"], cwd=folder, env=environment, capture_output=True, text=True
    )
    if done.returncode:
        raise MismatchError("sanitize", f"status {done.returncode}\n{done.stderr[:4000]}")


def _call_text(number: int, compiled: Compiled, drawn: Drawn, data: bytearray) -> str:
    """A C function that reads its inputs from the file, calls and frees."""
    manifest = manifest_of(compiled)
    seeds = dict(zip(compiled.dependents(drawn.case), drawn.seeds, strict=True))
    lines, names, sizes, pointers = [], [], [], []
    for a in manifest["arguments"]:
        ctype = {"float64": "double", "float32": "float", "int64": "int64_t"}[a["dtype"]]
        if a["role"] == "size" or a["dtype"] == "int64":
            text = str(drawn.case.sizes[a["name"]])
            sizes.append(text)
            names.append(text)
            continue
        given = _given(a, drawn, seeds)
        count = int(np.prod(shape_of(a, drawn.case.sizes)))
        bytes_ = f"{count} * sizeof(double)".replace("double", ctype)
        if given is not None:
            data += np.ascontiguousarray(given, a["dtype"]).tobytes()
        source = f"take(in, {bytes_})" if given is not None else f"malloc({bytes_})"
        lines.append(f"    {ctype} *{a['name']}_p = {source};")
        pointers.append(f"{a['name']}_p")
        by_value = a["role"] == "input" and not a["shape"]
        names.append(f"*{a['name']}_p" if by_value else f"{a['name']}_p")
    entry, arguments = manifest["entry"], ", ".join(names)
    lines += [
        f"    void *workspace = malloc({entry}_workspace_bytes({', '.join(sizes)}));",
        f"    if ({entry}({arguments})) exit(4);",
        f"    if ({entry}_ws({arguments}, workspace)) exit(5);",
        *(f"    free({p});" for p in pointers),
        "    free(workspace);",
    ]
    return f"static void call_{number}(FILE *in)\n{{\n    (void)in;\n" + "\n".join(lines) + "\n}\n"


def _given(a: dict[str, Any], drawn: Drawn, seeds: dict[str, np.ndarray]) -> np.ndarray | None:
    if a["role"] in ("input", "inout"):
        return drawn.inputs[a["name"]]
    return seeds[a["of"]] if a["role"] == "seed" else None
