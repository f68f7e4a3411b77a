"""A guess of arguments' types from how a function uses them, and from what its docstring and its
annotations say in words, to fill in a suggested signature.

Nothing is compiled from a guess: the user reads it, corrects it and gives it back.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from adc.frontends import surface
from adc.frontends.guessing.axes import Cell, Extent
from adc.frontends.guessing.carried_uses import read_all_uses
from adc.frontends.guessing.docstrings import Said, said_of
from adc.frontends.guessing.flow import shapes_of
from adc.frontends.guessing.type_phrases import ARRAY, NUMBER, TEXT, Told, told_by, told_by_phrase
from adc.frontends.guessing.uses import Guess, Guesses
from adc.frontends.literals import doubtful, value_of
from adc.frontends.names import bound_names, free_names, walk
from adc.frontends.types import Signature
from adc.ir.dtypes import COMPLEX, DType


@dataclass(frozen=True)
class Known:
    """What is known of the arguments that lack a type: the least number of axes, element types
    (of the parts, of those that are `pairs`), their annotations in full, and the types of the other
    arguments: those that are `usual` have theirs from a literal default alone. `constants` are
    names that the module binds to what is no size."""

    ranks: Mapping[str, int]
    dtypes: Mapping[str, DType] = field(default_factory=dict)
    pairs: frozenset[str] = frozenset()
    annotations: Mapping[str, str] = field(default_factory=dict)
    types: Signature = field(default_factory=dict)
    usual: frozenset[str] = frozenset()
    constants: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Suggestion:
    """For one argument: its `type` as `--signature` takes it, or the `text` that `--fix` may give
    it."""

    type: str = ""
    text: str | None = None


def suggestions(
    function: surface.Function, module: surface.Module, known: Known
) -> dict[str, Suggestion]:
    """What to say of each of the arguments in `known.ranks`, nothing of those whose default tells
    the type well enough; `module` has the functions and classes of the file."""
    guesses = {name: Guess(rank) for name, rank in known.ranks.items()}
    for p in function.parameters:
        if p.name in guesses:
            _read_default(p.default, guesses[p.name])
    read_all_uses(function, guesses, module)
    told = _told(function, known)
    flow = _read_flow(function, module, guesses, told, known)
    for name in known.usual:
        if not _against_default(guesses[name], told[name], known.types[name].dtype):
            del guesses[name]
    kinds = {name: _kind(guess, told[name]) for name, guess in guesses.items()}
    for name in _size_names(kinds.values()):
        if name in kinds and not told[name] and kinds[name].kind == NUMBER:
            kinds[name] = Told(NUMBER, "int")
    sizes = _Sizes(function, guesses, kinds, known, flow)
    defaults = {p.name: p.default for p in function.parameters}
    return {
        name: _suggestion(name, kind, guesses[name], sizes, known, defaults.get(name))
        for name, kind in kinds.items()
    }


def _read_flow(
    function: surface.Function, module: surface.Module, guesses: Guesses,
    told: Mapping[str, tuple[Told, ...]], known: Known,
) -> dict[str, Cell]:  # fmt: skip
    """Adds to `guesses` what operations ask of the arguments' axes; the cells of these arguments,
    and of those whose type is known."""
    ranks = {n: len(t.shape) for n, t in known.types.items() if n not in guesses}
    for name, guess in guesses.items():
        said = max((t.rank for t in told[name] if t.kind == ARRAY), default=0)
        ranks[name] = max(guess.rank, guess.likely, said)
    cells = shapes_of(function, module.functions, module.classes, ranks)
    for name, guess in guesses.items():
        guess.likely = max(guess.likely, cells[name].least)
        guess.is_integer |= cells[name].counts
    return cells


def _read_default(default: surface.Expr | None, guess: Guess) -> None:
    """What a default tells that is no literal number: `[0.1, 0.4]`, `2**10`."""
    parts = [n for n in walk(default) if not isinstance(n, (surface.Binary, surface.Unary))]
    if isinstance(default, surface.Sequence) and default.items:
        if all(isinstance(i, surface.Number) for i in default.items):
            guess.likely, guess.items = 1, len(default.items)
    elif isinstance(default, surface.Binary) and default.op != "/":
        guess.is_integer = all(isinstance(n, surface.Number) and n.kind == "int" for n in parts)


def _told(function: surface.Function, known: Known) -> dict[str, tuple[Told, ...]]:
    """What annotations and the docstring say of arguments, in words."""
    said = said_of(function.docstring)
    found: dict[str, tuple[Told, ...]] = {}
    for name in known.ranks:
        words = told_by(said.get(name, Said()))
        noted = told_by_phrase(known.annotations.get(name, ""))
        shaped = next((t for t in words if t.kind == ARRAY and t.rank), None)
        is_open = any(t.kind == ARRAY and not t.rank for t in noted)
        found[name] = words if not noted or (shaped and is_open) else noted
    for name in found:
        same = re.search(
            r"\bsame (?:shape|size|length|dimensions?)s? (?:as|of|like) `*(\w+)",
            f"{said.get(name, Said()).phrase} {said.get(name, Said()).description}",
        )
        if same is not None and all(t.kind == ARRAY and not t.rank for t in found[name]):
            found[name] = tuple(t for t in found.get(same[1], ()) if t.rank) or found[name]
    return found


def _against_default(guess: Guess, told: tuple[Told, ...], default: DType) -> bool:
    """Whether uses or words say that an argument is no number of the type that its default has."""
    numbers = [t.element for t in told if t.kind == NUMBER]
    if guess.rank or (told and all(t.kind == ARRAY for t in told)):
        return True
    return default is DType.INT64 and "float64" in numbers and not {"int", "bool"} & {*numbers}


def _kind(guess: Guess, told: tuple[Told, ...]) -> Told:
    """What an argument is: what uses show for certain comes first, then what is said in words,
    then what uses make likely."""
    arrays, numbers, texts = ([t for t in told if t.kind == k] for k in (ARRAY, NUMBER, TEXT))
    if not guess.rank and (guess.texts or guess.is_text or (texts and not arrays and not numbers)):
        return _text_kind(guess, texts)
    if not guess.axes() and guess.items and not arrays:
        return Told(ARRAY)
    if guess.rank or (arrays and not _is_number(guess, told)):
        return _array_kind(guess, arrays)
    if numbers:
        return Told(NUMBER, "int" if guess.is_integer else _widest(numbers))
    if guess.is_integer:
        return Told(NUMBER, "int")
    if guess.axes() and not guess.is_number:
        return Told(ARRAY, "", guess.axes())
    return Told(NUMBER, "bool" if guess.is_tested and not guess.is_computed else "")


def _is_number(guess: Guess, told: tuple[Told, ...]) -> bool:
    """Whether what may be a number or an array, by words, is more likely a number."""
    kinds = [t.kind for t in told if t.kind != TEXT]
    if NUMBER not in kinds:
        return False
    return guess.is_number or guess.is_integer or (not guess.likely and kinds[0] == NUMBER)


def _text_kind(guess: Guess, texts: list[Told]) -> Told:
    choices = [c for t in texts for c in t.choices if c] + [t for t in guess.texts if t]
    return Told(TEXT, choices=tuple(choices))


def _widest(numbers: list[Told]) -> str:
    """The element type of what may be an integer or a float: that of the latter."""
    elements = [t.element for t in numbers]
    return next((e for e in ("float64", "float32", "complex128") if e in elements), elements[0])


def _array_kind(guess: Guess, arrays: list[Told]) -> Told:
    array = next((a for a in arrays if a.rank >= guess.rank), arrays[0] if arrays else Told(ARRAY))
    rank = array.rank if array.rank >= guess.rank else 0
    if not rank:
        return Told(ARRAY, array.element, guess.axes() or 1)
    return array


def _size_names(kinds: Iterable[Told]) -> set[str]:
    return {size for kind in kinds for size in kind.sizes if size and not size.isdigit()}


class _Sizes:
    """Names for extents: those that the body or the docstring has, as far as they can be no other
    value's, or new ones."""

    def __init__(
        self, function: surface.Function, guesses: Guesses, kinds: Mapping[str, Told],
        known: Known, flow: Mapping[str, Cell],
    ) -> None:  # fmt: skip
        self.guesses, self.kinds, self.flow = guesses, kinds, flow
        self.integers = {n for n, k in kinds.items() if k.kind == NUMBER and k.element == "int"}
        self.integers |= {
            n
            for n, t in known.types.items()
            if t.dtype.is_integer and not t.shape and n not in kinds
        }
        self.own = {e for guess in guesses.values() for e in guess.extents.values()}
        parameters = {p.name for p in function.parameters}
        self.taken = bound_names(function) | set(free_names(function)) | parameters
        self.taken |= _size_names(kinds.values()) | self.own | known.constants
        self.clashing = (bound_names(function) | set(free_names(function))) - self.integers
        self.clashing = (self.clashing - (self.own - parameters)) | known.constants
        self.equal: dict[Extent, str] = {}
        for name, kind in kinds.items():
            for axis in range(kind.rank):
                text = self._told(name, axis)
                if text:
                    self.equal.setdefault(self._root(name, axis), text)

    def extent(self, name: str, axis: int) -> str:
        """The extent of the argument `name` along `axis`: of equal ones, the first name."""
        told, root = self._told(name, axis), self._root(name, axis)
        if told:
            return told
        if root not in self.equal:
            self.equal[root] = root.literal or self._fresh(f"{name}{axis}")
        return self.equal[root]

    def _root(self, name: str, axis: int) -> Extent:
        return self.flow[name].extent(axis).found()

    def _told(self, name: str, axis: int) -> str:
        """What the body or the words say of the extent itself; "" for nothing."""
        sizes, guess = self.kinds[name].sizes, self.guesses[name]
        said = sizes[axis] if axis < len(sizes) else ""
        if said.isdigit():
            return said
        own = guess.extents.get(axis)
        if own and own not in self.clashing:
            return own
        count = guess.items if self.kinds[name].rank == 1 else 0
        if not said and (count or (guess.is_crossed and axis == self.kinds[name].rank - 1)):
            return str(count or 3)
        return self._fresh(said) if said and said in self.clashing else said

    def _fresh(self, name: str) -> str:
        while name in self.taken:
            name += "_"
        return name


