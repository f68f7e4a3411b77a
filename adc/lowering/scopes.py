"""The names of a function while its body is lowered."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from adc.frontends import surface
from adc.ir.dtypes import DType
from adc.lowering.learned import LoopKey, VariableKey
from adc.lowering.liveness import Liveness
from adc.lowering.values import Array, UserFunction, Value, in_heap


@dataclass(frozen=True)
class Opened:
    """The function `source` as it is `written` to be lowered, with its `body` and what that
    assigns."""

    source: surface.Function
    written: surface.Function
    body: tuple[surface.Statement, ...]
    assigned: frozenset[str]
    live: Liveness


@dataclass(frozen=True)
class Storage:
    """Whose a container of reals is, and the integers in it, if it is passed for such."""

    variable: VariableKey
    integers: Array | None = None


@dataclass
class Scope:
    """The names of one function while its body is lowered."""

    function: surface.Function
    names: dict[str, Value] = field(default_factory=dict)
    #: The rank-0 containers of the scalar variables, one per name and type.
    scalars: dict[tuple[str, DType], str] = field(default_factory=dict)
    #: The buffers of array names that a loop merges and that nobody else sees.
    owned: dict[str, str] = field(default_factory=dict)
    #: Every name that the body assigns somewhere.
    assigned: frozenset[str] = frozenset()
    live_after: dict[int, frozenset[str]] = field(default_factory=dict)
    live_inside: dict[int, frozenset[str]] = field(default_factory=dict)
    #: DO loops and other statements by identity, and what stands for them where data end them.
    by_data: dict[int, tuple[surface.Statement, tuple[surface.Statement, ...]]] = field(
        default_factory=dict
    )
    #: Loops that no source has: that data end them is not to be found out first.
    made_loops: set[LoopKey] = field(default_factory=set)
    #: The names that are read after the statement being lowered.
    live: frozenset[str] = frozenset()
    #: Copies of what may be shared in Python that this statement has taken, and may yet use.
    taken: list[str] = field(default_factory=list)
    #: Whether what is returned is a "list" or a "tuple" of several values, as far as it is one.
    returned: set[str] = field(default_factory=set)
    #: How many arms of branches are around the body.
    arms: int = 0
    #: Where the names belong that the function takes from around it.
    around: dict[str, Scope] = field(default_factory=dict)
    #: What functions that belong here become, while copies of them are made, by identity.
    renewed: dict[int, UserFunction] = field(default_factory=dict)
    #: Whether the function has returned: the names that others have taken along stay as they are.
    ended: bool = False

    def home(self, name: str) -> Scope:
        """The scope that a name belongs to, which may be bound anew there."""
        return self.around.get(name, self)

    @property
    def heap(self) -> dict[str, Value]:
        """The objects that something changes, and their parts."""
        return {name: value for name, value in self.names.items() if in_heap(name)}

    def copy(self) -> Scope:
        """One whose names may be bound anew."""
        tables = {n: dict(getattr(self, n)) for n in ("names", "scalars", "owned")}
        return replace(self, **tables)  # type: ignore[arg-type]
