"""Generated C under sanitizers: one program that makes many calls.

Every array is allocated at exactly its size, the workspace at exactly what the library asks for;
what is read comes from a file, what is written starts uninitialised.

ADDRESSES is AddressSanitizer with UBSan. THREADS is ThreadSanitizer over OpenMP: clang, whose
OpenMP run time tells it by its tool Archer what waits for what (libgomp does not: every parallel
loop would be reported).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from tests.proof.compiled import Compiled
from tests.proof.harness import Drawn, MismatchError
from tests.proof.native import BuildError, _write, manifest_of, shape_of


@dataclass(frozen=True)
class Sanitizer:
    """How a program is built and run under it."""

    compiler: str
    flags: tuple[str, ...]
    environment: Mapping[str, str]
    #: The numbers of threads that it is run with; all must compute the same, to the last bit.
    threads: tuple[int, ...] = (1,)


ADDRESSES = Sanitizer(
    "gcc",
    # Each access is looked at as it is written; other proofs optimise.
    ("-O0", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"),
    {"ASAN_OPTIONS": "detect_leaks=1", "UBSAN_OPTIONS": "print_stacktrace=1"},
)
#: Every parallel loop is one at any size. The run time itself is not instrumented.
THREADS = Sanitizer(
    "clang",
    ("-O1", "-fopenmp", "-fsanitize=thread", "-DADC_PARALLEL_MIN=0"),
    {"TSAN_OPTIONS": "ignore_noninstrumented_modules=1", "OMP_TOOL_LIBRARIES": "libarcher.so"},
    threads=(1, 2, 4, 7),
)
FLAGS = ("-std=c11", "-g")

#: A loop that is a race, and one that is none.
RACE = """#include <stdio.h>
int main(void)
{
    double sum = 0.0, each[1000];
    #pragma omp parallel for
    for (int i = 0; i < 1000; i++)
        each[i] = i;
    #pragma omp parallel for
    for (int i = 0; i < 1000; i++)
        SUM += each[i];
    return sum + each[0] < 0.0;
}
"""


@lru_cache(maxsize=1)
def threads_are_seen() -> bool:
    """Whether THREADS works here: it reports a race, and nothing where there is none."""
    if shutil.which(THREADS.compiler) is None:
        return False
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "race.c").write_text(RACE)
        return _reports(folder, "-DSUM=sum") and not _reports(folder, "-DSUM=each[i]")


_TYPES = {
    "float64": "double", "float32": "float", "int64": "int64_t", "int32": "int32_t",
}  # fmt: skip


def _reports(folder: Path, *more: str) -> bool:
    """Whether the run of `race.c` ends in a report; True also where it cannot be built."""
    command = [THREADS.compiler, *FLAGS, *THREADS.flags, *more, "race.c", "-o", "race"]
    if subprocess.run(command, cwd=folder, capture_output=True).returncode:
        return True
    environment = surroundings(THREADS, max(THREADS.threads))
    done = subprocess.run(["./race"], cwd=folder, env=environment, capture_output=True)
    return done.returncode != 0


def surroundings(sanitizer: Sanitizer, threads: int) -> dict[str, str]:
    """The environment of a run on so many threads."""
    return {**os.environ, **sanitizer.environment, "OMP_NUM_THREADS": str(threads)}


PREAMBLE = """#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static FILE *in, *out;
static void *take(int64_t bytes)
{
    char *p = malloc((size_t)bytes);
    if (bytes && fread(p, 1, (size_t)bytes, in) != (size_t)bytes) exit(3);
    return p;
}
static void expect(int result, int64_t wanted)
{
    if (result == wanted) return;
    fprintf(stderr, "the call that reads up to byte %ld returns %d\\n", ftell(in), result);
    exit(4);
}
"""


def run_sanitized(
    folder: Path, calls: Sequence[tuple[Compiled, Drawn]], sanitizer: Sanitizer = ADDRESSES,
    results: Sequence[int] = (),
) -> None:  # fmt: skip
    """Makes all `calls`, each allocating by itself and in a workspace. Each must return what
    `results` says of it, zero without."""
    folder.mkdir(parents=True, exist_ok=True)
    texts: dict[str, str] = {}  # by entry
    order, data = [], bytearray()
    for number, (compiled, drawn) in enumerate(calls):
        manifest = manifest_of(compiled)
        entry = manifest["entry"]
        if entry not in texts:
            _write(folder, compiled)
            texts[entry] = _call_text(manifest)
        order.append(f"    call_{entry}();\n")
        data += _call_data(manifest, compiled, drawn, results[number] if results else 0)
    main = (
        'int main(int argc, char **argv)\n{\n    in = fopen(argv[argc - 1], "rb");\n'
        f'    out = fopen("results.bin", "wb");\n{"".join(order)}'
        "    fclose(in);\n    fclose(out);\n    return 0;\n}\n"
    )
    includes = "".join(f'#include "{entry}.h"\n' for entry in texts)
    (folder / "main.c").write_text(includes + PREAMBLE + "".join(texts.values()) + main)
    (folder / "data.bin").write_bytes(bytes(data))
    _build_and_run(folder, [*(f"{entry}.c" for entry in texts), "main.c"], sanitizer)


def _build_and_run(folder: Path, sources: list[str], sanitizer: Sanitizer) -> None:
    command = [sanitizer.compiler, *FLAGS, *sanitizer.flags, *sources, "-o", "sanitized", "-lm"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise BuildError(done.stderr[:4000])
    found: dict[int, bytes] = {}
    for threads in sanitizer.threads:
        found[threads] = _run(folder, sanitizer, threads)
        if found[threads] != found[sanitizer.threads[0]]:
            text = f"other results on {threads} threads than on {sanitizer.threads[0]}"
            raise MismatchError("sanitize", text)


def _run(folder: Path, sanitizer: Sanitizer, threads: int) -> bytes:
    """What all calls compute."""
    done = subprocess.run(
        ["./sanitized", "data.bin"],
        cwd=folder, env=surroundings(sanitizer, threads), capture_output=True, text=True,
    )  # fmt: skip
    if done.returncode:
        text = f"status {done.returncode} on {threads} threads\n{done.stderr[:4000]}"
        raise MismatchError("sanitize", text)
    return (folder / "results.bin").read_bytes()


def _is_number(a: Mapping[str, Any]) -> bool:
    return a["role"] == "size" or (a["dtype"] == "int64" and not a["shape"])


def _call_text(manifest: Mapping[str, Any]) -> str:
    """A C function that reads from the file what a call is given, calls twice with it and frees."""
    lines, names, sizes, pointers, told, again = [], [], [], [], [], []
    for k, a in enumerate(manifest["arguments"], 1):
        if _is_number(a):
            sizes.append(f"v[{k}]")
            names.append(f"v[{k}]")
            continue
        pointer, ctype = f"{a['name']}_p", _TYPES[a["dtype"]]
        bytes_ = f"v[{k}]*(int64_t)sizeof(double)".replace("double", ctype)
        given = a["role"] in ("input", "inout", "seed")
        source = f"take({bytes_})" if given else f"malloc((size_t)({bytes_}))"
        lines.append(f"    {ctype} *{pointer} = {source};")
        pointers.append(pointer)
        if a["role"] == "inout":
            pointers.append(f"{pointer}_given")
            lines.append(f"    void *{pointer}_given = malloc((size_t)({bytes_}));")
            lines.append(f"    memcpy({pointer}_given, {pointer}, (size_t)({bytes_}));")
            again.append(f"    memcpy({pointer}, {pointer}_given, (size_t)({bytes_}));")
        if a["role"] not in ("input", "seed"):
            told.append(f"    if (v[0] == 0) fwrite({pointer}, 1, (size_t)({bytes_}), out);")
        by_value = a["role"] == "input" and not a["shape"]
        names.append(f"*{pointer}" if by_value else pointer)
    entry, arguments = manifest["entry"], ", ".join(names)
    lines += [
        f"    void *workspace = malloc({entry}_workspace_bytes({', '.join(sizes)}));",
        f"    expect({entry}({arguments}), v[0]);",
        *again,
        f"    expect({entry}_ws({arguments}, workspace), v[0]);",
        *told,
        *(f"    free({p});" for p in (*pointers, "workspace", "v")),
    ]
    head = f"    int64_t *v = take({len(manifest['arguments']) + 1}*(int64_t)sizeof *v);"
    return "\n".join([f"static void call_{entry}(void)", "{", head, *lines, "}", ""])


def _call_data(manifest: Mapping[str, Any], compiled: Compiled, drawn: Drawn, wanted: int) -> bytes:
    """What that function reads: the result that is wanted, each argument's value or count of
    elements, and the arrays that it is given."""
    seeds = dict(zip(compiled.dependents(drawn.case), drawn.seeds, strict=True))
    numbers, arrays = [wanted], b""
    for a in manifest["arguments"]:
        if _is_number(a):
            numbers.append(drawn.case.sizes[a["name"]])
            continue
        numbers.append(int(np.prod(shape_of(a, drawn.case.sizes))))
        given = _given(a, drawn, seeds)
        if given is not None:
            arrays += np.ascontiguousarray(given, a["dtype"]).tobytes()
    return np.array(numbers, np.int64).tobytes() + arrays


def _given(a: dict[str, Any], drawn: Drawn, seeds: dict[str, np.ndarray]) -> np.ndarray | None:
    if a["role"] in ("input", "inout"):
        return drawn.inputs[a["name"]]
    return seeds[a["of"]] if a["role"] == "seed" else None
