"""The options that commands share, in groups; each group is a decorator."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from adc import cache
from adc.cli.values import (
    Bytes,
    Fixed,
    GivenFolder,
    GivenPath,
    HeadText,
    Macro,
    Names,
    Settings,
    Sizes,
)

F = TypeVar("F", bound=Callable[..., Any])
Decorator = Callable[[F], F]


def _group(*decorators: Callable[[Any], Any]) -> Callable[[F], F]:
    def decorate(f: F) -> F:
        for decorator in reversed(decorators):
            f = decorator(f)
        return f

    return decorate


PATH = GivenPath(path_type=str)


def _use_cache(context: click.Context, parameter: click.Parameter, without: bool) -> None:
    cache.enable(not without)


no_cache = click.option(
    "--no-cache",
    is_flag=True,
    expose_value=False,
    callback=_use_cache,
    help="Neither read nor write the cache folder.",
)

sources = _group(
    click.argument("sources", metavar="SOURCE...", nargs=-1, required=True, type=PATH),
    click.option(
        "--function", metavar="F", help="Which function or Class.method; optional if one."
    ),
    click.option(
        "--signature",
        metavar="TEXT",
        help="Types and shapes of the arguments: 'f(a: float64, X: float64[N, M])'.",
    ),
    click.option("--signature-file", metavar="F", type=PATH, help="The same, in a file."),
    click.option(
        "--example",
        metavar="IN.npz",
        type=PATH,
        help="Take types and shapes from sample arrays (check: the inputs, too).",
    ),
    click.option(
        "--dtype",
        type=click.Choice(["float64", "float32"]),
        help="Override the type of floating arguments.",
    ),
    click.option(
        "-D",
        "defines",
        metavar="NAME[=VALUE]",
        multiple=True,
        type=Macro(),
        help="Define a macro for the preprocessor (Fortran).",
    ),
    click.option(
        "-I",
        "includes",
        metavar="DIR",
        multiple=True,
        type=PATH,
        help="Look for included files in this folder, too (Fortran).",
    ),
    click.option(
        "--python-path",
        metavar="DIR",
        multiple=True,
        type=GivenFolder(path_type=str),
        help="Look for imported modules in this folder, too, after the source's own (Python).",
    ),
    click.option(
        "--free",
        is_flag=True,
        help="All sources are Fortran in free form, whatever their names are.",
    ),
    click.option(
        "--fixed",
        is_flag=True,
        help="All sources are Fortran in fixed form, whatever their names are.",
    ),
    click.option(
        "--line-length",
        type=click.Choice(["72", "80", "132", "none"]),
        help="How many columns of Fortran in fixed form count (default: 72).",
    ),
    click.option(
        "--promote-reals",
        type=click.Choice(["default", "all"]),
        help="Fortran's reals of 4 bytes have 8: default ones (gfortran -fdefault-real-8"
        " -fdefault-double-8, ifort -r8), or all (-freal-4-real-8).",
    ),
    click.option(
        "--program",
        is_flag=True,
        help="Take a program as the function: Fortran's main program, or what a Python file does"
        " (with --function: the body of that).",
    ),
    click.option(
        "--first-call",
        is_flag=True,
        help="Saved and module variables have their initial values at each call, as at the first.",
    ),
    click.option(
        "--as-written",
        is_flag=True,
        help="Names of modules are what the statements of their own files bind them to (Python).",
    ),
    click.option(
        "--no-handlers",
        is_flag=True,
        help="Leave out what handles exceptions: nothing that is tried raises one (Python).",
    ),
    click.option(
        "--unrounded",
        is_flag=True,
        help="Leave out rounding to decimals, `round(x, 2)`, which has no derivative (Python).",
    ),
    click.option(
        "--room",
        type=click.IntRange(min=0),
        default=0,
        metavar="N",
        help="Arrays whose length only data tell have room for N elements; a call that needs more "
        "returns an error.",
    ),
    click.option(
        "--fix",
        "texts",
        metavar="NAME=VALUE",
        multiple=True,
        type=Fixed(),
        help="Compile for this value of an argument; of Fortran's for this text of one.",
    ),
    click.option(
        "--inactive",
        metavar="F[,G]",
        multiple=True,
        type=Names(),
        help="Leave out calls of these subroutines, or functions of modules: timers, logging.",
    ),
    click.option(
        "--rules",
        metavar="FILE",
        multiple=True,
        type=PATH,
        help="Rules for routines of libraries: their arguments, tangents and adjoints.",
    ),
    click.option(
        "--inline",
        "write_out",
        is_flag=True,
        help="Write all calls of the source's own functions out where they stand.",
    ),
    click.option(
        "--no-inline",
        "keep_calls",
        is_flag=True,
        help="Keep them as calls of functions wherever that can be.",
    ),
    no_cache,
)

wrt = click.option(
    "--wrt",
    metavar="A[,B]",
    multiple=True,
    type=Names(),
    help="The independents: arguments of floating type.",
)
of = click.option(
    "--of",
    metavar="O[,P]",
    multiple=True,
    type=Names(),
    help="The dependents: an argument written in place, a returned variable's name, or return "
    "(return_0, return_1). Optional if one value is returned.",
)
head = click.option(
    "--head",
    metavar="'F(O)/(A B)'",
    type=HeadText(),
    help="--function F --of O --wrt A,B in one, as for Tapenade; 'F(A B)>(O)' is the same.",
)
#: What is differentiated by what.
targets = _group(wrt, of, head)


def name_pattern(option: str, what: str) -> Decorator[Any]:
    """The option that names the generated function."""
    return click.option(
        option,
        "name_pattern",
        metavar="PATTERN",
        default="",
        help=f"Name the {what} so; % stands for the source's name: %_b.",
    )


value = click.option("--value", is_flag=True, help="Also compute what the primal computes.")

reverse = _group(
    click.option(
        "--seed",
        type=click.Choice(["argument", "ones"]),
        default="argument",
        show_default=True,
        help="An array's seed is an argument, or all ones.",
    ),
    value,
    click.option(
        "--accumulate", is_flag=True, help="Add to the gradient arrays instead of writing them."
    ),
)

sizes = click.option(
    "--size",
    "sizes",
    metavar="N=3620,...",
    multiple=True,
    type=Sizes(),
    help="Numbers for sizes and integer arguments: what is planned for (check: checked at).",
)
settings = click.option(
    "--set",
    "settings",
    metavar="X=0.01,H=0.9:1.1",
    multiple=True,
    type=Settings(),
    help="A value, or a range to draw from: of numbers, truth values, all elements of arrays; or"
    " the elements: X=[1,2].",
)

memory = _group(
    sizes,
    click.option(
        "--mem-limit",
        metavar="500MiB",
        type=Bytes(),
        help="Peak bytes that the generated call may hold.",
    ),
    click.option(
        "--strategy",
        type=click.Choice(["auto", "store", "recompute"]),
        default="auto",
        show_default=True,
        help="Let the planner decide, or force all.",
    ),
    click.option("--store", metavar="X", multiple=True, type=Names(), help="Store these arrays."),
    click.option(
        "--recompute", metavar="X", multiple=True, type=Names(), help="Recompute these arrays."
    ),
    click.option(
        "--machine",
        metavar="F",
        type=PATH,
        help="Plan for the machine whose constants are in this TOML file.",
    ),
)

target = _group(
    click.option(
        "--target",
        type=click.Choice(["c", "cuda"]),
        default="c",
        show_default=True,
        help="The language to write.",
    ),
    click.option(
        "--arch",
        metavar="A",
        default="all-major",
        show_default=True,
        help="For CUDA: the device to build for, such as sm_80.",
    ),
    click.option(
        "--openmp/--no-openmp", default=True, show_default=True, help="Parallel loops by OpenMP."
    ),
    click.option(
        "--blas/--no-blas", default=True, show_default=True, help="Matrix products by BLAS."
    ),
    click.option(
        "--deterministic/--no-deterministic",
        default=False,
        help="For CUDA: add in a fixed order, also where subscripts are read from arrays.",
    ),
    click.option(
        "--schedule",
        type=click.Choice(["auto", "source"]),
        default="auto",
        show_default=True,
        help="The order of work: what is fastest, or statement by statement as in the source.",
    ),
)

host_snapshots = click.option(
    "--host-snapshots",
    is_flag=True,
    help="For CUDA: keep snapshots of loops in the host's memory, outside of --mem-limit.",
)

tuned = click.option(
    "--tuned",
    metavar="F",
    type=PATH,
    help="Take the plan and the order of work that `adc tune` measured, from this file.",
)

output = _group(
    click.option(
        "-o",
        "folder",
        metavar="DIR",
        type=PATH,
        default="out",
        show_default=True,
        help="The folder that the files go to.",
    ),
    click.option(
        "--depfile", metavar="F", type=PATH, help="Also write dependencies for make to this file."
    ),
)

report = _group(
    click.option("--json", "as_json", is_flag=True, help="Print the result as JSON."),
    click.option("-q", "--quiet", is_flag=True, help="Print errors only."),
    click.option("-v", "--verbose", is_flag=True, help="Print what each stage did."),
)
