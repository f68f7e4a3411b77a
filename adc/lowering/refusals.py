"""What is said of writes that nothing can be made of."""

from __future__ import annotations

from typing import NoReturn

from adc.diagnostics import AdcError, Note, Span
from adc.frontends import surface
from adc.lowering.control.returns import meant

#: The "name" of what stands at positions that the source computes: a copy, where NumPy has a view.
PICKED = "[picked]"
#: The "name" of arrays that are items of a part of a list: copies, where Python has the list's own.
SLICED = "[sliced]"
#: The "name" of arrays that are items of a list: copies, where Python has arrays of other names.
LISTED = "[listed]"
#: The "name" of items of a list that grows under a test: copies, where Python has the list's own.
COUNTED = "[counted]"
#: That of a copy of what an object of NumPy or SciPy shares with the array that it is made of.
SHARED = "[shared]"
#: Of each of these: how the array is in use, the way out, and what is made where it began.
_COPIES = {
    PICKED: (
        "while a part of it, at a position that the source computes, is in use under a name of its"
        " own, or the other way round",
        "write all subscripts in one, `A[k, 1] = …`, or take `.copy()` of the part",
        "the part is taken here",
    ),
    SLICED: (
        "that is an item of a list and of a part of it",
        "write the array by its place in the whole list", "the part is taken here",
    ),
    LISTED: (
        "that is an item of a list and part of another array",
        "write the other array, or append a copy to the list", "the item is taken here",
    ),
    COUNTED: (
        "that is an item of a list which grows under a test",
        "change it before it is appended, or make an array of the list first: `a = np.array(xs)`",
        "the item is taken here",
    ),
    SHARED: (
        "while an object that shares its elements is in use",
        "make the object of a copy: take `.copy()`", "the object is made here",
    ),
}  # fmt: skip


def raise_stale(name: str, grown: bool, span: Span | None) -> None:
    """Refuses the write at `span` to an array that is an item of the list `name`, or to the mask
    that selects what `name` is, which is read later."""
    name = name.strip()
    if grown:
        raise AdcError.of(
            "ADC0211", f"an array that is an item of `{name}` is changed, and `{name}` is used "
            "later", span, label="changed here",
            help=f"append a copy: `{name}.append(a.copy())`",
        )  # fmt: skip
    raise AdcError.of(
        "ADC0211", f"the mask that selects `{name}` is changed, and `{name}` is used later", span,
        label="changed here",
        help=f"take a copy of the mask where `{name}` is selected: `a[m.copy()]`",
    )  # fmt: skip


def raise_merged(container: str, name: str, where: Span | None, span: Span | None) -> None:
    """Refuses the write at `span` to what `name` may or may not stand for since `where`.

    Without a name it is a reshaped copy, which NumPy makes a view where extents are one, or what is
    at a `PICKED` position.
    """
    if name in _COPIES:
        what, help, made = _COPIES[name]
        raise AdcError.of(
            "ADC0211", f"an array is written {what}", span, label="written here", help=help,
            notes=(Note(made, where),),
        )  # fmt: skip
    if not name.strip():
        raise AdcError.of(
            "ADC0211", "whether this writes a view or a copy depends on the sizes", span,
            label="written here",
            help="take `.copy()` of the array there first: `.copy().reshape(…)`",
            notes=(Note("the view or copy is made here", where),),
        )  # fmt: skip
    raise AdcError.of(
        "ADC0211",
        f"{meant(name)} is bound to different buffers on different paths and is then written",
        span,
        label="written here",
        help=f"bind {meant(name)}, and what it is exchanged with, to copies alone: take `.copy()` "
        "in the loop, and of arguments before it",
        notes=(Note(f"the paths of {meant(name)} meet here", where),),
    )


def raise_default(parameter: surface.Parameter, span: Span | None) -> None:
    """Refuses the write at `span` to the array that `parameter` has where no argument is passed."""
    name = parameter.name
    if parameter.default is None:
        raise AdcError.of(
            "ADC0239", f"this changes `{name}`, which a decorator keeps for later calls", span,
            label="written here", help="make it inside of the function that changes it",
            notes=(Note("the function is decorated here", parameter.span),),
        )  # fmt: skip
    several = isinstance(parameter.default, surface.Sequence)
    raise AdcError.of(
        "ADC0239", f"this changes the default of `{name}` for later calls", span,
        label="written here",
        help="write to a copy of the array: take `.copy()` of it first" if several
        else f"copy it first: `{name} = {name}.copy()`",
        notes=(Note("Python makes the default once, not in each call", parameter.span),),
    )  # fmt: skip


def raise_changed(span: Span | None) -> NoReturn:
    """A call that is made on some paths only, and not as a statement of its own, sets fields."""
    raise AdcError.of(
        "ADC0223", "a call changes an object where only a part of this expression is evaluated",
        span, help="put the call on a line of its own, under an `if`",
    )  # fmt: skip
