"""What imports from other files of the source leave open: which file a module is, what of a package
and its modules has a name, what decorators of other files make of functions."""

from __future__ import annotations

import os
from typing import Any, Protocol

from adc.diagnostics import AdcError, Note, Span
from adc.frontends import surface
from adc.frontends.names import walk
from adc.frontends.own_modules import member
from adc.frontends.places import file_of, files_of
from adc.frontends.python.shared_parts import SharedParts
from adc.frontends.python.wrapped.following import handed_on


class Linker(Protocol):
    """What knows the files of the source."""

    @property
    def sharing(self) -> SharedParts: ...

    @property
    def stars(self) -> Any: ...

    def file(self, path: str) -> Any: ...

    def origin(self, path: str, part: surface.Import) -> tuple[str, str] | None: ...


def check_decorators(linker: Linker, path: str, function: surface.Function) -> None:
    """ADC0125 for what another file's function may make of this one; ADC0123 where that may be
    another function."""
    if function.handed_on:
        known = handed_on(path, linker.file(path).module.text, function.span.line)
        for where, name in sorted(known.used) if known is not None else ():
            part = linker.file(where).parts.get(name)
            bound = part if part is not None else surface.Name(name, Span(where, 1))
            linker.sharing.changed(where, name, bound)
        return
    for decorator in function.passed_over:
        part, stars = linker.file(path).parts.get(decorator.name), linker.file(path).stars
        if isinstance(part, surface.Import):
            found = linker.origin(path, part)
            own = found is not None and not _gives_back(linker, *found)
            own |= any(_from_star(linker, path, s, decorator.name) for s in stars)
        else:
            own = part is None and any(file_of(path, s.module) for s in stars)
        if own:
            raise AdcError.of(
                "ADC0125", f"the decorator `{decorator.name}` of another file may make another"
                " function of this one", decorator.span,
                help="remove it, and write what it does into the function",
            )  # fmt: skip


def _from_star(linker: Linker, path: str, star: surface.Import, name: str) -> bool:
    """Whether `from module import *`, of a file of the source, may bind the name."""
    where = file_of(path, star.module)
    is_open = linker.stars.is_open(path, star)
    return bool(where) and (not is_open or linker.stars.exports(where, name))


def _gives_back(linker: Linker, path: str, name: str) -> bool:
    """Whether a function only returns what it is given, once that has been put on record."""
    found = linker.file(path).parts.get(name)
    if not isinstance(found, surface.Function) or found.passed_over or not found.body:
        return False
    *before, last = found.body
    if not all(map(_is_remark, before)):
        return False
    value = last.values[0] if isinstance(last, surface.Return) and last.values else None
    given = found.parameters[0].name if found.parameters else ""
    return isinstance(value, surface.Name) and value.name == given


def _is_remark(statement: surface.Statement) -> bool:
    """Whether it is `known[…] = …` or `f.tested = …`, which changes no function."""
    return isinstance(statement, surface.Assign) and all(
        (isinstance(t, surface.Subscript) and not any(map(_of_python, walk(t.value))))
        or (isinstance(t, surface.Attribute) and not t.name.startswith("__"))
        for t in statement.targets
    )


def _of_python(node: object) -> bool:
    """Whether it is what functions have of Python's own: `f.__globals__`."""
    return isinstance(node, surface.Attribute) and node.name.startswith("__")


def check_unchanged(linker: Linker, path: str, name: surface.Name) -> None:
    """ADC0123 where another file may bind anew what a name of the file means, of the source's
    own."""
    part = linker.file(path).parts.get(name.name)
    found = linker.origin(path, part) if isinstance(part, surface.Import) else (path, name.name)
    if found is not None and found[1]:
        linker.sharing.changed(*found, name)


def check_alone(path: str, part: surface.Import) -> None:
    """ADC0123 where more than one file may be the module that is imported."""
    two = files_of(path, part.module)
    if len(two) > 1:
        raise AdcError.of(
            "ADC0123", f"two files may be the module `{part.module}`: which one it is depends on"
            " how the program is started", part.span, help="give one of them another name",
            notes=tuple(Note("one of them", Span(each, 1)) for each in two),
        )  # fmt: skip


def check_paths(linker: Linker, path: str, part: surface.Import) -> None:
    """ADC0123 where a file has Python look for the module that is imported in other folders."""
    found = file_of(path, part.module) if not part.module.startswith(".") else ""
    for where, line, folder in linker.sharing.search_paths if found else ():
        inside = os.path.join(folder or "", *part.module.split(".")[:1])
        other = [f for f in (f"{inside}.py", inside) if folder is not None and os.path.exists(f)]
        known = (found, found.removesuffix(f"{os.sep}__init__.py"))
        within = [os.path.join(f, "") for f in other if not f.endswith(".py")]
        if folder is None or (
            other and other[0] not in known and not found.startswith(tuple(within))
        ):
            raise AdcError.of(
                "ADC0123", f"which file the module `{part.module}` is depends on `sys.path`,"
                " which is changed", part.span, help="import it from its package, or move it",
                notes=(Note("changed here", Span(where, line)),),
            )  # fmt: skip


def check_shadowed(linker: Linker, package: str, name: str, span: Span) -> None:
    """ADC0123 where what a package has under a name is not its module of this name, which may be
    put there or not, by the order of imports."""
    inner = file_of(package, f".{name}") if package.endswith("__init__.py") else ""
    part = linker.file(package).parts.get(name) if inner else None
    if not isinstance(part, surface.Import) or inner not in linker.sharing.texts:
        return
    if part.name is None and file_of(package, part.module) == inner:
        return  # `import package.module as module`
    if linker.origin(package, part) != (inner, ""):
        raise _two_things(name, span)


def check_submodule(linker: Linker, package: str, name: str, span: Span) -> None:
    """ADC0123 where a package binds a name that one of its modules may take from it."""
    inner = file_of(package, f".{name}") if package.endswith("__init__.py") else ""
    if not inner or inner not in linker.sharing.texts:
        return
    part = linker.file(package).parts.get(name)
    if isinstance(part, surface.Import) and inner in (
        file_of(package, part.module), file_of(package, member(part.module, part.name or "")),
    ):  # fmt: skip
        return  # the module was there before
    raise _two_things(name, span)


def _two_things(name: str, span: Span) -> AdcError:
    return AdcError.of(
        "ADC0123", f"`{name}` is bound by a package, and is one of its modules, too", span,
        help="give one of them another name",
    )  # fmt: skip


def unbound(note: Note | None, path: str, name: str) -> AdcError:
    """What to say of a name that a file does not bind, or, where a `note` tells so, not to what
    adc can tell."""
    short = os.path.basename(path)
    if note is not None:
        return AdcError.of(
            "ADC0123", f"adc cannot tell the value of `{name}`: it does not run {short}",
            note.span, help=f"bind `{name}` once, to a constant, or make it an argument",
            notes=(note,),
        )  # fmt: skip
    return AdcError.of(
        "ADC0225", f"{short} binds no `{name}`", Span(path, 1),
        help="define it there, or import it from where it is",
    )  # fmt: skip
