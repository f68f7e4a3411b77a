"""What a name or an expression of the source stands for while it is lowered."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import sympy

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.ir import shapes
from adc.ir.dtypes import DType
from adc.ir.expressions import Expr, Index, Read
from adc.ir.shapes import Shape, symbol
from adc.lowering.objects.record_types import RecordType
from adc.lowering.plain_values import IntegerRange, Limits, ModuleArray, Stride

ElementAt = Callable[[Index], Expr]
_ZERO = sympy.Integer(0)


def place(axis: int) -> sympy.Symbol:
    """The symbol that stands for the position along `axis` of a view in its index map."""
    return symbol(f"?{axis}")


def places(rank: int) -> Index:
    return tuple(place(axis) for axis in range(rank))


def at_places(expr: sympy.Expr, index: Index) -> sympy.Expr:
    """`expr` with the positions of a view's axes replaced by `index`."""
    return shapes.substitute(expr, {f"?{axis}": value for axis, value in enumerate(index)})


@dataclass(frozen=True)
class View:
    """Elements of `container`: position p of the view is the element `index` (in `place`s) at p.

    Extents in `shape` may be formally negative (`A[1:-1]` of an empty A), which means zero.
    `lacks` are the elements at the end of the last row that no storage is there for, as in parts of
    a matrix that Fortran passes by their first element (`indexing.whole_rows`). `overlaps`: several
    positions may be one element.
    """

    container: str
    shape: Shape
    index: Index
    lacks: sympy.Expr = _ZERO
    overlaps: bool = False

    def at(self, position: Index) -> Index:
        return tuple(at_places(i, position) for i in self.index)

    def select(self, shape: Shape, index: Index) -> View:
        """The view of this view whose position p is this view's position `index` at p."""
        return View(self.container, shape, self.at(index), overlaps=self.overlaps)


@dataclass(frozen=True)
class Array:
    """An array or (shape ()) a scalar: an element for each position, computed where it is used.

    `view` is set where the elements are stored ones. `weak` marks Python's own numbers, whose
    precision gives way (NEP 50). `stable` marks scalars that no later statement can change under
    another name. `text` is the spelling of a literal.

    `ways` are set where the array is one of several in memory: the first whose test holds, and the
    last where none does. What is written to it is written to that one. `boxed`: it is an array
    without axes, which names share; `flat`: it is `a.flat`, slices of which are copies.
    """

    shape: Shape
    dtype: DType
    at: ElementAt
    weak: bool = False
    view: View | None = None
    stable: bool = False
    ways: tuple[tuple[Expr, Array], ...] = ()
    boxed: bool = False
    flat: bool = False

    @property
    def is_shared(self) -> bool:
        """Whether names share it, as they do arrays, where numbers are values."""
        return bool(self.shape) or self.boxed

    @property
    def in_memory(self) -> bool:
        """Whether another name may stand for these very elements."""
        return self.view is not None or bool(self.ways)

    @property
    def stored(self) -> tuple[Array, ...]:
        """The arrays in memory that this one is, or may be."""
        if self.ways:
            return tuple(way for _, way in self.ways)
        return (self,) if self.view is not None else ()

    @property
    def rank(self) -> int:
        return len(self.shape)


def of_view(
    view: View, dtype: DType, *, weak: bool = False, stable: bool = False, boxed: bool = False
) -> Array:
    def at(position: Index) -> Expr:
        return Read(view.container, view.at(position), dtype)

    return Array(view.shape, dtype, at, weak, view, stable, boxed=boxed and not view.shape)


def anywhere(value: Array) -> Expr:
    """The element of `value` at a position of which nothing is known."""
    return value.at(tuple(symbol(f"?probe{axis}") for axis in range(value.rank)))


def scalar(expr: Expr, *, weak: bool = False, stable: bool = False) -> Array:
    return Array((), expr.dtype, lambda _: expr, weak, None, stable)


@dataclass(frozen=True)
class Integer:
    """An integer known as an expression of sizes, integer arguments and loop variables."""

    value: sympy.Expr


@dataclass(frozen=True)
class Sequenced:
    """The elements of `array`, which is in memory, in storage order from position `start` on; with
    a `count` the vector of so many of them, a number that only data tell."""

    array: Array | Complex
    start: Index
    count: Array | Integer | None = None


@dataclass(frozen=True)
class Selected:
    """A copy of the elements of `array` where `mask` holds, in order: `a[m]`. The mask's axes are
    those of the array from `axis` on, which become one of a length that data decide. What the array
    has elsewhere means nothing: it need not even be a number. `own` marks an array that is the copy
    itself, which names share; any other is yet to be copied. With a `length` the elements are the
    first ones, as those of `packed` are; `sliced`: it is a view in NumPy."""

    array: Array
    mask: Array
    axis: int = 0
    own: bool = False
    length: Array | None = None
    packed: Selected | None = None
    sliced: bool = False
    words: ClassVar[str] = "what a mask selects"

    @property
    def rank(self) -> int:
        return self.array.rank - self.mask.rank + 1

    @property
    def tail(self) -> int:
        """How many axes come after that of the selected elements."""
        return self.rank - 1 - self.axis

    def held(self, position: Index) -> Expr:
        """Whether the element of `array` at `position` is selected."""
        return self.mask.at(position[self.axis : self.axis + self.mask.rank])


