"""All the files of one request, as texts."""

from __future__ import annotations

from adc.emit.backends import backend_of
from adc.emit.facts import Facts
from adc.emit.fortran import module_text
from adc.emit.functions import Functions
from adc.emit.manifest import manifest_text
from adc.emit.python import wrapper_text
from adc.emit.selfcheck import selfcheck_text


def render(functions: Functions, facts: Facts) -> dict[str, str]:
    """The text of every file, by its name."""
    backend, entry = backend_of(facts.target), facts.entry
    scheduled, primal = functions.derivative, functions.primal
    sources = backend.sources(scheduled, facts)
    sources[f"{entry}_check.c"] = selfcheck_text(functions, facts)
    modules = {}
    if facts.fortran:
        modules[f"{entry}_mod.f90"] = module_text(scheduled, primal, facts, backend.device)
    files = {
        **sources,
        f"{entry}.py": wrapper_text(scheduled, primal, facts),
        **modules,
        **backend.build_files(facts, sources),
    }
    return {**files, "manifest.json": manifest_text(scheduled, facts, files)}
