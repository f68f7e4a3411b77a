"""How a Fortran routine is called as it stands: for `adc check`, which runs it."""

from __future__ import annotations

from dataclasses import dataclass

from adc.diagnostics import Span


@dataclass(frozen=True)
class Passed:
    """An argument of the generated function in the source's terms.

    `storage` is "dummy", "result", "module" (`original` of the module `owner`), "saved" (of a
    routine: see Kept) or "common". `kind`
    is the bytes of a number or a logical. `interface` is how a dummy is declared where its caller
    has to know more than its type: "(:,:)" for assumed shape, and attributes as in `optional`.
    `text` is what a character dummy always holds, which is no argument of the generated function;
    of an array of texts that nobody reads there is enough `room`, as many along each axis.
    A component has the `path` to it, (name, rank) for each part, the first that of a Whole, and
    where it is allocatable, or a `pointer`, the lower bounds `lows`. `begins` are those that
    ALLOCATE gives to an array of a module. One that is `unset` is not allocated before the call,
    one that is `dropped` may be none behind it.
    """

    name: str
    storage: str
    base: str
    kind: int
    original: str = ""
    owner: str = ""
    allocatable: bool = False
    assumed_shape: bool = False
    attributes: tuple[str, ...] = ()
    text: str | None = None
    room: tuple[int, ...] = ()
    path: tuple[tuple[str, int], ...] = ()
    lows: tuple[int, ...] = ()
    begins: tuple[int, ...] = ()
    pointer: bool = False
    unset: bool = False
    dropped: bool = False

    @property
    def needs_interface(self) -> bool:
        return self.assumed_shape or bool(self.attributes)


@dataclass(frozen=True)
class Whole:
    """A dummy or module variable of the derived type `type` of the module `home`; `targets` are its
    components that are pointers to objects, outer ones first; `texts` those that are allocatable
    arrays of characters and that routines set, with their ranks; `held` those that are allocatable
    arrays of objects, with their lower bounds; the other fields as in Passed."""

    name: str
    storage: str
    type: str
    home: str
    rank: int
    owner: str = ""
    allocatable: bool = False
    assumed_shape: bool = False
    attributes: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    texts: tuple[tuple[str, int], ...] = ()
    held: tuple[tuple[str, tuple[int, ...]], ...] = ()


@dataclass(frozen=True)
class Part:
    """Which component of a record in COMMON a stretch is, counted from 0; the record has so many
    dimensions of its own. `members` are the declarations of its components, without their names,
    where the stretch is all of it."""

    position: int
    rank: int
    members: tuple[str, ...] = ()


@dataclass(frozen=True)
class Stretch:
    """A stretch of a COMMON block: the argument `name` (empty for what is none), or `shape` (in
    Fortran's order) elements of a type; `held` is the variable that `--fix` has given there."""

    name: str
    base: str
    kind: int
    shape: tuple[int, ...]
    held: str = ""
    part: Part | None = None


@dataclass(frozen=True)
class Bound:
    """The procedure `name` (of `module`, empty for an external one) that is passed for `dummy`;
    `value` is what a function gives."""

    dummy: str
    name: str
    module: str
    value: Passed | None


@dataclass(frozen=True)
class Setting:
    """A variable of a module (of COMMON, where that is empty; of routines' own, where it is
    `saved`) that has this value whenever the routine is called; `base` is its type."""

    module: str
    name: str
    text: str
    base: str = ""
    saved: bool = False


@dataclass(frozen=True)
class Kept:
    """A routine whose saved variables are given: those that are passed with this `owner`, and
    `flags` (name, text, type, bytes), which hold the same in each call. `place` is its first
    statement."""

    owner: str
    flags: tuple[tuple[str, str, str, int], ...]
    place: Span


@dataclass(frozen=True)
class Cases:
    """The integer dummy `name` chooses one of `count` parts of the routine, one by `value`."""

    name: str
    count: int
    value: int


@dataclass(frozen=True)
class Calling:
    """The routine (of `module`, empty for an external one; or `inside` another procedure), what is
    passed to it in the order of the generated function's arguments, its result, and the layout of
    the COMMON blocks by name.
    `stubs` are subroutines without source that may do nothing, `stub_modules` what modules that are
    not given have of them; `wholes` what is of derived types.
    `dummies` are the routine's dummies in their order, `*` for alternate returns, `procedures`
    what is passed for those that are procedures; `texts` are those of files, by path, whose
    main program is the routine; `settings` what has to be set. `libraries` are the routines of BLAS
    and LAPACK that are called. `afresh`: each call begins as the first one does; `answers`: the
    last dummy is the value of the routine, a function. `kept` are routines that keep what they are
    given; `cases` is what chooses among many parts of the routine."""

    routine: str
    module: str
    passed: tuple[Passed, ...]
    result: Passed | None = None
    blocks: tuple[tuple[str, tuple[Stretch, ...]], ...] = ()
    stubs: tuple[str, ...] = ()
    stub_modules: tuple[tuple[str, tuple[str, ...]], ...] = ()
    wholes: tuple[Whole, ...] = ()
    dummies: tuple[str, ...] = ()
    texts: tuple[tuple[str, str], ...] = ()
    libraries: tuple[str, ...] = ()
    procedures: tuple[Bound, ...] = ()
    settings: tuple[Setting, ...] = ()
    afresh: bool = False
    answers: bool = False
    inside: str = ""
    kept: tuple[Kept, ...] = ()
    cases: Cases | None = None
