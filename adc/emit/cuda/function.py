"""One scheduled program as CUDA: its kernels, the function that starts them, and the entries.

`entry_ws` takes the device's pointers and a stream, allocates nothing and waits for nothing, but
where data decide what is launched. `entry` takes the host's pointers: it allocates one block on the
device, copies, calls, and copies back. Where copies run beside kernels, `entry_ws` forks a stream
for them from the caller's, and joins it again.
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
from adc.emit.interface.abi import (
    Argument,
    bytes_entry,
    error_entry,
    host_bytes_entry,
    may_stop,
    workspace_entry,
)
from adc.emit.wrapping import wrap
from adc.ir.declarations import Container
from adc.ir.enums import ParameterKind
from adc.schedule.arena import byte_size

#: Names of the text's own, beside those of all languages like C.
STREAM, DEVICE, DEVICE_NEXT, BYTES, FAULT, FAILED = (
    "stream", "device", "device_next", "device_bytes", "fault", "failed",
)  # fmt: skip
#: The same where copies run beside kernels.
COPIES, EVENT = "copies", "event"
#: The same where snapshots are in the host's memory.
HOST, HOST_BYTES, HOST_NEXT = "host_workspace", "host_workspace_bytes", "host_next"


@dataclass(frozen=True)
class CudaPrototypes(Prototypes):
    """`stream` is the last argument of the function that works in the caller's memory; before it
    comes the `host`'s memory, where there is a name for it."""

    stream: str = STREAM
    host: str = ""

    def with_workspace(self) -> str:
        """`int entry_ws(arguments, void *workspace, cudaStream_t stream)`."""
        places = [name for name in (self.workspace, self.host) if name]
        declared = [*self.declarations(), *(f"void *{name}" for name in places)]
        declared.append(f"cudaStream_t {self.stream}")
        return function_head("int", workspace_entry(self.entry), declared)

    def host_bytes(self) -> str:
        """`size_t entry_host_workspace_bytes(sizes)`."""
        return self.of_sizes(host_bytes_entry(self.entry)) if self.host else ""


