"""The self-check: primal, tangent and adjoint in one program that proves them on numbers.

The C text is fixed (templates/c/check_*.c.j2) but for the tables that say what the arguments of
the three functions are. Every table is read off the programs.
"""

from __future__ import annotations

import math
import textwrap
from dataclasses import dataclass, field
from functools import cached_property

from adc.differentiate.implicit.tolerances import NEAR, Exactness
from adc.emit.backends import backend_of
from adc.emit.c import C
from adc.emit.checkcompared import compared
from adc.emit.checkpositions import Positions
from adc.emit.checksizes import default_ranges, default_sizes
from adc.emit.clike.declarations import error_enum
from adc.emit.clike.integers import IntegerText
from adc.emit.clike.values import C_TYPES
from adc.emit.comments import wrapped
from adc.emit.facts import LICENCE, Facts
from adc.emit.functions import Functions
from adc.emit.interface import (
    Argument,
    arguments,
    bytes_entry,
    error_entry,
    may_stop,
    origin,
    raised_code,
    title,
    workspace_entry,
)
from adc.emit.precision import ends_however_rounded, is_single
from adc.emit.templating import fill
from adc.emit.wrapping import wrap
from adc.ir.dtypes import DType
from adc.ir.enums import ParameterKind, Role
from adc.ir.program import Program
from adc.ir.shapes import same, symbol
from adc.schedule import Scheduled

_TYPES = {
    DType.FLOAT64: "F64",
    DType.FLOAT32: "F32",
    DType.INT64: "I64",
    DType.INT32: "I32",
    DType.BOOL: "BOOLEAN",
}
#: What the C text calls the functions that are embedded, in their order.
EMBEDDED = ("primal", "tangent", "promoted")
_ROLES = {"seed": "SEED", "tangent_in": "DIRECTION", "tangent_out": "TANGENT",
          "gradient": "GRADIENT"}  # fmt: skip


@dataclass(frozen=True)
class Checked:
    """One of the program's functions: what the C text calls it, its entry, its arguments."""

    word: str
    entry: str
    scheduled: Scheduled
    arguments: tuple[Argument, ...] = field(default=())

    @classmethod
    def of(cls, word: str, entry: str, scheduled: Scheduled) -> Checked:
        return cls(word, entry, scheduled, arguments(scheduled.program))

    @property
    def held(self) -> list[Argument]:
        """The arguments that are containers: a slot each."""
        return [a for a in self.arguments if not a.is_symbol]


