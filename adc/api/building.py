"""From a request to a loaded module: found in the cache folder, or compiled and built."""

from __future__ import annotations

import ctypes
import importlib.util
import shutil
import sys
import tempfile
import threading
import types
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adc.api import kept
from adc.api.fingerprint import fingerprint
from adc.api.refusals import texts
from adc.api.signature import declared
from adc.cli.observer import TerminalObserver
from adc.diagnostics import AdcError
from adc.diagnostics.citing import cited_names, file_name
from adc.options import Request

if TYPE_CHECKING:
    from adc.pipeline import Compiled

#: One compilation at a time: isl's answers and Python's limit of nested calls are the process's.
LOCK = threading.RLock()
#: A source that is written while it is read is read again, so often.
_ATTEMPTS = 5


@dataclass(frozen=True)
class Loaded:
    """A built derivative and the module of its wrapper."""

    built: kept.Built
    manifest: dict[str, Any]
    module: types.ModuleType

    @property
    def entry(self) -> str:
        return str(self.manifest["entry"])


_loaded: dict[str, Loaded] = {}


def loaded(request: Request, observer: TerminalObserver) -> Loaded:
    """What `request` leads to: of this process, of the cache folder, or built now.

    AdcError where the request is refused, no compiler is found, or the library cannot be built or
    loaded.
    """
    key = fingerprint(request)
    if key not in _loaded:
        with kept.alone(key):
            found = _kept(key)
            if found is None:
                key, found = _made(key, request, observer)
            _loaded[key] = found
    return _loaded[key]


def _kept(key: str) -> Loaded | None:
    found = kept.find(key)
    if found is None:
        return None
    try:
        return _load(found)
    except OSError:  # a library that it was linked with has gone, or it may not be run there
        return None


def _made(key: str, request: Request, observer: TerminalObserver) -> tuple[str, Loaded]:
    """Compiled and built, under the key of what was read."""
    from adc.pipeline import compile_request

    for _ in range(_ATTEMPTS):
        compiled = compile_request(request, observer)
        facts = {
            "parameters": _parameters(compiled, request),
            "warnings": _warnings(compiled, observer),
        }
        now = fingerprint(request)
        if now == key:
            break
        key = now
    return key, _build(key, compiled.files, facts)


def _build(key: str, files: dict[str, str], facts: dict[str, Any]) -> Loaded:
    from adc.check.build import make_library

    try:
        with _folder() as folder:
            library = make_library(files, _entry(files), folder)
            library.with_name(f"{_entry(files)}.o").unlink(missing_ok=True)
            built = kept.keep(key, folder, facts)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise AdcError.of(
            "ADC0603",
            f"cannot build in {error.filename or 'the cache folder'}: {reason}",
            help="make room there, or set XDG_CACHE_HOME to another folder",
        ) from None
    try:
        return _load(built)
    except OSError as error:
        return _load_elsewhere(built, error)


@contextmanager
def _folder() -> Iterator[Path]:
    """A folder to build in; it goes where that fails."""
    folder = kept.new_folder()
    try:
        yield folder
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def _entry(files: dict[str, str]) -> str:
    (wrapper,) = [name for name in files if name.endswith(".py")]
    return wrapper.removesuffix(".py")


def _warnings(compiled: Compiled, observer: TerminalObserver) -> list[str]:
    """Their texts, for whoever asks again, from wherever: files are called by their names."""
    found = texts(compiled.warnings, observer.sources)
    cited = cited_names(compiled.read)
    for path in compiled.read:
        found = [text.replace(path, file_name(path, cited)) for text in found]
    return found


def _parameters(compiled: Compiled, request: Request) -> list[dict[str, Any]]:
    """Of a Python source: what its text says of the parameters."""
    from adc.frontends.source import read_source

    span = compiled.primal.span
    if span is None or request.language != "python":
        return []
    return declared(read_source(request.sources[0]), compiled.primal.name, span.line)


def _load(built: kept.Built) -> Loaded:
    """Runs the wrapper's module, which loads the library. OSError where that cannot be."""
    manifest = built.manifest
    entry = manifest["entry"]
    ctypes.CDLL(str(built.folder / manifest["library"]))
    name = f"adc_built_{built.folder.name.lstrip('.').replace('-', '_')}"
    spec = importlib.util.spec_from_file_location(name, built.folder / f"{entry}.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # results are pickled by the name of their class there
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return Loaded(built, manifest, module)


def _load_elsewhere(built: kept.Built, error: OSError) -> Loaded:
    """From a folder of this process's, for the cache may lie where nothing can be run."""
    folder = Path(tempfile.mkdtemp(dir=kept.own_folder()))
    shutil.copytree(built.folder, folder, dirs_exist_ok=True)
    try:
        return _load(kept.Built(folder, built.facts))
    except OSError:
        raise AdcError.of(
            "ADC0502",
            f"the library that was built cannot be loaded: {error}",
            help="check CC, CFLAGS and LDFLAGS, and that a run may load libraries from the cache"
            " folder or TMPDIR",
        ) from None
