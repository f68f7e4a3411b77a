"""C11, with OpenMP and BLAS where the compiler has them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from adc.emit.c.build import Needs, cmake_text, makefile_text
from adc.emit.c.function import CFunctionText
from adc.emit.c.masks import without_masks
from adc.emit.c.support import SUPPORT, from_work
from adc.emit.c.vectors import declarations
from adc.emit.clike.backend import CLike
from adc.emit.clike.build import pkgconfig_text
from adc.emit.clike.function import FunctionText
from adc.emit.clike.support import Support
from adc.emit.facts import Facts
from adc.options import Choice
from adc.schedule import Scheduled
from adc.schedule.tree import Operation


class CBackend(CLike):
    target: ClassVar[str] = "c"
    suffix: ClassVar[str] = ".c"
    operations = frozenset(Operation) - {Operation.SORT, Operation.SORTED_SUM}
    function: ClassVar[type[FunctionText]] = CFunctionText
    support: ClassVar[Support] = SUPPORT

    def chosen(self, helpers: str, choice: Choice) -> str:
        least = choice.threads_from
        return helpers if least is None else from_work(helpers, least)

    def declared(self, scheduled: Scheduled, *texts: str) -> str:
        found = declarations(scheduled, *texts)
        return f"{found}\n" if found else ""

    def restrained(self, functions: Sequence[Scheduled]) -> str:
        return without_masks(functions)

    def build_files(self, facts: Facts, sources: Mapping[str, str]) -> dict[str, str]:
        needs = Needs.of(sources)
        return {
            "Makefile": makefile_text(facts, needs),
            f"{facts.entry}.pc": pkgconfig_text(facts),
            "CMakeLists.txt": cmake_text(facts, needs),
        }


C = CBackend()
