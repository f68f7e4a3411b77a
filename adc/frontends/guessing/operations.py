"""What functions and methods of NumPy and SciPy say of the axes of what they are given.

Functions are known by the last part of their names; what is not listed says nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from adc.frontends import surface
from adc.frontends.guessing.axes import (
    Alike,
    Beside,
    Broadcast,
    Cell,
    Extent,
    Part,
    Product,
    Relation,
    Turned,
    Without,
)


class Flow(Protocol):
    """What rules need of the flow."""

    relations: list[Relation]

    def value(self, node: surface.Expr) -> Cell:
        """The cell of an expression."""

    def applied(self, node: surface.Expr | None, given: list[Cell]) -> Cell:
        """What the function at `node` gives for these arguments."""

    def say(self, relation: Relation) -> None:
        """Notes a relation."""


@dataclass
class Given:
    """The arguments of a call, the array first of which a method is."""

    flow: Flow
    cells: list[Cell]
    nodes: list[surface.Expr]
    named: dict[str, surface.Expr]

    def node(self, at: int, *names: str) -> surface.Expr | None:
        """The argument at the position `at`, or with one of these names."""
        found = [self.named[n] for n in names if n in self.named]
        return self.nodes[at] if at < len(self.nodes) else (found[0] if found else None)

    def cell(self, at: int, *names: str) -> Cell:
        """The same, as a cell; a new one where it is not given."""
        if at < len(self.cells):
            return self.cells[at]
        node = self.node(at, *names)
        return self.flow.value(node) if node is not None else Cell()


Rule = Callable[[Given], Cell]


def literal(node: surface.Expr | None) -> int | None:
    """The integer that `node` is, if it is one literally."""
    sign = 1
    if isinstance(node, surface.Unary) and node.op == "-":
        sign, node = -1, node.operand
    whole = isinstance(node, surface.Number) and node.kind == "int" and len(node.text) < 3
    return sign * int(node.text) if whole and isinstance(node, surface.Number) else None


def _elementwise(given: Given) -> Cell:
    result = Cell()
    given.flow.say(Broadcast(result, list(given.cells)))
    return result


def _same(given: Given) -> Cell:
    """An array of the same shape, of its first argument."""
    result = Cell()
    given.flow.say(Alike(result, given.cell(0, "a", "x")))
    return result


def _of_elements(given: Given) -> Cell:
    given.cell(0, "a", "x").raised(1)
    return _same(given)


def _resized(given: Given) -> Cell:
    """An array of as many axes as the first argument, one at least."""
    result, first = Cell(), given.cell(0, "a", "x")
    first.raised(1)
    given.flow.say(Alike(result, first, resized=True))
    return result


def _filtered(position: int) -> Rule:
    """A filter, whose signal is at that position: `lfilter(b, a, x)`."""

    def rule(given: Given) -> Cell:
        result, signal = Cell(), given.cell(position, "x")
        signal.raised(1)
        given.flow.say(Alike(result, signal))
        return result

    return rule


def _image(given: Given) -> Cell:
    given.cell(0, "input").raised(2)
    return _same(given)


def _reduced(given: Given) -> Cell:
    first, axis = given.cell(0, "a", "x"), given.node(1, "axis")
    kept = given.named.get("keepdims")
    number = literal(axis)
    result = Cell()
    if axis is None or isinstance(axis, surface.NoneValue):
        first.raised(1)
        _factors(given, given.nodes[0] if given.nodes else None, first)
        return Cell(single=True)
    if isinstance(axis, surface.Sequence):
        axes = [a for a in map(literal, axis.items) if a is not None]
        first.raised(max([len(axes), *(a + 1 for a in axes), *(-a for a in axes)]))
        return result
    if number is None:
        first.raised(1)
        return result
    first.raised(number + 1 if number >= 0 else -number)
    if isinstance(kept, surface.Boolean) and kept.value:
        given.flow.say(Alike(result, first, resized=True))
    else:
        given.flow.say(Without(result, first, number))
    return result


def _factors(given: Given, node: surface.Expr | None, whole: Cell) -> None:
    """`sum(w * (y - f)**2)`: a number `w` would stand before the sum, and `y` is as long as `f`."""
    while isinstance(node, surface.Binary) and node.op == "*":
        _factor(given, node.right, whole)
        node = node.left
    if node is not None:
        _factor(given, node, whole)


def _factor(given: Given, node: surface.Expr, whole: Cell) -> None:
    if isinstance(node, surface.Binary) and node.op == "**" and literal(node.right) is not None:
        node = node.left
        if isinstance(node, surface.Binary) and node.op == "-":
            _factor(given, node.left, whole)
            _factor(given, node.right, whole)
    if isinstance(node, (surface.Name, surface.Attribute)):
        given.flow.say(Beside(given.flow.value(node), whole))


def _norm(given: Given) -> Cell:
    """The order comes before the axis."""
    named = dict(given.named)
    if len(given.nodes) > 2:
        named["axis"] = given.nodes[2]
    return _reduced(Given(given.flow, given.cells[:1], given.nodes[:1], named))


def _places(given: Given) -> Cell:
    """`argmax(a, axis)`: integers."""
    result = _reduced(given)
    result.counts = True
    return result


def _shaped(given: Given) -> Cell:
    """`zeros(shape)`."""
    return of_shape(given.flow, given.node(0, "shape"))


def of_shape(flow: Flow, shape: surface.Expr | None) -> Cell:
    """An array whose shape an expression tells."""
    result = Cell()
    if isinstance(shape, surface.Attribute) and shape.name == "shape":
        flow.say(Alike(result, flow.value(shape.value)))
    elif isinstance(shape, surface.Sequence):
        sizes = [_size(flow, item) for item in shape.items]
        result.least, result.axes = len(sizes), sizes
    elif shape is not None:
        result.least, result.axes = 1, [_size(flow, shape)]
    return result


def _size(flow: Flow, node: surface.Expr) -> Extent:
    number, cell = literal(node), flow.value(node)
    cell.counts = True
    return Extent(str(number)) if number is not None else cell.length or Extent()


def _square(given: Given) -> Cell:
    """`eye(n)`."""
    node = given.node(0)
    size = _size(given.flow, node) if node is not None else Extent()
    return Cell(2, axes=[size, size])


def _reshaped(given: Given) -> Cell:
    given.cell(0).raised(1)
    rest = given.nodes[1:]
    shape = rest[0] if len(rest) == 1 else None
    if isinstance(shape, surface.Sequence):
        return Cell(len(shape.items))
    return Cell(len(rest)) if shape is None else Cell(1)


def _flat(given: Given) -> Cell:
    given.cell(0).raised(1)
    return Cell(1)


def _product(given: Given) -> Cell:
    result = Cell()
    given.flow.say(Product(result, given.cell(0), given.cell(1)))
    return result


def _outer(given: Given) -> Cell:
    ones = [given.cell(0), given.cell(1)]
    axes = []
    for one in ones:
        one.raised(1)
        axes.append(one.extent(0))
    return Cell(2, axes=axes)


def _vectors(*positions: int) -> Rule:
    """Arguments of one axis, or more; of the result nothing is known."""

    def rule(given: Given) -> Cell:
        for position in positions:
            given.cell(position).raised(1)
        return Cell(unknown=True)

    return rule


def _matrix(made: Cell | None, like: int | None = None) -> Rule:
    """The first argument has two axes; the result is `made`, or like an argument."""

    def rule(given: Given) -> Cell:
        first = given.cell(0, "a")
        first.raised(2)
        first.extent(0).meet(first.extent(1))
        if made is not None:
            return Cell(made.least, made.single, made.unknown)
        result, model = Cell(), given.cell(like or 0)
        given.flow.say(Alike(result, model))
        return result

    return rule


def _solved(given: Given) -> Cell:
    """`solve(A, b)`: as many equations as rows."""
    matrix, right, result = given.cell(0), given.cell(1, "b"), Cell()
    matrix.raised(2)
    matrix.extent(0).meet(matrix.extent(1))
    right.raised(1)
    right.extent(0).meet(matrix.extent(0))
    given.flow.say(Alike(result, right))
    return result


def _square_root_solved(given: Given) -> Cell:
    """`cho_solve((c, lower), b)`, `solve_banded(bands, ab, b)`."""
    result, right = Cell(), given.cell(max(len(given.cells) - 1, 0), "b")
    right.raised(1)
    given.flow.say(Alike(result, right))
    return result


def _interpolated(given: Given) -> Cell:
    """`interp(x, xp, fp)`."""
    result, at, known, values = Cell(), *(given.cell(k) for k in range(3))
    for one in (known, values):
        one.raised(1)
    known.extent(0).meet(values.extent(0))
    given.flow.say(Alike(result, at))
    return result


def _known_points(given: Given) -> Cell:
    """`CubicSpline(x, y)`: as many values as points; what it gives is unknown."""
    points, values = given.cell(0), given.cell(1)
    for one in (points, values):
        one.raised(1)
    points.extent(0).meet(values.extent(0))
    return Cell(unknown=True)


def _normal_density(given: Given) -> Cell:
    """`multivariate_normal.logpdf(x, mean, cov)`: points in rows."""
    points, centre, spread = (given.cell(k, n) for k, n in enumerate(("x", "mean", "cov")))
    centre.raised(1)
    spread.raised(2)
    points.raised(2)
    points.extent(1).meet(centre.extent(0))
    for axis in range(2):
        spread.extent(axis).meet(centre.extent(0))
    return Cell(1, axes=[points.extent(0)])


def _integrated(given: Given) -> Cell:
    """`trapezoid(y, x)`."""
    values, axis = given.cell(0), given.node(3, "axis")
    values.raised(1)
    if given.node(1, "x") is not None:
        points = given.cell(1, "x")
        points.raised(1)
        points.extent(0).meet(values.extent(0))
    return Cell(single=axis is None)


def _windows(given: Given) -> Cell:
    result, first, window = Cell(), given.cell(0), given.node(1)
    number = len(window.items) if isinstance(window, surface.Sequence) else 1
    first.raised(number)
    result.raised(first.least + number)
    return result


def _at_coordinates(given: Given) -> Cell:
    """`map_coordinates(image, [y, x])`: as many axes as coordinates; the values are shaped as
    one of these."""
    places, result = given.node(1, "coordinates"), Cell()
    where = given.cell(1, "coordinates")
    if isinstance(places, surface.Sequence):
        given.cell(0).raised(len(places.items))
    where.raised(2)
    given.flow.say(Part(result, where, (), 1))
    return result


def _distances(given: Given) -> Cell:
    """`cdist(a, b)`: points in rows."""
    ones = [given.cell(0), given.cell(1)]
    for one in ones:
        one.raised(2)
    ones[0].extent(1).meet(ones[1].extent(1))
    return Cell(2, axes=[ones[0].extent(0), ones[1].extent(0)])


def _found_places(given: Given) -> Cell:
    """`searchsorted(table, x)`."""
    given.cell(0).raised(1)
    result = Cell(counts=True)
    given.flow.say(Broadcast(result, [given.cell(1)]))
    return result


def _stacked(given: Given) -> Cell:
    """`stack([a, b])`."""
    result = Cell()
    given.flow.say(Alike(result, given.cell(0), resized=True))
    return result


def _joined(given: Given) -> Cell:
    """`concatenate([a, b])`: as many axes as each."""
    result, whole = Cell(), given.cell(0)
    whole.raised(2)
    item = Cell()
    given.flow.say(Part(item, whole, (), 1))
    given.flow.say(Alike(result, item, resized=True))
    return result


def _side_by_side(given: Given) -> Cell:
    given.cell(0).raised(2)
    return Cell(2)


def _summed_by_letters(given: Given) -> Cell:
    """`einsum("ij,j->i", a, x)`."""
    text = given.nodes[0] if given.nodes else None
    if not isinstance(text, surface.String) or "." in text.value:
        return Cell()
    operands, _, made = text.value.replace(" ", "").partition("->")
    sizes: dict[str, Extent] = {}
    for letters, cell in zip(operands.split(","), given.cells[1:], strict=False):
        cell.raised(len(letters))
        for axis, letter in enumerate(letters):
            cell.extent(axis).meet(sizes.setdefault(letter, Extent()))
    if not made and "->" in text.value:
        return Cell(single=True)
    return Cell(len(made), axes=[sizes.get(letter, Extent()) for letter in made])


def _initial_values(function: int, first: int, *, time_first: bool) -> Rule:
    """`solve_ivp(f, span, y0)` and `odeint(f, y0, t)`: what `f` does with its state."""

    def rule(given: Given) -> Cell:
        start = given.cell(first, "y0")
        time = Cell(single=True)
        slope = given.flow.applied(
            given.node(function), [time, start] if time_first else [start, time]
        )
        given.flow.say(Alike(start, slope))
        if not time_first:
            given.cell(2).raised(1)
        return Cell(unknown=True)

    return rule


def _of_a_number(given: Given) -> Cell:
    """`quad(f, a, b)`, `brentq(f, a, b)`: `f` is given a number."""
    given.flow.applied(given.node(0), [Cell(single=True)])
    return Cell(single=True)


def _turned(given: Given) -> Cell:
    result, first = Cell(), given.cell(0)
    if len(given.nodes) == 1:
        given.flow.say(Turned(result, first))
    else:
        first.raised(2)
        given.flow.say(Alike(result, first, resized=True))
    return result


def _number(given: Given) -> Cell:
    return Cell(single=True)


def _counted(given: Given) -> Cell:
    """`arange(n)`, `linspace(a, b, n)`."""
    return Cell(1)


def _with_axis(given: Given) -> Cell:
    """`expand_dims(x, axis)`."""
    result, axis = Cell(), literal(given.node(1, "axis"))
    if axis is not None and axis >= 0:
        new = Extent("1")
        given.flow.say(Part(result, given.cell(0), (*range(axis), new), axis))
    return result


def _table(*entries: tuple[str, Rule]) -> dict[str, Rule]:
    return {name: rule for names, rule in entries for name in names.split()}


#: By the last part of the name, of functions and, where an array is before the dot, methods.
RULES = _table(
    ("sin cos tan sinh cosh tanh arcsin arccos arctan arctan2 exp expm1 exp2 log log2 log10 log1p "
     "sqrt cbrt square power abs absolute fabs sign floor ceil rint hypot maximum minimum fmax "
     "fmin mod fmod add subtract multiply divide true_divide logaddexp heaviside deg2rad rad2deg "
     "radians degrees clip isnan isfinite isclose logical_and logical_or logical_not greater less "
     "equal erf erfc gamma gammaln digamma expit xlogy real imag angle conj conjugate nan_to_num "
     "reciprocal negative arcsinh arccosh arctanh sinc round around float64 where", _elementwise),
    ("multivariate_normal.logpdf multivariate_normal.pdf", _normal_density),
    ("pdf cdf sf ppf logcdf logsf", _same),
    ("array asarray asanyarray ascontiguousarray copy copyto zeros_like ones_like empty_like "
     "full_like astype asfarray atleast_1d", _same),
    ("sort cumsum cumprod roll flip fliplr flipud softmax log_softmax detrend", _of_elements),
    ("diff gradient pad convolve correlate rfft irfft fft ifft resample partition", _resized),
    ("fft2 ifft2 rfft2 gaussian_filter uniform_filter median_filter sobel laplace prewitt zoom "
     "rotate grey_erosion grey_dilation gaussian_laplace maximum_filter minimum_filter", _image),
    ("gaussian_filter1d uniform_filter1d", _of_elements),
    ("lfilter filtfilt", _filtered(2)), ("sosfilt sosfiltfilt", _filtered(1)),
    ("sum mean std var prod min max amin amax median nansum nanmean nanmax nanmin nanstd ptp any "
     "all average logsumexp percentile quantile", _reduced),
    ("norm", _norm), ("argmin argmax argsort nanargmin nanargmax", _places),
    ("zeros ones empty full", _shaped), ("eye identity", _square), ("reshape", _reshaped),
    ("ravel flatten nonzero", _flat), ("dot matmul", _product), ("outer", _outer),
    ("inner vdot", _product), ("cross", _elementwise),
    ("inv pinv cholesky expm matrix_power sqrtm", _matrix(None)),
    ("det trace", _matrix(Cell(single=True))),
    ("slogdet eigh eigvalsh eig eigvals svd qr lu_factor cho_factor fill_diagonal",
     _matrix(Cell(unknown=True))),
    ("solve spsolve solve_triangular", _solved),
    ("cho_solve lu_solve solve_banded", _square_root_solved), ("interp", _interpolated),
    ("CubicSpline interp1d PchipInterpolator Akima1DInterpolator make_interp_spline "
     "UnivariateSpline splrep", _known_points),
    ("trapezoid trapz simpson simps cumulative_trapezoid", _integrated),
    ("sliding_window_view", _windows), ("map_coordinates", _at_coordinates),
    ("cdist", _distances), ("searchsorted digitize", _found_places), ("stack vstack", _stacked),
    ("concatenate hstack", _joined), ("column_stack", _side_by_side),
    ("einsum", _summed_by_letters), ("solve_ivp", _initial_values(0, 2, time_first=True)),
    ("odeint", _initial_values(0, 1, time_first=False)),
    ("quad brentq bisect newton fsolve", _of_a_number), ("transpose", _turned),
    ("polyval polyfit interp2d bincount", _vectors(0)), ("arange linspace logspace geomspace",
     _counted), ("expand_dims", _with_axis), ("float int bool len id", _number),
)  # fmt: skip
