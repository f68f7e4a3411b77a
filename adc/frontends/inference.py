"""A guess of arguments' types from how a function uses them, to fill in a suggested signature.

Nothing is compiled from a guess: the user reads it, corrects it and gives it back.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass, field
from typing import Any

from adc.frontends import surface
from adc.frontends.names import bound_names, free_names, walk
from adc.frontends.types import MOST_AXES
from adc.ir.dtypes import COMPLEX, DType

_INTEGER_CALLS = ("range", "prange", "zeros", "ones", "empty", "full", "eye", "arange", "linspace")


@dataclass
class Guess:
    """What the uses of one argument tell; `extents` are names of sizes by axis, where known,
    `items` how many variables it is unpacked into."""

    rank: int = 0
    is_integer: bool = False
    items: int = 0
    extents: dict[int, str] = field(default_factory=dict)


def suggestions(
    function: surface.Function,
    ranks: dict[str, int],
    dtypes: dict[str, DType],
    pairs: Container[str] = (),
) -> dict[str, str]:
    """A type, as `--signature` takes it, for each of the arguments in `ranks`.

    `ranks` are the least numbers of axes that are known, `dtypes` the known element types: those of
    the parts of complex numbers, where arguments are `pairs`.
    """
    guesses = {name: Guess(rank) for name, rank in ranks.items()}
    for node in walk(function.body):
        for visit in _VISITS:
            visit(node, guesses)
    _extents_from_loops(function, guesses)
    taken = bound_names(function) | set(free_names(function))
    return {
        name: _text(name, guess, dtypes.get(name), taken, name in pairs)
        for name, guess in guesses.items()
    }


def _text(
    name: str, guess: Guess, dtype: DType | None, taken: frozenset[str], is_complex: bool
) -> str:
    if guess.is_integer and not guess.rank:
        return "int"
    element = (dtype or (DType.INT64 if guess.is_integer else DType.FLOAT64)).value
    element = COMPLEX.get(DType(element), element) if is_complex else element
    if not guess.rank:
        return f"tuple[{', '.join([element] * guess.items)}]" if guess.items else element
    sizes = [
        guess.extents.get(axis) or _fresh(f"{name}{axis}", taken) for axis in range(guess.rank)
    ]
    return f"{element}[{', '.join(sizes)}]"


def _fresh(name: str, taken: frozenset[str]) -> str:
    while name in taken:
        name += "_"
    return name


def _guess_of(node: Any, guesses: dict[str, Guess]) -> Guess:
    """The guess for the argument that `node` names; one that nobody reads otherwise."""
    name = node.name if isinstance(node, surface.Name) else ""
    return guesses.get(name) or Guess()


def _visit_subscript(node: Any, guesses: dict[str, Guess]) -> None:
    if not isinstance(node, surface.Subscript):
        return
    axes = [i for i in node.items if not isinstance(i, (surface.NoneValue, surface.Ellipsis))]
    guess = _guess_of(node.value, guesses)
    guess.rank = max(guess.rank, len(axes), 1)
    if isinstance(node.value, surface.Attribute) and node.value.name == "shape":
        _visit_shape_item(node, node.value.value, guesses)
        return
    for item in axes:
        parts = (item.start, item.stop, item.step) if isinstance(item, surface.Slice) else (item,)
        for part in parts:
            _mark_integers(part, guesses)


def _visit_shape_item(
    node: surface.Subscript, array: surface.Expr, guesses: dict[str, Guess]
) -> None:
    axis = _axis(node.items[0])
    if axis is not None:
        guess = _guess_of(array, guesses)
        guess.rank = max(guess.rank, axis + 1)


def _axis(expr: surface.Expr) -> int | None:
    """The axis that the literal `expr` names; None for what can be none."""
    if not isinstance(expr, surface.Number) or expr.kind != "int" or len(expr.text) > 2:
        return None
    return int(expr.text) if int(expr.text) < MOST_AXES else None


def _mark_integers(expr: surface.Expr | None, guesses: dict[str, Guess]) -> None:
    """The names in an index, a range or a size are integers, where they are no arrays."""
    if isinstance(expr, surface.Name):
        _guess_of(expr, guesses).is_integer = True
    elif isinstance(expr, surface.Unary):
        _mark_integers(expr.operand, guesses)
    elif isinstance(expr, surface.Binary):
        _mark_integers(expr.left, guesses)
        _mark_integers(expr.right, guesses)
    elif isinstance(expr, surface.Sequence):
        for item in expr.items:
            _mark_integers(item, guesses)
    elif isinstance(expr, surface.Subscript):
        _mark_integers(expr.value, guesses)  # an index taken from an integer array


def _visit_integer_call(node: Any, guesses: dict[str, Guess]) -> None:
    if isinstance(node, surface.For):
        for argument in node.arguments:
            _mark_integers(argument, guesses)
    elif isinstance(node, surface.Call):
        name = getattr(node.function, "name", "")
        if name in _INTEGER_CALLS and node.arguments:
            _mark_integers(node.arguments[-1 if name == "linspace" else 0], guesses)
        if name == "len" and len(node.arguments) == 1:
            guess = _guess_of(node.arguments[0], guesses)
            guess.rank = max(guess.rank, 1)


def _visit_matrix(node: Any, guesses: dict[str, Guess]) -> None:
    """`A @ x`, `A.T`, `A.shape`: arrays; two axes are the likely ones."""
    arrays: tuple[Any, ...] = ()
    if isinstance(node, surface.Binary) and node.op == "@":
        arrays = (node.left, node.right)
    elif isinstance(node, surface.Attribute) and node.name == "T":
        arrays = (node.value,)
    for array in arrays:
        guess = _guess_of(array, guesses)
        guess.rank = guess.rank or 2
    if isinstance(node, surface.Attribute) and node.name == "shape":
        guess = _guess_of(node.value, guesses)
        guess.rank = guess.rank or 1


def _visit_shape_names(node: Any, guesses: dict[str, Guess]) -> None:
    """`N, M = A.shape`, `N = A.shape[0]` and `N = len(A)` name the extents."""
    if not isinstance(node, surface.Assign) or len(node.targets) != 1:
        return
    target, value = node.targets[0], node.value
    if isinstance(value, surface.Attribute) and value.name == "shape":
        names = target.items if isinstance(target, surface.Sequence) else ()
        guess = _guess_of(value.value, guesses)
        guess.rank = max(guess.rank, len(names))
        for axis, name in enumerate(names):
            if isinstance(name, surface.Name):
                guess.extents.setdefault(axis, name.name)
    elif isinstance(target, surface.Sequence) and isinstance(value, surface.Name):
        _guess_of(value, guesses).items = len(target.items)
    elif isinstance(target, surface.Name):
        array, axis = _one_extent(value)
        if array is not None:
            _guess_of(array, guesses).extents.setdefault(axis, target.name)


def _one_extent(value: surface.Expr) -> tuple[surface.Expr | None, int]:
    """The array and the axis that `value` is the extent of; (None, 0) where it is none."""
    if isinstance(value, surface.Call) and getattr(value.function, "name", "") == "len":
        return (value.arguments[0], 0) if value.arguments else (None, 0)
    if isinstance(value, surface.Subscript) and isinstance(value.value, surface.Attribute):
        axis = _axis(value.items[0])
        if value.value.name == "shape" and axis is not None:
            return value.value.value, axis
    return None, 0


def _extents_from_loops(function: surface.Function, guesses: dict[str, Guess]) -> None:
    """`for i in range(N)` around `A[i]`, with an integer argument `N`: the extent is `N`."""
    parameters = {p.name for p in function.parameters}
    stops: dict[str, str] = {}
    for node in walk(function.body):
        if isinstance(node, surface.For):
            stop = node.arguments[min(1, len(node.arguments) - 1)]
            if isinstance(stop, surface.Name) and stop.name in parameters:
                stops.setdefault(node.target, stop.name)
    for node in walk(function.body):
        if isinstance(node, surface.Subscript):
            guess = _guess_of(node.value, guesses)
            for axis, item in enumerate(node.items):
                if isinstance(item, surface.Name) and item.name in stops:
                    guess.extents.setdefault(axis, stops[item.name])


_VISITS: tuple[Callable[[Any, dict[str, Guess]], None], ...] = (
    _visit_subscript,
    _visit_integer_call,
    _visit_matrix,
    _visit_shape_names,
)
