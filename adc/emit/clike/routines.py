"""The user's own routines as static functions that stand before those that call them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from adc.diagnostics import Span
from adc.emit.clike.body import BodyText, words_in
from adc.emit.clike.statements import Called
from adc.emit.interface.abi import own_name
from adc.emit.quoting import Quoter
from adc.emit.wrapping import wrap
from adc.schedule.calls import memory_symbols
from adc.schedule.scheduled import Scheduled
from adc.schedule.tree import walk


@dataclass(frozen=True)
class RoutineText:
    """A routine in the language of `body`, which spells its tree. Its buffers lie in a
    workspace that the caller gives it."""

    body: BodyText

    @cached_property
    def called(self) -> Called:
        return Called(self.body.entry, self.symbols)

    @cached_property
    def symbols(self) -> tuple[bool, ...]:
        """For each of the routine's sizes and integers, whether the function takes it."""
        words = words_in([*self.inside, *self.views])
        return tuple(name in words for name in self.body.symbol_names)

    @cached_property
    def workspace(self) -> str:
        """The last argument; "" where there is none."""
        taken = frozenset(self.body.names.values())
        return own_name("workspace", taken) if self.body.slots else ""

    @cached_property
    def views(self) -> list[str]:
        f = self.body
        return [f.view(f.container(a), a) for a in f.body_arguments()]

    @cached_property
    def inside(self) -> list[str]:
        """The lines between the braces."""
        taken = self.take()
        return [*taken, *([""] if taken else []), *self.body.tree_text()]

    def take(self) -> list[str]:
        """Where in the workspace each buffer is."""
        f, memory = self.body, self.body.memory
        if not f.slots:
            return []
        following = own_name("workspace_next", frozenset(f.names.values()))
        lines = [*memory.arena_lines(), f"    char *{following} = {self.workspace};"]
        for slot in f.slots:
            block = memory.blocks.get(slot)
            first = f.scheduled.by_name[slot.containers[0]]
            view = f"char *restrict {block}" if block else f.view(first, None)
            lines += wrap(f"{view} = adc_take(&{following}, {memory.bytes(slot)});", 4)
        return lines

    def bytes(self) -> list[str]:
        """The function that tells how much memory the routine's buffers take."""
        f = self.body
        if not f.slots:
            return []
        wanted = memory_symbols(f.scheduled)
        declared = [f.declaration(a) for a in f.symbols if a.name in wanted]
        name = f.names[f"bytes of {f.scheduled.program.name}"]
        return [
            f"/* The bytes of workspace that {f.entry} needs. */",
            *wrap(f"static int64_t {name}({', '.join(declared) or 'void'})", 0),
            "{",
            *f.memory.arena_lines(),
            *wrap(f"return {f.memory.arena_text()};", 4),
            "}",
            "",
        ]

    def lines(self) -> list[str]:
        f = self.body
        kept = zip(f.symbol_declarations(), self.symbols, strict=True)
        declared = [text for text, taken in kept if taken] + self.views
        declared += [f"void *{self.workspace}"] if self.workspace else []
        head = f"static void {self.body.entry}({', '.join(declared) or 'void'})"
        layout = f.memory.layout(f.symbols)
        return [
            *layout,
            *([""] if layout else []),
            *self.bytes(),
            *f.quoter.heading(origin(f.scheduled, f.quoter), 2, 0),
            *wrap(head, 0),
            "{",
            *self.inside,
            "}",
        ]


def origin(scheduled: Scheduled, quoter: Quoter) -> str:
    """What the comment over a routine says: its name and the lines that it comes from."""
    name = scheduled.program.name
    spans: list[Span] = [s for n in walk(scheduled.tree) if (s := getattr(n, "span", None))]
    if not spans:
        return f"The routine {name}."
    file = spans[0].file
    lines = sorted({s.line for s in spans if s.file == file})
    place = f"line {lines[0]}" if lines[0] == lines[-1] else f"lines {lines[0]} to {lines[-1]}"
    return f"The routine {name}: {quoter.name(file)}, {place}."
