"""The routines of BLAS and LAPACK that adc knows by name: Fortran of its own for each of them.

The text says what a routine does with whole matrices, by functions that have `adc_` in front of
their names and a meaning here alone (`lowering/fortran/library.py`). Each call has a function of
its own in the surface tree, all of which stands where the call does.
"""

from __future__ import annotations

import re
from functools import cache

from adc.frontends.fortran import tree
from adc.frontends.fortran.units import parse
from adc.resources import read_text

_FILE = "linear_algebra.f90"
#: LINPACK's routines are Fortran like any other.
_LINPACK = "linpack.f90"
#: Routines of BLAS as loops over elements, for vectors whose lengths data decide.
_LOOPS = "blas_loops.f90"
#: The same for complex vectors of any lengths.
_COMPLEX = "blas_complex.f90"
#: What LAPACK's routines call beside these: Fortran like any other, too.
_PARTS = "lapack_parts.f90"
_PLAIN = (_LINPACK, _COMPLEX, _PARTS)
_END = re.compile(r"^end (?:subroutine|function)$", re.MULTILINE)
_UNIT = re.compile(r"^(?:subroutine|\w+(?:\(\d\))? function) (\w+)", re.MULTILINE)
#: Those that no installed library has: Fortran of its own, which compiles as it stands.
UNLINKED = frozenset(
    ("d1mach", "r1mach", "i1mach", "dpmpar", "spmpar", "xermsg", "xerror", "xerrwd", "xerrwv")
)
#: Those that a given file may have, which lays bits over numbers there, or has the first call of
#: all find them out by trial.
MACHINE_CONSTANTS = frozenset(("d1mach", "r1mach", "i1mach", "dlamch", "slamch"))
#: Those that a given file may have, which takes the message as an array of integers (Hollerith).
MESSAGES = frozenset(("xerror", "xerrwv"))
#: The one that tells sizes of blocks, which a given file may have with letters taken apart.
BLOCK_SIZES = "ilaenv"
#: Those of complex vectors and real numbers.
_MIXED = ("zdscal", "dzasum")
#: What begins the names that only the text may use.
OWN = "adc_"


@cache
def _names(file: str) -> frozenset[str]:
    """The routines in one of the files, of double and of single precision."""
    found = _UNIT.findall(read_text("templates", file))
    return frozenset((*found, *map(single, found)))


def known_names() -> frozenset[str]:
    """The routines that there are as operations on whole arrays."""
    return _names(_FILE)


def linpack_names() -> frozenset[str]:
    """The routines of LINPACK that there are."""
    return _names(_LINPACK)


def looped_names() -> frozenset[str]:
    """The routines of BLAS that there are as loops."""
    return _names(_LOOPS)


def complex_names() -> frozenset[str]:
    """The routines of BLAS that there are for complex vectors."""
    return _names(_COMPLEX)


def part_names() -> frozenset[str]:
    """The auxiliary routines of LAPACK that there are."""
    return _names(_PARTS)


def is_double(function: tree.Unit) -> bool:
    """Whether a given function is declared as DOUBLE PRECISION by that word."""
    inside = (
        d.type
        for d in function.stated.declarations
        if isinstance(d, tree.TypeDeclaration) and any(e.name == function.name for e in d.entities)
    )
    return any(t is not None and t.base == "double precision" for t in (function.type, *inside))


def library_unit(name: str, looped: bool = False, double: bool = False) -> tree.Unit | None:
    """A new unit for the routine `name`; None where it is not known. `looped`: loops over elements
    where there are such. `double`: `r1mach` is that of double precision, as files have it that were
    made from such of single precision."""
    if double and name == "r1mach":
        text = read_text("templates", _FILE).replace("d1mach", name)
        return next(unit for unit in parse(_FILE, text, False).units if unit.name == name)
    files = (_LOOPS, *_PLAIN, _FILE) if looped else (*_PLAIN, _FILE)
    file = next((f for f in files if name in _names(f)), None)
    if file is None:
        return None
    text = _text_with(name, file)
    return next(unit for unit in parse(file, text, False).units if unit.name == name)


def is_plain(unit: tree.Unit | None) -> bool:
    """Whether it is one of the routines that are Fortran like any other."""
    return unit is not None and unit.span.file in (*_PLAIN, _LOOPS)


def is_supplied(unit: tree.Unit | None) -> bool:
    """Whether no given file has the routine."""
    return is_library(unit) or is_plain(unit)


def _text_with(name: str, file: str) -> str:
    """The file's text in the precision in which it has the routine `name`."""
    text = read_text("templates", file)
    return text if name in _UNIT.findall(text) else _in_single_precision(text)


def is_library(unit: tree.Unit | None) -> bool:
    return unit is not None and unit.span.file == _FILE


def _in_single_precision(text: str) -> str:
    """The routines with other names, for real(4); all lines are where they were."""
    for name in _UNIT.findall(text):
        text = re.sub(rf"\b{name}\b", single(name), text)
    text = text.replace("real(8)", "real(4)").replace("complex(8)", "complex(4)")
    return text.replace("dble(", "real(").replace("d0", "e0")


def single(name: str) -> str:
    """The same routine in single precision: sdot of ddot, isamax of idamax, r1mach of d1mach."""
    if name.startswith("xer") or name == BLOCK_SIZES:
        return name
    if name.startswith(("z", "dz")):
        return name.replace("d", "s", 1).replace("z", "c", 1) if name in _MIXED else "c" + name[1:]
    return "r1mach" if name == "d1mach" else name.replace("d", "s", 1)


def in_double(name: str) -> str:
    """The routine of double precision that `name` is the one of single precision of."""
    every = (n for f in (*_PLAIN, _FILE) for n in _UNIT.findall(read_text("templates", f)))
    return next((n for n in every if single(n) == name), name)


def text_of(name: str) -> str:
    """The lines of one of the `UNLINKED` routines, or of one of LINPACK's."""
    text = _text_with(name, _LINPACK if name in linpack_names() else _FILE)
    start = next(m.start() for m in _UNIT.finditer(text) if m.group(1) == name)
    end = _END.search(text, start)
    return text[start : end.end() if end else None]
