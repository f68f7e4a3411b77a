"""The function of the Python wrapper, on ctypes and NumPy (DESIGN section 3)."""

from __future__ import annotations

import json
import keyword
import re
from dataclasses import dataclass, replace

from adc.emit.backends import backend_of
from adc.emit.facts import Facts
from adc.emit.interface import (
    Argument,
    arguments,
    bytes_entry,
    counted_words,
    has_pairs,
    in_complex_numbers,
    shape_text,
    source_arguments,
    source_axis,
    source_shape,
)
from adc.emit.python.objects import (
    Field,
    Nested,
    gathered,
    in_words,
    looked_up,
    places,
    renamed,
)
from adc.emit.quoting import safe
from adc.emit.solving import Solution, solve_sizes
from adc.emit.templating import fill
from adc.frontends.objects import ObjectArgument
from adc.ir.dtypes import COMPLEX, DType
from adc.ir.enums import ParameterKind, Role
from adc.ir.program import Program
from adc.ir.shapes import symbol
from adc.ir.shapes_text import python_text
from adc.schedule import Scheduled

_CTYPES = {
    DType.FLOAT64: "_ctypes.c_double",
    DType.FLOAT32: "_ctypes.c_float",
    DType.INT64: "_ctypes.c_int64",
    DType.INT32: "_ctypes.c_int32",
    DType.BOOL: "_ctypes.c_bool",
}
#: The helper that every element type needs.
_NUMPY = {dtype: f"_np.{dtype}" for dtype in DType} | {DType.BOOL: "_np.bool_"}


#: What the text of the wrapper's function calls and reads.
_WORDS = """
    _array _bytes _check _complex _ctypes _entry _integer _library _np _operator _os _real _shape
    _shared _size _thread _threading _truth _NamedTuple _Workspace _type_name _load _workspace
    _RESULTS __debug__ _math _weakref _Lease _Block _free_blocks _free_workspace _outputs max min
    abs getattr _at _place _entry_ws _Host _Device _Given _Tensor _interface _handle _from_dlpack
    _packed _address _ordinal _freed _context _cuda _cuda_error _driver _functools DeviceArray
    _host_bytes _freed_on_host
"""
_USED = frozenset(_WORDS.split())
_PLAIN = re.compile(r"\w+\.shape\[\d+\]")