@dataclass(frozen=True)
class Tables:
    """Writes the tables. `inputs`, `wrt` and `of` are names of the primal's containers."""

    facts: Facts
    primal: Program
    functions: tuple[Checked, ...]

    @property
    def tested(self) -> Checked:
        return self.functions[-1]

    @cached_property
    def inputs(self) -> list[Argument]:
        found = arguments(self.primal)
        return [a for a in found if a.role in (Role.INPUT, Role.INOUT)]

    @cached_property
    def positions(self) -> dict[str, int]:
        """Where each of the inputs stands among them."""
        return {a.name: position for position, a in enumerate(self.inputs)}

    def position(self, argument: Argument) -> int:
        """What a slot's `of` counts: inputs, independents or dependents."""
        if argument.role in (Role.SEED, Role.TANGENT_OUT):
            return self.facts.of.index(argument.of)
        if argument.role in (Role.GRADIENT, Role.TANGENT_IN):
            return self.facts.wrt.index(argument.of)
        return self.positions.get(argument.name, 0)

    def role(self, argument: Argument) -> str:
        known = argument.role in (Role.INPUT, Role.INOUT) and argument.name in self.positions
        return "INPUT" if known else _ROLES.get(argument.role, "OUTPUT")

    # -- numbers -------------------------------------------------------------------------------

    def sizes(self) -> list[str]:
        symbols = self.primal.symbols
        values = default_sizes(self.primal, self.facts.check.sizes, self.facts.check.usual)
        kinds = {p.name: p.kind for p in self.primal.parameters}
        least = ["0" if kinds[s] == "size" else "INT64_MIN" for s in symbols]
        return [
            *_array("const char *const", "size_names", "SIZES", [_quoted(s) for s in symbols]),
            *_array("const int64_t", "default_sizes", "SIZES", [str(values[s]) for s in symbols]),
            *_array("const int64_t", "least_sizes", "SIZES", least),
        ]

    def limits(self) -> list[str]:
        computed = (self.primal, *(f.scheduled.program for f in self.functions))
        single = any(map(is_single, computed))
        tangent_single = self.facts.mode == "jvp" and single
        exact = Exactness(self.facts.tolerance, {}, halved=self.facts.halved)
        rounding = 1e-5 if single else 1e-12
        last_place = "FLT_EPSILON" if single else "DBL_EPSILON"
        if self.facts.halved > (1e-7 if single else 1e-15):
            last_place = f"{self.facts.halved:.0e}"
        values = {
            "DIFFERENCE_LIMIT": f"{exact.limit(1e-4 if tangent_single else 1e-6):.0e}",
            "RELATIVE_FLOOR": "1.0" if tangent_single else "1e-3",
            "SOLVED": f"{exact.unsure:.0e}",
            "NEAR": f"{NEAR:.0e}",
            "DOT_LIMIT": f"{exact.of_solvers.limit(rounding):.0e}",
            "REPEAT_LIMIT": f"{rounding:.0e}",
            "LAST_PLACE": last_place,
        }
        return [f"static const double {name} = {value};" for name, value in values.items()]

    def counts(self) -> list[str]:
        values = {
            "SIZES": len(self.primal.symbols),
            "INPUTS": len(self.inputs),
            "INDEPENDENTS": len(self.facts.wrt),
            "DEPENDENTS": len(self.facts.of),
            "VALUES": len(self.value_pairs()),
            "MOST_SLOTS": max(len(f.held) for f in self.functions),
            "DEFAULT_DRAWS": 3,
            "DIRECTED": 6 if ends_however_rounded(self.primal) else 0,
        }
        return [f"    {name} = {value}," for name, value in values.items()]

    # -- what is differentiated ----------------------------------------------------------------

    def input_rows(self) -> list[str]:
        given = self.facts.check.ranges
        usual = {
            n: (v, v) for n, v in self.facts.check.usual.items()
            if n not in given and (math.isfinite(v) or n not in self.facts.wrt)
        }  # fmt: skip
        named = [(a.name, a.dtype) for a in self.inputs]
        vectors = {a.name for a in self.inputs if a.dtype.is_float and len(a.shape) == 1}
        ends = compared(self.primal)
        return [
            f"{{{_quoted(name)}, {_TYPES[dtype]}, {_number(low)}, {_number(high)},"
            f" {_truth(name in usual)}, {_truth(name in vectors)},"
            f" {', '.join(_number(e) for e in ends.get(name, (0.0, 0.0)))}}}"
            for (name, dtype), (low, high) in zip(
                named, default_ranges(named, {**usual, **given}), strict=True
            )
        ]

    def independents(self) -> list[str]:
        names = [a.name for a in self.inputs]
        return [str(names.index(name)) for name in self.facts.wrt]

    def dependent_rows(self) -> list[str]:
        slots = [a.name for a in self.functions[0].held]
        seeded = {a.of for a in self.tested.arguments if a.role == Role.SEED}
        return [
            f"{{{_quoted(name)}, {_TYPES[self.primal[name].dtype]}, {slots.index(name)}, "
            f"{_truth(name not in seeded)}}}"
            for name in self.facts.of
        ]

    def value_pairs(self) -> list[str]:
        """Outputs that the tested function shares with the primal."""
        slots = [a.name for a in self.functions[0].held]
        pairs = []
        for position, a in enumerate(self.tested.held):
            name = a.of if a.role == Role.VALUE else a.name
            if a.written and a.role in (Role.INOUT, Role.OUTPUT, Role.VALUE) and name in slots:
                pairs.append(f"{{{position}, {slots.index(name)}}}")
        return pairs

    def tables(self) -> list[str]:
        return [
            *_array("const Input", "inputs", "INPUTS", self.input_rows()),
            *_array("const int", "independents", "INDEPENDENTS", self.independents()),
            *_array("const Dependent", "dependents", "DEPENDENTS", self.dependent_rows()),
            *_array("const Value", "values", "VALUES", self.value_pairs()),
        ]

    # -- measures ------------------------------------------------------------------------------

    def integers(self) -> IntegerText:
        spelling = {name: f"n[{k}]" for k, name in enumerate(self.primal.symbols)}
        sizes = frozenset(p.name for p in self.primal.parameters if p.kind == ParameterKind.SIZE)
        return IntegerText(spelling, sizes)

    def measure(self, name: str, measured: list[Argument]) -> str:
        """The function that counts the elements of some arguments."""
        text = self.integers()
        lines = []
        for position, argument in enumerate(measured):
            factors = [text.factor(e) for e in argument.shape] or ["1"]
            lines += wrap(f"count[{position}] = {'*'.join(factors)};", 4)
        return _function(f"static void {name}(const int64_t *n, int64_t *count)", lines,
                         ("n", "count"))  # fmt: skip

    def squares(self) -> str:
        """The function that says which inputs are stacks of square matrices, and how large."""
        text = self.integers()
        lines = [
            f"    square[{k}] = {text(a.shape[-1])};"
            for k, a in enumerate(self.inputs)
            if a.dtype.is_float and len(a.shape) >= 2 and same(a.shape[-1], a.shape[-2])
        ]
        head = "static void square_inputs(const int64_t *n, int64_t *square)"
        return _function(head, lines, ("n", "square"))

    @property
    def subscripts(self) -> Positions:
        return Positions([self.primal[a.name] for a in self.inputs])

    def positions_drawn(self) -> list[str]:
        """The function that says what may be drawn where subscripts are read."""
        return self.subscripts.functions(self.integers())

    def peak(self) -> str:
        lines = wrap(f"return {self.integers()(self.tested.scheduled.peak_bytes)};", 4)
        return _function("static int64_t peak_bytes(const int64_t *n)", lines, ("n",))

    # -- functions -----------------------------------------------------------------------------

    def description(self, function: Checked) -> str:
        """A function's slots, and the adaptors that count its elements and call it."""
        word = function.word
        slots = [
            f"{{{_quoted(a.name)}, {self.role(a)}, {self.position(a)}, {_TYPES[a.dtype]}, "
            f"{_truth(a.written)}}}"
            for a in function.held
        ]
        record = wrap(
            f"static const Function {word}_function = {{{_quoted(function.entry)}, {len(slots)}, "
            f"{word}_slots, adc_measure_{word}, adc_bytes_{word}, adc_call_{word}}};",
            0,
        )
        return "\n".join(
            [
                *_array("const Slot", f"{word}_slots", str(len(slots)), slots),
                "",
                self.measure(f"adc_measure_{word}", function.held),
                "",
                self.workspace(function),
                "",
                self.adaptor(function),
                "",
                *record,
            ]
        )

    def workspace(self, function: Checked) -> str:
        values = [self.symbol(a) for a in function.arguments if a.is_symbol]
        call = f"{bytes_entry(function.entry)}({', '.join(values)})"
        head = f"static int64_t adc_bytes_{function.word}(const int64_t *n)"
        return _function(head, wrap(f"return (int64_t){call};", 4), ("n",))

    def adaptor(self, function: Checked) -> str:
        values = ", ".join(self.values(function))
        comma = ", " if values else ""
        lines = [
            "    if (workspace)",
            *wrap(f"return {workspace_entry(function.entry)}({values}{comma}workspace);", 8),
        ]
        if function is self.tested and backend_of(self.facts.target).device:
            lines = ["    (void)workspace; /* the device has one of its own */"]
        lines += wrap(f"return {function.entry}({values});", 4)
        taken = "(const int64_t *n, void *const *a, void *workspace)"
        return _function(f"static int adc_call_{function.word}{taken}", lines, ("n", "a"))

    def values(self, function: Checked) -> list[str]:
        slots = {a.name: k for k, a in enumerate(function.held)}
        return [self.value(a, slots) for a in function.arguments]

    def value(self, argument: Argument, slots: dict[str, int]) -> str:
        if argument.is_symbol:
            return self.symbol(argument)
        place = f"a[{slots[argument.name]}]"
        ctype = C_TYPES[argument.dtype]
        return f"*(const {ctype} *){place}" if argument.by_value else place

    def symbol(self, argument: Argument) -> str:
        return self.integers()(symbol(argument.name))


