"""What `grad` and `jvp` share: compile the request and write its files."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from adc.cli.depfile import depfile_text
from adc.cli.files import write_all
from adc.cli.observer import TerminalObserver
from adc.cli.plan_summary import summary
from adc.cli.request import build_request, input_files
from adc.cli.run import Outcome
from adc.diagnostics.amounts import format_bytes

if TYPE_CHECKING:
    from adc.pipeline import Compiled

#: So many lines are more than anyone reads.
_LONG = 5_000


def generate(
    observer: TerminalObserver, mode: str, folder: str, depfile: str | None, given: dict[str, Any]
) -> Outcome:
    """Writes the derivative sources of `mode` ("grad" or "jvp") to `folder`."""
    request = build_request(mode, observer.sources, **given)
    from adc.pipeline import compile_request

    compiled = compile_request(request, observer)
    inputs = input_files(request, compiled.read)
    rule = None
    if depfile is not None:
        rule = (depfile, depfile_text(folder, compiled.files, inputs))
    with observer.stage("writing"):
        write_all(folder, compiled.files, rule, inputs)
    names = list(compiled.files)
    manifest = json.loads(compiled.files["manifest.json"])
    payload = {"folder": folder, "files": names, "manifest": manifest}
    lines = _lines(folder, names, manifest)
    lines[-1:-1] = _shorter(compiled)
    planned = compiled.planned
    if planned and (request.mem_limit is not None or observer.verbose):
        lines[1:-1] = [summary(planned, request.mem_limit)]
    return Outcome("\n".join(lines), payload, compiled.warnings)


def _shorter(compiled: Compiled) -> list[str]:
    """What makes long files short: one of the parts that an integer chooses among, alone."""
    entry = json.loads(compiled.files["manifest.json"])["entry"]
    name = next(n for n in (f"{entry}.c", f"{entry}.cu") if n in compiled.files)
    cases = compiled.calling.cases if compiled.calling is not None else None
    count = compiled.files[name].count("\n")
    if cases is None or count < _LONG:
        return []
    return [
        f"note: {name} has {count:,} lines; `{cases.name}` chooses among {cases.count} parts of the"
        f" routine: `--fix {cases.name}={cases.value}` writes one alone"
    ]


def _lines(folder: str, names: list[str], manifest: dict[str, Any]) -> list[str]:
    lines = [f"wrote {manifest['entry']} to {folder}/: {', '.join(names)}"]
    peak = manifest["memory"]["peak_bytes"]
    if peak is not None:
        lines.append(f"peak memory of a call: {format_bytes(peak)}")
    lines.append(f"next: make -C {folder} all check")
    return lines
