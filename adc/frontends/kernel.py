"""What a frontend hands on: a module of the surface tree, and which function of which types."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from adc.diagnostics import AdcError, Diagnostic, Span
from adc.frontends import surface
from adc.frontends.calling import Calling
from adc.frontends.objects import ObjectArgument, paths_of, whole_objects, whole_variables
from adc.frontends.rules import Rules
from adc.frontends.types import Signature
from adc.ir.enums import Role
from adc.ir.program import Program


@dataclass(frozen=True)
class Kernel:
    """The function `function` of `module`, its arguments of the types in `signature`. `origins`:
    of arguments that are variables which routines share, what they are in the source, in words.
    `calling` is how a Fortran routine is called as it stands, `passed` how the wrapper takes the
    arguments of a Python function (`defaults.wrapper_defaults`). `rules` has the routines of
    libraries that the functions of the module may call; `fixed` are parameters that are no
    arguments of what is generated, and the texts of their values; `objects` are those whose fields
    are arguments, `usual` the defaults of numbers and truth values among these. `otherwise` is what
    to take where the kernel is refused, with `remarks` for the user: integers and truth values keep
    defaults.
    `choices` are arguments that may choose what is computed, with a value for each as `--fix`
    writes it, `numbers` floating ones that may, `flags` truth values that have no default, and
    `fixed_at` makes the kernel in which some of them have these. `room`: how many elements an array
    has at most whose length data decide; 0 where that has to be known.
    `sizes` are numbers for those that are planned for, `shared` arguments that are variables of a
    Python file."""

    module: surface.Module
    function: str
    signature: Signature
    origins: Mapping[str, str] = field(default_factory=dict)
    calling: Calling | None = None
    passed: Mapping[str, str] = field(default_factory=dict)
    rules: Rules = field(default_factory=Rules)
    fixed: Mapping[str, str] = field(default_factory=dict)
    objects: tuple[ObjectArgument, ...] = ()
    usual: Mapping[str, float] = field(default_factory=dict)
    otherwise: Kernel | None = None
    remarks: tuple[Diagnostic, ...] = ()
    room: int = 0
    sizes: Mapping[str, int] = field(default_factory=dict)
    shared: tuple[str, ...] = ()
    choices: Mapping[str, str] = field(default_factory=dict)
    numbers: Mapping[str, str] = field(default_factory=dict)
    flags: tuple[str, ...] = ()
    fixed_at: Callable[[Mapping[str, str]], Kernel] | None = None

    def wholes(self, *, written: bool = False) -> dict[str, tuple[str, ...]]:
        """What may be named for all that is in it, by its path: objects, or, if they are `written`,
        tuples, lists and dictionaries alone, and variables of derived types."""
        found = whole_objects(self.objects, items_only=written)
        return found | whole_variables(self.origins if self.module.language == "fortran" else {})

    def returned(self, of: Sequence[str], program: Program) -> tuple[str, ...]:
        """`of` with the places of those that a program, or fields that a function, has at its end:
        they may be others by then than the arguments that are called so. Raises ADC0303 where one
        is several values."""
        places: dict[str, str] = {}
        if not of and not program.returned:
            self._refuse_fields(program)
        paths = paths_of(self.objects)
        outputs = (f.outputs for f in self.module.functions if f.name == self.function)
        for output in filter(None, next(outputs, ())):
            held = [k for k, called in enumerate(program.returned_as) if called == output]
            name = paths.get(output, output.replace(".", "_"))
            if len(held) != 1:
                raise AdcError.of(
                    "ADC0303", f"`{name}` is no number and no array at the end of the program",
                    self.span, help="name variables that are one number or one array",
                )  # fmt: skip
            places[name] = f"return_{held[0]}" if len(program.returned) > 1 else "return"
        return tuple(places.get(name, name) for name in of)

    def _refuse_fields(self, program: Program) -> None:
        """ADC0303, which names the fields that the function gives values: where the program has no
        other results."""
        from adc.frontends.fields_left import fields_that_change

        own = next((f for f in self.module.functions if f.name == self.function), None)
        written = (c for c in program.containers if c.role == Role.INOUT)
        if own is None or any(c.dtype.is_float for c in written):
            return
        found = fields_that_change(self.module, own, self.objects)
        if found:
            raise AdcError.of(
                "ADC0303", "no dependent is given", self.span,
                help="name what the function leaves in a field: "
                + ", ".join(f"`--of {path}`" for path in found),
            )  # fmt: skip

    @property
    def span(self) -> Span | None:
        """Where the function is."""
        functions = self.module.functions
        return next((f.span for f in functions if f.name == self.function), None)
