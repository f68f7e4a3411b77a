"""Lower bounds of allocatable components: those that the ALLOCATEs of all files give them.

An allocatable dummy has the bounds of what is passed to it, which its routine does not say. Those
of a component are taken from the ALLOCATE statements of the sources, where these agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from adc.diagnostics import AdcError, Span
from adc.frontends.fortran import tree
from adc.frontends.fortran.constants import integer_constant
from adc.frontends.fortran.symbol import Scope
from adc.frontends.fortran.usage import walk


class Lows:
    """`units` gives all units of the sources that ALLOCATE a component of some name, `whole` tells
    whether any may give such a one the lower bounds of a value."""

    def __init__(
        self, units: Callable[[str], Iterable[tree.Unit]], whole: Callable[[str], bool],
        scope: Callable[[tree.Unit], Scope],
    ) -> None:  # fmt: skip
        self._units = units
        self._whole = whole
        self._scope = scope
        self._known: dict[tuple[str, int], tuple[int, ...] | None] = {}

    def of(self, component: str, rank: int, span: Span) -> tuple[int, ...]:
        """One number for each dimension; raises ADC0173 where ALLOCATEs differ, their lower bounds
        are no constants, or assignments may give others. Those of another rank are of a component
        of another type."""
        if (component, rank) not in self._known:
            found = {lows for lows in self._all(component) if len(lows) in (0, rank)}
            known = found.pop() if len(found) == 1 else None if found else ()
            self._known[component, rank] = known
        lows = self._known[component, rank]
        if lows == ():
            return (1,) * rank
        if lows is None or len(lows) != rank or UNKNOWN in lows:
            raise AdcError.of(
                "ADC0173", f"the lower bounds of the allocatable component `{component}`, which"
                " adc cannot tell from the ALLOCATE statements, are not supported", span,
                help=f"allocate `{component}` with the same constant lower bounds everywhere",
            )  # fmt: skip
        if lows != (1,) * rank and self._whole(component):
            raise AdcError.of(
                "ADC0173", f"the lower bounds of the allocatable component `{component}`, which"
                " assignments of the whole may give other lower bounds, are not supported", span,
                help=f"assign to `{component}(:)`, or allocate it with lower bounds of 1",
            )  # fmt: skip
        return lows

    def _all(self, component: str) -> Iterator[tuple[int, ...]]:
        for unit in self._units(component):
            for node in walk(unit.stated.body):
                if isinstance(node, tree.Allocate):
                    for path, bounds, _ in node.items:
                        if path.endswith(f"%{component}"):
                            yield tuple(self._low(b.lower, unit) for b in bounds)

    def _low(self, bound: tree.Expr | None, unit: tree.Unit) -> int:
        """The bound as a number, one that no bound is where it is none."""
        if bound is None:
            return 1
        try:
            known = integer_constant(bound, self._scope(unit))
        except AdcError:
            known = None
        return UNKNOWN if known is None else known


#: Stands for a lower bound that is no constant.
UNKNOWN = -(2**62)
