"""All the files of one request, as texts."""

from __future__ import annotations

from adc.emit.build import Needs, cmake_text, makefile_text, pkgconfig_text
from adc.emit.facts import Facts
from adc.emit.fortran import module_text
from adc.emit.manifest import manifest_text
from adc.emit.selfcheck import selfcheck_text
from adc.emit.source import header_text, source_text
from adc.emit.wrapper import wrapper_text
from adc.ir.program import Program
from adc.schedule import schedule


def render(derivative: Program, primal: Program, tangent: Program, facts: Facts) -> dict[str, str]:
    """The text of every file, by its name.

    `derivative` is the planned adjoint, or for mode jvp the tangent with the request's outputs;
    `tangent` is what the self-check compares with differences of `primal`.
    """
    scheduled = schedule(derivative, openmp=facts.openmp, blas=facts.blas, sizes=facts.sizes)
    entry = facts.entry
    sources = {
        f"{entry}.c": source_text(scheduled, facts),
        f"{entry}.h": header_text(scheduled, facts),
        f"{entry}_check.c": selfcheck_text(scheduled, primal, tangent, facts),
    }
    needs = Needs.of(sources)
    files = {
        **sources,
        f"{entry}.py": wrapper_text(scheduled, primal, facts),
        **({f"{entry}_mod.f90": module_text(scheduled, primal, facts)} if facts.fortran else {}),
        "Makefile": makefile_text(facts, needs),
        f"{entry}.pc": pkgconfig_text(facts),
        "CMakeLists.txt": cmake_text(facts, needs),
    }
    return {**files, "manifest.json": manifest_text(scheduled, facts, files)}
