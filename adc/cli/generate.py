"""What `grad` and `jvp` share: compile the request and write its files."""

from __future__ import annotations

import json
from typing import Any

from adc.cli.depfile import depfile_text
from adc.cli.files import write_all
from adc.cli.observer import TerminalObserver
from adc.cli.plan_summary import summary
from adc.cli.request import build_request, input_files
from adc.cli.run import Outcome
from adc.diagnostics.amounts import format_bytes


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
    planned = compiled.planned
    if planned and (request.mem_limit is not None or observer.verbose):
        lines[1:-1] = [summary(planned, request.mem_limit)]
    return Outcome("\n".join(lines), payload, compiled.warnings)


def _lines(folder: str, names: list[str], manifest: dict[str, Any]) -> list[str]:
    lines = [f"wrote {manifest['entry']} to {folder}/: {', '.join(names)}"]
    peak = manifest["memory"]["peak_bytes"]
    if peak is not None:
        lines.append(f"peak memory of a call: {format_bytes(peak)}")
    lines.append(f"next: make -C {folder} all check")
    return lines