@dataclass
class CudaFunctionText(FunctionText):
    """Renders one function in CUDA."""

    speller: ClassVar[type[TreeText]] = HostText
    kernels: list[list[str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__post_init__()
        own = {name: self.own(name) for name in (STREAM, DEVICE, DEVICE_NEXT, BYTES, FAULT, FAILED)}
        self.stream, self.device, self.device_next = own[STREAM], own[DEVICE], own[DEVICE_NEXT]
        self.device_bytes, self.fault, self.failed = own[BYTES], own[FAULT], own[FAILED]
        self.copies, self.event = self.own(COPIES), self.own(EVENT)
        self.host, self.host_size, self.host_next = map(self.own, (HOST, HOST_BYTES, HOST_NEXT))
        self.prototypes = CudaPrototypes(
            self.scheduled.program, self.entry, self.names, self.workspace, self.stream,
            self.host if self.scheduled.host_snapshots else "",
        )  # fmt: skip

    def spell_tree(self, pointers: frozenset[str], integers: IntegerText) -> TreeText:
        assert isinstance(integers, HostIntegers)
        spelled = HostText(
            self.scheduled, self.names, pointers, self.quoter, integers, self.routines,
            entry=self.entry, stream=self.stream, copies=self.copies, event=self.event,
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
        snapshots = [self.view(container, None) for container in self.on_host]
        streams = [f"cudaStream_t {self.stream}"]
        if self.scheduled.copies_beside:
            streams += [f"cudaStream_t {self.copies}", f"cudaEvent_t {self.event}"]
        return [*super().buffer_parameters(), *snapshots, *streams]

    def body_values(self) -> list[str]:
        snapshots = [self.names[container.name] for container in self.on_host]
        streams = [self.copies, self.event] if self.scheduled.copies_beside else []
        return [*super().body_values(), *snapshots, self.stream, *streams]

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

    def entry_names(self) -> list[str]:
        host = [self.host] if self.scheduled.host_snapshots else []
        return [*super().entry_names(), *host]

    def workspace_check(self) -> list[str]:
        lines = super().workspace_check()
        if self.on_host:
            lines += self.host_bytes_line()
            lines += [f"    if ({self.host_size} > 0 && {self.host} == NULL)"]
            lines += ["        " + self.error("ENOMEM")]
        return lines

    def take(self) -> list[str]:
        """Where in the workspaces each buffer is."""
        return [*self.take_on_device(), *self.take_on_host()]

    def take_on_device(self) -> list[str]:
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

    # -- snapshots in the host's memory --------------------------------------------------------

    @property
    def on_host(self) -> list[Container]:
        names = [name for slot in self.scheduled.host_arena for name in slot.containers]
        return [self.scheduled.by_name[name] for name in names]

    def host_bytes(self) -> list[str]:
        """The function that says how many bytes of the host's memory a call takes."""
        if not self.prototypes.host_bytes():
            return []
        slots = self.scheduled.host_arena
        terms = [f"adc_round64({self.integers(slot.bytes)})" for slot in slots]
        lines = wrap(f"return (size_t)({' + '.join(terms)});", 4)
        return self.told_bytes(self.prototypes.host_bytes(), slots, lines)

    def host_bytes_line(self) -> list[str]:
        call = f"{host_bytes_entry(self.entry)}({', '.join(self.symbol_names)})"
        return wrap(f"const size_t {self.host_size} = {call};", 4)

    def take_on_host(self) -> list[str]:
        if not self.on_host:
            return []
        lines = [f"    char *{self.host_next} = (char *){self.host};"]
        for container in self.on_host:
            ctype, size = C_TYPES[container.dtype], byte_size(container, self.sizes)
            taken = f"({ctype} *)adc_take(&{self.host_next}, {self.integers(size)})"
            lines += wrap(f"{ctype} *const {self.names[container.name]} = {taken};", 4)
        return lines

    def forked(self) -> list[str]:
        """The second stream, made before anything is started, for none may be had."""
        if not self.scheduled.copies_beside:
            return []
        pair = f"&{self.copies}, &{self.event}, {self.stream}"
        return [
            f"    cudaStream_t {self.copies};",
            f"    cudaEvent_t {self.event};",
            f"    if (!adc_forked({pair}))",
            f"        return {self.outcome()};",
        ]

    def joined(self) -> list[str]:
        if not self.scheduled.copies_beside:
            return []
        return [f"    adc_joined({self.copies}, {self.event}, {self.stream});"]

    def body_call(self) -> list[str]:
        """The call, after which the streams are one again whatever was found. What CUDA reports
        goes before what the device says of the data: it may not have run at all."""
        if self.result_type == "void":
            called = wrap(f"{self.called_body()};", 4)
            return [*self.forked(), *called, *self.joined(), f"    return {self.outcome()};"]
        found = self.called_body()
        if self.result_type == "bool":
            (error,) = self.flags
            found += f" ? {self.code(error)} : 0"
        return [
            *self.forked(),
            *wrap(f"const int {self.fault} = {found};", 4),
            *self.joined(),
            *wrap(f"const int {self.failed} = {self.outcome()};", 4),
            f"    return {self.failed} ? {self.failed} : {self.fault};",
        ]

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
        lines += self.allocated()
        lines += [f"    char *{self.device_next} = (char *){self.device};"]
        for a in pointers:
            lines += self.to_device(a)
        values = ", ".join(
            self.names[a.name] if a.by_value else self.on_device(a) for a in self.arguments
        )
        host = f"{self.host if self.on_host else 'NULL'}, " * self.scheduled.host_snapshots
        call = f"{workspace_entry(self.entry)}({values}{', ' if values else ''}"
        call += f"{self.device_next}, {host}(cudaStream_t)0)"
        fault = self.fault
        lines += [f"    int {fault} = {self.outcome()};"]
        lines += [f"    if ({fault} == 0)", *wrap(f"{fault} = {call};", 8)]
        lines += self.waited()
        lines += self.to_host([a for a in pointers if a.written])
        lines += [f"    cudaFree({self.device});", *self.freed(4), f"    return {fault};"]
        names = [self.names[a.name] for a in self.arguments]
        return [*head, "{", *unused(names, lines), *lines, "}", "", *self.told()]

    def allocated(self) -> list[str]:
        """The memory of the call: one block on the device, and one of the host's that copies reach
        while the processor goes on, for snapshots."""
        take = f"cudaMalloc(&{self.device}, (size_t){self.device_bytes}) != cudaSuccess"
        failed = f"        return {self.outcome()};"
        if not self.on_host:
            return [f"    void *{self.device} = NULL;", f"    if ({take})", failed]
        pinned = f"cudaMallocHost(&{self.host}, {self.host_size}) != cudaSuccess"
        return [
            *self.host_bytes_line(),
            f"    void *{self.host} = NULL, *{self.device} = NULL;",
            *wrap(f"if ({self.host_size} > 0 && {pinned})", 4),
            failed,
            f"    if ({take}) {{",
            *self.freed(8),
            failed,
            "    }",
        ]

    def waited(self) -> list[str]:
        """Nothing is copied to or from the host's memory any more when it is freed."""
        if not self.on_host:
            return []
        waits = "cudaStreamSynchronize((cudaStream_t)0) != cudaSuccess"
        told = f"{self.fault} = {self.fault} ? {self.fault} : {self.outcome()};"
        return [*wrap(f"if ({self.host_size} > 0 && {waits})", 4), *wrap(told, 8)]

    def freed(self, indent: int) -> list[str]:
        if not self.on_host:
            return []
        space = " " * indent
        return [f"{space}if ({self.host_size} > 0)", f"{space}    cudaFreeHost({self.host});"]

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
