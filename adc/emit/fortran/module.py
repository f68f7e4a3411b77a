"""`ENTRY_mod.f90`: the C functions' interfaces and a subroutine with assumed-shape arguments."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from adc.emit.assumed import size_complaint
from adc.emit.comments import table, wrapped
from adc.emit.facts import LICENCE, Facts
from adc.emit.fortran.integers import KIND, FortranPrinter, ReadablePrinter, is_plain
from adc.emit.fortran.names import shortened, spellings
from adc.emit.fortran.wrapping import literal, statement
from adc.emit.interface import (
    Argument,
    arguments,
    bytes_entry,
    describe,
    direction,
    error_entry,
    errors,
    host_bytes_entry,
    origin,
    source_arguments,
    source_axis,
    source_shape,
    title,
    workspace_entry,
)
from adc.emit.solving import Solution, solve_sizes
from adc.emit.templating import fill
from adc.ir.dtypes import DType
from adc.ir.enums import ParameterKind
from adc.ir.program import Program
from adc.schedule import Scheduled

TYPES = {
    DType.FLOAT64: "real(c_double)",
    DType.FLOAT32: "real(c_float)",
    DType.INT64: "integer(c_int64_t)",
    DType.INT32: "integer(c_int32_t)",
    DType.BOOL: "logical(c_bool)",
}
_MODULE_NAMES = ("status", "code", "workspace", "bytes")
_CUDA_ERROR = "_cuda_error"
_HOST, _HOST_BYTES = "host_workspace", "_host_workspace_bytes"
_ADDRESS = "type(c_ptr), intent(in), value"


@dataclass(frozen=True)
class Module:
    """Every method gives lines of Fortran for one stretch of the module."""

    facts: Facts
    everything: tuple[Argument, ...]
    positional: tuple[Argument, ...]
    solution: Solution
    names: dict[str, str]
    errors: dict[str, tuple[int, str]]
    device: bool
    host_snapshots: bool = False

    @classmethod
    def of(
        cls, program: Program, primal: Program, facts: Facts, device: bool, host: bool = False
    ) -> Module:
        """The module of a function, whose kernels run on a `device`; `host`: it works in memory of
        the host's, too."""
        everything = arguments(program)
        by_name = {a.name: a for a in everything}
        positional = tuple(by_name[name] for name in source_arguments(primal))
        known = [a.name for a in positional if a.is_symbol]
        sizes = [a.name for a in everything if a.kind == ParameterKind.SIZE and a.name not in known]
        arrays = [a for a in everything if a.kind == ParameterKind.ARRAY]
        own = [shortened(facts.entry, suffix) for suffix in ("", "_c", "_ws_c", "_mod")]
        own += [shortened(facts.entry, _CUDA_ERROR), "stream"] * device
        own += [shortened(facts.entry, _HOST_BYTES), _HOST] * host
        names = spellings((a.name for a in everything), [*own, *_MODULE_NAMES])

        def place(argument: Argument, axis: int) -> str:
            number = source_axis(argument, axis, facts) + 1
            return f"size({names[argument.name]}, {number}, {KIND})"

        solution = solve_sizes(sizes, known, arrays, place, FortranPrinter(names))
        known_errors = errors(bool(program.stop), device)
        return cls(facts, everything, positional, solution, names, known_errors, device, host)

    # -- names ---------------------------------------------------------------------------------

    def own(self, suffix: str = "") -> str:
        """A name of the module's that begins with the entry's."""
        return shortened(self.facts.entry, suffix)

    def error(self, code: str) -> str:
        return self.own(f"_{code.lower()}")

    def public(self) -> list[str]:
        listed = [self.own(s) for s in ("", "_c", "_ws_c", "_workspace_bytes")]
        listed += [self.own(_HOST_BYTES)] * self.host_snapshots
        listed += [self.own(_CUDA_ERROR)] * self.device
        codes = [self.error(code) for code in ("OK", *self.errors)]
        return [
            *statement(f"public :: {', '.join(listed)}", 2),
            *statement(f"public :: {', '.join(codes)}", 2),
        ]

    def results(self) -> list[str]:
        return [
            f"  integer(c_int), parameter :: {self.error(code)} = {number}"
            for code, (number, _) in ({"OK": (0, "")} | self.errors).items()
        ]

    # -- the C functions -----------------------------------------------------------------------

    def interfaces(self) -> list[str]:
        symbols = [a for a in self.everything if a.is_symbol]
        entry = self.facts.entry
        words = ["The same in memory that the caller keeps."]
        if self.device:
            words = [
                "The same with addresses in the device's memory, in a workspace there, launched on",
                "a stream of CUDA's (c_null_ptr for the default one) and not waited for.",
            ]
        if self.host_snapshots:
            words.append(f"Snapshots go to {_HOST}, memory of the host's of cudaMallocHost.")
        return [
            *self.interface("_c", entry, "integer(c_int) code", self.everything),
            "",
            *(f"    ! {line}" for line in words),
            *self.interface(
                "_ws_c", workspace_entry(entry), "integer(c_int) code", self.everything, True
            ),
            "",
            "    ! The bytes that a call needs in its workspace.",
            *self.interface(
                "_workspace_bytes", bytes_entry(entry), "integer(c_size_t) bytes", symbols
            ),
            *self.host_bytes(symbols),
        ]

    def host_bytes(self, symbols: Sequence[Argument]) -> list[str]:
        """The function that says how much of the host's memory a call takes for snapshots."""
        if not self.host_snapshots:
            return []
        entry = host_bytes_entry(self.facts.entry)
        return [
            "",
            "    ! The same of the host's memory.",
            *self.interface(_HOST_BYTES, entry, "integer(c_size_t) bytes", symbols),
        ]

    def interface(
        self,
        suffix: str,
        c_name: str,
        result: str,
        given: Sequence[Argument],
        workspace: bool = False,
    ) -> list[str]:
        """One function, integers declared first: bounds are made of them."""
        own = ["workspace"] * workspace + [_HOST] * (workspace and self.host_snapshots)
        own += ["stream"] * (workspace and self.device)
        names = [self.names[a.name] for a in given] + own
        kind, value = result.split()
        head = f"function {self.own(suffix)}({', '.join(names)})"
        ordered = sorted(given, key=lambda a: not a.is_symbol)
        declared = [self.c_declaration(a, workspace and self.device) for a in ordered]
        declared += [(_ADDRESS, name) for name in own]
        return [
            *statement(f'{head} bind(c, name="{c_name}") result({value})', 4),
            "      import",
            *_declarations([*declared, (kind, value)], 6),
            f"    end function {self.own(suffix)}",
        ]

    def c_declaration(self, argument: Argument, address: bool) -> tuple[str, str]:
        """Type and attributes, and the name with its bounds; `address`: what is no value is an
        address in the device's memory."""
        name, kind = self.names[argument.name], TYPES[argument.dtype]
        if argument.by_value:
            return f"{kind}, intent(in), value", name
        if address:
            return _ADDRESS, name
        bounds = self.extents(argument)
        if not all(map(is_plain, bounds)):
            bounds = ["*"]
        shape = f"({', '.join(bounds)})" if bounds else ""
        return f"{kind}, intent({self.intent(argument)})", name + shape

    def extents(self, argument: Argument) -> list[str]:
        """In Fortran's order."""
        spell = FortranPrinter(self.names)
        return [spell(extent) for extent in source_shape(argument, self.facts)]

    def shape(self, argument: Argument) -> str:
        """`(n, 2*m)`, to be read; empty for a scalar."""
        spell = ReadablePrinter(self.names)
        extents = [spell(extent) for extent in source_shape(argument, self.facts)]
        return f"({', '.join(extents)})" if extents else ""

    def intent(self, argument: Argument) -> str:
        return direction(argument, self.facts).replace(", ", "")

    # -- the subroutine ------------------------------------------------------------------------

    def listed(self) -> list[Argument]:
        """The subroutine's arguments: the source's, what the derivative adds, sizes left over."""
        added = [
            a for a in self.everything if a.kind != ParameterKind.SIZE and a not in self.positional
        ]
        by_name = {a.name: a for a in self.everything}
        return [*self.positional, *added, *(by_name[n] for n in self.solution.unsolved)]

    def integers(self) -> list[Argument]:
        """The arguments that the caller has in integers of his own kind."""
        return [a for a in self.listed() if a.is_symbol]

    def head(self, name: str) -> list[str]:
        words = [*(self.names[a.name] for a in self.listed()), "status"]
        return statement(f"subroutine {name}({', '.join(words)})", 2)

    def specifics(self) -> list[str]:
        """The subroutine for 64 bits, and the one for 32 where it has any integers."""
        if not self.integers():
            return [self.own()]
        return [self.own("_int64"), self.own("_int32")]

    def generic(self) -> list[str]:
        if not self.integers():
            return []
        lines = [f"    module procedure {name}" for name in self.specifics()]
        return [f"  interface {self.own()}", *lines, f"  end interface {self.own()}"]

    def procedures(self) -> list[str]:
        name, *others = self.specifics()
        lines = self.procedure(name)
        for other in others:
            lines += ["", *self.narrow(other, name)]
        return lines

    def declarations(self, integer: str) -> list[str]:
        """The dummies of a subroutine whose integers are of the type `integer`."""
        declared = [self.declaration(a, integer) for a in self.listed()]
        return _declarations([*declared, ("integer, intent(out), optional", "status")], 4)

    def declaration(self, argument: Argument, integer: str) -> tuple[str, str]:
        """Logicals that are only read are Fortran's own."""
        kind = integer if argument.is_symbol else TYPES[argument.dtype]
        if argument.dtype is DType.BOOL and not argument.written:
            kind = "logical"
        shape = f"({', '.join(':' * len(argument.shape))})" if argument.shape else ""
        return f"{kind}, intent({self.intent(argument)})", self.names[argument.name] + shape

    def procedure(self, name: str) -> list[str]:
        sizes = [self.names[n] for n, _ in self.solution.steps]
        local = [("integer(c_int64_t)", size) for size in sizes]
        return [
            *self.head(name),
            *self.declarations("integer(c_int64_t)"),
            *_declarations([*local, ("integer(c_int)", "code")], 4),
            "",
            *(line for step in self.solution.steps for line in self.size(*step)),
            *(line for a in self.listed() if a.shape for line in self.check(a)),
            *self.place_check(),
            *self.call(),
            "    call adc_finish(code, adc_reason(code), status)",
            f"  end subroutine {name}",
        ]

    def size(self, name: str, text: str) -> list[str]:
        return statement(f"{self.names[name]} = {text}", 4)

    def check(self, argument: Argument) -> list[str]:
        name, extents = self.names[argument.name], self.extents(argument)
        kind = f"{TYPES[DType.INT64]} :: " if any(e.isdigit() for e in extents) else ""
        shapes = f"shape({name}, {KIND}), [{kind}{', '.join(extents)}]"
        text = literal(self.shape(argument))
        call = f"adc_misfit({literal(name)}, {text}, {shapes}, status)"
        return statement(f"if ({call}) return", 4)

    def place_check(self) -> list[str]:
        """What is not contiguous is copied: the C function would not see it overlap."""
        written = self.written()
        if len(written) < 2:
            return []
        places = ", ".join(f"{_place(a)}({self.names[a.name]})" for a in written)
        return statement(f"if (adc_shared([{places}], status)) return", 4)

    def written(self) -> list[Argument]:
        return [a for a in self.everything if a.shape and a.written]

    def places(self) -> list[str]:
        """A function for each type and rank of written arrays: before 2018, Fortran has none for
        all."""
        lines = ["  ! Where an array begins; 0 where it has no elements."]
        for kind in dict.fromkeys((_place(a), a.dtype, len(a.shape)) for a in self.written()):
            lines += [*_place_function(*kind), ""]
        return lines[:-1]

    def call(self) -> list[str]:
        values = ", ".join(self.passed(a) for a in self.everything)
        return statement(f"code = {self.own('_c')}({values})", 4)

    def passed(self, argument: Argument) -> str:
        name = self.names[argument.name]
        own_logical = argument.dtype is DType.BOOL and not argument.written
        return f"logical({name}, c_bool)" if own_logical else name

    def narrow(self, name: str, wide: str) -> list[str]:
        """The subroutine for 32-bit integers, which calls the one for 64."""
        integers = self.integers()
        values = [
            f"int({self.names[a.name]}, {KIND})" if a in integers else self.names[a.name]
            for a in self.listed()
        ]
        return [
            *self.head(name),
            *self.declarations("integer(c_int32_t)"),
            "",
            *statement(f"call {wide}({', '.join([*values, 'status'])})", 4),
            f"  end subroutine {name}",
        ]

    # -- what is said of it --------------------------------------------------------------------

    def comment(self) -> list[str]:
        facts, own = self.facts, self.own()
        call = f"call {own}({', '.join([*(self.names[a.name] for a in self.listed()), 'status'])})"
        sentences = (
            "It takes the source's arguments, then seeds, values and derivatives, finds the sizes"
            " in the shapes, checks all shapes, and copies sections that are not contiguous. The"
            " status may be left out: an error then ends the program with a message. Arrays that"
            " are written may not overlap others."
        )
        if self.integers():
            sentences += " Integers are all of 32 or all of 64 bits."
        return [
            *_wrapped(f"{facts.entry}_mod.f90: the {title(facts)}, for Fortran."),
            "!",
            *_wrapped(f"Generated by adc {facts.version} from {origin(facts)}. {LICENCE}"),
            "!",
            *(f"!   {line[4:]}" for line in statement(call, 4)),
            "!",
            *_wrapped(sentences),
            "!",
            *(line.replace(" *", "!", 1) for line in table(self.rows())),
            "!",
            *_wrapped(
                f"{self.own('_c')} is the C function itself, which also takes the sizes. `make`"
                f" builds {module_name(facts)}.o and lib{facts.entry}.a: link them in this order"
                + (", and -lcudart -lstdc++ after them." if self.device else ".")
            ),
        ]

    def rows(self) -> list[tuple[str, ...]]:
        rows: list[tuple[str, ...]] = []
        for a in self.listed():
            kind = "integer" if a.is_symbol else TYPES[a.dtype]
            kind = "logical" if a.dtype is DType.BOOL and not a.written else kind
            _, where, words = describe(a, self.facts)
            rows.append((self.names[a.name] + self.shape(a), kind, where, words))
        return [*rows, ("status", "integer", "out", "0 or the number of an error, optional")]


