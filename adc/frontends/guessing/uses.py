"""What the body of a function tells of its arguments: what it does to them for certain, and what
their uses make likely."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from adc.frontends import surface
from adc.frontends.names import walk
from adc.frontends.types import MOST_AXES

Guesses = dict[str, "Guess"]

_INTEGER_CALLS = ("range", "prange", "zeros", "ones", "empty", "full", "eye", "arange", "linspace")
#: Functions whose first argument has two axes, or more.
_MATRIX_CALLS = (
    "inv", "det", "slogdet", "eig", "eigh", "eigvals", "eigvalsh", "cholesky", "svd", "solve",
    "pinv", "qr", "matrix_power", "trace", "fill_diagonal", "lstsq",
)  # fmt: skip
#: Functions of arrays: a number for the first argument is unusual.
_ARRAY_CALLS = (
    "sum", "mean", "std", "var", "prod", "median", "min", "max", "amin", "amax", "nansum",
    "nanmean", "diff", "cumsum", "cumprod", "sort", "argsort", "argmin", "argmax", "argwhere",
    "nonzero", "dot", "norm", "convolve", "trapz", "trapezoid", "concatenate", "any", "all",
    "array", "asarray", "asanyarray", "ascontiguousarray", "atleast_1d", "zeros_like", "ones_like",
    "empty_like", "full_like", "ravel", "flip", "roll", "unique", "percentile", "gradient",
    "reshape", "histogram", "rfft", "fft", "outer", "cross", "inner", "einsum", "average", "size",
)  # fmt: skip
#: Attributes that arrays have, and numbers are seldom asked for.
_ARRAY_PARTS = (
    "sum", "mean", "std", "var", "prod", "min", "max", "argmin", "argmax", "argsort", "cumsum",
    "reshape", "ravel", "flatten", "copy", "astype", "size", "ndim", "dtype", "any", "all", "dot",
    "transpose", "tolist", "squeeze", "repeat", "fill", "flat", "sort", "nonzero", "swapaxes",
)  # fmt: skip
_TEXT_METHODS = (
    "lower", "upper", "strip", "startswith", "endswith", "casefold", "split", "capitalize", "title",
)  # fmt: skip


@dataclass
class Guess:
    """What the uses of one argument tell. It has `rank` axes at least, `likely` ones where nothing
    says otherwise. `is_integer`: it counts or indexes; `is_number`: it is used as what has no axes
    is; `is_crossed`: it is one of `np.cross`'s. `items`: how many variables it is unpacked into;
    `extents` are names of sizes by axis, where known. `texts` are those that
    it is compared with, `is_text` tells without them; `is_tested`: it is a condition itself,
    `is_computed`: it is an operand of arithmetic."""

    rank: int = 0
    likely: int = 0
    is_integer: bool = False
    is_number: bool = False
    is_crossed: bool = False
    items: int = 0
    extents: dict[int, str] = field(default_factory=dict)
    texts: list[str] = field(default_factory=list)
    is_text: bool = False
    is_tested: bool = False
    is_computed: bool = False

    def axes(self) -> int:
        """The likely number of axes, as far as uses tell."""
        return max(self.rank, self.likely)

    def learn(self, other: Guess) -> None:
        """Takes over what the uses of `other` tell, a name for the same value elsewhere."""
        self.likely = max(self.likely, other.rank, other.likely)
        self.texts += other.texts
        for what in _FLAGS:
            setattr(self, what, getattr(self, what) or getattr(other, what))


_FLAGS = tuple(name for name, value in vars(Guess).items() if value is False)


def read_uses(function: surface.Function, guesses: Guesses) -> None:
    """Adds to `guesses` what the body of `function` does with the arguments that they are of."""
    for node in walk(function.body):
        for visit in _VISITS:
            visit(node, guesses)
    _extents_from_loops(function, guesses)


def guess_of(node: Any, guesses: Mapping[str, Guess]) -> Guess:
    """The guess for the argument that `node` names; one that nobody reads otherwise."""
    name = node.name if isinstance(node, surface.Name) else ""
    return guesses.get(name) or Guess()


def _visit_subscript(node: Any, guesses: Guesses) -> None:
    if not isinstance(node, surface.Subscript):
        return
    axes = [i for i in node.items if not _is_no_axis(i)]
    guess = guess_of(node.value, guesses)
    guess.rank = max(guess.rank, len(axes), 1)
    if isinstance(node.value, surface.Attribute) and node.value.name == "shape":
        _visit_shape_item(node, node.value.value, guesses)
        return
    for item in axes:
        parts = (item.start, item.stop, item.step) if isinstance(item, surface.Slice) else (item,)
        for part in parts:
            _mark_integers(part, guesses)


def _is_no_axis(item: surface.Expr) -> bool:
    """Whether this subscript is of a new axis, or stands for all other ones."""
    if isinstance(item, surface.Attribute):
        return item.name == "newaxis"
    return isinstance(item, (surface.NoneValue, surface.Ellipsis))


def _visit_shape_item(node: surface.Subscript, array: surface.Expr, guesses: Guesses) -> None:
    axis = _axis(node.items[0])
    if axis is not None:
        guess = guess_of(array, guesses)
        guess.rank = max(guess.rank, axis + 1)


def _axis(expr: surface.Expr) -> int | None:
    """The axis that the literal `expr` names; None for what can be none."""
    if not isinstance(expr, surface.Number) or expr.kind != "int" or len(expr.text) > 2:
        return None
    return int(expr.text) if int(expr.text) < MOST_AXES else None


def _mark_integers(expr: surface.Expr | None, guesses: Guesses) -> None:
    """The names in an index, a range or a size are integers, where they are no arrays."""
    if isinstance(expr, surface.Name):
        guess_of(expr, guesses).is_integer = True
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


def _visit_integer_call(node: Any, guesses: Guesses) -> None:
    if isinstance(node, surface.For):
        for argument in node.arguments:
            _mark_integers(argument, guesses)
    elif isinstance(node, surface.Call):
        name = getattr(node.function, "name", "")
        if name in _INTEGER_CALLS and node.arguments:
            _mark_integers(node.arguments[-1 if name == "linspace" else 0], guesses)
        if name == "len" and len(node.arguments) == 1:
            guess = guess_of(node.arguments[0], guesses)
            guess.rank = max(guess.rank, 1)


def _visit_arrays(node: Any, guesses: Guesses) -> None:
    """`A @ x`, `A.shape`, `x.sum()`: arrays."""
    if isinstance(node, surface.Binary) and node.op == "@":
        for factor in (node.left, node.right):
            guess = guess_of(factor, guesses)
            guess.rank = max(guess.rank, 1)
    elif isinstance(node, surface.Attribute):
        guess = guess_of(node.value, guesses)
        if node.name == "shape":
            guess.rank = max(guess.rank, 1)
        elif node.name in _ARRAY_PARTS:
            guess.likely = max(guess.likely, 1)
        elif node.name in _TEXT_METHODS:
            guess.is_text = True


def _visit_library_call(node: Any, guesses: Guesses) -> None:
    """`np.sum(x)`, `np.linalg.inv(a)`, `x.mean(axis=1)`, `math.sin(t)`."""
    if not isinstance(node, surface.Call) or not isinstance(node.function, surface.Attribute):
        return
    name, owner = node.function.name, node.function.value
    method = isinstance(owner, surface.Name) and owner.name in guesses
    first = owner if method else next(iter(node.arguments), None)
    guess = guess_of(first, guesses)
    if isinstance(owner, surface.Name) and owner.name in ("math", "cmath"):
        guess.is_number = True
        return
    if name in _ARRAY_CALLS:
        guess.likely = max(guess.likely, 1)
    if name == "cross" and not method:
        for factor in (guess_of(a, guesses) for a in node.arguments[:2]):
            factor.likely, factor.is_crossed = max(factor.likely, 1), True
    if name in _MATRIX_CALLS and not method:
        guess.rank = max(guess.rank, 2)
    axis = next((k.value for k in node.keywords if k.name == "axis"), None)
    if axis is not None and (name in _ARRAY_CALLS or method):
        guess.rank = max(guess.rank, 1 + (_axis(axis) or 0))


def _visit_comparison(node: Any, guesses: Guesses) -> None:
    """`kind == "a"`, `kind in ("a", "b")`: a text."""
    if not isinstance(node, surface.Compare):
        return
    texts: list[str] = []
    for operand in node.operands:
        items = operand.items if isinstance(operand, surface.Sequence) else (operand,)
        texts += [item.value for item in items if isinstance(item, surface.String)]
    for operand in node.operands:
        while isinstance(operand, (surface.Call, surface.Attribute)):  # kind.lower()
            is_call = isinstance(operand, surface.Call)
            operand = operand.function if isinstance(operand, surface.Call) else operand.value
            if is_call and not isinstance(operand, surface.Attribute):
                break
        guess_of(operand, guesses).texts += texts


def _visit_condition(node: Any, guesses: Guesses) -> None:
    """What a branch asks for is a number, or a truth value: the truth of arrays has no meaning."""
    if isinstance(node, (surface.If, surface.While, surface.Conditional)):
        _asked(node.condition, guesses)
    elif isinstance(node, surface.Binary) and node.op != "@":
        for operand in (node.left, node.right):
            guess_of(operand, guesses).is_computed = True


def _visit_demand(node: Any, guesses: Guesses) -> None:
    """`if x.ndim != 2: raise …` and `assert x.ndim == 2`: so many axes, for certain."""
    asked = node.condition if isinstance(node, (surface.If, surface.Assert)) else None
    op = "==" if isinstance(node, surface.Assert) else "!="
    raises = isinstance(node, surface.Assert) or (
        isinstance(node, surface.If)
        and bool(node.then)
        and isinstance(node.then[-1], surface.Raise)
    )
    match asked:
        case surface.Compare(
            ops=(found,),
            operands=(surface.Attribute(name="ndim", value=array), surface.Number() as count),
        ) if raises and found == op:
            guess = guess_of(array, guesses)
            guess.rank = max(guess.rank, _axis(count) or 0)


def _asked(condition: surface.Expr, guesses: Guesses) -> None:
    match condition:
        case surface.Logical(operands=operands):
            for operand in operands:
                _asked(operand, guesses)
        case surface.Unary(op="not", operand=operand):
            _asked(operand, guesses)
        case surface.Name():
            guess_of(condition, guesses).is_tested = True
        case surface.Compare(operands=operands, ops=ops):
            if all(op in ("<", "<=", ">", ">=", "==", "!=") for op in ops) and not any(
                isinstance(o, (surface.String, surface.NoneValue)) for o in operands
            ):
                for operand in operands:
                    guess_of(operand, guesses).is_number = True


def _visit_shape_names(node: Any, guesses: Guesses) -> None:
    """`N, M = A.shape`, `N = A.shape[0]` and `N = len(A)` name the extents."""
    if not isinstance(node, surface.Assign) or len(node.targets) != 1:
        return
    target, value = node.targets[0], node.value
    if isinstance(value, surface.Attribute) and value.name == "shape":
        names = target.items if isinstance(target, surface.Sequence) else ()
        guess = guess_of(value.value, guesses)
        guess.rank = max(guess.rank, len(names))
        for axis, name in enumerate(names):
            if isinstance(name, surface.Name):
                guess.extents.setdefault(axis, name.name)
    elif isinstance(target, surface.Sequence) and isinstance(value, surface.Name):
        guess_of(value, guesses).items = len(target.items)
    elif isinstance(target, surface.Name):
        array, axis = _one_extent(value)
        if array is not None:
            guess_of(array, guesses).extents.setdefault(axis, target.name)


def _one_extent(value: surface.Expr) -> tuple[surface.Expr | None, int]:
    """The array and the axis that `value` is the extent of; (None, 0) where it is none."""
    if isinstance(value, surface.Call) and getattr(value.function, "name", "") == "len":
        return (value.arguments[0], 0) if value.arguments else (None, 0)
    if isinstance(value, surface.Subscript) and isinstance(value.value, surface.Attribute):
        axis = _axis(value.items[0])
        if value.value.name == "shape" and axis is not None:
            return value.value.value, axis
    return None, 0


def _extents_from_loops(function: surface.Function, guesses: Guesses) -> None:
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
            guess = guess_of(node.value, guesses)
            for axis, item in enumerate(node.items):
                if isinstance(item, surface.Name) and item.name in stops:
                    guess.extents.setdefault(axis, stops[item.name])


_VISITS: tuple[Callable[[Any, Guesses], None], ...] = (
    _visit_subscript,
    _visit_integer_call,
    _visit_arrays,
    _visit_library_call,
    _visit_comparison,
    _visit_condition,
    _visit_demand,
    _visit_shape_names,
)
