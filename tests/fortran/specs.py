"""What is to be proved of a Fortran routine: its arguments, the request, sizes and inputs.

A spec is a TOML table. It stands in a file of its own beside a kernel, or as comment lines over a
routine in a file of many (`blocks`). Keys:

- `routine`; `module` where it is a module procedure; `files` (more sources, in gfortran's order);
  `defines`, the macros that the preprocessor gets;
- `arguments`: "name: type(extents) words" in the routine's order, then COMMON and module variables
  marked by the word `outside`. Types: float64 float32 int32 int64 bool char text; extents in
  Fortran's order; `absent` marks an OPTIONAL argument that is not passed, `protected` a variable
  whose value the shim cannot change (`inputs` or `sizes` give the one it has);
- `result`: "name: type" of a function;
- `declarations`: Fortran lines that make the outside variables visible (USE, types, COMMON);
- `wrt`, `of`, `sizes`, `inputs`, `edges`, `also`, `oracle`, `expected` as in `tests.proof.cases`;
- `texts`: what character arguments (type `text`) hold, which are fixed while compiling;
- `inactive`: subroutines whose calls are left out;
- `either`: adc may refuse it, but what it takes must be right;
- `twin`: the case of `tests/cases` that does the same in Python, names in lower case.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

BY_VALUE = ("int32", "int64", "bool", "char")
_ARGUMENT = re.compile(r"(\w+)\s*:\s*(\w+)\s*(?:\((.*)\))?\s*([\w ]*)")


@dataclass(frozen=True)
class Argument:
    """One argument: `extents` are expressions of sizes in Fortran's order."""

    name: str
    dtype: str
    extents: tuple[str, ...] = ()
    words: tuple[str, ...] = ()

    @property
    def by_value(self) -> bool:
        """Integer and character scalars, which are in a case's sizes, and logical ones, which are
        among its inputs."""
        return not self.extents and self.dtype in BY_VALUE

    @property
    def is_fixed(self) -> bool:
        """Not passed to the original: left out, or with a value that cannot be changed."""
        return "absent" in self.words or "protected" in self.words or self.is_text

    @property
    def is_text(self) -> bool:
        """A character argument whose text is fixed while compiling."""
        return self.dtype == "text"

    @property
    def is_outside(self) -> bool:
        return "outside" in self.words


def argument(text: str) -> Argument:
    match = _ARGUMENT.fullmatch(text.strip())
    assert match, f"not an argument: {text}"
    name, dtype, extents, words = match.groups()
    split = tuple(e.strip() for e in extents.split(",")) if extents else ()
    return Argument(name, dtype, split, tuple(words.split()))


@dataclass(frozen=True)
class Spec:
    """A spec as read; `sources` are paths, the one with the routine last."""

    name: str
    sources: tuple[Path, ...]
    routine: str
    arguments: tuple[Argument, ...]
    wrt: tuple[str, ...]
    of: tuple[str, ...]
    module: str = ""
    result: Argument | None = None
    declarations: str = ""
    sizes: Mapping[str, int] = field(default_factory=dict)
    either: bool = False
    twin: str = ""
    defines: tuple[str, ...] = ()
    inactive: tuple[str, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict)
    rest: Mapping[str, Any] = field(default_factory=dict)

    @property
    def integers(self) -> tuple[str, ...]:
        """What the shim takes by value: the sizes, then logical arguments."""
        logicals = (a.name for a in self.arguments if a.by_value and a.dtype == "bool")
        return (*self.sizes, *logicals)

    @property
    def outside(self) -> tuple[Argument, ...]:
        return tuple(a for a in self.arguments if a.is_outside)

    @property
    def dummies(self) -> tuple[Argument, ...]:
        return tuple(a for a in self.arguments if not a.is_outside)


def spec_of(name: str, facts: Mapping[str, Any], sources: tuple[Path, ...]) -> Spec:
    facts = dict(facts)
    facts.pop("files", None)
    return Spec(
        name=name,
        sources=sources,
        routine=facts.pop("routine"),
        arguments=tuple(argument(a) for a in facts.pop("arguments")),
        wrt=tuple(facts.pop("wrt")),
        of=tuple(facts.pop("of", ())),
        module=facts.pop("module", ""),
        result=argument(facts.pop("result")) if "result" in facts else None,
        declarations=facts.pop("declarations", ""),
        sizes=facts.pop("sizes", {}),
        defines=tuple(facts.pop("defines", ())),
        inactive=tuple(facts.pop("inactive", ())),
        texts=facts.pop("texts", {}),
        either=facts.pop("either", False),
        twin=facts.pop("twin", ""),
        rest={k: tuple(v) if isinstance(v, list) else v for k, v in facts.items()},
    )


def kernel_specs(folder: Path) -> dict[str, Spec]:
    """The specs `*.toml` of a folder; the source has the same stem, or `files` names them."""
    specs = {}
    for path in sorted(folder.glob("*.toml")):
        facts = tomllib.loads(path.read_text())
        files = facts.get("files") or [_beside(path).name]
        sources = tuple(path.parent / f for f in files)
        specs[path.stem] = spec_of(path.stem, facts, sources)
    return specs


def _beside(path: Path) -> Path:
    (source,) = (p for s in (".f", ".f90") if (p := path.with_suffix(s)).exists())
    return source


@dataclass(frozen=True)
class Block:
    """One spec and its program text in a file of many."""

    name: str
    facts: Mapping[str, Any]
    text: str


def blocks(path: Path) -> Iterator[Block]:
    """The blocks of a file: `!=== name`, comment lines with TOML, program text."""
    parts = re.split(r"^!=== *(.*)\n", path.read_text(), flags=re.MULTILINE)
    for name, part in zip(parts[1::2], parts[2::2], strict=True):
        lines = part.splitlines(keepends=True)
        head = next(i for i, line in enumerate(lines) if not line.startswith("! "))
        facts = tomllib.loads("".join(line[2:] for line in lines[:head]))
        yield Block(name.strip(), facts, "".join(lines[head:]))
