"""What is asked of the files of a source, by whoever looks for what they may set."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from adc.frontends.python.module_values import ModuleValues
from adc.frontends.python.settings import Settings


class SourceFiles(Protocol):
    """The files of a source, as `adc.frontends.python.shared_parts` knows them."""

    main: str

    @property
    def texts(self) -> Mapping[str, str]: ...

    @property
    def file(self) -> Callable[[str], Any]: ...

    @property
    def module_values(self) -> ModuleValues: ...

    def settings(self, path: str) -> Settings: ...

    def aliases(self, name: str) -> frozenset[str]: ...