@dataclass(frozen=True)
class Wrapper:
    """Every method gives lines of Python for one stretch of the wrapper.

    `works`: whether the function works in memory beside its arguments, which the wrapper keeps.
    `originals` are the source's names of what is `positional` in it.
    `objects` are the arguments that it takes their fields from. `host_snapshots`: on a device it
    also works in memory of the host's.
    """

    facts: Facts
    everything: tuple[Argument, ...]
    positional: tuple[Argument, ...]
    solution: Solution
    works: bool
    originals: tuple[str, ...] = ()
    host_snapshots: bool = False
    objects: tuple[ObjectArgument, ...] = ()

    @classmethod
    def of(cls, scheduled: Scheduled, primal: Program, facts: Facts) -> Wrapper:
        program = scheduled.program
        given_names = tuple(
            in_complex_numbers(a) if has_pairs(a, facts) else a for a in arguments(program)
        )
        everything = _spelled_in_python(given_names, (facts.entry, result_name(facts)))
        by_name = {a.name: new for a, new in zip(given_names, everything, strict=True)}
        originals = source_arguments(primal)
        positional = tuple(by_name[name] for name in originals)
        known = [a.name for a in positional if a.is_symbol]
        sizes = [a.name for a in everything if a.kind == ParameterKind.SIZE and a.name not in known]
        given = [*positional, *(a for a in everything if a.role in (Role.SEED, Role.TANGENT_IN))]

        def place(argument: Argument, axis: int) -> str:
            return f"{argument.name}.shape[{source_axis(argument, axis, facts)}]"

        solution = solve_sizes(sizes, known, given, place)
        works = bool(scheduled.arena) and not backend_of(facts.target).device
        called = {name: by_name[name].name for name in originals}
        own = {*_USED, facts.entry, result_name(facts), *(a.name for a in everything)}
        return cls(
            facts, everything, positional, solution, works, originals, scheduled.host_snapshots,
            renamed(tuple(o for o in facts.objects if any(o.arguments())), called, own),
        )  # fmt: skip

    # -- what goes in --------------------------------------------------------------------------

    @property
    def keywords(self) -> tuple[Argument, ...]:
        """Seeds and directions."""
        return tuple(a for a in self.everything if a.role in (Role.SEED, Role.TANGENT_IN))

    @property
    def bases(self) -> tuple[Argument, ...]:
        """Gradients that the caller may give a beginning (`--accumulate`)."""
        found = [a for a in self.everything if a.role == Role.GRADIENT]
        return tuple(found) if self.facts.accumulate else ()

    @property
    def given(self) -> tuple[Argument, ...]:
        return (*self.positional, *self.keywords)

    def signature(self) -> str:
        words, named = self._in_the_source()
        named += [a.name for a in self.keywords] + list(self.solution.unsolved)
        named += self.optional()
        if named:
            words += ["*", *named]
        line = f"{self.facts.entry}({', '.join(words)}):"
        if len(line) <= 95:
            return line
        return "\n".join([f"{self.facts.entry}(", *(f"    {w}," for w in words), "):"])

    def _in_the_source(self) -> tuple[list[str], list[str]]:
        """The source's arguments with their defaults: by position, and by keyword alone. Nothing
        without a default stands behind what has one."""
        passed, apart = self.facts.passed, places(self.objects)
        told = []
        for argument, name in zip(self.positional, self.originals):
            own = apart.get(argument.name, argument)
            if own is not None:
                told.append((own.name, passed.get(name, "")))
        words = [(name, text) for name, text in told if not text.startswith("*")]
        bare = max((k for k, (_, text) in enumerate(words) if not text), default=-1)
        first = [n if k < bare or not text else f"{n}={text}" for k, (n, text) in enumerate(words)]
        others = [(n, text.removeprefix("*")) for n, text in told if text.startswith("*")]
        return first, [f"{n}={text}" if text else n for n, text in others]

    def optional(self) -> list[str]:
        """Keywords that may be left out."""
        return [f"{a.name}=None" for a in self.bases]

    def documentation(self) -> list[str]:
        told = {
            a.name: f"{a.name}: {_type_text(a, self.facts)}{self._role_text(a)}" for a in self.given
        }
        lines, apart = [], places(self.objects)
        for name, line in told.items():
            own = apart.get(name)
            lines += [line] if name not in apart else in_words(own, told) if own else []
        lines += [f"{name}: int, a size that no shape tells" for name in self.solution.unsolved]
        lines += [
            f"{a.name}: {_type_text(a, self.facts)}, what the gradient with respect to {a.of} is"
            " added to"
            for a in self.bases
        ]
        return lines

    def notes(self) -> str:
        """A paragraph of the documentation beside that; empty where there is none."""
        return ""

    def _role_text(self, argument: Argument) -> str:
        if argument.role == Role.SEED:
            return f", the weights of {argument.of}{counted_words(argument, self.facts)}"
        if argument.role == Role.TANGENT_IN:
            return f", the direction of {argument.of}"
        return ", no two elements equal" if argument.unique else ""

    # -- what comes out ------------------------------------------------------------------------

    def fields(self) -> list[Field]:
        """`value` and the returned arrays, or the output arrays; then gradients (or tangents).

        A gradient always has its argument's own name, with `--value` or without: an output of
        the same name becomes `C_out`.
        """
        written = [a for a in self.everything if a.written]
        values = [a for a in written if a.role == Role.VALUE]
        outputs = [a for a in written if a.role == Role.OUTPUT]
        if not values:
            outputs = [a for a in written if a.role in (Role.INOUT, Role.OUTPUT)]
        derived = [a for a in written if a.role in (Role.GRADIENT, Role.TANGENT_OUT)]
        names = {a.name: _derived_name(a) for a in derived}
        taken = set(names.values())
        first = [_field(a, f"{a.name}_out" if a.name in taken else a.name, self.facts)
                 for a in (*values, *outputs)]  # fmt: skip
        return _distinct([*first, *(_field(a, names[a.name], self.facts) for a in derived)])

    def parts(self) -> tuple[list[Field], list[Nested]]:
        """The fields with the gradients of objects together, and the classes of these."""
        of = {a.name: a.of for a in self.everything if a.role == Role.GRADIENT}
        called = {n: a.name for n, a in zip(self.originals, self.positional)}
        of = {name: called.get(own, own) for name, own in of.items()}
        stem = result_name(self.facts)
        return gathered(self.fields(), self.objects, stem, of, self.value_of)

    # -- the body ------------------------------------------------------------------------------

    def body(self) -> list[str]:
        return [
            *(line for made in self.objects for line in looked_up(made)),
            *(self.check(a) for a in self.given),
            *(f"{name} = _integer({quoted(name)}, {name})" for name in self.solution.unsolved),
            *self.sizes(),
            *(line for a in self.given for line in self.shape_check(a)),
            *(line for a in self.bases for line in self.base_check(a)),
            *self.scalars(),
            *self.outputs(),
            *self.call(),
            *self.result(),
        ]

    def check(self, argument: Argument) -> str:
        name = argument.name
        kind = _numpy(argument)
        if argument.is_complex and not argument.shape:
            return f"{name} = _complex({quoted(name)}, {name}, {kind})"
        if argument.kind == ParameterKind.ARRAY:
            return self.array_check(argument)
        if argument.is_symbol or argument.dtype.is_integer:
            return f"{name} = _integer({quoted(name)}, {name})"
        if argument.dtype is DType.BOOL:
            return f"{name} = _truth({quoted(name)}, {name})"
        return f"{name} = _real({quoted(name)}, {name}, {kind})"

    def array_check(self, argument: Argument) -> str:
        name, axes = argument.name, len(argument.shape)
        return f"_array({quoted(name)}, {name}, {_numpy(argument)}, {axes})"

    def sizes(self) -> list[str]:
        """The sizes; those that are no plain extent might come out negative."""
        lines = [f"{name} = {text}" for name, text in self.solution.steps]
        plain = {name for name, text in self.solution.steps if _PLAIN.fullmatch(text)}
        names = [name for name, _ in self.solution.steps if name not in plain]
        return lines + [
            f"_size({quoted(name)}, {name})" for name in (*names, *self.solution.unsolved)
        ]

    def shape_check(self, argument: Argument) -> list[str]:
        if not argument.shape:
            return []
        name, text = argument.name, quoted(safe(shape_text(argument, self.facts)))
        return [f"_shape({quoted(name)}, {name}, {_tuple(argument, self.facts)}, {text})"]

    def base_check(self, argument: Argument) -> list[str]:
        checks = (self.check(argument), *self.shape_check(argument))
        return [f"if {argument.name} is not None:", *(f"    {line}" for line in checks)]

    def scalars(self) -> list[str]:
        """An array without axes for each scalar that is written."""
        return [self.scalar(a) for a in self.everything if a.written and not a.shape]

    def scalar(self, argument: Argument) -> str:
        name, kind = argument.name, _numpy(argument)
        begin = self.beginning(argument)
        if begin is None:
            return f"{name} = _np.empty((), {kind})"
        return f"{name} = _np.array({begin}, {kind})"

    def outputs(self) -> list[str]:
        """The arrays that are written, all at once."""
        names = [a.name for a in self.made]
        if not names:
            return []
        wanted = []
        for a in self.made:
            begin = self.beginning(a)
            words = (_tuple(a, self.facts), _numpy(a), *([] if begin is None else [begin]))
            wanted.append(f"({', '.join(words)})")
        left = f"({names[0]},)" if len(names) == 1 else ", ".join(names)
        line = f"{left} = {self.maker}({', '.join(wanted)})"
        if len(line) <= 95:
            return [line]
        first = [f"{left} = {self.maker}("]
        if len(left) > 80:
            first = ["(", *(f"    {name}," for name in names), f") = {self.maker}("]
        return [*first, *(f"    {text}," for text in wanted), ")"]

    def beginning(self, argument: Argument) -> str | None:
        """What is written begins as this; None where it begins with anything."""
        name = argument.name
        if argument.role == Role.INOUT:
            return name
        return f"0 if {name} is None else {name}" if argument in self.bases else None

    def call(self) -> list[str]:
        passed = [self.passed(a) for a in self.everything]
        if self.works:
            passed.append(f"_workspace(_bytes({', '.join(a.name for a in self.symbols)}))")
        return ["_check(_entry(", *(f"    {text}," for text in passed), "))"]

    def passed(self, argument: Argument) -> str:
        return argument.name if argument.by_value else f"{argument.name}.ctypes.data"

    def result(self) -> list[str]:
        values = [self.value_of(f) for f in self.parts()[0]]
        line = f"return {result_name(self.facts)}({', '.join(values)})"
        if len(line) <= 95:
            return [line]
        return [f"return {result_name(self.facts)}(", *(f"    {v}," for v in values), ")"]

    def value_of(self, field: Field) -> str:
        return f"{field.variable}[()]" if field.scalar else field.variable

    @property
    def made(self) -> tuple[Argument, ...]:
        """What `maker` makes memory for."""
        return tuple(a for a in self.everything if a.written and a.shape)

    @property
    def maker(self) -> str:
        return "_outputs"

    @property
    def symbols(self) -> tuple[Argument, ...]:
        """Sizes and integer arguments, which the bytes of the workspace depend on."""
        return tuple(a for a in self.everything if a.is_symbol)

    def argtypes(self) -> list[str]:
        types = [
            f"{_CTYPES[a.dtype] if a.by_value else '_ctypes.c_void_p'},  # {a.name}"
            for a in self.everything
        ]
        return [*types, *["_ctypes.c_void_p,  # the workspace"] * self.works]

    def kept(self) -> str:
        """What the documentation says of memory that is kept; nothing where none is."""
        entry = self.facts.entry
        said = []
        if self.works:
            said += ["Each thread keeps the memory that its last call worked in for its next one."]
        if self.made:
            said += [
                "It also keeps" if said else "Each thread keeps",
                "the memory of arrays of 1 MiB and more that its last two calls returned, and uses"
                " it again when nothing holds such an array or a view of it any more.",
            ]
        if said:
            said += [
                f"{entry}.free_workspace() frees what the calling thread keeps, and so does its"
                f" end; {entry}.keep_workspace = False has every call allocate its own."
            ]
        return " ".join(said)

    def keeping(self) -> list[str]:
        """The parts of the module that keep memory between calls."""
        entry = self.facts.entry
        order = ', order="F"' if self.facts.fortran else ""
        parts = []
        if self.works:
            symbols = len(self.symbols)
            parts.append(fill("bindings/workspace.py.j2", entry=entry, bytes=bytes_entry(entry),
                              symbols=symbols))  # fmt: skip
        if self.made:
            parts.append(fill("bindings/outputs.py.j2", entry=entry, order=order))
        if parts:
            parts.append(fill("bindings/keeping.py.j2", entry=entry))
        return [part.strip() for part in parts]


