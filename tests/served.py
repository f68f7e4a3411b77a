"""`adc` and `python FILE` as commands for which adc is loaded once: most of a short run is that.

A server imports all of adc, reads its grammars and templates, and then forks for each call. Beside
what is loaded a call is a process like any other: with arguments, folder, environment, streams,
exit status and exit functions of its own. `tests/test_served.py` compares it with a process that
begins from nothing.

python -m tests.served SOCKET
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import pkgutil
import runpy
import selectors
import socket
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
#: Sends its arguments, folder, environment and streams, and ends with the status it is told. Of
#: Python only files are served: all else that it is asked is its own.
CLIENT = """#!{python} -IS
import json, os, socket, sys
if {name!r} == "python" and not "".join(sys.argv[1:2]).endswith(".py"):
    os.execv({python!r}, ["python", *sys.argv[1:]])
to = socket.socket(socket.AF_UNIX)
to.connect({address!r})
socket.send_fds(to, [b"."], [0, 1, 2])
call = {{"words": [{name!r}, *sys.argv[1:]], "folder": os.getcwd()}}
call["environment"] = dict(os.environ)
to.sendall(json.dumps(call).encode())
to.shutdown(socket.SHUT_WR)
sys.exit(int(to.recv(16) or "255"))
"""


@contextmanager
def served_adc(*, loaded: bool = True) -> Iterator[Path]:
    """A folder with the commands `adc` and `python`, for as long as the context lasts; for those
    who do not call them nothing need be `loaded`."""
    with tempfile.TemporaryDirectory(prefix="adc-served-") as name:
        folder = Path(name)
        address = str(folder / "socket")
        for command in ("adc", "python"):
            text = CLIENT.format(python=sys.executable, address=address, name=command)
            (folder / command).write_text(text)
            (folder / command).chmod(0o755)
        begin = [sys.executable, "-m", "tests.served", address, *["loaded"] * loaded]
        with subprocess.Popen(
            begin, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as server:
            assert server.stdin and server.stdout
            assert server.stdout.readline() == b"ready\n"
            try:
                yield folder
            finally:
                server.stdin.close()  # it ends, unless a process forked meanwhile holds the pipe
                server.terminate()


def serve(address: str, loaded: bool) -> None:
    """Answers calls until the standard input ends."""
    if loaded:
        _load_everything()
    with socket.socket(socket.AF_UNIX) as listener, selectors.DefaultSelector() as selector:
        listener.bind(address)
        listener.listen()
        selector.register(listener, selectors.EVENT_READ)
        selector.register(sys.stdin, selectors.EVENT_READ)
        print("ready", flush=True)
        while all(key.fileobj is listener for key, _ in selector.select()):
            call, _ = listener.accept()
            _bury()
            if not os.fork():
                _answer(call)
            call.close()
    _bury()


def _bury() -> None:
    """Calls that have ended, so that what they took counts as taken by the tests."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _load_everything() -> None:
    import adc

    for module in pkgutil.walk_packages(adc.__path__, "adc."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    _read_own_files()
    gc.collect()
    gc.freeze()


def _read_own_files() -> None:
    """The grammars' tables and the templates, and what SymPy imports with the first sum."""
    import sympy

    from adc import resources
    from adc.emit import templating
    from adc.frontends import grammars

    for parser in (grammars.python, grammars.fortran, grammars.signature):
        parser()
    templates = resources.folder("templates")
    for path in templates.rglob("*.j2"):
        templating.fields(path.relative_to(templates).as_posix())
    assert sympy.Add(sympy.pi, sympy.E) != 0


def _answer(call: socket.socket) -> NoReturn:
    """Runs what is asked for in this process, tells its status and ends."""
    _, streams, _, _ = socket.recv_fds(call, 1, 3)
    asked = json.loads(b"".join(iter(lambda: call.recv(1 << 16), b"")))
    _take_over(asked, streams)
    call.sendall(str(_status(_called)).encode())
    os._exit(0)


def _called() -> None:
    """What the words of the command line ask for."""
    from adc.cli import main

    if sys.argv[0] == "adc":
        main()
        return
    sys.argv = sys.argv[1:]
    sys.path.insert(0, str(Path(sys.argv[0]).resolve().parent))
    runpy.run_path(sys.argv[0], run_name="__main__")


def _take_over(asked: dict[str, object], streams: list[int]) -> None:
    words, environment = asked["words"], asked["environment"]
    assert isinstance(words, list) and isinstance(environment, dict)
    sys.argv = [*words]
    os.chdir(str(asked["folder"]))
    os.environ.clear()
    os.environ.update(environment)
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    # The server's stream objects know what its own descriptors were.
    sys.stdin, sys.stdout = os.fdopen(0), os.fdopen(1, "w")
    sys.stderr = os.fdopen(2, "w", buffering=1, errors="backslashreplace")


def _status(main: Callable[[], None]) -> int:
    """The exit status of a process that calls `main`."""
    try:
        main()
        status: object = 0
    except SystemExit as end:
        status = end.code
    except BaseException:
        traceback.print_exc()
        status = 1
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    return status if isinstance(status, int) else 1 if status else 0


if __name__ == "__main__":
    serve(sys.argv[1], "loaded" in sys.argv[2:])
