"""One scheduled program as CUDA: its kernels, the function that starts them, and the entries.

`entry_ws` takes the device's pointers and a stream, allocates nothing and waits for nothing, but
where data decide what is launched. `entry` takes the host's pointers: it allocates one block on the
device, copies, calls, and copies back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from adc.emit.clike.checks import table_lines
from adc.emit.clike.declarations import Prototypes, function_head
from adc.emit.clike.function import FunctionText, unused
from adc.emit.clike.integers import IntegerText
from adc.emit.clike.statements import TreeText
from adc.emit.clike.values import C_TYPES
from adc.emit.cuda.integers import HostIntegers
from adc.emit.cuda.statements import HostText
from adc.emit.interface.abi import Argument, bytes_entry, error_entry, may_stop, workspace_entry
from adc.emit.wrapping import wrap
from adc.ir.declarations import Container
from adc.ir.enums import ParameterKind
from adc.schedule.arena import byte_size

#: Names of the text's own, beside those of all languages like C.
STREAM, DEVICE, DEVICE_NEXT, BYTES, FAULT = (
    "stream", "device", "device_next", "device_bytes", "fault",
)  # fmt: skip


@dataclass(frozen=True)
class CudaPrototypes(Prototypes):
    """`stream` is the last argument of the function that works in the caller's memory."""

    stream: str = STREAM

    def with_workspace(self) -> str:
        """`int entry_ws(arguments, void *workspace, cudaStream_t stream)`."""
        declared = [
            *self.declarations(), f"void *{self.workspace}", f"cudaStream_t {self.stream}",
        ]  # fmt: skip
        return function_head("int", workspace_entry(self.entry), declared)


