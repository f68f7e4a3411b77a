"""The symbols of Fortran sources: what a name in a program unit means.

`Sources` holds all files and finds a routine, `Scope` looks names up in a unit, `Symbol` is what
it finds.
"""

from adc.frontends.fortran.commons import Segment, Storage, common_storage, own_storage
from adc.frontends.fortran.constants import (
    constant,
    constant_shape,
    extent,
    integer_constant,
    literal_dtype,
)
from adc.frontends.fortran.kinds import typed
from adc.frontends.fortran.reach import reached, storage_of
from adc.frontends.fortran.sources import Sources
from adc.frontends.fortran.symbol import Scope, Symbol

__all__ = [
    "Scope",
    "Segment",
    "Sources",
    "Storage",
    "Symbol",
    "common_storage",
    "constant",
    "constant_shape",
    "extent",
    "integer_constant",
    "literal_dtype",
    "own_storage",
    "reached",
    "storage_of",
    "typed",
]
