"""Dependencies for make: which files were made of which."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from adc.diagnostics import AdcError

#: What a backslash takes the meaning from; a dollar sign is doubled.
_ESCAPED = re.compile(r"[ #:*?\[]")
#: Characters for which no spelling is good in every place of a rule.
_UNSPEAKABLE = re.compile(r"[\x00-\x1f\x7f;=|\\]|^~|&$")


def depfile_text(folder: str, files: Iterable[str], inputs: tuple[str, ...]) -> str:
    """A Makefile rule: the written files depend on `inputs`; paths are as the user gave them.

    ADC0612: make cannot be told the name of one of them.
    """
    targets = [_target(os.path.join(folder, name)) for name in files]
    lines = " \\\n  ".join([*targets[:-1], targets[-1] + ":", *map(_escape, inputs)])
    # A rule without a recipe for each input: a source that was removed does not stop make.
    return lines + "\n" + "".join(f"\n{_target(path)}:\n" for path in inputs)


def is_depfile(text: str) -> bool:
    """Whether adc wrote `text` as a depfile: the first rule makes a manifest, among others."""
    rule = text.replace("\\\n", " ").split("\n", 1)[0]
    targets, colon, _ = rule.partition(": ")
    return bool(colon and re.search(r"(^|[ /])manifest\.json( |$)", targets))


def _target(path: str) -> str:
    """On the left of a rule a per cent sign would make a pattern of it."""
    return _escape(path).replace("%", "\\%")


def _escape(path: str) -> str:
    found = _UNSPEAKABLE.search(path)
    if found:
        raise AdcError.of(
            "ADC0612",
            f"a depfile cannot name {path!r}: make gives {found.group()!r} a meaning of its own",
            help="rename the file or folder, or leave `--depfile` out",
        )
    return _ESCAPED.sub(lambda m: f"\\{m.group()}", path.replace("$", "$$"))
