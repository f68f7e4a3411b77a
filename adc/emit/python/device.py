"""The Python wrapper for a device: arrays of NumPy's, or arrays that are on the device already."""

from __future__ import annotations

from dataclasses import replace

from adc.emit.interface import Argument, bytes_entry, host_bytes_entry
from adc.emit.interface.abi import own_name
from adc.emit.python.objects import Field, looked_up
from adc.emit.python.wrapper import Wrapper, quoted
from adc.emit.templating import fill
from adc.ir.enums import ParameterKind


class DeviceWrapper(Wrapper):
    """The function asks `_place` where the arrays are; what it gets checks them, makes arrays for
    the results and calls the library."""

    @property
    def arrays(self) -> tuple[Argument, ...]:
        """The arrays that the caller gives, in order, with those that may be None last."""
        given = [a for a in self.given if a.kind == ParameterKind.ARRAY]
        return (*given, *(a for a in self.bases if a.kind == ParameterKind.ARRAY))

    @property
    def stream(self) -> str:
        return own_name("stream", [a.name for a in self.everything])

    def optional(self) -> list[str]:
        return [*super().optional(), f"{self.stream}=None"]

    def documentation(self) -> list[str]:
        return [*super().documentation(), f"{self.stream}: the stream to run on, see below"]

    def notes(self) -> str:
        """What the documentation says of arrays on the device."""
        return (
            "The arrays are NumPy's, or all of them are on one device: anything with"
            " __cuda_array_interface__ or DLPack, such as CuPy's and PyTorch's. Then nothing is"
            " copied, the results are DeviceArrays, and the call returns as soon as the work is"
            f" queued: on `{self.stream}` (a number, or a stream of CuPy's or PyTorch's), else on"
            " the one that the first array names, else on the default one."
        )

    def fields(self) -> list[Field]:
        """The same; any of them may be on the device."""
        return [replace(f, type=f'"{f.type} | DeviceArray"') for f in super().fields()]

    def value_of(self, field: Field) -> str:
        return f"_at.scalar({field.variable})" if field.scalar else field.variable

    def body(self) -> list[str]:
        pairs = [f"({quoted(a.name)}, {a.name})" for a in self.arrays]
        words = (self.stream, *pairs)
        lines = [f"_at = _place({', '.join(words)})"]
        if len(lines[0]) > 95:
            lines = ["_at = _place(", *(f"    {word}," for word in words), ")"]
        first = [line for made in self.objects for line in looked_up(made)]
        return [*first, *lines, *super().body()[len(first) :]]

    def check(self, argument: Argument) -> str:
        if argument.kind != ParameterKind.ARRAY:
            return super().check(argument)
        return f"{argument.name} = _at.{self.array_check(argument).removeprefix('_')}"

    def scalars(self) -> list[str]:
        """They are made with the arrays."""
        return []

    @property
    def made(self) -> tuple[Argument, ...]:
        return tuple(a for a in self.everything if a.written)

    @property
    def maker(self) -> str:
        return "_at.outputs"

    def call(self) -> list[str]:
        names = [f"    {a.name}," for a in self.everything]
        symbols = ", ".join(a.name for a in self.symbols)
        comma = "," * (len(self.symbols) == 1)
        return ["_at.call((", *names, f"), ({symbols}{comma}))"]

    def kept(self) -> str:
        return (
            f"{super().kept()} Of the device's memory it keeps what its last call worked in, beside"
            " arguments and results."
        )

    def keeping(self) -> list[str]:
        text = fill(
            "bindings/device.py.j2",
            entry=self.facts.entry,
            bytes=bytes_entry(self.facts.entry),
            host_bytes=host_bytes_entry(self.facts.entry) if self.host_snapshots else "",
            symbols=len(self.symbols),
            fortran=bool(self.facts.fortran),
        )
        return [*super().keeping(), text.strip()]
