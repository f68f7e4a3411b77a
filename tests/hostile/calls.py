"""Generated functions called with integers and pointers that nobody should pass.

Under AddressSanitizer and UndefinedBehaviorSanitizer each size and integer argument, and each two
of them, take the values INT64_MIN, INT64_MAX, -1, 0 and 2**40; each pointer in turn is null.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from adc.emit.clike.values import C_TYPES
from adc.emit.interface import Argument, arguments
from adc.ir.shapes import evaluate
from adc.options import Request
from adc.pipeline import Compiled, compile_request

SANITIZED = ("-std=c11", "-Wall", "-Wextra", "-Werror", "-O1", "-fsanitize=address,undefined",
             "-fno-sanitize-recover=all", "-g")  # fmt: skip
EXTREMES = ("INT64_MIN", "INT64_MAX", "-1", "0", "INT64_C(1099511627777)")
#: What no machine has is a null pointer, as from the system.
_SANITIZERS = {"ASAN_OPTIONS": "allocator_may_return_null=1:detect_leaks=1"}
#: How a program of this module ends where a call returned what it should not.
WRONG = 3


@dataclass(frozen=True)
class Caller:
    """Writes the C program that calls one function; `sizes` are those at which a call succeeds."""

    compiled: Compiled
    entry: str
    sizes: Mapping[str, int]

    @property
    def arguments(self) -> tuple[Argument, ...]:
        return arguments(self.compiled.scheduled.program)

    @property
    def symbols(self) -> list[Argument]:
        return [a for a in self.arguments if a.kind in ("size", "integer")]

    def text(self) -> str:
        prefix = self.entry.upper()
        symbols = ", ".join(f"n[{i}]" for i in range(len(self.symbols)))
        more = ", " if self.arguments else ""
        base = ", ".join(str(self.sizes[a.name]) for a in self.symbols) or "0"
        return "\n".join([
            f'#include "{self.entry}.h"', "#include <stdio.h>", "#include <stdlib.h>", "",
            *self.storage(),
            "static int call(const int64_t *n, int null, int own)", "{", "    (void)n;",
            f"    const size_t bytes = {self.entry}_workspace_bytes({symbols});",
            "    void *space = own && bytes > 0 && bytes < 100000000 ? malloc(bytes) : NULL;",
            f"    const int code = own ? {self.entry}_ws({self.values()}{more}space)",
            f"        : {self.entry}({self.values()});",
            "    free(space);", "    return code;", "}", "",
            "static void expect(const char *what, int wanted, int found)", "{",
            "    if (wanted != found) {",
            '        printf("%s: %d instead of %d\\n", what, found, wanted);',
            f"        exit({WRONG});", "    }", "}", "",
            "int main(void)", "{",
            f"    const int64_t base[] = {{{base}}};",
            f'    expect("as it should be", {prefix}_OK, call(base, -1, 1));',
            *self.nulls(prefix), *self.extremes(),
            "    return 0;", "}", "",
        ])  # fmt: skip

    def storage(self) -> Iterator[str]:
        for a in self.arguments:
            if not a.by_value:
                count = 1
                for extent in a.shape:
                    count *= max(evaluate(extent, dict(self.sizes)), 0)
                yield f"static {C_TYPES[a.dtype]} m_{a.name}[{max(count, 1)}];"

    def values(self) -> str:
        found, symbol = [], 0
        for place, a in enumerate(self.arguments):
            if a.kind in ("size", "integer"):
                found.append(f"n[{symbol}]")
                symbol += 1
            elif a.by_value:
                found.append("1")
            else:
                found.append(f"null == {place} ? NULL : m_{a.name}")
        return ", ".join(found)

    def nulls(self, prefix: str) -> Iterator[str]:
        for place, a in enumerate(self.arguments):
            if a.by_value or any(evaluate(e, dict(self.sizes)) <= 0 for e in a.shape):
                continue
            for own in (0, 1):
                yield f'    expect("null {a.name}", {prefix}_EINVAL, call(base, {place}, {own}));'

    def extremes(self) -> Iterator[str]:
        """Every pair of symbols at every pair of extremes; no result is prescribed but for an
        integer that nothing can be."""
        count = len(self.symbols)
        if not count:
            return
        rows = [f"{{{', '.join(_extremes(a))}}}" for a in self.symbols]
        yield f"    static const int64_t extreme[][{len(EXTREMES)}] = {{{', '.join(rows)}}};"
        yield f"    for (int a = 0; a < {count}; a++)"
        yield f"        for (int b = 0; b < {count}; b++)"
        yield f"            for (int k = 0; k < {len(EXTREMES)}*{len(EXTREMES)}; k++) {{"
        yield f"                int64_t n[{count}];"
        yield f"                for (int c = 0; c < {count}; c++)"
        yield "                    n[c] = base[c];"
        yield f"                n[a] = extreme[a][k/{len(EXTREMES)}];"
        yield f"                n[b] = extreme[b][k % {len(EXTREMES)}];"
        yield "                call(n, -1, 0);"
        yield "                call(n, -1, 1);"
        yield "            }"


def _extremes(symbol: Argument) -> tuple[str, ...]:
    """A size that memory could hold would be a lie about the arrays."""
    return EXTREMES if symbol.kind == "integer" else (*EXTREMES[:-1], "0")


def fault(request: Request, sizes: Mapping[str, int], folder: Path) -> str:
    """What is wrong with how the derivative of `request` takes such calls; empty for nothing."""
    compiled = compile_request(request)
    for name, text in compiled.files.items():
        (folder / name).write_text(text)
    entry = next(name for name in compiled.files if name.endswith(".h")).removesuffix(".h")
    (folder / "calls.c").write_text(Caller(compiled, entry, sizes).text())
    command = ["gcc", *SANITIZED, "calls.c", f"{entry}.c", "-o", "calls", "-lm"]
    built = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if built.returncode:
        return built.stderr[:2000]
    try:
        done = subprocess.run(
            ["./calls"], cwd=folder, env=_SANITIZERS, capture_output=True, text=True, timeout=60
        )
    except subprocess.TimeoutExpired:
        return "no end within 60 s"
    return "" if done.returncode == 0 else f"{done.returncode}: {done.stdout}{done.stderr[:2000]}"
