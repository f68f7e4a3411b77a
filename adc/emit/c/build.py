"""Makefile, pkg-config file and CMakeLists.txt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from adc.emit.facts import LICENCE, Facts
from adc.emit.fortran import module_name
from adc.emit.templating import fill


@dataclass(frozen=True)
class Needs:
    """What the C files gain from: threads, a BLAS, a LAPACK, libmvec. Build files look for nothing
    else."""

    openmp: bool
    blas: bool
    lapack: bool
    vectors: bool

    @classmethod
    def of(cls, sources: Mapping[str, str]) -> Needs:
        text = "\n".join(t for name, t in sources.items() if name.endswith(".c"))
        macros = ("ADC_USE_CBLAS", "ADC_USE_LAPACK", "ADC_USE_LIBMVEC")
        return cls("#pragma omp" in text, *(name in text for name in macros))


def makefile_text(facts: Facts, needs: Needs) -> str:
    """The Makefile: libraries, self-check, clean."""
    return fill(
        "build/Makefile.j2",
        entry=facts.entry,
        version=facts.version,
        licence=LICENCE,
        openmp=int(needs.openmp),
        blas=needs.blas,
        lapack=needs.lapack,
        vectors=needs.vectors,
        link=facts.link,
        fortran=facts.fortran,
        module=module_name(facts),
        module_file=f"{module_name(facts).lower()}.mod",
    )


def cmake_text(facts: Facts, needs: Needs) -> str:
    return fill(
        "build/CMakeLists.txt.j2",
        entry=facts.entry,
        version=facts.version,
        licence=LICENCE,
        prefix=facts.prefix,
        openmp="ON" if needs.openmp else "OFF",
        blas="ON" if needs.blas else "OFF",
        lapack=needs.lapack,
        vectors=needs.vectors,
        link=facts.link,
        fortran=facts.fortran,
        module=module_name(facts),
    )
