"""C that goes into many libraries, compiled once, and how libraries are linked."""

from __future__ import annotations

import atexit
import shutil
import subprocess
import tempfile
from functools import lru_cache
from pathlib import Path

#: A library of one small file is linked in half the time by gold.
LINKER = ("-fuse-ld=gold",) if shutil.which("ld.gold") else ()


@lru_cache(maxsize=None)
def object_of(text: str, *flags: str) -> Path:
    """The object file of `text`; it stays until this process ends."""
    folder = Path(tempfile.mkdtemp(prefix="adc-object-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    (folder / "text.c").write_text(text)
    words = [flag for flag in flags if flag != "-shared"]
    subprocess.run(["gcc", *words, "-c", "text.c"], cwd=folder, check=True)
    return folder / "text.o"