def selfcheck_text(functions: Functions, facts: Facts) -> str:
    """The whole check program: C, whatever the derivative is written in."""
    embedded = tuple(
        Checked.of(word, _embedded_name(facts, word), scheduled)
        for word, scheduled in zip(EMBEDDED, functions.embedded, strict=False)
    )
    word = "adjoint" if facts.mode == "grad" else "tangent"
    tested = Checked.of(word, facts.entry, functions.derivative)
    tables = Tables(facts, functions.primal, (*embedded, tested))
    on_device = backend_of(facts.target).device
    promoted = len(embedded) == len(EMBEDDED)
    return fill(
        "c/check.c.j2",
        entry=facts.entry,
        comment="\n".join(_comment(facts, promoted)),
        **_embedded_parts(embedded, tables, facts),
        types=fill("c/check_types.c.j2"),
        report=fill("c/check_report.c.j2"),
        tables=_tables_text(tables, facts),
        inputs=fill(
            "c/check_inputs.c.j2",
            ranges=tables.subscripts.call,
            distinct=tables.subscripts.distinct,
        ),
        differences=fill("c/check_differences.c.j2"),
        tested=fill(
            "c/check_tested.c.j2",
            prefix=facts.prefix,
            cuda_error=error_entry(facts.entry) if on_device else "",
            promoted=promoted,
        ),
        derivative=fill("c/check_grad.c.j2", promoted=promoted)
        if facts.mode == "grad"
        else fill("c/check_jvp.c.j2"),
        main=fill("c/check_main.c.j2", unless=tables.subscripts.unless),
    )


