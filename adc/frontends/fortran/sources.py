"""All files of the command line: where a routine or module is, and its scope."""

from __future__ import annotations

import copy
import difflib
import re
from collections.abc import Iterator, Mapping

from adc.diagnostics import AdcError, Note
from adc.frontends.fortran import tree
from adc.frontends.fortran.elaboration.elaborate import Elaboration
from adc.frontends.fortran.elaboration.naming import Texts
from adc.frontends.fortran.library import (
    BLOCK_SIZES,
    MACHINE_CONSTANTS,
    MESSAGES,
    is_double,
    is_supplied,
    library_unit,
)
from adc.frontends.fortran.moving import Moving, moving
from adc.frontends.fortran.reached_text import reached
from adc.frontends.fortran.reals import AS_WRITTEN, Reals, promoted_reals
from adc.frontends.fortran.scope import UnitScope
from adc.frontends.fortran.submodules import joined
from adc.frontends.fortran.units import LazyUnit
from adc.frontends.fortran.usage import walk
from adc.frontends.fortran.whole_components import given_whole

_WORD = re.compile(r"[a-z][a-z0-9_]*")
_ROUTINES = ("subroutine", "function")
#: How many routines a message lists.
_LISTED = 12


class Sources:
    """The program units of all files, whatever the order of the files."""

    def __init__(
        self, files: list[tree.File], ruled: Mapping[str, tree.Unit] = {}, reals: str = ""
    ) -> None:
        """`ruled` are external subroutines that stand for those of `files` with their names;
        `reals` are those that are promoted in them."""
        self.files = files
        self._reals = promoted_reals(reals)
        self._externals: dict[str, list[tree.Unit]] = {}
        self._modules: dict[str, list[tree.Unit]] = {}
        self._hosts: dict[int, tree.Unit] = {}
        self._scopes: dict[int, UnitScope] = {}
        self._library: dict[str, tree.Unit | None] = {}
        self._looped = False
        self._target: tree.Unit | None = None
        self._moving: Moving | None = None
        self._specialised: dict[tuple[int, tuple[tuple[str, int], ...]], tree.Unit] = {}
        self.elaboration = Elaboration(self, self._read)
        joined(files)
        units = [u for file in files for u in file.units]
        for unit in sorted(units, key=_depth):  # the procedures of a submodule are inside of it
            self._index(unit)
        for name, unit in ruled.items():
            self._externals[name] = [unit]

    def _index(self, unit: tree.Unit) -> None:
        if unit.kind in _ROUTINES:
            self._externals.setdefault(unit.name, []).append(unit)
        elif unit.kind == "module" and not _depth(unit):
            self._modules.setdefault(unit.name, []).append(unit)
        self._index_hosts(unit)

    def _read(self) -> Texts:
        """The text of all units, in which new names must not occur."""
        units = [u for file in self.files for u in file.units if isinstance(u, LazyUnit)]
        words: set[str] = set()
        glued: list[str] = []
        for unit in units:
            for text, fixed in unit.texts():
                words.update(_WORD.findall(text))
                glued += [text] if fixed else []
        return Texts(frozenset(words), "\n".join(glued))

    def allocating(self, component: str) -> list[tree.Unit]:
        """The units whose text has a component `component` with subscripts, or bounds."""
        return [u for u, own in self._texts() if any(f"%{component}(" in line for line in own)]

    def given_whole(self, component: str) -> bool:
        """Whether a text may give components `component` the lower bounds of a value."""
        return given_whole(component, (lines for _, lines in self._texts()))

    def moving(self) -> Moving:
        """The procedures that may take an array's storage by MOVE_ALLOC."""
        if self._moving is None:
            self._moving = moving((u.kind, u.name, lines) for u, lines in self._texts())
        return self._moving

    def is_only_allocated(self, component: str) -> bool:
        """Whether texts use a component `component`, and none may have it point to something by
        `=>`, nor give it another array where a name is bound to the one that it points to."""
        own, nothing = rf"%{component}(?!\w)", r"\s*=>\s*null\s*\(\s*\)"
        using = [(u, s) for u, lines in self._texts() for s in lines if re.search(own, s)]
        for unit, line in using:
            rest = re.sub(own + nothing, "", line)
            if "=>" not in rest or not re.search(own, rest):
                continue
            if re.search(own + r"\s*(\([^=]*\))?\s*=>", rest) or self._may_give(unit, own):
                return False
        return bool(using)

    def _may_give(self, unit: tree.Unit, own: str) -> bool:
        """Whether the text of `unit`, or of what it may call, gives the component of the pattern
        `own` an array, or none."""
        words = {id(u): set(_WORD.findall(" ".join(s))) for u, s in self._texts()}
        units = {id(u): u.name for u, _ in self._texts()}
        giving = {
            id(u) for u, lines in self._texts()
            if any(re.search(own, s) and re.search("allocate|nullify|move_alloc|null *\\(", s)
                   for s in lines)
        }  # fmt: skip
        bound = [(a, b) for _, lines in self._texts() for s in lines
                 for a, b in re.findall(r"(\w+)\s*=>\s*(\w+)", s)]  # fmt: skip
        names, before = {units[u] for u in giving}, set[str]()
        while names != before:
            before = set(names)
            names |= {a for a, b in bound if b in names}
            giving |= {u for u in units if words[u] & names}
            names |= {units[u] for u in giving}
        return id(unit) in giving

    def is_never_set(self, component: str) -> bool:
        """Whether nothing that the routine leads to may give a component `component`, a pointer to
        an object, a target, or ask for it."""
        own = rf"%{component}(?![\w%(])"
        set_here = rf"{own} *=>|(allocate|nullify|associated|move_alloc|null)\b.*{own}"
        texts = list(self._texts())
        texts = reached(self._target, texts) if self._target is not None else texts
        return not any(re.search(set_here, s) for _, lines in texts for s in lines)

    def allocating_array(self, name: str) -> list[tree.Unit]:
        """The units whose text has ALLOCATE, and `name`, or what that is a component of."""
        name = self.elaboration.names.origins.get(name, name).partition("%")[0]
        found = []
        for unit, own in self._texts():
            if any("allocate" in line for line in own) and any(name in line for line in own):
                found.append(unit)
        return found

    def _texts(self) -> Iterator[tuple[tree.Unit, list[str]]]:
        """All units, each with its own lines."""
        pending = [u for file in self.files for u in file.units]
        while pending:
            unit = pending.pop(0)
            pending += unit.contains
            if isinstance(unit, LazyUnit):
                yield unit, list(unit.lines())

    def host(self, unit: tree.Unit) -> tree.Unit | None:
        """The module or routine that `unit` is inside of."""
        return self._hosts.get(id(unit))

    def adopt(self, unit: tree.Unit, host: tree.Unit | None) -> None:
        """Takes in a unit that stands for one inside `host`."""
        if host is not None:
            self._hosts[id(unit)] = host

    def _index_hosts(self, unit: tree.Unit) -> None:
        if isinstance(unit, LazyUnit):
            unit.elaborate, unit.moving = self.elaboration.unit, self.moving
        for inner in unit.contains:
            self._hosts[id(inner)] = unit
            self._index_hosts(inner)
        if isinstance(unit, LazyUnit) and unit.parent is not None:
            self._hosts[id(unit)] = unit.parent

    def scope(self, unit: tree.Unit) -> UnitScope:
        """The scope of `unit`, always the same one."""
        if id(unit) not in self._scopes:
            host = self._hosts.get(id(unit))
            inside = self.scope(host) if host is not None else None
            self._scopes[id(unit)] = UnitScope(unit, inside, self)
        return self._scopes[id(unit)]

    def specialised(self, unit: tree.Unit, table: Mapping[str, tree.Unit]) -> tuple[tree.Unit, int]:
        """`unit` without the dummies of `table`, which mean these procedures in it, and its number
        among all such units; always the same one."""
        key = (id(unit), tuple(sorted((dummy, id(u)) for dummy, u in table.items())))
        if key not in self._specialised:
            rest = tuple(a for a in unit.arguments if a.name not in table)
            own = tree.Unit(
                unit.kind, unit.name, rest, unit.declarations, unit.body, (), unit.span,
                unit.result, unit.type, unit.prefixes, unit.error, unit.aliases, unit.family,
                unit.leading,
            )  # fmt: skip
            self._specialised[key] = own
            host = self._hosts.get(id(unit))
            inside = self.scope(host) if host is not None else None
            self._scopes[id(own)] = UnitScope(own, inside, self, table)
            if host is not None:
                self._hosts[id(own)] = host
        return self._specialised[key], list(self._specialised).index(key)

    def external(self, name: str) -> tree.Unit | None:
        """The external subroutine or function `name`, of a known library where no file has one or
        where the file's lays bits over machine constants or keeps them, or takes a message as
        integers; raises ADC0245 where two files have one."""
        given = self.given(name)
        if given is None:
            return self._of_library(name)
        if name in MACHINE_CONSTANTS and _finds_out(given):
            return self._of_library(name, is_double(given) or self._reals.default == 8)
        if name in MESSAGES and _takes_integers(given):
            return self._of_library(name)
        if name == BLOCK_SIZES and _is_of_lapack(given):
            return self._of_library(name)
        return given

    def given(self, name: str) -> tree.Unit | None:
        """The external procedure `name` of files or rules; raises ADC0245 where two have one."""
        return _only(self._externals.get(name, []))

    def with_loops(self) -> Sources:
        """The same files, where vectors of BLAS have lengths that data decide."""
        found = copy.copy(self)
        found._scopes, found._library, found._specialised = {}, {}, {}
        found._looped = True
        return found

    def _of_library(self, name: str, double: bool = False) -> tree.Unit | None:
        if name not in self._library:
            self._library[name] = library_unit(name, self._looped, double)
        return self._library[name]

    def reals_of(self, unit: tree.Unit) -> Reals:
        """How many bytes reals have in `unit`: in routines of libraries what their text says."""
        return AS_WRITTEN if is_supplied(unit) else self._reals

    def module(self, name: str) -> tree.Unit | None:
        """The module `name`; raises ADC0245 where there are two."""
        return _only(self._modules.get(name, []))

    def uses_of(self, module: str) -> list[str]:
        """The given modules that the module `module` uses itself."""
        unit = self.module(module)
        if unit is None:
            return []
        uses = [d for d in unit.stated.declarations if isinstance(d, tree.Use) and not d.intrinsic]
        return [use.module for use in uses if use.module in self._modules]

    # -- the routine that is asked for -------------------------------------------------------------

    def routines(self) -> list[tree.Unit]:
        """The external and module procedures, in the order of the files."""
        found = []
        for file in self.files:
            for unit in file.units:
                inside = unit.contains if unit.kind == "module" else (unit,)
                inside = inside if not _depth(unit) else ()  # the module has them
                found += [u for u in inside if u.kind in _ROUTINES]
        return found

    def find(self, name: str | None) -> tree.Unit:
        """The routine called `name`, in either case, or the only one there is.

        `module.name` chooses where two modules have one. Raises ADC0208 where there is none or
        more than one, ADC0245 where one is defined twice, and what is wrong in the routine.
        """
        found = self._find(name.lower() if name is not None else None)
        self._target = found
        found = self.elaboration.target(found)
        if found.error is not None:
            raise found.error
        return found

    def dummies(self, name: str | None) -> frozenset[str]:
        """The names of the dummies of the routine that `find` finds, before anything else of it is
        read."""
        found = self._find(name.lower() if name is not None else None)
        return found.dummies if isinstance(found, LazyUnit) else frozenset()

    def _find(self, name: str | None) -> tree.Unit:
        routines = self.routines()
        if not routines:
            raise self._no_routines()
        if name is None:
            if len(routines) > 1:
                raise _several(routines)
            return routines[0]
        found = [u for u in routines if name in (u.name, self._qualified(u))] or self._inner(name)
        if not found:
            raise self._none(name, routines)
        if len(found) > 1:
            raise self._ambiguous(name, found)
        return found[0]

    def _inner(self, name: str) -> list[tree.Unit]:
        """The procedures called `name` that are inside of others."""
        hosts = {id(h): h for h in self._hosts.values() if h.kind != "module"}
        inside = (u for h in hosts.values() for u in h.contains)
        return [u for u in inside if name in (u.name, self._qualified(u))]

    def in_submodule(self, name: str | None) -> AdcError | None:
        """What is wrong with the submodule that has the routine `name`: of which it is a part, or
        which its module has an interface of."""
        units = [u for file in self.files for u in file.units]
        submodules = [u for u in units if u.kind == "submodule"]
        own = {u.name for s in submodules for u in s.contains}
        declared = [d for u in units if u.kind == "module" for d in u.declarations]
        listed = {n for d in declared if isinstance(d, tree.Interface) for n in d.procedures}
        inside = name is None or name in own | listed
        return next((u.error for u in submodules), None) if inside else None

    def _no_routines(self) -> AdcError:
        error = self.in_submodule(None)
        if error is not None:
            return error
        program = self._main_program(None)
        if program is not None:
            return _is_program(program)
        first = next((u.span for file in self.files for u in file.units), None)
        message = "the given files define no subroutine and no function"
        way_out = "give the file that defines the routine"
        return AdcError.of("ADC0208", message, first, help=way_out)

    def _main_program(self, name: str | None) -> tree.Unit | None:
        """The main program, if it is called `name` or nothing is asked for by name."""
        units = (u for file in self.files for u in file.units if u.kind == "program")
        return next((u for u in units if name in (None, u.name)), None)

    def _qualified(self, unit: tree.Unit) -> str:
        host = self._hosts.get(id(unit))
        while isinstance(host, LazyUnit) and host.parent is not None:
            host = host.parent
        return f"{host.name}.{unit.name}" if host is not None else unit.name

    def _none(self, name: str, routines: list[tree.Unit]) -> AdcError:
        error = self.in_submodule(name)
        if error is not None:
            return error
        program = self._main_program(name)
        if program is not None:
            return _is_program(program)
        names = [u.name for u in routines]
        close = difflib.get_close_matches(name, names, 3)
        way_out = f"did you mean {_quoted(close)}?" if close else f"choose one of {_quoted(names)}"
        message = f"no given file has a routine `{name}`"
        return AdcError.of("ADC0208", message, routines[0].span, help=way_out)

    def _ambiguous(self, name: str, found: list[tree.Unit]) -> AdcError:
        names = list(dict.fromkeys(self._qualified(u) for u in found))
        if len(names) < len(found):
            return _twice(found)
        notes = tuple(Note("another one is here", u.span) for u in found)
        message = f"there are {len(found)} routines `{name}`"
        way_out = f"choose one of {_quoted(names)}"
        return AdcError.of("ADC0208", message, found[0].span, help=way_out, notes=notes[1:])


