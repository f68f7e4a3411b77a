"""Makefile, pkg-config file and CMakeLists.txt."""

from __future__ import annotations

from adc.emit.c.quoting import safe
from adc.emit.facts import Facts
from adc.emit.interface import title
from adc.emit.templating import fill


def makefile_text(facts: Facts) -> str:
    """The Makefile: libraries, self-check, clean."""
    return fill(
        "build/Makefile.j2",
        entry=facts.entry,
        version=facts.version,
        openmp=int(facts.openmp),
        blas=facts.blas,
    )


def pkgconfig_text(facts: Facts) -> str:
    return fill(
        "build/package.pc.j2",
        entry=facts.entry,
        version=facts.version,
        title=safe(title(facts)),
    )


def cmake_text(facts: Facts) -> str:
    return fill(
        "build/CMakeLists.txt.j2",
        entry=facts.entry,
        version=facts.version,
        prefix=facts.prefix,
        openmp=facts.openmp,
        blas=facts.blas,
    )