@dataclass
class CudaFunctionText(FunctionText):
    """Renders one function in CUDA."""

    speller: ClassVar[type[TreeText]] = HostText
    kernels: list[list[str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__post_init__()
        own = {name: self.own(name) for name in (STREAM, DEVICE, DEVICE_NEXT, BYTES, FAULT)}
        self.stream, self.device, self.device_next = own[STREAM], own[DEVICE], own[DEVICE_NEXT]
        self.device_bytes, self.fault = own[BYTES], own[FAULT]
        self.prototypes = CudaPrototypes(
            self.scheduled.program, self.entry, self.names, self.workspace, self.stream
        )

    def spell_tree(self, pointers: frozenset[str], integers: IntegerText) -> TreeText:
        spelled = HostText(
            self.scheduled, self.names, pointers, self.quoter, integers, self.routines,
            entry=self.entry, stream=self.stream,
        )  # fmt: skip
        self.kernels = spelled.kernels
        return spelled

    def body_integers(self) -> IntegerText:
        return HostIntegers(self.names, self.sizes, self.scheduled.by_name, self.stream)

    # -- the function that starts kernels ------------------------------------------------------

    @property
    def flags(self) -> dict[str, str]:
        """What the device says of each error that it may find."""
        coded = not may_stop(self.scheduled.program)
        types = {"ESTOP": "int64_t"} if coded else {}
        return {
            error: f"adc_fetched<{types.get(error, 'bool')}>({name}, {self.stream})"
            for error, name in super().flags.items()
        }

    def before_body(self) -> list[list[str]]:
        self.tree_text()
        return self.kernels

    def buffer_parameters(self) -> list[str]:
        return [*super().buffer_parameters(), f"cudaStream_t {self.stream}"]

    def body_values(self) -> list[str]:
        return [*super().body_values(), self.stream]

    def view(self, container: Container, argument: Argument | None) -> str:
        """Pointers of the host's function say nothing of what overlaps: kernels do."""
        if argument and argument.by_value:
            return self.declaration(argument)
        const = "const " if argument and not argument.written else ""
        return f"{const}{C_TYPES[container.dtype]} *{self.names[container.name]}"

    def block_view(self, block: str) -> str:
        return f"char *{block}"

    def placed(self, container: Container) -> str:
        return f"({C_TYPES[container.dtype]} *)"

    def take(self) -> list[str]:
        """Where in the workspace each buffer is."""
        if not self.slots:
            return []
        start = f"char *{self.workspace_next} = (char *){self.workspace};"
        lines = [*self.memory.arena_lines(), f"    {start}"]
        for slot in self.slots:
            name, size = self.memory.name(slot), self.memory.bytes(slot)
            first = self.scheduled.by_name[slot.containers[0]]
            ctype = "char" if slot in self.memory.blocks else C_TYPES[first.dtype]
            taken = f"({ctype} *)adc_take(&{self.workspace_next}, {size})"
            lines += wrap(f"{ctype} *const {name} = {taken};", 4)
        return lines

    def body_call(self) -> list[str]:
        if self.result_type == "int":
            call = f"{self.body_name}({', '.join(self.body_values())})"
            lines = wrap(f"const int {self.fault} = {call};", 4)
            lines += [f"    if ({self.fault})", f"        return {self.fault};"]
            return [*lines, f"    return {self.outcome()};"]
        lines = super().body_call()
        assert lines[-1] == "    return 0;"
        return [*lines[:-1], f"    return {self.outcome()};"]

    def checked_data(self) -> list[str]:
        """Nothing: a kernel looks at what is on the device."""
        return []

    def outcome(self) -> str:
        """What the errors of allocations, launches and copies so far come to."""
        return f"adc_outcome({self.code('ENOMEM')}, {self.code('ECUDA')})"

    def code(self, error: str) -> str:
        return f"{self.entry.upper()}_{error}"

    # -- the entry for the host's memory -------------------------------------------------------

    def alone(self) -> list[str]:
        """The entry that brings its own memory on the device."""
        head = self.public(self.prototypes.alone())
        pointers = [a for a in self.arguments if not a.by_value]
        lines = [*self.refusal(), *self.checked_pointers()]
        lines += self.total_bytes(pointers)
        lines += [
            f"    void *{self.device} = NULL;",
            f"    if (cudaMalloc(&{self.device}, (size_t){self.device_bytes}) != cudaSuccess)",
            f"        return {self.outcome()};",
            f"    char *{self.device_next} = (char *){self.device};",
        ]
        for a in pointers:
            lines += self.to_device(a)
        values = ", ".join(
            self.names[a.name] if a.by_value else self.on_device(a) for a in self.arguments
        )
        call = f"{workspace_entry(self.entry)}({values}{', ' if values else ''}"
        call += f"{self.device_next}, (cudaStream_t)0)"
        fault = self.fault
        lines += [f"    int {fault} = {self.outcome()};"]
        lines += [f"    if ({fault} == 0)", *wrap(f"{fault} = {call};", 8)]
        lines += self.to_host([a for a in pointers if a.written])
        lines += [
            f"    cudaFree({self.device});",
            f"    return {fault};",
        ]
        names = [self.names[a.name] for a in self.arguments]
        return [*head, "{", *unused(names, lines), *lines, "}", "", *self.told()]

    def told(self) -> list[str]:
        """The function that says in CUDA's words what has failed."""
        head = self.public(f"const char *{error_entry(self.entry)}(void)")
        return [*head, "{", "    return cudaGetErrorString(adc_error);", "}"]

    def checked_pointers(self) -> list[str]:
        return table_lines(
            self.arguments, self.sizes, self.integers, "", self.ranges, self.entry.upper()
        )

    def bytes_of(self, argument: Argument) -> str:
        return self.integers(byte_size(self.container(argument), self.sizes))

    def total_bytes(self, pointers: Sequence[Argument]) -> list[str]:
        call = f"(int64_t){bytes_entry(self.entry)}({', '.join(self.symbol_names)})"
        terms = [f"adc_round64({self.bytes_of(a)})" for a in pointers] + [call]
        return wrap(f"const int64_t {self.device_bytes} = {' + '.join(terms)};", 4)

    def on_device(self, argument: Argument) -> str:
        return self.own(f"{self.names[argument.name]}_on_device")

    def to_device(self, argument: Argument) -> list[str]:
        name, there, size = (
            self.names[argument.name],
            self.on_device(argument),
            self.bytes_of(argument),
        )
        ctype = C_TYPES[argument.dtype]
        taken = f"({ctype} *)adc_take(&{self.device_next}, {size})"
        copy = f"cudaMemcpy({there}, {name}, (size_t)({size}), cudaMemcpyHostToDevice);"
        guard = self.some(argument)
        lines = wrap(f"{ctype} *const {there} = {taken};", 4)
        if guard:
            return [*lines, *wrap(f"if ({guard})", 4), *wrap(copy, 8)]
        return [*lines, *wrap(copy, 4)]

    def to_host(self, written: Sequence[Argument]) -> list[str]:
        """Copies back of what the call has written, unless it failed."""
        lines: list[str] = []
        for a in written:
            size = self.bytes_of(a)
            copy = f"cudaMemcpy({self.names[a.name]}, {self.on_device(a)}, (size_t)({size}),"
            copy += " cudaMemcpyDeviceToHost)"
            conditions = [f"{self.fault} == 0", *([self.some(a)] if self.some(a) else [])]
            test = f"if ({' && '.join(conditions)} && {copy} != cudaSuccess)"
            lines += [*wrap(test, 4), f"        {self.fault} = {self.outcome()};"]
        return lines

    def some(self, argument: Argument) -> str:
        """Whether an array has elements, where sizes decide that."""
        if argument.kind != ParameterKind.ARRAY:
            return ""
        unsure = dict.fromkeys(e for e in argument.shape if not (e.is_Integer and e > 0))
        return " && ".join(f"{self.integers(e)} > 0" for e in unsure)