@dataclass(frozen=True)
class Held:
    """What holds other values, its `items`, by reference."""

    items: tuple[Value, ...]


@dataclass(frozen=True)
class Complex(Held):
    """A complex number, or an array of them: `items` are the real and the imaginary part, two
    arrays of one shape and one floating type."""

    @property
    def re(self) -> Array:
        return self._part(0)

    @property
    def im(self) -> Array:
        return self._part(1)

    def _part(self, number: int) -> Array:
        part = self.items[number]
        assert isinstance(part, Array)
        return part

    @property
    def shape(self) -> Shape:
        return self.re.shape


#: Begins the site of a list that is one variable, all of it.
ALL_OF = "all of "


@dataclass(frozen=True, eq=False)
class Token:
    """What tells an object, a list or a dictionary from others; `site` is where it is made. Of a
    list that is `given` the caller sees what is changed."""

    site: str = ""
    given: bool = False
    number: int = field(default_factory=itertools.count(1).__next__)

    @property
    def cell(self) -> str:
        """The name of what its parts are listed in, in a scope: see `heap.py`."""
        return f"&{self.number:012} "


@dataclass(frozen=True)
class Ref:
    """In the names of a scope: what the cell of this name holds."""

    cell: str


@dataclass(frozen=True)
class Cell:
    """In the names of a scope: an object, list or dictionary; its parts are variables `parts`. A
    list that loops make longer is `whole`: one variable is all of it."""

    form: Items | Record | Keywords
    parts: tuple[str, ...]
    whole: bool = False


def in_heap(name: str) -> bool:
    """Whether a name of a scope is that of a cell, or of a part of one."""
    return name.endswith(" ")


@dataclass(frozen=True)
class Items(Held):
    """A tuple or a list. Lists that may be one and the same have the same `token`. The items of a
    tuple that has a `type` have names."""

    is_list: bool = False
    token: Token | None = field(default=None, compare=False)
    type: RecordType | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return self.type.names if self.type is not None else ()


@dataclass(frozen=True)
class Record(Held):
    """An object of a class, with an item for each parameter of its `type`. One that something may
    change has a `token`; where it is `given`, the caller sees it, too."""

    type: RecordType
    token: Token | None = field(default=None, compare=False)
    given: bool = field(default=False, compare=False)

    @property
    def names(self) -> tuple[str, ...]:
        return self.type.names


@dataclass(frozen=True)
class Grown:
    """A list that loops make longer: copies of its `count` items, all of one shape and type, in
    `container`. `sources` hold arrays that are items of it by reference; the list is `fresh` where
    no item is, or was, one that has another name. `nested`: the items are "tuple"s or "list"s, each
    the part of the container `at` a position, or "complex", with both parts along a last axis.
    `changed`: something sets an item. `boxed`: the items are arrays without axes."""

    container: str
    count: sympy.Expr
    shape: Shape
    dtype: DType
    weak: bool
    sources: frozenset[str] = frozenset()
    fresh: bool = True
    nested: str = ""
    at: Index = ()
    token: Token | None = field(default=None, compare=False)
    changed: bool = field(default=False, compare=False)
    boxed: bool = False

    def view(self, position: sympy.Expr) -> View:
        """The item at `position`."""
        return View(self.container, self.shape, (*self.at, position, *places(len(self.shape))))

    @property
    def stored(self) -> Array:
        """All items, where they are."""
        index = (*self.at, *places(1 + len(self.shape)))
        return of_view(View(self.container, (self.count, *self.shape), index), self.dtype)

    @property
    def is_complex(self) -> bool:
        return self.nested == "complex"

    @property
    def array(self) -> Array:
        """The array that NumPy makes of the list: a copy where that can be told from the items."""
        if self.is_complex:
            told = "a list of complex numbers is not supported here"
            raise AdcError.of("ADC0119", told, help="make an array of it: `np.array(zs)`")
        return replace(self.stored, view=None) if self.changed else self.stored


#: A key of a dictionary: a text, an integer or a tuple of these.
Key = str | int | tuple["Key", ...]


@dataclass(frozen=True)
class Keywords(Held):
    """A dictionary. One that may be changed has a `token`; one that is `given`, the caller sees.
    `missing` makes values of keys that it lacks: "float", "int", "list", as `defaultdict` does."""

    names: tuple[Key, ...]
    token: Token | None = field(default=None, compare=False)
    given: bool = field(default=False, compare=False)
    missing: str = ""

    @property
    def pairs(self) -> tuple[tuple[Key, Value], ...]:
        return tuple(zip(self.names, self.items, strict=True))


