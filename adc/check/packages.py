"""The package that a file of the original is in. Part of the program that runs the original, which
imports nothing of adc."""

from __future__ import annotations

import os
import re


def package_of(source: str, text: bytes) -> tuple[str, str]:
    """The folder from which Python would import the file, and the package that it is in: by the
    `__init__.py` beside it and above, or its folder where it imports relatively."""
    folder, names = os.path.dirname(source), list[str]()
    while os.path.isfile(os.path.join(folder, "__init__.py")):
        names.insert(0, os.path.basename(folder))
        folder = os.path.dirname(folder)
    folder, names = _named_around(folder, names, text)
    relative = max(map(len, re.findall(rb"^[ \t]*from[ \t]+(\.+)", text, re.MULTILINE)), default=0)
    while len(names) < relative:
        names.insert(0, os.path.basename(folder))
        folder = os.path.dirname(folder)
    return folder, ".".join(names)


def _named_around(folder: str, names: list[str], text: bytes) -> tuple[str, list[str]]:
    """The same where the text imports a package that is around it: folders in between may be parts
    of that without an `__init__.py`."""
    above, between = folder, list[str]()
    for _ in range(6):
        name = os.path.basename(above)
        imports = rb"^[ \t]*(?:from|import)[ \t]+" + re.escape(name.encode()) + rb"\b"
        package = os.path.isfile(os.path.join(above, "__init__.py"))
        if name and package and re.search(imports, text, re.MULTILINE):
            return os.path.dirname(above), [name, *between, *names]
        above, between = os.path.dirname(above), [name, *between]
    return folder, names
