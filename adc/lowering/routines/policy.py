"""Which functions stay functions: by hand, or by how long the program would be without any."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from adc.frontends import surface
from adc.frontends.names import free_names, walk

#: A program of so many statements, all calls written out, has no routines unless it is asked for
#: them: what is written out shares loops and memory, which is quicker to run.
SHORT = 400
#: A function of fewer, all its calls written out, is written out where it is called.
SMALL = 8
#: What is no work of its own: declarations, and what control flow is made of.
_SILENT = (surface.Declare, surface.Associate, surface.Block, surface.Leave, surface.Pass)


@dataclass
class Policy:
    """`inline` is "auto", "all" or "none"; `head` is the function that is differentiated."""

    module: surface.Module
    head: surface.Function
    inline: str = "auto"
    _names: dict[str, frozenset[str]] = field(default_factory=dict)
    _statements: dict[str, int] = field(default_factory=dict)

    @cached_property
    def functions(self) -> dict[str, surface.Function]:
        return {f.name: f for f in self.module.functions}

    @cached_property
    def any(self) -> bool:
        """Whether any call may be kept."""
        if self.inline != "auto":
            return self.inline == "none"
        return self.statements(self.head) > SHORT

    def keeps(self, function: surface.Function) -> bool:
        """Whether calls of `function` are to stay calls, where they can."""
        if function.stays:
            return self.inline != "all"
        if function.written_out or function.name in self.names(function):
            return False  # of what calls itself, the arguments have to be known
        return self.any and (self.inline == "none" or self.statements(function) >= SMALL)

    def statements(self, function: surface.Function) -> int:
        """The statements of `function` with all calls written out; calls of itself count none."""
        known = self._statements
        if function.name not in known:
            known[function.name] = 0
            own = sum(isinstance(n, surface.Statement) for n in walk(function.body))
            own -= sum(isinstance(n, _SILENT) for n in walk(function.body))
            called = (self.functions.get(name) for name in _calls(function))
            known[function.name] = own + sum(self.statements(f) for f in called if f is not None)
        return known[function.name]

    def names(self, function: surface.Function) -> frozenset[str]:
        """The names that `function`, and what it leads to, take from the module."""
        known = self._names
        if function.name not in known:
            found, pending = set[str](), [function]
            while pending:
                taken = {n for one in pending for n in free_names(one)} - found
                pending = [self.functions[n] for n in taken if n in self.functions]
                found |= taken
            known[function.name] = frozenset(found)
        return known[function.name]


def _calls(function: surface.Function) -> list[str]:
    """The names that are called, once for each call."""
    calls = (n.function for n in walk(function.body) if isinstance(n, surface.Call))
    return [f.name for f in calls if isinstance(f, surface.Name)]
