"""Forward values that are cheaper to compute again in registers than to keep."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import sympy

from adc.analysis.accesses import (
    AFTER,
    BEFORE,
    WRITE,
    Polyhedra,
    parsed,
    parsed_set,
    prefix_text,
    tuple_of,
)
from adc.analysis.definitions import definition
from adc.analysis.order import may_lie_between, padded, relative_places
from adc.analysis.placement import Placed
from adc.checkpoint.policy import Policy
from adc.checkpoint.transform.uses import Availability, Use, use_of
from adc.ir.enums import When
from adc.ir.expressions import (
    Expr,
    Need,
    Read,
    substitute_expr,
    transform,
    walk,
)
from adc.ir.nodes import Compute
from adc.ops import flops

#: Definitions may be chained this deep.
DEPTH = 4


@dataclass
class Recomputation:
    """Replaces Needs by the expressions that defined them, where these read available values."""

    availability: Availability
    #: Statements whose values are always recomputed: copies of arguments made on entry.
    entry_copies: frozenset[str] = frozenset()
    policy: Policy = field(default_factory=Policy)
    #: The source's names of private working copies.
    originals: Mapping[str, str] = field(default_factory=dict)
    #: Containers that are recomputed though they are available, so that they need not be kept.
    recomputed: frozenset[str] = frozenset()
    _found: dict[tuple[Use, int], Expr | None] = field(default_factory=dict)

    def expression(self, use: Use, depth: int = DEPTH) -> Expr | None:
        """An expression of available Needs that equals `use`; None where there is no cheap one."""
        key = (use, depth)
        if key not in self._found:
            self._found[key] = self._expression(use, depth)
        return self._found[key]

    def _expression(self, use: Use, depth: int) -> Expr | None:
        found = self.dominating_definition(use)
        if found is None or depth == 0:
            return None
        statement, solution = found
        value = substitute_expr(statement.expr, solution)
        name = use.need.container
        allowed = self.policy.flops_allowed(self.originals.get(name, name))
        if statement.label not in self.entry_copies and (allowed == 0 or flops(value) > allowed):
            return None
        placed = self.polyhedra.placed
        here, there = placed[use.need.point], placed[statement.label]
        own = here is there
        for read in dict.fromkeys(e for e in walk(value) if isinstance(e, Read)):
            inner = use_of(self.need_of(read, use), use.dims)
            if not own and self.written_between(inner, there, here, use.need.when):
                return None
        result = self.resolved(transform(value, lambda e: self.as_need(e, use)), use, depth)
        return None if result is None or flops(result) > max(allowed, 0) else result

    def resolved(self, value: Expr, use: Use, depth: int) -> Expr | None:
        """`value` with each of its Needs available or recomputed in turn; None where one is not."""
        table: dict[Need, Expr] = {}
        for e in walk(value):
            if not isinstance(e, Need) or e in table:
                continue
            inner = use_of(e, use.dims)
            found: Expr | None = None
            given_up = self.is_entry_copy(inner) or inner.need.container in self.recomputed
            if given_up or not self.availability.available(inner):
                found = self.expression(inner, depth - 1)
                if found is None and not self.availability.available(inner):
                    return None
            table[e] = found or e
        return transform(value, lambda e: table.get(e, e) if isinstance(e, Need) else e)

    def is_entry_copy(self, use: Use) -> bool:
        flow = self.availability.definitions(use)
        return bool(flow.dependences) and all(
            d.source in self.entry_copies for d in flow.dependences
        )

    @property
    def polyhedra(self) -> Polyhedra:
        return self.availability.polyhedra

    def need_of(self, read: Read, use: Use) -> Need:
        return Need(read.container, read.index, read.dtype, use.need.point, When.BEFORE)

    def as_need(self, e: Expr, use: Use) -> Expr:
        return self.need_of(e, use) if isinstance(e, Read) else e

    # -- the dominating definition -------------------------------------------------------------

    def dominating_definition(self, use: Use) -> tuple[Compute, dict[str, sympy.Expr]] | None:
        """The assignment that surely made the value, with its domain variables in terms of the
        use; only where it stands in loops that enclose the use, in the same iteration of them."""
        placed = self.polyhedra.placed
        flow = self.availability.definitions(use)
        return definition(flow, placed, placed[use.need.point], use.need.index)

    def written_between(self, use: Use, start: Placed, end: Placed, when: str) -> bool:
        """Whether an element of `use` is written by statement `start` or between it and `end`."""
        polyhedra, need = self.polyhedra, use.need
        writes = [(w, polyhedra.placed[w.label]) for w in polyhedra.writes_of(need.container)]
        writes = [
            (w, p) for w, p in writes if may_lie_between(p.schedule, start.schedule, end.schedule)
        ]
        if not writes:
            return False
        places = relative_places(
            {START: start.schedule, END: end.schedule} | {p.label: p.schedule for _, p in writes}
        )
        depth = max(len(place) for place in places.values())
        places = {name: padded(place, depth) for name, place in places.items()}
        phase = BEFORE if when == "before" else AFTER
        used = polyhedra.relation(end, "use", use.dims, need.container, need.index).text
        relations = (used, *(w.text for w, _ in writes))
        return _between(
            used,
            (
                prefix_text(start, end),
                polyhedra.times(start, places[START], "start", WRITE, False),
                polyhedra.times(end, places[END], "use", phase, False),
            ),
            tuple(
                (w.text, polyhedra.times(p, places[p.label], tuple_of(p.label), WRITE, False))
                for w, p in writes
            ),
            polyhedra.facts.about_relations(relations).texts,
        )


#: The names of two places among those of the writes, which are labels.
START, END = "", " "


@lru_cache(maxsize=4096)
def _between(
    elements: str,
    ends: tuple[str, str, str],
    writes: tuple[tuple[str, str], ...],
    facts: tuple[str, str],
) -> bool:
    """Whether one of `writes` (relations, with the times of their instances) may be of `elements`
    and in time between the two `ends`: the first's instances as those of the second, the times of
    the first, those of the second. Everything is in isl's notation; one compilation asks the same
    many times."""
    used = parsed(elements)
    first, second = parsed(ends[0]).apply_range(parsed(ends[1])), parsed(ends[2])
    context = parsed_set(facts[0]).intersect(parsed_set(facts[1]))
    for relation, timed in writes:
        times = parsed(timed)
        pairs = used.apply_range(parsed(relation).reverse())
        pairs = pairs.intersect(first.lex_le_map(times))
        pairs = pairs.intersect(times.lex_lt_map(second).reverse())
        if not pairs.intersect_params(context).is_empty():
            return True
    return False
