"""The workspace in C: the slots of the arena, and where buffers begin that share one."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from adc.emit.clike.declarations import declaration
from adc.emit.clike.integers import IntegerText
from adc.emit.interface.abi import Argument
from adc.emit.wrapping import wrap
from adc.ir.names import NameSource
from adc.schedule.arena import Slot, byte_size, never_negative
from adc.schedule.scheduled import Scheduled


@dataclass
class MemoryText:
    """Spells the arena of one function.

    `blocks` names the slots in which buffers begin at offsets; a struct holds these offsets.
    """

    scheduled: Scheduled
    entry: str
    names: Mapping[str, str]
    integers: IntegerText
    blocks: dict[Slot, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        source = NameSource(set(self.names.values()) | {self.entry})
        self.at = source.fresh("at")
        self.blocks = {s: source.fresh("shared") for s in self.scheduled.arena if s.offsets}
        self.fields = {s: source.fresh(f"{name}_bytes") for s, name in self.blocks.items()}
        self.sizes = never_negative(self.scheduled.program)

    # -- slots ---------------------------------------------------------------------------------

    def name(self, slot: Slot) -> str:
        """The name of the memory of `slot`: that of its first buffer, or of the block."""
        return self.blocks.get(slot) or self.names[slot.containers[0]]

    def bytes(self, slot: Slot) -> str:
        """Its bytes, before rounding up."""
        if slot in self.blocks:
            return f"{self.at}.{self.fields[slot]}"
        return self.integers(slot.bytes)

    def start(self, slot: Slot, name: str) -> str:
        """Where the buffer `name` begins, as an expression of the block's pointer."""
        if not slot.behind[slot.containers.index(name)]:
            return self.blocks[slot]
        return f"({self.blocks[slot]} + {self.at}.{self.names[name]})"

    def arena_lines(self) -> list[str]:
        """What must stand before `arena_text` or any of `bytes`."""
        if not self.blocks:
            return []
        return wrap(f"const struct {self.layout_name} {self.at} = {self.layout_call()};", 4)

    def arena_text(self) -> str:
        """The bytes of the whole workspace."""
        terms = [
            self.bytes(s) if s in self.blocks else f"adc_round64({self.bytes(s)})"
            for s in self.scheduled.arena
        ]
        return " + ".join(terms) or "0"

    def values(self) -> list[str]:
        """What the body is called with, slot by slot."""
        found = [self.name(slot) for slot in self.scheduled.arena]
        return found + ([self.at] if self.blocks else [])

    # -- the layout of blocks ------------------------------------------------------------------

    @property
    def layout_name(self) -> str:
        return f"{self.entry}_layout"

    def layout_parameter(self) -> list[str]:
        return [f"struct {self.layout_name} {self.at}"] if self.blocks else []

    def layout_call(self) -> str:
        return f"{self.layout_name}({', '.join(self._symbols())})"

    def _symbols(self) -> list[str]:
        """The C names of the sizes and integer arguments that the layout depends on."""
        words = set(re.findall(r"\w+", "\n".join(self._assignments())))
        ordered = [self.names.get(name, name) for name in self.scheduled.program.symbols]
        return [name for name in ordered if name in words]

    def layout(self, symbols: Sequence[Argument]) -> list[str]:
        """The struct of offsets and the function that fills it; nothing where no slot needs it."""
        if not self.blocks:
            return []
        fields = [
            self.names[name]
            for slot in self.blocks
            for name, behind in zip(slot.containers, slot.behind, strict=True)
            if behind
        ]
        fields += self.fields.values()
        wanted = self._symbols()
        declared = [declaration(a, self.names) for a in symbols if self.names[a.name] in wanted]
        head = (
            f"static struct {self.layout_name} {self.layout_name}({', '.join(declared) or 'void'})"
        )
        return [
            "/* Where buffers begin in memory that they share, in bytes from its start. */",
            f"struct {self.layout_name} {{",
            *(f"    int64_t {name};" for name in fields),
            "};",
            "",
            *wrap(head, 0),
            "{",
            f"    struct {self.layout_name} {self.at};",
            *self._assignments(),
            f"    return {self.at};",
            "}",
        ]

    def _assignments(self) -> list[str]:
        lines: list[str] = []
        for slot in self.blocks:
            for name, behind in zip(slot.containers, slot.behind, strict=True):
                if behind:
                    value = self._furthest(slot, behind)
                    lines += wrap(f"{self.at}.{self.names[name]} = {value};", 4)
            value = self._furthest(slot, slot.last)
            lines += wrap(f"{self.at}.{self.fields[slot]} = {value};", 4)
        return lines

    def _furthest(self, slot: Slot, names: Sequence[str]) -> str:
        """The largest of the ends of `names`."""
        text = self._end(slot, names[0])
        for name in names[1:]:
            text = f"adc_imax({text}, {self._end(slot, name)})"
        return text

    def _end(self, slot: Slot, name: str) -> str:
        container = self.scheduled.by_name[name]
        size = f"adc_round64({self.integers(byte_size(container, self.sizes))})"
        if not slot.behind[slot.containers.index(name)]:
            return size
        return f"{self.at}.{self.names[name]} + {size}"