def module_name(facts: Facts) -> str:
    """The module's name; the file's is always the entry's with `_mod.f90`."""
    return shortened(facts.entry, "_mod")


def module_text(scheduled: Scheduled, primal: Program, facts: Facts, device: bool) -> str:
    """The text of `ENTRY_mod.f90`; `device`: kernels on a device do the work."""
    module = Module.of(scheduled.program, primal, facts, device, scheduled.host_snapshots)
    procedures = "\n".join(module.procedures())
    return fill(
        "bindings/module.f90.j2",
        comment="\n".join(module.comment()),
        module=module_name(facts),
        public="\n".join(module.public()),
        results="\n".join(module.results()),
        interfaces="\n".join(module.interfaces()),
        generic="\n".join(module.generic()),
        procedures=procedures,
        said=literal(f"{facts.entry}: "),
        reasons=_reasons(module, scheduled, facts),
        checks_shapes="adc_misfit(" in procedures,
        divides="adc_floor_div(" in procedures,
        places="\n".join(module.places()),
        compares_places="adc_shared(" in procedures,
        esize=module.error("ESIZE"),
        ealias=module.error("EALIAS"),
        ecuda=module.error("ECUDA") if device else "",
        cuda_error=module.own(_CUDA_ERROR),
        cuda_error_entry=error_entry(facts.entry),
    )


