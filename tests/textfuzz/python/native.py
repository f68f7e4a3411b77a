"""The generated C of several programs in one library, called twice and compared."""

from __future__ import annotations

import ctypes
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tests.proof.harness import ROUNDING, Drawn, MismatchError, expect
from tests.proof.native import BuildError, Call, build, manifest_of, prove_native, prove_value
from tests.textfuzz.judge import Arrays
from tests.textfuzz.outcome import Outcome
from tests.textfuzz.python.examination import Pending


def settled(pending: Sequence[Pending]) -> list[Outcome]:
    """The outcomes of programs whose gradients by the interpreter are right."""
    with tempfile.TemporaryDirectory() as folder:
        return _settled(pending, Path(folder))


def _settled(pending: Sequence[Pending], folder: Path) -> list[Outcome]:
    try:
        library = build(folder, [p.compiled for p in pending], optimise="-O0", more=["-pipe"])
    except BuildError as error:
        if len(pending) == 1:
            return [Outcome("WRONG", "C that does not compile", str(error))]
        middle = len(pending) // 2
        return [
            *_settled(pending[:middle], folder / "a"),
            *_settled(pending[middle:], folder / "b"),
        ]
    found = []
    for p in pending:
        outcome = replace(p.outcome, facts=(*p.outcome.facts, "compiled C"))
        try:
            for drawn, gradients in p.calls:
                _prove(library, p, drawn, gradients)
        except MismatchError as error:
            outcome = Outcome("WRONG", f"C: {error.check}", str(error))
        found.append(outcome)
    return found


def _prove(library: ctypes.CDLL, p: Pending, drawn: Drawn, gradients: Arrays) -> None:
    """Twice in one workspace and once by itself; where there is no workspace, twice by itself."""
    if p.value:
        prove_value(library, p.compiled, drawn, gradients)
    elif manifest_of(p.compiled)["memory"].get("workspace"):
        prove_native(library, p.compiled, drawn, gradients)
    else:
        _prove_allocating(Call(library, p.compiled, drawn), gradients)


def _prove_allocating(call: Call, gradients: Arrays) -> None:
    for _ in range(2):
        call.spoil()
        if code := call.run():
            raise MismatchError("native", f"{call.manifest['entry']} returns {code}")
        call.check_guards()
        call.check_untouched()
        for name, found in call.results("gradient").items():
            expect("native", f"{name}_bar", found, gradients[name], ROUNDING[call.drawn.dtype])
