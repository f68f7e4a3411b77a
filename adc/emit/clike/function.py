"""One scheduled program as C functions: the body, its checks, and the three public entries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from adc.emit.clike.body import BodyText, words_in
from adc.emit.clike.checks import size_checks, table_lines, within_lines
from adc.emit.clike.declarations import Prototypes, function_head
from adc.emit.clike.externals import ExternalText
from adc.emit.clike.names import OWN_NAMES, program_spellings
from adc.emit.clike.routines import RoutineText
from adc.emit.clike.statements import Called
from adc.emit.interface.abi import (
    bytes_entry,
    own_name,
    workspace_entry,
)
from adc.emit.wrapping import wrap
from adc.ir.external import OwnText
from adc.schedule.arena import ALIGNMENT, Slot

#: What stands over the function that checks sizes.
_REFUSED = (
    "/* 0 where sizes and integers are within range, fit together and are not too large; else the",
    "   error. */",
)


@dataclass
class FunctionText(BodyText):
    """Renders one function with its entries, and the routines that it leads to before them."""

    def __post_init__(self) -> None:
        super().__post_init__()
        own = [self.own(name) for name in OWN_NAMES]
        self.workspace, self.workspace_bytes, self.workspace_next = own[:3]
        self.ranges, self.result, self.error_name, self.peak = own[3:]
        self.prototypes = Prototypes(self.scheduled.program, self.entry, self.names, self.workspace)
        self.before: list[RoutineText | ExternalText] = (
            [] if self.caller else self.spelled_routines()
        )

    def own(self, name: str) -> str:
        """`name` for something of the function's own, changed where the program has one."""
        taken = program_spellings(self.scheduled.program, "", self.reserved).values()
        return own_name(name, set(taken))

    def spelled_routines(self) -> list[RoutineText | ExternalText]:
        """The routines that the function leads to, in the order of their definitions."""
        found: list[RoutineText | ExternalText] = []
        for routine in self.scheduled.routines:
            name, external = routine.program.name, routine.program.external
            if isinstance(external, OwnText):
                taken = tuple(True for _ in routine.program.symbols)
                self.routines[name] = Called(external.symbol, taken, external.letters)
                continue
            body = type(self)(routine, self.called[name], True, None, self.quoter, self)
            found.append(ExternalText(body) if external else RoutineText(body))
            self.routines[name] = found[-1].called
        return found

    @cached_property
    def checks(self) -> list[str]:
        arena = self.memory.arena_lines(), self.memory.arena_text()
        return size_checks(
            self.scheduled, self.integers, self.limit_bytes, arena, self.entry.upper(), self.peak
        )

    def render(self) -> str:
        functions = [
            *(routine.lines() for routine in self.before),
            self.memory.layout(self.symbols),
            *self.before_body(),
            self.body(),
            self.refused(),
            self.bytes(),
            self.host_bytes(),
            self.with_workspace(),
            self.alone(),
        ]
        return "\n".join("\n".join(lines) + "\n" for lines in functions if lines)

    def before_body(self) -> list[list[str]]:
        """Functions that the body calls, in lines."""
        return []

    # -- the entries ---------------------------------------------------------------------------

    def refused(self) -> list[str]:
        if not self.checks:
            return []
        head = function_head("static int", f"{self.entry}_refused", self.symbol_declarations())
        spare = unused(self.symbol_names, self.checks)
        return [*_REFUSED, *head.split("\n"), "{", *spare, *self.checks, "    return 0;", "}"]

    def refused_call(self) -> str:
        return f"{self.entry}_refused({', '.join(self.symbol_names)})"

    def refusal(self) -> list[str]:
        """Where the sizes are wrong the entry returns the error."""
        if not self.checks:
            return []
        call = wrap(f"const int {self.error_name} = {self.refused_call()};", 4)
        return [*call, f"    if ({self.error_name})", f"        return {self.error_name};"]

    def bytes(self) -> list[str]:
        lines = [*self.memory.arena_lines()]
        lines += wrap(f"return (size_t)({self.memory.arena_text()});", 4)
        return self.told_bytes(self.prototypes.bytes(), self.slots, lines)

    def told_bytes(self, prototype: str, slots: Sequence[Slot], lines: list[str]) -> list[str]:
        """A function whose last `lines` return the bytes of `slots`; 0 where it refuses sizes."""
        head = self.public(prototype)
        if not slots:
            spare = unused(self.symbol_names, ())
            return [*head, "{", *spare, "    return 0;", "}"]
        if self.checks:
            lines = [*wrap(f"if ({self.refused_call()})", 4), "        return 0;", *lines]
        spare = unused(self.symbol_names, lines)
        return [*head, "{", *spare, *lines, "}"]

    def host_bytes(self) -> list[str]:
        """The function for the memory of the host's that a call takes beside a device's."""
        return []

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
        lines += self.checked_data()
        lines += self.take()
        lines += self.body_call()
        spare = unused(self.entry_names(), lines)
        head = self.public(self.prototypes.with_workspace())
        return [*head, "{", *spare, *lines, "}"]

    def checked_data(self) -> list[str]:
        """What is refused for what arrays hold."""
        return within_lines(self.scheduled, self.integers, self.entry.upper())

    def entry_names(self) -> list[str]:
        """What the entry for the caller's memory is given, that it may not have to look at."""
        return [*(self.names[a.name] for a in self.arguments), self.workspace]

    def called_body(self) -> str:
        return f"{self.body_name}({', '.join(self.body_values())})"

    def body_call(self) -> list[str]:
        call = self.called_body()
        if self.result_type == "int":
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
        words = words_in([declared])
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


def unused(names: Iterable[str], lines: Sequence[str]) -> list[str]:
    """What keeps compilers from warning of those of `names` that `lines` do not mention."""
    words = words_in(lines)
    return [f"    (void){name};" for name in names if name not in words]