@dataclass(frozen=True)
class Nothing:
    """None, and what a function without `return` gives."""


@dataclass(frozen=True)
class Text:
    value: str


@dataclass(frozen=True)
class Dots:
    """The `...` of a subscript."""


@dataclass(frozen=True)
class Type:
    """An element type as a value: `np.float64`; `python` for `float`, `int`, `bool`, `instance` for
    `A.dtype`, which equals all that names it."""

    dtype: DType
    python: bool = False
    instance: bool = False


@dataclass(frozen=True)
class Namespace:
    """A module: `numpy`, `numpy.linalg`, `math`."""

    name: str


@dataclass(frozen=True)
class Builtin:
    """A function that adc knows, by its full name: `numpy.sin`, `len`."""

    name: str


@dataclass(frozen=True)
class Method:
    """A method of an array, taken but not yet called."""

    owner: Array | Held | Selected
    name: str


@dataclass(frozen=True)
class UserFunction:
    """A function of the source. One inside another belongs to a `scope`, where it looks up what it
    takes from around it when it is called; `key` tells scopes apart. `defaults` are as they were
    where it was made. `in_place`: it is a part of the source, whose names its parameters have."""

    function: surface.Function
    scope: Any = field(default=None, compare=False, repr=False)
    key: int = 0
    defaults: tuple[tuple[str, Value], ...] = field(default=(), compare=False, repr=False)
    in_place: bool = False


@dataclass(frozen=True)
class Vectorised:
    """`np.vectorize(function)`; `dtype` is what `otypes=` says. `doubles`: it takes these alone."""

    function: UserFunction | Builtin
    dtype: DType | None = None
    doubles: bool = False


@dataclass(frozen=True)
class Bound:
    """A method of an object, taken but not yet called; without a `function` one that all named
    tuples, or all dictionaries, have."""

    owner: Value
    name: str
    function: surface.Function | None = None


@dataclass(frozen=True)
class Super:
    """What `super()` gives: `owner` is the object, or its class, and `classes` are those that are
    looked at."""

    owner: Value
    classes: tuple[surface.Class, ...]


@dataclass(frozen=True)
class Later:
    """What the module binds `name` to, which is worked out where it is used first: an object."""

    name: str
    expr: surface.Expr
    span: Span


@dataclass(frozen=True)
class Undefined:
    """A name that has no value on some path; `reason` completes "`x` …". It has the `value` after a
    loop that has run, which is where `slack` is not negative, or where the loop has counted an
    iteration in the container `trips`. It is `unread` where no path reads it before it has one.
    `left_out` is the list of a function that it stands for, whose length data decide. It is `unset`
    where it is a field that nothing has set on any path."""

    reason: str
    help: str
    span: Span | None = None
    unread: bool = False
    left_out: str = ""
    unset: bool = False
    value: Value | None = field(default=None, compare=False)
    slack: sympy.Expr | None = field(default=None, compare=False)
    trips: str = field(default="", compare=False)


@dataclass(frozen=True)
class Unknown:
    """A name that the module binds to something that adc cannot tell; `reason` completes "`x` …".
    `span` is where it is bound."""

    reason: str
    help: str
    span: Span
    code: str = "ADC0123"


Value = (
    Integer | IntegerRange | Array | Held | Complex | Sequenced | Selected | Grown | Items
    | Keywords | Record | RecordType | Bound | Nothing | Text | Dots | Type | Limits | ModuleArray
    | Namespace | Builtin | Method | UserFunction | Vectorised | Undefined | Unknown | Ref | Cell
    | Super | Later | Stride
)  # fmt: skip


def describe(value: Value, fortran: bool = False) -> str:
    """What `value` is, for messages, in the words of `fortran` or of Python."""
    if fortran and isinstance(value, Nothing):
        return "an array that is not allocated, or a pointer to none,"
    if isinstance(value, Array):
        return "an array" if value.shape else "a scalar"
    if isinstance(value, Complex):
        return "an array of complex numbers" if value.shape else "a complex number"
    if isinstance(value, Selected):
        return value.words
    if isinstance(value, Undefined) and value.reason.startswith("is a text"):
        return value.reason.removeprefix("is ")
    kinds: dict[type, str] = {
        Integer: "an integer", Sequenced: "a part of an array's storage",
        Grown: "a list", Items: "a list" if getattr(value, "is_list", False) else "a tuple",
        Keywords: "a dictionary", Record: "an object", RecordType: "a class",
        Bound: "a method", Nothing: "None", Text: "a string", Dots: "`...`",
        Type: "a type", Limits: "the limits of a type", Namespace: "a module",
        ModuleArray: "an array", Builtin: "a function", Method: "a method",
        UserFunction: "a function", Vectorised: "a function", Undefined: "an undefined name",
        Unknown: "an unknown name", Ref: "an object", Super: "what `super()` gives",
    }  # fmt: skip
    return kinds.get(type(value), getattr(value, "words", "an object"))
