"""What tests share: a cache folder, an order, expected texts in files, tests that need a GPU."""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from adc import cache
from adc.analysis.flow import forget
from adc.check import run
from adc.cli.app import OBJECTS_BETWEEN_COLLECTIONS
from tests import durations, kept_checks
from tests.golden_files import Golden
from tests.proof.answers import Answers
from tests.proof.marks import left_out
from tests.served import served_adc

CUDA_TOOLS = Path(__file__).resolve().parent.parent / ".venv-cuda" / "bin"
_CHANGES = pytest.StashKey[list[str]]()
_CACHE = pytest.StashKey[str]()
#: Fixtures of tests that change the compiler, or how it is asked.
CHANGING = frozenset(("asked_anew", "monkeypatch"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--golden",
        action="store_true",
        help="run only the tests that compare with kept texts, and write the texts anew",
    )
    parser.addoption(
        "--record-durations",
        action="store_true",
        help="note how long each file's longest test takes: files run in that order",
    )


def pytest_configure(config: pytest.Config) -> None:
    # `make test` passes its own settings on; what a test makes is to be as at a user's prompt.
    for name in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS", "MAKEOVERRIDES"):
        os.environ.pop(name, None)
    # What `make cuda-tools` installs counts where there is no other nvcc.
    if not shutil.which("nvcc") and (CUDA_TOOLS / "nvcc").exists():
        os.environ["PATH"] = f"{CUDA_TOOLS}{os.pathsep}{os.environ['PATH']}"
    config.stash[_CHANGES] = []
    if config.getoption("--record-durations"):
        config.pluginmanager.register(durations.Recorder())
    run.build = kept_checks.keeping(run.build)
    # As in `adc` itself.
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS, 20, 20)
    if "PYTEST_XDIST_WORKER" not in os.environ:
        _share_a_cache(config)


def _share_a_cache(config: pytest.Config) -> None:
    """One cache folder for all processes of this session, empty at first and none of the user's:
    what an earlier state of the compiler kept there must not answer for this one."""
    config.stash[_CACHE] = tempfile.mkdtemp(prefix="adc-tests-")
    os.environ["XDG_CACHE_HOME"] = config.stash[_CACHE]


def pytest_unconfigure(config: pytest.Config) -> None:
    folder = config.stash.get(_CACHE, None)
    if folder is not None:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Iterator[None]:
    # Those that say so themselves are none of which one is kept.
    long = left_out(i.nodeid for i in items if not i.get_closest_marker("long"))
    for item in items:
        if item.nodeid in long:
            item.add_marker(pytest.mark.long)
    yield
    items[:] = durations.longest_first(items, durations.kept())
    if config.getoption("--golden"):
        kept = [item for item in items if "golden" in getattr(item, "fixturenames", ())]
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = kept
    if not (shutil.which("nvidia-smi") and shutil.which("nvcc")):
        skip = pytest.mark.skip(reason="needs an NVIDIA GPU and nvcc")
        for item in items:
            if "gpu" in item.keywords:
                item.add_marker(skip)


def pytest_collection_finish() -> None:
    """All tests and modules stay until the end: Python need not look for cycles in them."""
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """A test that changes the compiler is given nothing that was kept, and leaves nothing."""
    changing = bool(CHANGING & set(getattr(item, "fixturenames", ())))
    if changing:
        Answers.forget(keeping=False)
    try:
        return (yield)
    finally:
        if changing:
            Answers.forget(keeping=True)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if terminalreporter.config.getoption("--golden"):
        changes = terminalreporter.config.stash[_CHANGES]
        terminalreporter.section("expected texts that changed")
        terminalreporter.write_line("\n".join(changes) or "none")


@pytest.fixture
def asked_anew() -> Iterator[None]:
    """isl is asked everything anew, and nothing that it says is kept: for tests that change how
    questions are answered."""
    cache.enable(False)
    forget()
    yield
    forget()
    cache.enable(True)


@pytest.fixture(scope="session")
def served() -> Iterator[Path]:
    """A folder for the PATH, with an `adc` whose calls begin when all its modules are loaded."""
    with served_adc() as folder:
        yield folder


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Texts kept in files: `golden.check(path, text)`."""
    return Golden(request.config.getoption("--golden"), request.config.stash[_CHANGES])
