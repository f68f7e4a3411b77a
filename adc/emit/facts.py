"""What the files around the generated functions say about a run of adc."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from adc import __version__
from adc.checkpoint.plan import PlanRow
from adc.diagnostics import Diagnostic
from adc.emit.naming import entry_name
from adc.emit.quoting import Quoter
from adc.frontends.objects import ObjectArgument
from adc.options import Choice

#: Stands at the head of every generated file but the manifest, which is data.
LICENCE = "Anyone may use, change and pass on this file, under any licence or none."

#: Sizes above this are planned for, but not taken for the self-check's defaults.
LARGEST_CHECKED = 64


@dataclass(frozen=True)
class CheckDefaults:
    """Numbers for the self-check that the request fixes; what is missing is chosen by adc.

    `sizes` are sizes and integer arguments, `ranges` the lowest and highest value of an argument,
    `usual` what the source has arguments be that a call leaves out.
    """

    sizes: dict[str, int] = field(default_factory=dict)
    ranges: dict[str, tuple[float, float]] = field(default_factory=dict)
    usual: dict[str, float] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        sizes: Mapping[str, int],
        ranges: Mapping[str, tuple[float, float]],
        usual: Mapping[str, float] = MappingProxyType({}),
    ) -> CheckDefaults:
        """What the request gives; its sizes only where a check of all of them is quick. Else they
        are to plan for, and the self-check takes small ones of its own."""
        quick = all(n <= LARGEST_CHECKED for n in sizes.values())
        return cls(dict(sizes) if quick else {}, dict(ranges), dict(usual))


@dataclass(frozen=True)
class PlanFacts:
    """What the plan was made for: a number for every size and integer argument, of which `assumed`
    are adc's own; and the predicted time of a call, beside that of storing everything."""

    sizes: dict[str, int]
    assumed: tuple[str, ...]
    seconds: float
    stored_seconds: float


@dataclass(frozen=True)
class Facts:
    """One request and what became of it: names of files only, nothing of the machine.

    `function` is the source's function as C spells it; `mode` is "grad" or "jvp"; `seed` is
    "argument" or "ones". `sources` are the names of files and `lines` the text of each, to quote;
    `cited` has the paths of those that have one name, and what each is called.
    `sizes` are the numbers that the plan was made for, `limit_bytes` the limit it keeps, if any.
    `language` is the sources': for "fortran" shapes are told in Fortran's order, which is the
    IR's reversed. `name_pattern` names the C function, `%` stands for the source's (`%_b`).
    `origins` are arguments that the source has outside the function, and where (`k of module m`).
    `passed` is how the wrapper takes arguments of a Python source: "*" by keyword, and the default.
    `fixed` are parameters of the source that have one value in what is generated, as texts.
    `first_call`: what the source saves begins at each call as at the first. `as_written`: names of
    modules are taken for what the statements of their own files bind them to. `unrounded`: numbers
    are not rounded to decimals. `reals`: "default" or
    "all" reals of 4 bytes of the source have 8.
    `packages` are those of other folders that parts of the source are of.
    `link` are flags that link the libraries that rules name.
    `choice` is what the file of `--tuned` that is called `tuned` chose. `tolerance` is that of the
    loops that are differentiated at what they solve, 0 where there are none, and `halved` that of
    those that halve intervals. `objects` are the source's arguments whose fields are arguments.
    `pairs` are the primal's containers that hold complex numbers, with both parts of each along the
    last axis. `lengths` are arrays of whose first elements the source returns as many as the
    integer says that goes with each.
    """

    function: str
    wrt: tuple[str, ...]
    of: tuple[str, ...]
    mode: str = "grad"
    target: str = "c"
    arch: str = "all-major"
    sources: tuple[str, ...] = ()
    lines: dict[str, tuple[str, ...]] = field(default_factory=dict)
    cited: Mapping[str, str] = field(default_factory=dict)
    seed: str = "argument"
    value: bool = False
    accumulate: bool = False
    limit_bytes: int | None = None
    sizes: dict[str, int] = field(default_factory=dict)
    plan: tuple[PlanRow, ...] = ()
    planned: PlanFacts | None = None
    warnings: tuple[Diagnostic, ...] = ()
    openmp: bool = True
    blas: bool = True
    version: str = __version__
    check: CheckDefaults = field(default_factory=CheckDefaults)
    language: str = "python"
    name_pattern: str = ""
    origins: dict[str, str] = field(default_factory=dict)
    passed: Mapping[str, str] = field(default_factory=dict)
    choice: Choice = field(default_factory=Choice)
    tuned: str = ""
    link: str = ""
    fixed: Mapping[str, str] = field(default_factory=dict)
    first_call: bool = False
    as_written: bool = False
    unrounded: bool = False
    reals: str = ""
    packages: tuple[str, ...] = ()
    tolerance: float = 0.0
    halved: float = 0.0
    objects: tuple[ObjectArgument, ...] = ()
    pairs: tuple[str, ...] = ()
    lengths: Mapping[str, str] = field(default_factory=dict)

    @property
    def entry(self) -> str:
        """The name of the C function, and the stem of every file. ADC0608: it cannot be one."""
        return entry_name(self.function, self.mode, self.name_pattern, self.language)

    @property
    def quoter(self) -> Quoter:
        return Quoter(self.lines, self.cited)

    @property
    def fortran(self) -> bool:
        return self.language == "fortran"

    @property
    def prefix(self) -> str:
        """The stem of the header's constants: `GEMM_GRAD`."""
        return self.entry.upper()