def _depth(unit: tree.Unit) -> int:
    """How far a unit is inside of modules, as submodules are."""
    parent = unit.parent if isinstance(unit, LazyUnit) else None
    return 0 if parent is None else 1 + _depth(parent)


def _only(units: list[tree.Unit]) -> tree.Unit | None:
    if len(units) > 1:
        raise _twice(units)
    return units[0] if units else None


def _twice(units: list[tree.Unit]) -> AdcError:
    return AdcError.of(
        "ADC0245",
        f"the {units[0].kind} `{units[0].name}` is defined twice",
        units[1].span,
        help="give only one of the files, or remove one definition",
        notes=(Note("defined first here", units[0].span),),
    )


def _several(routines: list[tree.Unit]) -> AdcError:
    names = [u.name for u in routines]
    message = f"the given files have {len(names)} routines: {_quoted(names)}"
    way_out = f"choose one, as in `--function {names[0]}`"
    return AdcError.of("ADC0208", message, routines[0].span, help=way_out)


def _is_program(unit: tree.Unit) -> AdcError:
    return AdcError.of(
        "ADC0208", f"`{unit.name}` is a main program" if unit.name else "this is a main program",
        unit.span,
        help="choose a routine that it calls, or give `--program` to take the program itself",
    )  # fmt: skip


