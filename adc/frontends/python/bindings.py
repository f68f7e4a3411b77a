"""The names that one file of several binds, and what each stands for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from adc.diagnostics import AdcError, Note, Span
from adc.frontends import surface
from adc.frontends.names import names_of, walk

Part = surface.Function | surface.Assign | surface.Class | surface.Import


@dataclass
class File:
    """One file, and what is known of the names that it binds."""

    module: surface.Module
    parts: dict[str, Part] = field(default_factory=dict)
    rejected: dict[str, AdcError] = field(default_factory=dict)
    unsettled: dict[str, Note] = field(default_factory=dict)
    decorated: dict[str, surface.Assign] = field(default_factory=dict)
    broken: AdcError | None = None

    @classmethod
    def of(cls, module: surface.Module) -> File:
        found = cls(module, rejected=dict(module.rejected), unsettled=dict(module.unsettled))
        for each in module.imports:
            if each.name != "*":
                found.parts[each.alias] = each
        for constant in module.constants:
            found.parts |= dict.fromkeys(names_of(constant), constant)
        named = {f.name for f in module.functions}
        found.decorated = {
            n: p for n, p in found.parts.items() if n in named and isinstance(p, surface.Assign)
        }
        found.parts |= {c.name: c for c in module.classes}
        found.parts |= {f.name: f for f in module.functions}
        return found

    @property
    def stars(self) -> list[surface.Import]:
        return [i for i in self.module.imports if i.name == "*"]

    def reached(self, function: surface.Function) -> set[str]:
        """The names that a function mentions, and those that what it mentions in the file does."""
        found: set[str] = set()
        pending: list[object] = [function]
        while pending:
            named = {
                n.name for n in walk(pending.pop(), inside=True) if isinstance(n, surface.Name)
            }
            for name in named - found:
                pending += [p for p in (self.parts.get(name), self.decorated.get(name)) if p]
            found |= named
        return found

    def binds(self, name: str) -> bool:
        known = name in self.parts or name in self.rejected or name in self.unsettled
        return known or self.broken is not None


def bound_by(part: Part) -> set[str]:
    """The names that a file binds to the part."""
    if isinstance(part, surface.Assign):
        return names_of(part)
    return {part.alias if isinstance(part, surface.Import) else part.name}


def unknown(name: str, span: Span, path: str, line: int = 1, as_written: bool = False) -> AdcError:
    """What to say of a part that the file at `path` may change, its own one `as_written`."""
    stays = f"leave `{name}` as it is there"
    way_out = f"{stays}, and change a copy"
    file = "this" if span.file == path else "another"
    return AdcError.of(
        "ADC0123", f"adc cannot tell the value of `{name}`: {file} file may change it", span,
        help=way_out if as_written else f"if no file does so, say `--as-written`; else {stays}",
        notes=(Note(f"{'here it' if file == 'this' else 'this file'} may", Span(path, line)),),
    )  # fmt: skip


def kept_names(value: surface.Expr) -> Iterator[str]:
    """The names of what a value may be, or be a part of."""
    if isinstance(value, (surface.Binary, surface.Unary, surface.Compare, surface.Number)):
        return
    yield from (n.name for n in walk(value, inside=True) if isinstance(n, surface.Name))


def is_dunder(name: str) -> bool:
    """Whether the name is of Python's own: `__init__`."""
    return name.startswith("__") and name.endswith("__")
