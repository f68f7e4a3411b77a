"""One program read, reversed and searched once, and asked for its plans within many limits."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from adc.checkpoint.search.report import full_rows
from adc.checkpoint.search.search import Search
from adc.checkpoint.search.words import in_words
from adc.finishing import in_last
from adc.ir.program import Program
from adc.limits import check_sizes_given
from adc.observer import Silent
from adc.options import Request
from adc.pipeline import (
    Front,
    Gradient,
    front_half,
    gradient_of,
    rendered,
    tangent_of,
)
from tests.proof.cases import Case, function_of
from tests.proof.compiled import Compiled, request_of


@dataclass(frozen=True)
class Plans:
    """What all plans of a request without limit share. What a search within one limit makes real
    is there for the next, as in `adc plan --sweep`."""

    request: Request
    front: Front
    tangent: Program
    free: Gradient
    search: Search

    @classmethod
    def of(cls, case: Case, **options: Any) -> Plans:
        """`options` are further fields of the request."""
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / f"{function_of(case).name}.py"
            source.write_text(case.source)
            request = request_of(case, source, **options)
            front = front_half(request, Silent())
        tangent = tangent_of(front, request, Silent())
        free = gradient_of(front, request, Silent())
        trials = free.search.trials
        return cls(request, front, tangent, free, Search.of(trials, trials.base.peak))

    def within(self, limit: int | None) -> Compiled:
        """The fastest plan within `limit` bytes; AdcError where there is none."""
        found = self.free if limit is None else self._gradient(limit)
        request = replace(self.request, mem_limit=limit)
        files = rendered(self.front, request, found.scheduled, self.tangent, found, Silent())
        return Compiled(self.front.primal, self.tangent, found.program, files)

    def _gradient(self, limit: int) -> Gradient:
        search = replace(self.search, limit=limit)
        request = replace(self.request, mem_limit=limit)
        trial = in_last(search.run(), request, self.free.scenario.sizes)
        check_sizes_given(trial.finished.scheduled, self.request)
        rows = full_rows(search, trial)
        return replace(
            self.free,
            program=trial.finished.program,
            rows=rows,
            scheduled=trial.finished.scheduled,
            choices=in_words(rows),
            trial=trial,
            search=search,
        )