def _comment(facts: Facts, promoted: bool) -> list[str]:
    """The lines of the file's first comment."""
    program = f"{facts.entry}_check"
    if facts.mode == "grad":
        method = (
            "The primal and its tangent stand below, in double precision. The tangent is compared"
            " with differences of the primal, extrapolated over step sizes; the gradient with the"
            " tangent by <seed, tangent> = <gradient, direction>."
        )
        if promoted:
            method += (
                " Where rounding in single precision may be why they differ, the adjoint is run in"
                " double precision, too."
            )
    else:
        method = (
            "The primal stands below, in double precision. The tangent is compared with"
            " differences of the primal, extrapolated over step sizes."
        )
    if facts.tolerance:
        method += (
            f" Loops that solve to {facts.tolerance:.0e} are differentiated at what they solve, by"
            " iterations that are as exact: so are the limits."
        )
    if facts.halved:
        method += (
            f" Loops that halve intervals to {facts.halved:.0e} are differentiated at the root that"
            " they find, and differences are no more exact than that."
        )
    paragraphs = [
        f"{program}.c: proves {facts.entry} right on random inputs.",
        f"Generated by adc {facts.version} from {origin(facts)}. {LICENCE}",
        f"{method} `{program} --help` lists what can be chosen. The exit status is 0 where"
        " everything agrees, 1 where it does not or cannot be told.",
    ]
    lines = [line for text in paragraphs for line in (*wrapped(text), " *")]
    return lines[:-1]