def _suggestion(
    name: str, kind: Told, guess: Guess, sizes: _Sizes, known: Known, default: surface.Expr | None
) -> Suggestion:
    if kind.kind == TEXT:
        usual = default.value if isinstance(default, surface.String) else name
        return Suggestion(text=kind.choices[0] if kind.choices else usual)
    if kind.kind == NUMBER and kind.element in ("int", "bool"):
        return Suggestion(kind.element)
    dtype = None if name in known.usual else known.dtypes.get(name)
    usual = "int64" if guess.is_integer else "float64"
    element = dtype.value if dtype else kind.element or usual
    element = COMPLEX[dtype] if dtype and name in known.pairs else element
    if kind.kind == NUMBER:
        return Suggestion(element)
    if not kind.rank:
        return Suggestion(f"tuple[{', '.join([element] * guess.items)}]")
    extents = [sizes.extent(name, axis) for axis in range(kind.rank)]
    return Suggestion(f"{element}[{', '.join(extents)}]")


def fix_option(name: str, text: str) -> str:
    """The option that gives the argument `name` the `text`, as a shell takes it."""
    quoted = f"'{text}'" if value_of(text) != text or doubtful(text) else text
    if quoted != text and re.fullmatch(r"[\w +.-]*", text):
        return f'--fix "{name}={quoted}"'
    return f"--fix {shlex.quote(f'{name}={quoted}')}"