def _quoted(names: list[str]) -> str:
    listed = ", ".join(f"`{n}`" for n in names[:_LISTED])
    return listed if len(names) <= _LISTED else f"{listed} and {len(names) - _LISTED} more"


def _takes_integers(unit: tree.Unit) -> bool:
    """Whether the unit's first argument is declared as an integer."""
    first = [a.name for a in unit.stated.arguments[:1]]
    return any(
        [e.name] == first
        for d in unit.stated.declarations
        if isinstance(d, tree.TypeDeclaration) and d.type.base == "integer"
        for e in d.entities
    )


def _is_of_lapack(unit: tree.Unit) -> bool:
    """Whether the unit makes numbers of letters, and asks for names as LAPACK's own does: another
    one may tell anything."""
    parts = list(walk(unit.body))
    return any(isinstance(n, tree.Apply) and n.name == "ichar" for n in parts) and any(
        isinstance(n, tree.String) and "QRF" in n.value for n in parts
    )


def _finds_out(unit: tree.Unit) -> bool:
    """Whether variables of the unit share storage by EQUIVALENCE, or are saved."""
    return any(
        isinstance(d, tree.Equivalence)
        or (isinstance(d, tree.Unsupported) and d.what == "equivalence")
        or (isinstance(d, tree.AttributeStatement) and d.attribute.name == "save")
        for d in unit.stated.declarations
    )
