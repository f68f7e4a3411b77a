"""What a Fortran generator knows of the names in sight: enough to stay valid at every size."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace


@dataclass(frozen=True)
class Affine:
    """`constant` plus multiples of sizes."""

    constant: int = 0
    terms: tuple[tuple[str, int], ...] = ()

    def __add__(self, other: Affine | int) -> Affine:
        other = Affine(other) if isinstance(other, int) else other
        sums = dict(self.terms)
        for name, count in other.terms:
            sums[name] = sums.get(name, 0) + count
        kept = tuple(sorted((n, c) for n, c in sums.items() if c))
        return Affine(self.constant + other.constant, kept)

    def __neg__(self) -> Affine:
        return Affine(-self.constant, tuple((n, -c) for n, c in self.terms))

    def __sub__(self, other: Affine | int) -> Affine:
        return self + (-other)

    def __str__(self) -> str:
        text = "".join(
            (f"-{n}" if c == -1 else f"+{n}" if c == 1 else f"{c:+d}*{n}") for n, c in self.terms
        )
        if self.constant or not text:
            text += f"{self.constant:+d}"
        return text.removeprefix("+")

    def at(self, sizes: Mapping[str, int]) -> int:
        return self.constant + sum(c * sizes[n] for n, c in self.terms)


def size(name: str) -> Affine:
    return Affine(0, ((name, 1),))


@dataclass(frozen=True)
class Variable:
    """A variable: `kind` is r8, r4, int or log; `dims` are lower and upper bounds.

    An integer with `low` and `high` is known to lie between them.
    """

    name: str
    kind: str
    dims: tuple[tuple[Affine, Affine], ...] = ()
    writable: bool = True
    low: Affine | None = None
    high: Affine | None = None
    #: The last extent is not declared (`x(*)`): it has no whole, and no upper bound to ask for.
    assumed_size: bool = False
    #: The extents are those of the actual argument (`x(:)`).
    assumed_shape: bool = False

    @property
    def is_real(self) -> bool:
        return self.kind in ("r8", "r4")

    @property
    def rank(self) -> int:
        return len(self.dims)

    def extent(self, axis: int) -> Affine:
        low, high = self.dims[axis]
        return high - low + 1


@dataclass(frozen=True)
class Dummy:
    """A helper's dummy argument: `role` is in, out, inout, size or optional."""

    variable: Variable
    role: str


@dataclass(frozen=True)
class Helper:
    """A procedure of the same program, as its callers see it.

    `least` is the smallest value of its size argument; `touches` are the caller's names that it
    reads or writes by other ways than its arguments, `changes` whether it writes any of them.
    """

    name: str
    dummies: tuple[Dummy, ...]
    result: str = ""  # the kind that a function has; "" for a subroutine
    result_size: str = ""  # the dummy that says how long an array result is
    elemental: bool = False
    explicit: bool = False
    least: int = 0
    touches: frozenset[str] = frozenset()
    changes: bool = False

    @property
    def has_effects(self) -> bool:
        return self.changes or any(d.role in ("out", "inout") for d in self.dummies)


@dataclass
class Scope:
    """The names that are defined at a place, the least values of sizes there, and how deep it is.

    A variable that is first set inside a block is known until the end of the block only.
    """

    variables: list[Variable] = field(default_factory=list)
    least: dict[str, int] = field(default_factory=dict)
    #: What some sizes never exceed.
    most: dict[str, Affine] = field(default_factory=dict)
    helpers: list[Helper] = field(default_factory=list)
    loops: int = 0  # loops around
    #: Labels and names of constructs around that a jump may leave.
    exits: tuple[str, ...] = ()
    #: Names that must not be written here (loop variables, bounds of FORALL).
    locked: frozenset[str] = frozenset()

    def child(self, loop: bool = False, exits: Iterable[str] = ()) -> Scope:
        return replace(
            self,
            variables=list(self.variables),
            least=dict(self.least),
            most=dict(self.most),
            loops=self.loops + loop,
            exits=(*self.exits, *exits),
        )

    def add(self, variable: Variable) -> Variable:
        self.variables = [v for v in self.variables if v.name != variable.name] + [variable]
        return variable

    def lock(self, *names: str) -> None:
        self.locked = self.locked | set(names)

    def nonneg(self, a: Affine) -> bool:
        """Whether `a` is known to be 0 or more at all sizes."""
        for name, count in a.terms:
            if count < 0 and name in self.most:
                a = a + Affine(0, ((name, -count),))
                for _ in range(-count):
                    a = a - self.most[name]
        if any(c < 0 for _, c in a.terms):
            return False
        return a.constant + sum(c * self.least.get(n, 0) for n, c in a.terms) >= 0

    def assume(self, a: Affine) -> None:
        """Takes `a >= 0` as known, where it says something about one size."""
        if len(a.terms) == 1 and a.terms[0][1] == 1:
            name = a.terms[0][0]
            self.least[name] = max(self.least.get(name, 0), -a.constant)

    def reals(self, rank: int | None = None, writable: bool = False) -> list[Variable]:
        return [
            v
            for v in self.variables
            if v.is_real
            and (rank is None or v.rank == rank)
            and not (writable and (not v.writable or v.name in self.locked))
        ]

    def scalars(self, kind: str) -> list[Variable]:
        return [v for v in self.variables if v.kind == kind and not v.rank]

    def indices(self) -> list[Variable]:
        """Integers that are known to lie within bounds."""
        return [v for v in self.scalars("int") if v.low is not None]


def chance(rng: random.Random, probability: float) -> bool:
    return rng.random() < probability
