"""The files that a source may import, as far as they are read, each with its text."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from adc.frontends.places import file_of, package_of, packages_of, text_of

_IMPORT = re.compile(
    r"(?:^|[;:])[ \t]*(?:from\b[ \t]*(\.*[ \t]*[\w.]*)[ \t]*\bimport\b[ \t]*"
    r"(\((?:#[^\n]*|[^)#])*\)|[^#\n;]*)|import[ \t]+([^#\n;]+))",
    re.MULTILINE,
)
_BY_TEXT = re.compile(r"\b(?:import_module|__import__)\s*\(\s*[\"']([\w.]+)[\"']")
_CONTINUED = re.compile(r"\\\r?\n")
#: What a module does where it is asked for something that it has not, with its body.
_ASKED = re.compile(r"^([ \t]*)def[ \t]+__getattr__[ \t]*\([ \t]*\w+[ \t]*(?::[^,()\n]*)?\).*\n"
                    r"(?:(?:\1[ \t]+\S.*|[ \t]*(?:#.*)?)\n)*", re.MULTILINE)  # fmt: skip


def own_texts(path: str, packages: frozenset[str] | None = None) -> dict[str, str]:
    """The files of the modules that the file at `path` may import, and these again, each with its
    text, "" where it has none; those of the packages that they are in run before them.

    Of folders that are named these are the files of `packages`, and those that may import one of
    them or of the source's own; all, where `packages` is None."""
    reader = _Reader(path)
    reader.follow(path, text_of(path))
    reader.follow_asked()
    kept = {*reader.found} if packages is None else _kept(reader.leading, packages)
    return {file: text for file, text in sorted(reader.found.items()) if file in kept}


@dataclass
class _Reader:
    """Follows imports: `leading` has the files that each one leads to, `asked` those that the
    module-level `__getattr__` of a file does."""

    main: str
    found: dict[str, str] = field(default_factory=dict)
    leading: dict[str, set[str]] = field(default_factory=dict)
    asked: dict[str, set[str]] = field(default_factory=dict)

    def follow(self, file: str, text: str) -> None:
        pending = [(file, text)]
        while pending:
            file, text = pending.pop()
            rest = _without_asked(text)
            self.leading[file] = {*packages_of(file), *imported_files(file, rest)}
            if rest != text:
                self.asked[file] = {*imported_files(file, text)} - self.leading[file]
            for other in self.leading[file] - {self.main}:
                if other not in self.found:
                    self.found[other] = text_of(other)
                    pending.append((other, self.found[other]))

    def follow_asked(self) -> None:
        """What a `__getattr__` imports runs where something asks for it: an import that would be
        followed anyway, or an attribute of that name."""
        while new := [
            (file, other) for file, others in self.asked.items() for other in others
            if other not in self.leading[file] and self._is_asked_for(other)
        ]:  # fmt: skip
            for file, other in new:
                self.leading[file].add(other)
                if other not in self.found and other != self.main:
                    self.found[other] = text_of(other)
                    self.follow(other, self.found[other])

    def _is_asked_for(self, file: str) -> bool:
        path = file.removesuffix(f"{os.sep}__init__.py").removesuffix(".py")
        word = os.path.basename(path)
        name = re.escape(word)
        mention = re.compile(rf"\.[ \t]*{name}\b|[\"']{name}[\"']")
        texts = (text_of(self.main), *self.found.values())
        return any(word in text and mention.search(_without_asked(text)) for text in texts)


def _without_asked(text: str) -> str:
    return _ASKED.sub("", text) if "__getattr__" in text else text


def _kept(leading: dict[str, set[str]], packages: frozenset[str]) -> set[str]:
    """The files of `packages` and of the source's own, and those that lead to them."""
    kept = {file for file in leading if package_of(file) in packages | {""}}
    importers: dict[str, set[str]] = {}
    for file, others in leading.items():
        for other in others:
            importers.setdefault(other, set()).add(file)
    pending = list(kept)
    while pending:
        more = importers.get(pending.pop(), set()) - kept
        kept |= more
        pending += more
    return kept


def imported_files(file: str, text: str) -> Iterator[str]:
    """The files of the modules that a text, which is that of `file`, may import."""
    text = _CONTINUED.sub(" ", text)
    for name in dict.fromkeys((*_imported_names(text), *_BY_TEXT.findall(text))):
        parts = name.split(".")
        for count in range(len(parts), 0, -1):
            found = file_of(file, ".".join(parts[:count]))
            if found:
                yield found


def _imported_names(text: str) -> Iterator[str]:
    """The modules that a text may import, and the names that it imports from them as such."""
    for match in _IMPORT.finditer(text):
        if match[3] is None:
            module = re.sub(r"[ \t]", "", match[1])
            yield module
            yield from (member(module, n) for n in re.findall(r"\w+", match[2]))
        else:
            yield from re.findall(r"[\w.]+", match[3])


def member(module: str, name: str) -> str:
    return f"{module}{name}" if module.endswith(".") else f"{module}.{name}"
