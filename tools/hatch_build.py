"""Makes the parser's tables when a wheel of adc is built or adc is installed for editing.

A wheel takes them in as package data; an editable install reads them in the source tree. Tables
that cannot be made, or do not fit the Python and Lark that adc then runs with, cost the first run
half a second: it makes its own.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WITHIN = "adc/_data/tables"


class MakeTables(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        self._made = tempfile.TemporaryDirectory()
        target = Path(self.root, WITHIN) if version == "editable" else Path(self._made.name)
        command = [sys.executable, "-m", "adc.frontends.grammars", str(target)]
        done = subprocess.run(command, cwd=self.root, capture_output=True, text=True)
        if done.returncode:
            self.app.display_warning(f"no parser tables are shipped: {done.stderr}")
        elif version != "editable":
            found = sorted(target.glob("*.tables"))
            build_data["force_include"] |= {str(path): f"{WITHIN}/{path.name}" for path in found}

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        self._made.cleanup()
