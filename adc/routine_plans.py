"""How the gradients of routines are planned, before that of the program that calls them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol, Self

from adc.diagnostics import AdcError
from adc.observer import Observer
from adc.options import Request

if TYPE_CHECKING:
    from adc.checkpoint.estimates.trials import Trial
    from adc.checkpoint.plan import PlanRow
    from adc.checkpoint.routines import Given
    from adc.checkpoint.search.search import Search
    from adc.differentiate.gradient import Reversed
    from adc.ir.program import Program


class Planned(Protocol):
    """A gradient that has been planned."""

    @property
    def program(self) -> Program: ...

    @property
    def rows(self) -> tuple[PlanRow, ...]: ...


#: Plans a gradient; the last argument chooses among its plans.
Planner = Callable[["Reversed", Request, Observer, "Callable[[Search], Trial]"], Planned]


@dataclass
class RoutinePlans:
    """Plans the gradients of routines, each by itself at the sizes of its first call: everything
    that is not cheap stored, or the one that holds `least`. `rows` are those of their plans so
    far."""

    given: Given
    sizes: Mapping[str, int]
    request: Request
    observer: Observer
    planned: Planner
    least: bool = False
    rows: list[PlanRow] = field(default_factory=list)

    @classmethod
    def of(
        cls, program: Program, request: Request, observer: Observer, planned: Planner, least: bool
    ) -> Self:
        from adc.checkpoint.machine import load_machine
        from adc.checkpoint.routines import given_at_first
        from adc.checkpoint.scenario import scenario_of
        from adc.emit.backends import backend_of

        on_device = backend_of(request.target).device
        scenario = scenario_of(
            request.sizes, program.parameters, load_machine(request.machine, on_device)
        )
        own = replace(request, store=(), recompute=(), value=False)
        return cls(given_at_first(program), scenario.sizes, own, observer, planned, least)

    def trial(self, search: Search) -> Trial:
        return search.least()[0] if self.least else search.stored()

    def __call__(self, reversed_: Reversed) -> Program:
        from adc.checkpoint.routines import at_sizes, rows_of_routine

        name = reversed_.primal.name
        self.observer.note(f"the routine {name}")
        given = self.given.get(name, {})
        limit = 0 if self.least else None
        choice = replace(self.request.choice, plan_bytes=None)
        sizes = at_sizes(given, self.sizes)
        own = replace(self.request, sizes=sizes, mem_limit=limit, choice=choice)
        gradient = self.planned(reversed_, own, self.observer, self.trial)
        self.rows += rows_of_routine(name, gradient.rows, given)
        return gradient.program


def with_way_out(error: AdcError) -> AdcError:
    """What to do, too, where a limit is too small for a program with routines."""
    first, *others = error.diagnostics
    if first.code == "ADC0403":
        first = replace(first, help=f"{first.help}; with `--inline` less may do")
    return AdcError([first, *others], exit_status=error.exit_status)
