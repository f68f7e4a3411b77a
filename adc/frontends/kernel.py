"""What a frontend hands on: a module of the surface tree, and which function of which types."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from adc.diagnostics import Diagnostic, Span
from adc.frontends import surface
from adc.frontends.calling import Calling
from adc.frontends.objects import ObjectArgument
from adc.frontends.rules import Rules
from adc.frontends.types import Signature


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
    `sizes` are numbers for those that are planned for."""

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
    choices: Mapping[str, str] = field(default_factory=dict)
    numbers: Mapping[str, str] = field(default_factory=dict)
    flags: tuple[str, ...] = ()
    fixed_at: Callable[[Mapping[str, str]], Kernel] | None = None

    @property
    def span(self) -> Span | None:
        """Where the function is."""
        functions = self.module.functions
        return next((f.span for f in functions if f.name == self.function), None)