def _embedded_name(facts: Facts, word: str) -> str:
    """`gemm_primal`, changed where the pattern of names gives the entry such a name."""
    name = f"{facts.function}_{word}"
    while facts.entry.lower().startswith(name.lower()):
        name += "_"
    return name


def _embedded_parts(
    embedded: tuple[Checked, ...], tables: Tables, facts: Facts
) -> dict[str, object]:
    texts = [
        error_enum(f.entry, f.scheduled.program)
        + "\n\n"
        + C.function_text(f.scheduled, f.entry, static=True, quoter=facts.quoter)
        for f in embedded
    ]
    described = "\n\n".join(tables.description(f) for f in tables.functions)
    helpers = C.restrained([f.scheduled for f in embedded])
    measured = tables.measure("measure_inputs", tables.inputs), *tables.positions_drawn()
    helpers += C.support_text(*texts, described, tables.peak(), tables.squares(), *measured)
    own = {"fenv.h", "float.h", "inttypes.h", "math.h", "stdarg.h", "stdbool.h", "stddef.h",
           "stdint.h", "stdio.h", "stdlib.h", "string.h", "time.h"}  # fmt: skip
    return {
        "headers": sorted(own | set(C.includes(helpers, *texts))),
        "helpers": helpers,
        "functions": "\n".join(texts),
    }


def _tables_text(tables: Tables, facts: Facts) -> str:
    return fill(
        "c/check_tables.c.j2",
        entry=facts.entry,
        title=_literal(f"{facts.entry}: {title(facts)}"),
        counts="\n".join(tables.counts()),
        limits="\n".join(tables.limits()),
        accumulates=int(facts.accumulate),
        sizes="\n".join(tables.sizes()),
        tables="\n".join(tables.tables()),
        measures="\n\n".join(
            [
                tables.measure("measure_inputs", tables.inputs),
                tables.squares(),
                *tables.positions_drawn(),
                tables.peak(),
            ]
        ),
        functions="\n\n".join(tables.description(f) for f in tables.functions),
        prefix=facts.prefix,
        further=_further_errors(tables.tested.scheduled.program),
        tested=tables.tested.word,
    )


def _further_errors(program: Program) -> list[tuple[str, str]]:
    """The errors that only some functions return, and what is told of them beside their names."""
    stop = [("ESTOP", "")] if may_stop(program) else []
    stop += [("ENOCONV", "")] if program.noconv else []
    return [*stop, *((raised_code(r), _escaped(f", {r.words},")) for r in program.raised)]


def _escaped(text: str) -> str:
    """`text` within a string literal of C."""
    return _quoted(text)[1:-1]


def _array(ctype: str, name: str, extent: str, rows: list[str]) -> list[str]:
    """A constant table, one element longer than `rows` so that it is never empty."""
    head = f"static {ctype} {name}[{extent} + 1] = {{"
    one_line = f"{head}{', '.join(rows or ['0'])}}};"
    if len(one_line) <= 100 and not (rows and rows[0].startswith("{")):
        return [one_line]
    return [head, *(line for row in rows for line in wrap(f"{row},", 4)), "};"]


def _function(head: str, lines: list[str], parameters: tuple[str, ...]) -> str:
    body = "\n".join(lines)
    unused = [f"    (void){p};" for p in parameters if f"{p}[" not in body]
    return "\n".join([head, "{", *unused, *lines, "}"])


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _literal(text: str) -> str:
    """A string as adjoining literals, one a line."""
    parts = textwrap.wrap(text, 90, drop_whitespace=False, break_on_hyphens=False)
    return "\n".join(f"    {_quoted(part)}" for part in parts)


def _number(value: float) -> str:
    if math.isinf(value):
        return "-(double)INFINITY" if value < 0.0 else "(double)INFINITY"
    return repr(value)


def _truth(value: bool) -> str:
    return "true" if value else "false"
