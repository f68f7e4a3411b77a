"""One scheduled program as C functions: the body, its checks, and the three public entries."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from adc.emit.clike.checks import size_checks, table_lines
from adc.emit.clike.declarations import Prototypes, declaration, function_head
from adc.emit.clike.integers import IntegerText
from adc.emit.clike.memory import MemoryText
from adc.emit.clike.names import all_spellings, program_spellings
from adc.emit.clike.statements import TreeText
from adc.emit.clike.values import C_TYPES
from adc.emit.interface.abi import (
    Argument,
    arguments,
    bytes_entry,
    own_name,
    workspace_entry,
)
from adc.emit.quoting import Quoter
from adc.emit.reserved import is_reserved
from adc.emit.wrapping import wrap
from adc.ir.declarations import Container
from adc.ir.enums import ParameterKind, Role
from adc.schedule.accesses import used_containers
from adc.schedule.arena import ALIGNMENT, Slot
from adc.schedule.scheduled import Scheduled
from adc.schedule.scheduler import never_negative

#: Names of the function's own: its last argument and variables of the entries.
_OWN_NAMES = (
    "workspace", "workspace_bytes", "workspace_next", "ranges", "result", "error", "peak_bytes",
)  # fmt: skip

#: What stands over the function that checks sizes.
_REFUSED = (
    "/* 0 where sizes and integers are within range, fit together and are not too large; else the",
    "   error. */",
)


@dataclass
class FunctionText:
    """Renders one function; every method returns lines or text and changes nothing.

    What a child spells otherwise: the tree (`speller`), the words of its language (`reserved`),
    and how the body sees an array (`view`, `pointer`, `cast`). `static` hides the functions in the
    file. `limit_bytes` is the planned peak, checked at run time.
    """

    speller: ClassVar[type[TreeText]]

    scheduled: Scheduled
    entry: str
    static: bool
    limit_bytes: int | None
    quoter: Quoter

    def __post_init__(self) -> None:
        program = self.scheduled.program
        self.names = all_spellings(self.scheduled, self.entry, self.reserved)
        self.arguments = arguments(program)
        self.symbols = [a for a in self.arguments if a.is_symbol]
        self.symbol_names = [self.names[a.name] for a in self.symbols]
        self.sizes = never_negative(program)
        self.integers = IntegerText(self.names, self.sizes)
        self.used = frozenset(used_containers(self.scheduled.tree))
        self.slots = self.scheduled.arena
        taken = set(program_spellings(program, "", self.reserved).values())
        own = [own_name(name, taken) for name in _OWN_NAMES]
        self.workspace, self.workspace_bytes, self.workspace_next = own[:3]
        self.ranges, self.result, self.error_name, peak = own[3:]
        self.prototypes = Prototypes(program, self.entry, self.names, self.workspace)
        self.memory = MemoryText(self.scheduled, self.entry, self.names, self.integers)
        arena = self.memory.arena_lines(), self.memory.arena_text()
        self.checks = size_checks(
            self.scheduled, self.integers, self.limit_bytes, arena, self.entry.upper(), peak
        )
        gradient = any(c.role == Role.GRADIENT for c in program.containers)
        self.body_name = f"{self.entry}_sweeps" if gradient else f"{self.entry}_body"

    @staticmethod
    def reserved(word: str) -> bool:
        """Whether the language means something else by `word`."""
        return is_reserved(word)

    def render(self) -> str:
        functions = [
            self.memory.layout(self.symbols),
            self.body(),
            self.refused(),
            self.bytes(),
            self.with_workspace(),
            self.alone(),
        ]
        return "\n".join("\n".join(lines) + "\n" for lines in functions if lines)

    # -- the body ------------------------------------------------------------------------------

    def body(self) -> list[str]:
        text = self.tree_text()
        views = [self.view(self.container(a), a) for a in self.body_arguments()]
        views += self.buffer_parameters()
        words = _words([*text, *views])
        declared = [
            self.declaration(a) for a in self.symbols if self.names[a.name] in words
        ] + views
        head = f"static {self.result_type} {self.body_name}({', '.join(declared) or 'void'})"
        return [*wrap(head, 0), "{", *text, "}"]

    @property
    def flags(self) -> dict[str, str]:
        """For each error that the body may find, its flag in C."""
        program = self.scheduled.program
        given = {"ESIZE": program.misfit, "ESTOP": program.stop}
        return {e: self.names[n] for e, n in given.items() if n in self.scheduled.by_name}

    @property
    def result_type(self) -> str:
        return ("void", "bool", "int")[len(self.flags)]

    def result_line(self) -> str:
        """The end of the body: whether the one error was found, or which of two."""
        if len(self.flags) == 1:
            return f"return {next(iter(self.flags.values()))};"
        (first, flag), (second, other) = self.flags.items()
        prefix = self.entry.upper()
        return f"return {flag} ? {prefix}_{first} : {other} ? {prefix}_{second} : 0;"

    def tree_text(self) -> list[str]:
        pointers = frozenset(
            a.name for a in self.arguments if a.kind == ParameterKind.SCALAR and not a.by_value
        )
        integers = IntegerText(self.names, self.sizes, local=True)
        spelled = self.speller(self.scheduled, self.names, pointers, self.quoter, integers)
        for container in self.scheduled.scalars:
            ctype = C_TYPES[container.dtype]
            spelled.put(f"{ctype} {self.names[container.name]} = 0;", 1)
        for line in self.shared_views():
            spelled.put(line, 1)
        spelled.declare_records(1)
        if spelled.lines:
            spelled.lines.append("")
        spelled.tree(self.scheduled.tree, 1)
        if self.flags:
            spelled.put(self.result_line(), 1)
        definitions = [line for text in integers.definitions() for line in wrap(text, 4)]
        return [*definitions, *spelled.lines]

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
            found.append(f"char *restrict {block}" if block else self.view(first, None))
        return found + self.memory.layout_parameter()

    def shared_views(self) -> list[str]:
        """Buffers in memory that belongs to others before or after, seen through one pointer."""
        return [line for slot in self.slots for line in self._views_in(slot)]

    def _views_in(self, slot: Slot) -> list[str]:
        containers = self.scheduled.by_name
        if slot in self.memory.blocks:
            lines = ["/* Several take turns in the same memory, some of them in parts of it. */"]
            for name in slot.containers:
                start = self.memory.start(slot, name)
                lines.append(f"{self.local_view(containers[name])} = (void *){start};")
            return lines
        first = containers[slot.containers[0]]
        lines = []
        for name in slot.containers[1:]:
            other = containers[name]
            alike = self.pointer(first) == self.pointer(other)
            view, cast = self.local_view(other), "" if alike else "(void *)"
            lines.append(f"{view} = {cast}{self.names[first.name]}; /* takes over its memory */")
        return lines

    def local_view(self, container: Container) -> str:
        return self.view(container, None).replace("*restrict ", "*")

    def view(self, container: Container, argument: Argument | None) -> str:
        """The body's parameter: a scalar, or a pointer to the first element."""
        if argument and argument.by_value:
            return self.declaration(argument)
        const = "const " if argument and not argument.written else ""
        return f"{const}{C_TYPES[container.dtype]} *restrict {self.names[container.name]}"

    def pointer(self, container: Container) -> str:
        """The type of what `view` declares, of memory that is written."""
        return f"{C_TYPES[container.dtype]} *"

    def cast(self, argument: Argument) -> str:
        """What stands before an argument that the body takes by its `view`."""
        return ""

    # -- the entries ---------------------------------------------------------------------------

    def refused(self) -> list[str]:
        if not self.checks:
            return []
        head = function_head("static int", f"{self.entry}_refused", self.symbol_declarations())
        unused = _unused(self.symbol_names, self.checks)
        return [*_REFUSED, *head.split("\n"), "{", *unused, *self.checks, "    return 0;", "}"]

    def symbol_declarations(self) -> list[str]:
        return [self.declaration(a) for a in self.symbols]

    def declaration(self, argument: Argument) -> str:
        return declaration(argument, self.names)

    def refused_call(self) -> str:
        return f"{self.entry}_refused({', '.join(self.symbol_names)})"

    def refusal(self) -> list[str]:
        """Where the sizes are wrong the entry returns the error."""
        if not self.checks:
            return []
        call = wrap(f"const int {self.error_name} = {self.refused_call()};", 4)
        return [*call, f"    if ({self.error_name})", f"        return {self.error_name};"]

    def bytes(self) -> list[str]:
        head = self.public(self.prototypes.bytes())
        if not self.slots:
            unused = _unused(self.symbol_names, ())
            return [*head, "{", *unused, "    return 0;", "}"]
        lines = []
        if self.checks:
            lines += [*wrap(f"if ({self.refused_call()})", 4), "        return 0;"]
        lines += self.memory.arena_lines()
        lines += wrap(f"return (size_t)({self.memory.arena_text()});", 4)
        unused = _unused(self.symbol_names, lines)
        return [*head, "{", *unused, *lines, "}"]

    def public(self, prototype_text: str) -> list[str]:
        text = " ".join(prototype_text.split())
        return wrap(f"static {text}" if self.static else text, 0)

    def error(self, code: str) -> str:
        return f"return {self.entry.upper()}_{code};"

    def with_workspace(self) -> list[str]:
        lines = [*self.refusal(), *self.workspace_check()]
        lines += table_lines(
            self.arguments, self.sizes, self.integers, self.workspace_range(), self.ranges,
            self.entry.upper(),
        )  # fmt: skip
        lines += self.take()
        lines += self.body_call()
        names = [*(self.names[a.name] for a in self.arguments), self.workspace]
        unused = _unused(names, lines)
        head = self.public(self.prototypes.with_workspace())
        return [*head, "{", *unused, *lines, "}"]

    def body_call(self) -> list[str]:
        call = f"{self.body_name}({', '.join(self.body_values())})"
        if len(self.flags) > 1:
            return wrap(f"return {call};", 4)
        found = [*wrap(f"if ({call})", 4), *("        " + self.error(e) for e in self.flags)]
        return [*(found if self.flags else wrap(f"{call};", 4)), "    return 0;"]

    def workspace_check(self) -> list[str]:
        if not self.slots:
            return []
        call = f"{bytes_entry(self.entry)}({', '.join(self.symbol_names)})"
        lines = wrap(f"const size_t {self.workspace_bytes} = {call};", 4)
        lines += [f"    if ({self.workspace_bytes} > 0 && {self.workspace} == NULL)"]
        return [*lines, "        " + self.error("ENOMEM")]

    def workspace_range(self) -> str:
        if not self.slots:
            return ""
        return f"{{{self.workspace}, (int64_t){self.workspace_bytes}, true}}"

    def take(self) -> list[str]:
        """Where in the workspace each buffer is."""
        if not self.slots:
            return []
        lines = [*self.memory.arena_lines(), f"    char *{self.workspace_next} = {self.workspace};"]
        for slot in self.slots:
            name, size = self.memory.name(slot), self.memory.bytes(slot)
            lines += wrap(f"void *const {name} = adc_take(&{self.workspace_next}, {size});", 4)
        return lines

    def body_values(self) -> list[str]:
        """What the body is called with: symbols that it wants, arguments as views, buffers."""
        declared = " ".join(self.body()).split("{", 1)[0]
        words = _words([declared])
        values = [name for name in self.symbol_names if name in words]
        for argument in self.body_arguments():
            values.append(self.cast(argument) + self.names[argument.name])
        return values + self.memory.values()

    def alone(self) -> list[str]:
        """The entry that brings its own memory."""
        values = ", ".join(self.names[a.name] for a in self.arguments)
        head = self.public(self.prototypes.alone())
        if not self.slots:
            call = f"return {workspace_entry(self.entry)}({values}{', ' if values else ''}NULL);"
            return [*head, "{", *wrap(call, 4), "}"]
        space, size, result = self.workspace, self.workspace_bytes, self.result
        lines = self.refusal()
        call = f"{bytes_entry(self.entry)}({', '.join(self.symbol_names)})"
        lines += wrap(f"const size_t {size} = {call};", 4)
        lines += [
            f"    void *{space} = {size} > 0 ? aligned_alloc({ALIGNMENT}, {size}) : NULL;",
            f"    if ({size} > 0 && {space} == NULL)",
            "        " + self.error("ENOMEM"),
            *wrap(f"const int {result} = {workspace_entry(self.entry)}({values}, {space});", 4),
            f"    free({space});",
            f"    return {result};",
        ]
        return [*head, "{", *lines, "}"]


def _unused(names: Iterable[str], lines: Sequence[str]) -> list[str]:
    """What keeps compilers from warning of those of `names` that `lines` do not mention."""
    words = _words(lines)
    return [f"    (void){name};" for name in names if name not in words]


def _words(lines: Sequence[str]) -> frozenset[str]:
    """The identifiers in `lines`; comments and characters such as 'T' are none."""
    text = re.sub(r"/\*.*?\*/|'.'", " ", "\n".join(lines), flags=re.DOTALL)
    return frozenset(re.findall(r"\w+", text))