def _spelled_in_python(given: tuple[Argument, ...], own: tuple[str, ...]) -> tuple[Argument, ...]:
    """The arguments with new names for those that the wrapper's text cannot use: `lambda_`."""
    names = [a.name for a in given]
    table = {n: n for n in names}

    def refused(name: str) -> bool:
        return keyword.iskeyword(name) or name in _USED or name in own

    for name in filter(refused, names):
        while table[name] in {*names, *(t for n, t in table.items() if n != name)} or refused(
            table[name]
        ):
            table[name] += "_"
    if all(name == new for name, new in table.items()):
        return given
    symbols = {symbol(a.name): symbol(table[a.name]) for a in given if a.is_symbol}
    return tuple(
        replace(a, name=table[a.name], shape=tuple(e.xreplace(symbols) for e in a.shape))
        for a in given
    )


def result_name(facts: Facts) -> str:
    """`GemmGrad` for gemm_grad."""
    name = "".join(word[:1].upper() + word[1:] for word in facts.entry.split("_"))
    return f"{name}Result" if name == facts.entry else name


def _derived_name(argument: Argument) -> str:
    return argument.of if argument.role == Role.GRADIENT else f"{argument.of}_dot"


def _field(argument: Argument, name: str, facts: Facts) -> Field:
    """Named tuples take no field that is a keyword or begins with an underscore."""
    name = name.lstrip("_") or "field"
    if keyword.iskeyword(name):
        name += "_"
    words = {
        "gradient": f"gradient with respect to {argument.of}",
        "tangent_out": f"tangent of {argument.of}",
        "value": "value of the function",
    }
    scalar = not argument.shape
    kind = _numpy(argument) if scalar else "_np.ndarray"
    comment = words.get(argument.role, "what the function leaves in it")
    if not scalar:
        comment = f"{_type_text(argument, facts)}, {comment}"
    return Field(name, kind, comment, argument.name, scalar)


def _distinct(fields: list[Field]) -> list[Field]:
    """The fields; of two with one name the later gets an underscore (`_x` and `x` are both `x`)."""
    found: list[Field] = []
    for field in fields:
        name = field.name
        while any(name == other.name for other in found):
            name += "_"
        found.append(replace(field, name=name))
    return found


def _tuple(argument: Argument, facts: Facts) -> str:
    extents = [python_text(e) for e in source_shape(argument, facts)]
    return f"({', '.join(extents)}{',' if len(extents) == 1 else ''})"


def _type_text(argument: Argument, facts: Facts) -> str:
    if argument.is_symbol:
        return "int"
    element = COMPLEX[argument.dtype] if argument.is_complex else argument.dtype
    return f"{element}{shape_text(argument, facts)}"


def _numpy(argument: Argument) -> str:
    """The type of the elements."""
    return f"_np.{COMPLEX[argument.dtype]}" if argument.is_complex else _NUMPY[argument.dtype]


def quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
