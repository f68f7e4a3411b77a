"""Variables of derived types in the shim: declared whole, set and read component by component."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import prod

from adc.frontends.calling import Calling, Passed, Whole

Shapes = Mapping[str, tuple[int, ...]]
#: How many texts arrays of one, two and more dimensions have along each of them.
_TEXTS = (10_000, 100, 20)


def bounds_text(lows: tuple[int, ...], shape: tuple[int, ...]) -> str:
    """Bounds for ALLOCATE: `shape` elements from `lows` on, or from 1."""
    if not lows:
        return ", ".join(map(str, shape))
    return ", ".join(f"{low}:{low + n - 1}" for low, n in zip(lows, shape, strict=True))


@dataclass(frozen=True)
class Wholes:
    """The variables of derived types of `calling`; `shapes` are the extents of components."""

    calling: Calling
    shapes: Shapes

    def number(self, p: Passed) -> int:
        """The number of the variable that `p` is a component of."""
        for number, whole in enumerate(self.calling.wholes):
            if (whole.name, whole.owner) == (p.path[0][0], p.owner):
                return number
        raise KeyError(p.name)

    def actual(self, name: str) -> str | None:
        """What the dummy `name` gets, if it is of a derived type."""
        for number, whole in enumerate(self.calling.wholes):
            if whole.storage == "dummy" and whole.name == name:
                return f"adc_o{number}"
        return None

    def uses(self) -> Iterator[str]:
        for number, whole in enumerate(self.calling.wholes):
            if whole.home:
                yield f"use {whole.home}, only: adc_y{number} => {whole.type}"
            if whole.storage == "module":
                yield f"use {whole.owner}, only: adc_o{number} => {whole.name}"

    def declarations(self) -> Iterator[str]:
        if self.calling.wholes:
            yield "integer :: " + ", ".join(f"adc_i{k}" for k in range(1, 16))
        for number, whole in enumerate(self.calling.wholes):
            if whole.storage == "dummy":
                shape = f"({', '.join(':' * whole.rank)})" if whole.rank else ""
                held = ", allocatable" * bool(shape) or ", pointer" * (
                    "pointer" in whole.attributes
                )
                yield f"type(adc_y{number}){held} :: adc_o{number}{shape}"

    def interface(self, name: str) -> tuple[str, bool] | None:
        """How an interface declares the dummy `name` in place of `adc_d`, and whether a caller has
        to know; None for one that is of no derived type."""
        for number, whole in enumerate(self.calling.wholes):
            if whole.storage == "dummy" and whole.name == name:
                words = "".join(f", {a}" for a in whole.attributes)
                deferred = whole.assumed_shape or whole.allocatable
                shape = ", ".join(":" * whole.rank) if deferred else "*"
                text = f"type(adc_y{number}){words} :: adc_d{{0}}"
                return text + (f"({shape})" if whole.rank else ""), bool(words) or deferred
        return None

    def allocations(self) -> Iterator[str]:
        """Memory for arrays of derived types: they are as long as their components say."""
        for number, whole in enumerate(self.calling.wholes):
            if "pointer" in whole.attributes and not whole.rank:
                yield f"allocate(adc_o{number})"
            yield from (f"allocate(adc_o{number}%{path})" for path in whole.targets)
            for path, rank in whole.texts:
                room = ", ".join([str(_TEXTS[min(rank, 3) - 1])] * rank)
                text = f"adc_o{number}%{path}"
                yield f"if (.not. allocated({text})) allocate({text}({room}))"
            yield from self._of_objects(whole, number)
            if whole.rank and (whole.storage == "dummy" or whole.allocatable):
                extents = self._extents(whole, number)
                yield f"if (allocated(adc_o{number})) deallocate(adc_o{number})"
                yield f"allocate(adc_o{number}({extents}))"

    def _of_objects(self, whole: Whole, number: int) -> Iterator[str]:
        """Memory for allocatable arrays of objects, but for those that the routine allocates."""
        for path, lows in whole.held:
            text = f"adc_o{number}%{path}"
            yield f"if (allocated({text})) deallocate({text})"
            inside = [p for p in self.calling.passed if p.path and self.number(p) == number
                      and self._held(p) == path]  # fmt: skip
            if inside and not any(p.unset for p in inside):
                yield f"allocate({text}({bounds_text(lows, self._shape_of(inside[0], path))}))"

    def _held(self, p: Passed) -> str:
        """The allocatable array of objects that `p` is a component of; empty for none."""
        inner = "%".join(name for name, _ in p.path[1:])
        held = self.calling.wholes[self.number(p)].held
        return next((path for path, _ in held if inner.startswith(f"{path}%")), "")

    def _shape_of(self, p: Passed, path: str) -> tuple[int, ...]:
        """The extents of the array of objects at `path` that `p` is a component of."""
        ranks = [rank for _, rank in p.path[: path.count("%") + 2]]
        at = len(self.shapes[p.name]) - sum(ranks[:-1])
        return self.shapes[p.name][at - ranks[-1] : at]

    def _extents(self, whole: Whole, number: int) -> str:
        for p in self.calling.passed:
            if p.path and self.number(p) == number:
                shape = self.shapes[p.name][-whole.rank :]
                return bounds_text(p.begins[-whole.rank :], shape)
        return ", ".join("0" * whole.rank)

    def component(self, p: Passed) -> tuple[str, list[tuple[str, int]]]:
        """The component as the shim writes it, and the loops around it, (index, extent) each and
        the one that runs fastest in memory first: of the parts that are arrays, all but the
        innermost are gone through element by element."""
        text = f"adc_o{self.number(p)}"
        loops: list[tuple[str, int]] = []
        last = max((k for k, (_, rank) in enumerate(p.path) if rank), default=0)
        at, used = len(self.shapes[p.name]), 0
        for k, (name, rank) in enumerate(p.path):
            text = f"{text}%{name}" if k else text
            extents = self.shapes[p.name][at - rank : at]
            at -= rank
            if rank and k != last:
                indices = [f"adc_i{used + d}" for d in range(1, rank + 1)]
                used += rank
                whole = text
                places = (f"lbound({whole}, {d}) + {i} - 1" for d, i in enumerate(indices, start=1))
                text += f"({', '.join(places)})"
                loops = [*zip(indices, extents, strict=True), *loops]
        return text, loops

    def moved(self, p: Passed, number: int, read: str, write: str) -> list[str]:
        """The lines that copy a component in (`read` its double) or, with `write`, out."""
        text, loops = self.component(p)
        shape = self.shapes[p.name]
        inner = shape[: len(shape) - len(loops)]
        given = f"adc_p{number}"
        if not shape:
            return [f"{given}(1) = {write.format(text)}" if write else
                    f"{text} = {read.format(f'{given}(1)')}"]  # fmt: skip
        count = prod(inner)
        stride, offset = count, ""
        for index, extent in loops:
            offset += f"({index} - 1)*{stride} + "
            stride *= extent
        stretch = f"{given}({offset}1:{offset}{count})"
        line = f"{stretch} = reshape({write.format(text)}, [{count}])"
        if not write:
            extents = ", ".join(map(str, inner))
            line = f"{text} = {read.format(f'reshape({stretch}, [{extents}])')}"
        lines = self._allocated(p, text, shape, line, bool(write))
        opened = [f"do {index} = 1, {extent}" for index, extent in reversed(loops)]
        return self._guarded(p, [*opened, *lines, *["end do"] * len(loops)], bool(write))

    def _guarded(self, p: Passed, lines: list[str], out: bool) -> list[str]:
        """`lines` for a component of objects that may not be allocated, or be others now."""
        path = self._held(p)
        if not path:
            return lines
        if not out:
            return [] if p.unset else lines
        text, size = f"adc_o{self.number(p)}%{path}", prod(self._shape_of(p, path))
        return [f"if (allocated({text})) then", f"if (size({text}) == {size}) then", *lines,
                "end if", "end if"]  # fmt: skip

    @staticmethod
    def _allocated(p: Passed, text: str, shape: tuple[int, ...], line: str, out: bool) -> list[str]:
        """`line` for a component that is allocatable, or is not."""
        if not p.lows:
            return [line]
        if out:  # the routine may have given it another shape
            size = prod(shape)
            known = "associated" if p.pointer else "allocated"
            return [f"if ({known}({text}) .and. size({text}) == {size}) {line}"]
        extents = bounds_text(p.lows, shape)
        freed = f"if (allocated({text})) deallocate({text})"
        if p.unset:
            return [f"nullify({text})" if p.pointer else freed]
        return [*([] if p.pointer else [freed]), f"allocate({text}({extents}))", line]
