"""Makefile, CMakeLists.txt and pkg-config file for CUDA."""

from __future__ import annotations

from collections.abc import Mapping

from adc.emit.clike.build import pkgconfig_text
from adc.emit.facts import LICENCE, Facts
from adc.emit.fortran import module_name
from adc.emit.templating import fill


def build_files(facts: Facts, sources: Mapping[str, str]) -> dict[str, str]:
    """What builds `sources` with nvcc, by file name."""
    blas = "ADC_USE_CUBLAS" in "\n".join(sources.values())
    known = {"entry": facts.entry, "version": facts.version, "licence": LICENCE, "blas": blas}
    known |= {"fortran": facts.fortran, "module": module_name(facts)}
    number = facts.arch.removeprefix("sm_")
    return {
        "Makefile": fill(
            "build/Makefile.cuda.j2",
            **known,
            arch=facts.arch,
            module_file=f"{module_name(facts).lower()}.mod",
        ),
        f"{facts.entry}.pc": pkgconfig_text(facts),
        "CMakeLists.txt": fill(
            "build/CMakeLists.cuda.j2", **known, prefix=facts.prefix, architectures=number
        ),
    }
