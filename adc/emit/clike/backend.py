"""A back end for a language like C: a source file and a header for C and C++.

A child names its file's suffix, how it spells a function, and what its files carry with them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar

from adc.emit.backend import Backend
from adc.emit.clike.function import FunctionText
from adc.emit.clike.names import program_spellings
from adc.emit.clike.source import header_text, source_text
from adc.emit.clike.support import Support, includes
from adc.emit.facts import Facts
from adc.emit.quoting import Quoter
from adc.ir.program import Program
from adc.options import Choice
from adc.schedule import Scheduled

#: What `--tuned` names to leave out the vector forms of functions.
VECTOR_FUNCTIONS = "vector_functions"


class CLike(Backend):
    suffix: ClassVar[str]
    function: ClassVar[type[FunctionText]]
    support: ClassVar[Support]

    def names(self, program: Program, entry: str = "") -> dict[str, str]:
        return program_spellings(program, entry, self.function.reserved)

    def sources(self, scheduled: Scheduled, facts: Facts) -> dict[str, str]:
        entry = facts.entry
        text = self.spelled(scheduled, entry, limit_bytes=facts.limit_bytes, quoter=facts.quoter)
        functions = text.render()
        helpers = self.chosen(self.support_text(functions), facts.choice)
        if VECTOR_FUNCTIONS not in facts.choice.without:
            helpers = self.declared(scheduled, functions, helpers) + helpers
        helpers = self.restrained((scheduled,)) + helpers
        headers = self.includes(helpers, functions)
        return {
            f"{entry}{self.suffix}": source_text(
                scheduled, facts, self.suffix, functions, helpers, headers
            ),
            f"{entry}.h": header_text(text.prototypes, facts, scheduled, self.device),
        }

    @abstractmethod
    def build_files(self, facts: Facts, sources: Mapping[str, str]) -> dict[str, str]: ...

    # -- pieces of a file ----------------------------------------------------------------------

    def spelled(
        self,
        scheduled: Scheduled,
        entry: str,
        *,
        static: bool = False,
        limit_bytes: int | None = None,
        quoter: Quoter | None = None,
    ) -> FunctionText:
        """The function, which renders itself. `static` hides it in its file, `limit_bytes` is the
        planned peak, `quoter` has the lines of the source files."""
        return self.function(scheduled, entry, static, limit_bytes, quoter or Quoter())

    def function_text(
        self,
        scheduled: Scheduled,
        entry: str,
        *,
        static: bool = False,
        limit_bytes: int | None = None,
        quoter: Quoter | None = None,
    ) -> str:
        """`entry`, `entry_ws` and `entry_workspace_bytes`, and what they call."""
        spelled = self.spelled(
            scheduled, entry, static=static, limit_bytes=limit_bytes, quoter=quoter
        )
        return spelled.render()

    def support_text(self, *texts: str) -> str:
        """The macros and helper functions that `texts` use, to stand before them."""
        return self.support.text(*texts)

    def chosen(self, helpers: str, choice: Choice) -> str:
        """`helpers` with the numbers that measuring has chosen."""
        return helpers

    def declared(self, scheduled: Scheduled, *texts: str) -> str:
        """What else stands first in the file, before `texts`: all of its helpers and functions."""
        return ""

    def restrained(self, functions: Sequence[Scheduled]) -> str:
        """What stands first in a file of `functions` so that compilers get it right."""
        return ""

    def includes(self, *texts: str) -> tuple[str, ...]:
        """The headers that `texts` (helpers included) need, in alphabetical order."""
        return includes(*texts)
