"""Arguments of library routines that begin at a computed position: `a(p, 1)`, p a pivot.

Such a row or column is picked into an array of its own, and where the routine changes it, put back.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import sympy

from adc.diagnostics import AdcError
from adc.ir import build
from adc.ir.dtypes import DType
from adc.lowering import picks
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.picks import Pick
from adc.lowering.store import store
from adc.lowering.values import Array, Integer, Sequenced, Value, View, of_view, place


@dataclass(frozen=True)
class Apart(Sequenced):
    """The elements of a copy of what `owner` has where `pick` is along its axis `axis`."""

    owner: View
    pick: Pick
    axis: int

    @property
    def rest(self) -> View:
        """What the copy is of, with the pick's variable for the position."""
        along = (self.pick.var, place(0)) if self.axis == 0 else (place(0), self.pick.var)
        return self.owner.select(self.array.shape, along)


def started(cx: Context, site: CallSite, owner: Array, given: tuple[Value, ...]) -> Sequenced:
    """The storage of `owner` from the element at `given` on."""
    if all(isinstance(v, Integer) for v in given):
        return Sequenced(owner, tuple(v.value for v in given if isinstance(v, Integer)))
    computed = [axis for axis, v in enumerate(given) if picks.computed(cx, v)]
    if owner.rank != 2 or len(computed) != 1:
        raise refused(site)
    (axis,) = computed
    position, other = given[axis], given[1 - axis]
    if not isinstance(position, Array) or not isinstance(other, Integer):
        raise refused(site)
    assert owner.view is not None
    pick = picks.picked(cx, position, (), owner.shape[axis], site.span, exact=True)
    shape = (owner.shape[1 - axis],)
    view = cx.new_container(cx.new_name("picked"), owner.dtype, shape)
    copy = of_view(view, owner.dtype)
    made = Apart(copy, (other.value,), owner.view, pick, axis)
    store(cx, view, owner.dtype, _zeros(owner.dtype), site.span)
    with picks.picking(cx, (pick,), (), site.span):
        store(cx, view, owner.dtype, of_view(made.rest, owner.dtype), site.span)
    cx.types.settle(view.container)
    return made


def _zeros(dtype: DType) -> Array:
    return Array((), dtype, lambda _: build.zero(dtype))


def step(cx: Context, site: CallSite, of: Apart, inc: sympy.Expr) -> sympy.Expr:
    """How far apart in the copy elements are that are `inc` apart in storage."""
    if of.axis == 0:
        return inc
    extent = cx.extent(of.owner.shape[1])
    found = sympy.cancel(inc / extent) if extent != 0 else sympy.Integer(0)
    if not found.is_Integer or found == 0:
        raise refused(site)
    return found


def put_back(cx: Context, site: CallSite) -> Value:
    """`adc_put_back(x)`: the row that x is a copy of has its values now; others are in place."""
    array = site.arguments[0]
    view = array.view if isinstance(array, Array) else None
    made = cx.told.apart.get(view.container) if view is not None else None
    if made is not None:
        assert isinstance(made, Apart)
        again = replace(made, pick=replace(made.pick, var=cx.domain_symbol(0)))
        with picks.picking(cx, (again.pick,), (), site.span):
            store(cx, again.rest, made.array.dtype, made.array, site.span)
    return array


def refused(site: CallSite) -> AdcError:
    return AdcError.of(
        "ADC0216", "an argument that begins at a position which is computed from data", site.span,
        help="write the call out as a loop over the elements",
    )  # fmt: skip