def _reasons(module: Module, scheduled: Scheduled, facts: Facts) -> list[tuple[str, list[str]]]:
    """The number of each error and the lines that set its message."""
    texts = {code: text for code, (_, text) in module.errors.items()}
    texts["ESIZE"] = size_complaint(scheduled, facts)
    return [(module.error(code), _message(text)) for code, text in texts.items()]


def _message(text: str) -> list[str]:
    """An assignment of a text, which may be long."""
    parts = textwrap.wrap(text, 75, drop_whitespace=False, break_on_hyphens=False)
    lines = [f"// {literal(part)}" for part in parts]
    lines[0] = f"message = {literal(parts[0])}"
    lines[1:] = [f"    {line}" for line in lines[1:]]
    return [*(f"{line} &" for line in lines[:-1]), lines[-1]]


def _place(argument: Argument) -> str:
    """The name of the function that says where such an array begins."""
    return f"adc_place_{argument.dtype.value}_{len(argument.shape)}"


def _place_function(name: str, dtype: DType, rank: int) -> list[str]:
    first = ", ".join("1" * rank)
    return [
        f"  function {name}(array) result(place)",
        f"    {TYPES[dtype]}, intent(in), target :: array({', '.join(':' * rank)})",
        "    integer(c_intptr_t) :: place",
        "",
        "    place = 0",
        f"    if (size(array) > 0) place = transfer(c_loc(array({first})), place)",
        f"  end function {name}",
    ]


def _declarations(declared: Sequence[tuple[str, str]], indent: int) -> list[str]:
    """Declarations of types and names; neighbours of one type share one."""
    lines: list[str] = []
    for kind, group in groupby(declared, key=lambda pair: pair[0]):
        lines += statement(f"{kind} :: {', '.join(name for _, name in group)}", indent)
    return lines


def _wrapped(text: str) -> list[str]:
    return wrapped(text, "! ")
