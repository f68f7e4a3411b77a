"""One scheduled function's body as C: its parameters, its buffers, its tree."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from adc.emit.clike.declarations import declaration
from adc.emit.clike.integers import IntegerText
from adc.emit.clike.memory import MemoryText
from adc.emit.clike.names import all_spellings, routine_names
from adc.emit.clike.statements import Called, TreeText
from adc.emit.clike.values import C_TYPES
from adc.emit.interface.abi import Argument, arguments, may_stop
from adc.emit.quoting import Quoter
from adc.emit.reserved import is_reserved
from adc.emit.wrapping import wrap
from adc.ir.declarations import Container
from adc.ir.enums import ParameterKind, Role
from adc.ir.expressions import IntValue
from adc.schedule.accesses import used_containers
from adc.schedule.arena import Slot, never_negative
from adc.schedule.constants import Constant, same_tables
from adc.schedule.scheduled import Scheduled
from adc.schedule.tree import Refuse, swapped, walk


@dataclass
class BodyText:
    """Renders the body of one function; every method returns lines or text and changes nothing.

    What a child spells otherwise: the tree (`speller`), the words of its language (`reserved`),
    and how the body sees an array (`view`, `pointer`, `cast`). `static` hides the functions in the
    file. `limit_bytes` is the planned peak, checked at run time. `caller` is set for a routine of
    another function's. `called` are the names of all routines in C, `routines` those that stand
    before this function.
    """

    speller: ClassVar[type[TreeText]]

    scheduled: Scheduled
    entry: str
    static: bool
    limit_bytes: int | None
    quoter: Quoter
    caller: BodyText | None = None
    called: dict[str, str] = field(init=False)
    routines: dict[str, Called] = field(init=False)

    def __post_init__(self) -> None:
        program = self.scheduled.program
        self.called = self.caller.called if self.caller else self.routine_names()
        self.routines = dict(self.caller.routines) if self.caller else {}
        # The routines' names are no variables': spaces are in no name of a program's.
        routines = {f"routine {name}": spelled for name, spelled in self.called.items()}
        routines |= {
            f"bytes of {name}": f"{spelled}_workspace_bytes"
            for name, spelled in self.called.items()
        }
        prefix = "" if self.caller else self.entry
        self.names = all_spellings(self.scheduled, prefix, self.reserved) | routines
        self.names |= {
            c.container.name: self.names[first.container.name]
            for c, first in same_tables(self.scheduled.constants)
        }
        self.arguments = arguments(program)
        self.symbols = [a for a in self.arguments if a.is_symbol]
        self.symbol_names = [self.names[a.name] for a in self.symbols]
        self.sizes = never_negative(program)
        self.integers = IntegerText(self.names, self.sizes)
        #: Pointers that are assigned to each other, which restricted ones may not be.
        self.swapped = frozenset(s for n in walk(self.scheduled.tree) for s in swapped(n))
        self.used = frozenset(used_containers(self.scheduled.tree))
        self.slots = self.scheduled.arena
        self.memory = MemoryText(self.scheduled, self.entry, self.names, self.integers)
        gradient = any(c.role == Role.GRADIENT for c in program.containers)
        self.body_name = f"{self.entry}_sweeps" if gradient else f"{self.entry}_body"

    @staticmethod
    def reserved(word: str) -> bool:
        """Whether the language means something else by `word`."""
        return is_reserved(word)

    def routine_names(self) -> dict[str, str]:
        return routine_names(
            self.scheduled, self.entry, alone=not self.static, reserved=self.reserved
        )

    def body(self) -> list[str]:
        text = self.tree_text()
        views = [self.view(self.container(a), a) for a in self.body_arguments()]
        views += self.buffer_parameters()
        words = words_in([*text, *views])
        declared = [
            self.declaration(a) for a in self.symbols if self.names[a.name] in words
        ] + views
        head = f"static {self.result_type} {self.body_name}({', '.join(declared) or 'void'})"
        return [*wrap(head, 0), "{", *text, "}"]

    @property
    def flags(self) -> dict[str, str]:
        """For each error that the body may find, its flag in C."""
        program = self.scheduled.program
        given = {"ESIZE": program.misfit, "ESTOP": program.stop, "ENOCONV": program.noconv}
        return {e: self.names[n] for e, n in given.items() if n in self.scheduled.by_name}

    @property
    def refuses(self) -> bool:
        """Whether the body may end with an error before its work is done."""
        return any(isinstance(n, Refuse) for n in walk(self.scheduled.tree))

    @property
    def result_type(self) -> str:
        return "int" if self.tells_code else "bool" if self.flags else "void"

    @property
    def tells_code(self) -> bool:
        """Whether the body returns the code of an error, and not just whether there is one."""
        coded = "ESTOP" in self.flags and not may_stop(self.scheduled.program)
        return self.refuses or len(self.flags) > 1 or coded

    def result_line(self) -> str:
        """The end of the body: whether the one error was found, or which of several."""
        if not self.tells_code:
            return f"return {next(iter(self.flags.values()))};"
        prefix, codes = self.entry.upper(), dict(self.flags)
        last = "0"
        if not may_stop(self.scheduled.program) and "ESTOP" in codes:
            last = f"(int){codes.pop('ESTOP')}"
        chosen = "".join(f"{flag} ? {prefix}_{code} : " for code, flag in codes.items())
        return f"return {chosen}{last};"

    def tree_text(self) -> list[str]:
        pointers = frozenset(
            a.name for a in self.arguments if a.kind == ParameterKind.SCALAR and not a.by_value
        )
        integers = self.body_integers()
        spelled = self.spell_tree(pointers, integers)
        again = {c.container.name for c, _ in same_tables(self.scheduled.constants)}
        for constant in self.scheduled.constants:
            if constant.container.name not in again:
                self.spell_constant(constant, spelled)
        for container in self.scheduled.scalars:
            ctype = C_TYPES[container.dtype]
            extents = "".join(f"[{extent}]" for extent in container.shape)
            begin = "{0}" if extents else "0"
            spelled.put(f"{ctype} {self.names[container.name]}{extents} = {begin};", 1)
        for line in self.shared_views():
            spelled.put(line, 1)
        spelled.declare_records(1)
        if spelled.lines:
            spelled.lines.append("")
        spelled.tree(self.scheduled.tree, 1)
        if self.result_type != "void":
            spelled.put(self.result_line(), 1)
        definitions = [line for text in integers.definitions() for line in wrap(text, 4)]
        return [*definitions, *spelled.lines]

    def spell_constant(self, constant: Constant, spelled: TreeText) -> None:
        """An array of known values."""
        container = constant.container
        extents = "".join(f"[{extent}]" for extent in container.shape)
        texts = [
            str(value.value) if isinstance(value, IntValue) else spelled.values(value)
            for value in constant.values
        ]
        for extent in reversed(container.shape):
            width = int(extent)
            rows = [texts[k : k + width] for k in range(0, len(texts), width)]
            texts = [f"{{{', '.join(row)}}}" for row in rows]
        head = f"static const {C_TYPES[container.dtype]} {self.names[container.name]}{extents}"
        spelled.say(constant.span, 1)
        spelled.put(f"{head} = {texts[0]};", 1)

    def body_integers(self) -> IntegerText:
        """What spells the integers of the body."""
        return IntegerText(self.names, self.sizes, local=True)

    def spell_tree(self, pointers: frozenset[str], integers: IntegerText) -> TreeText:
        return self.speller(
            self.scheduled, self.names, pointers, self.quoter, integers, self.routines
        )

    def container(self, argument: Argument) -> Container:
        return self.scheduled.program[argument.name]

    def body_arguments(self) -> list[Argument]:
        return [a for a in self.arguments if a.name in self.used]

    def buffer_parameters(self) -> list[str]:
        """What the body gets of the workspace: per slot the first buffer, or a block of many."""
        containers = self.scheduled.by_name
        found = []
        for slot in self.slots:
            block = self.memory.blocks.get(slot)
            first = containers[slot.containers[0]]
            found.append(self.block_view(block) if block else self.view(first, None))
        return found + self.memory.layout_parameter()

    def block_view(self, block: str) -> str:
        """The body's parameter for memory that many buffers share."""
        return f"char *restrict {block}"

    def shared_views(self) -> list[str]:
        """Buffers in memory that belongs to others before or after, seen through one pointer."""
        lines = [line for slot in self.slots for line in self._views_in(slot)]
        for scratch in self.scheduled.scratch:
            lines += self._views_of(scratch.containers, scratch.array, "holds it before it begins")
        return lines

    def _views_in(self, slot: Slot) -> list[str]:
        containers = self.scheduled.by_name
        if slot in self.memory.blocks:
            lines = ["/* Several take turns in the same memory, some of them in parts of it. */"]
            for name in slot.containers:
                start = self.memory.start(slot, name)
                cast = self.placed(containers[name])
                lines.append(f"{self.local_view(containers[name])} = {cast}{start};")
            return lines
        return self._views_of(slot.containers[1:], slot.containers[0], "takes over its memory")

    def _views_of(self, names: Sequence[str], place: str, why: str) -> list[str]:
        """Buffers that begin where `place` does."""
        first, lines = self.scheduled.by_name[place], []
        for name in names:
            other = self.scheduled.by_name[name]
            alike = self.pointer(first) == self.pointer(other)
            view, cast = self.local_view(other), "" if alike else self.placed(other)
            lines.append(f"{view} = {cast}{self.names[place]}; /* {why} */")
        return lines

    def local_view(self, container: Container) -> str:
        return self.view(container, None).replace("*restrict ", "*")

    def view(self, container: Container, argument: Argument | None) -> str:
        """The body's parameter: a scalar, or a pointer to the first element."""
        if argument and argument.by_value:
            return self.declaration(argument)
        const = "const " if argument and not argument.written else ""
        name = f"{self.restrict(container)}{self.names[container.name]}"
        return f"{const}{C_TYPES[container.dtype]} *{name}"

    def restrict(self, container: Container) -> str:
        """What says that nothing else points to an array."""
        return "" if container.name in self.swapped else "restrict "

    def pointer(self, container: Container) -> str:
        """The type of what `view` declares, of memory that is written."""
        return f"{C_TYPES[container.dtype]} *"

    def placed(self, container: Container) -> str:
        """What makes an address in the workspace the start of `container`."""
        return "(void *)"

    def cast(self, argument: Argument) -> str:
        """What stands before an argument that the body takes by its `view`."""
        return ""

    def symbol_declarations(self) -> list[str]:
        return [self.declaration(a) for a in self.symbols]

    def declaration(self, argument: Argument) -> str:
        return declaration(argument, self.names)


def words_in(lines: Sequence[str]) -> frozenset[str]:
    """The identifiers in `lines`; comments and characters such as 'T' are none."""
    text = re.sub(r"/\*.*?\*/|'.'", " ", "\n".join(lines), flags=re.DOTALL)
    return frozenset(re.findall(r"\w+", text))
