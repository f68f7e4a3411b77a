"""How many bytes reals have: what compilers' options for reals of double precision change."""

from __future__ import annotations

from dataclasses import dataclass

from adc.ir.dtypes import DType

#: Conversions, by what they give where reals are as they are written.
CONVERSIONS = {
    "real": "real",
    "float": "float32",
    "sngl": "float32",
    "dble": "float64",
    "dfloat": "float64",
    "dreal": "float64",
    "cmplx": "cmplx",
}
#: By kind, what a conversion to this kind of number is.
OF_KIND = {
    "real": {4: "float32", 8: "float64"},
    "cmplx": {4: "complex64", 8: "complex128"},
}
#: Where default reals have 8 bytes: what conversions to them are, specific names whose value is
#: one, and those of integers whose value becomes one. (gfortran's KIND says 4 of `amax0`, and
#: `amax0(3, 2)/7` has 8 bytes.)
_OF_EIGHT_BYTES = {"real": "real of 8 bytes", "float32": "float64", "cmplx": "complex128"}
_GENERIC = {"amax1": "max", "amin1": "min"}
OF_INTEGERS = {"amax0": "max0", "amin0": "min0"}


@dataclass(frozen=True)
class Reals:
    """`default` is the kind of REAL and COMPLEX without a kind, of literals without a letter or a
    suffix, and of what conversions give; `single` the kind that 4 stands for in declarations and
    suffixes, but not as the argument of a conversion."""

    default: int = 4
    single: int = 4

    @property
    def dtype(self) -> DType:
        """The element type of a default real."""
        return DType.FLOAT32 if self.default == 4 else DType.FLOAT64

    def kind(self, number: int | None) -> int:
        """The kind that a declaration's or a literal's `number` is, None where it has none."""
        if number is None:
            return self.default
        return self.single if number == 4 else number

    def conversion(self, name: str) -> str:
        """What the conversion `name` to no kind of its own is."""
        found = CONVERSIONS[name]
        return found if self.default == 4 else _OF_EIGHT_BYTES.get(found, found)

    def intrinsic(self, name: str) -> str:
        """The function that the specific name `name` stands for."""
        return name if self.default == 4 else _GENERIC.get(name, name)


AS_WRITTEN = Reals()
_PROMOTED = {"": AS_WRITTEN, "default": Reals(8), "all": Reals(8, 8)}


def promoted_reals(promoted: str) -> Reals:
    """By the choice of `--promote-reals`; "" for none."""
    return _PROMOTED[promoted]
