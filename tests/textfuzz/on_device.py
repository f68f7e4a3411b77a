"""Random Python texts in CUDA: what the interpreter makes, under the emulator.

`python -m tests.textfuzz.on_device FIRST COUNT` prints how often each outcome came, and whatever
is wrong with the seed that drew it.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from adc.diagnostics import AdcError
from adc.interpret import SizesError
from adc.options import Request
from tests.cuda_emulator.build import build_once
from tests.cuda_emulator.run import run_each
from tests.proof.harness import Drawn
from tests.proof.on_device import Emulated, built
from tests.textfuzz.judge import Arrays, OriginalError, SkipError, gap
from tests.textfuzz.python.examination import Examination, Pending
from tests.textfuzz.python.generator import generate

#: Orders of threads; even ones with pointers of the host, odd ones with those of the device.
ORDERS = (0, 1, 2)
#: Relative tolerances: sums are in another order than the interpreter's.
TOLERANCE, SINGLE_TOLERANCE = 1e-9, 2e-3


class WrongOnDeviceError(Exception):
    """Another number, other bits in another order, a finding, or an error code."""


@dataclass
class OnDevice(Examination):
    """The stages of one program, the gradient in CUDA; `outcome` leaves a `Pending` to be run."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.options = replace(
            self.options, value=False, accumulate=False, seed="argument", limit=None, compiled=True
        )

    def request(self, **more: Any) -> Request:
        return super().request(**{"target": "cuda", **more})


def outcome(seed: int) -> str:
    """How the program of `seed` came out: `right`, `refused`, `skipped` or `trivial`.

    Raises WrongOnDeviceError, and WrongError where the interpreter differs from the original.
    """
    try:
        examination = OnDevice(generate(seed))
        pending = examination.outcome().pending
    except (OriginalError, SkipError, SizesError):
        return "skipped"
    except AdcError:
        return "refused"
    if pending is None:
        return "trivial"
    prove(pending, SINGLE_TOLERANCE if examination.single else TOLERANCE)
    return "right"


def prove(pending: Pending, tolerance: float) -> None:
    with tempfile.TemporaryDirectory(prefix="adc-on-device-") as folder:
        library = built(pending.compiled.files, Path(folder), build_once)
        emulated = Emulated(pending.compiled, library)
        for drawn, wanted in pending.calls:
            prove_call(emulated, drawn, wanted, tolerance)


def prove_call(emulated: Emulated, drawn: Drawn, wanted: Arrays, tolerance: float) -> None:
    bits: dict[str, bytes] = {}
    ways = (emulated.host_call(drawn), emulated.device_call(drawn))
    runs = run_each(emulated.library, [(ways[order % 2], order) for order in ORDERS])
    for order, ran in zip(ORDERS, runs, strict=True):
        code, found = ran.value
        if code or ran.report.findings:
            raise WrongOnDeviceError(f"order {order}: returns {code}; {ran.report.told()}")
        for name, value in wanted.items():
            got = np.asarray(found[name.removesuffix("_bar")])
            if not gap(got, np.asarray(value).reshape(got.shape)) < tolerance:
                raise WrongOnDeviceError(f"order {order}: {name} is {got}, not {value}")
        now = {name: np.asarray(value).tobytes() for name, value in found.items()}
        if emulated.deterministic and bits and now != bits:
            raise WrongOnDeviceError(f"order {order}: other bits than in order {ORDERS[0]}")
        bits = now


def campaign(seeds: Iterable[int]) -> tuple[Counter[str], list[str]]:
    """How often each outcome came, and what went wrong."""
    counts, wrong = Counter[str](), []
    for seed in seeds:
        try:
            counts[outcome(seed)] += 1
        except Exception as error:  # whatever it is, the seed is what helps
            counts["wrong"] += 1
            wrong.append(f"seed {seed}: {type(error).__name__}: {error}")
            print(wrong[-1][:2000], flush=True)
    return counts, wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("first", type=int)
    parser.add_argument("count", type=int)
    chosen = parser.parse_args()
    counts, wrong = campaign(range(chosen.first, chosen.first + chosen.count))
    print(dict(counts))
    return bool(wrong)


if __name__ == "__main__":
    raise SystemExit(main())
