"""Sums by sorted keys, the helper of CUDA files alone: all small counts of keys, the bits of one
thread that adds, in every order of threads."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from adc.emit.cuda.support import SUPPORT
from tests.cuda_emulator.build import Library, build, missing
from tests.cuda_emulator.run import Device, Outcome, run
from tests.proof.marks import long_among, long_from

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())

ENTRIES = """
extern "C" int in_double(int64_t *keys, int64_t count, const double *terms, int64_t width,
    double *sums, int64_t step, cudaStream_t stream)
{
    adc_sort(keys, count, stream);
    adc_dadd_sorted(keys, count, terms, width, sums, step, stream);
    return (int)cudaGetLastError();
}

extern "C" int in_float(int64_t *keys, int64_t count, const float *terms, int64_t width,
    float *sums, int64_t step, cudaStream_t stream)
{
    adc_sort(keys, count, stream);
    adc_sadd_sorted(keys, count, terms, width, sums, step, stream);
    return (int)cudaGetLastError();
}
"""
#: Blocks of so few threads, and so few of them, that some keys take several blocks, and blocks come
#: back for more.
THREADS, BLOCKS = 4, 3
#: Around 1, 2 and 3 blocks of keys, and more levels above that; primes.
COUNTS = (*range(20), 23, 24, 25, 31, 32, 33, 47, 64, 65, 97, 128, 131)


def text(threads: int = THREADS, blocks: int = BLOCKS) -> str:
    helpers = SUPPORT.text(ENTRIES)
    assert "#define ADC_BLOCK 256\n" in helpers and helpers.count("1 << 20") == 2
    helpers = helpers.replace("#define ADC_BLOCK 256\n", f"#define ADC_BLOCK {threads}\n")
    helpers = helpers.replace("1 << 20", f"{blocks}")
    return f"#include <stdint.h>\n{helpers}{ENTRIES}"


def library(folder: Path, source: str) -> Library:
    path = folder / "sorting.cu"
    path.write_text(source)
    return build([path], folder, warnings=("-Wall", "-Wextra", "-Wno-unused-function"))


@dataclass(frozen=True)
class Sum:
    """What is added: to which row of `sums` each row of `terms` goes, or to none (-1)."""

    places: np.ndarray
    terms: np.ndarray
    sums: np.ndarray

    @classmethod
    def drawn(cls, count: int, rows: int, width: int, dtype: type, seed: int) -> Sum:
        rng = np.random.default_rng([count, rows, width, seed])
        terms = rng.uniform(-1.0, 1.0, (count, width)) * 10.0 ** rng.integers(-8, 8, (count, 1))
        sums = rng.uniform(-1.0, 1.0, (rows, width))
        return cls(rng.integers(-1, rows, count), terms.astype(dtype), sums.astype(dtype))

    @property
    def keys(self) -> np.ndarray:
        """A row's place is that of its first element."""
        count, width = self.terms.shape
        keys = self.places * width * count + np.arange(count)
        return np.where(self.places < 0, -1, keys).astype(np.int64)

    def one_by_one(self) -> np.ndarray:
        found = self.sums.copy()
        for place, row in zip(self.places, self.terms, strict=True):
            if place >= 0:
                found[place] += row
        return found

    def on(self, device: Device, columns: bool = False) -> np.ndarray:
        """The same on a device; `columns`: rows lie beside each other there, and not in turn."""
        count, width = self.terms.shape
        sums = self.sums.T if columns else self.sums
        keys = np.where(self.keys < 0, -1, self.places * count + np.arange(count))
        there = device.put(sums)
        call = device.library.in_double if sums.dtype == float else device.library.in_float
        length = ctypes.c_int64
        code = call(
            device.put(keys.astype(np.int64) if columns else self.keys), length(count),
            device.put(self.terms), length(width), there,
            length(self.sums.shape[0] if columns else 1), None,
        )  # fmt: skip
        assert code == 0
        found = device.get(there, sums.shape, sums.dtype)
        return found.T if columns else found


def sums() -> Iterator[Sum]:
    for count in COUNTS:
        for rows in (1, 3, 200):
            yield Sum.drawn(count, rows, 1, np.float64 if count % 2 else np.float32, 0)
        yield Sum.drawn(count, 5, 3, np.float64, 1)


def outcome_of(built: Library, seed: int) -> Outcome:
    def driver(device: Device) -> list[tuple[bytes, bytes]]:
        found = []
        for each in sums():
            wanted = each.one_by_one()
            for columns in (False, True):
                found.append((each.on(device, columns).tobytes(), wanted.tobytes()))
        return found

    return run(built, driver, seed=seed)


def is_right(outcome: Outcome) -> bool:
    return not outcome.report.findings and all(a == b for a, b in outcome.value)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return library(tmp_path_factory.mktemp("sorting"), text())


@pytest.mark.parametrize("seed", range(3))
def test_the_bits_of_one_thread(small: Library, seed: int) -> None:
    outcome = outcome_of(small, seed)
    assert not outcome.report.findings, outcome.report.told()
    wrong = [k for k, (found, wanted) in enumerate(outcome.value) if found != wanted]
    assert not wrong


def test_in_a_graph(small: Library) -> None:
    """What is started depends on counts alone, and keys that are sorted already stay so."""
    each = Sum.drawn(33, 4, 1, np.float64, 3)

    def driver(device: Device) -> np.ndarray:
        sums, keys, terms = map(device.put, (each.sums, each.keys, each.terms))
        sizes = ctypes.c_int64(33), ctypes.c_int64(1)
        code = device.replayed(
            lambda stream: device.library.in_double(
                keys, sizes[0], terms, sizes[1], sums, sizes[1], stream
            ),
            times=2,
        )
        assert code == 0
        return device.get(sums, each.sums.shape)

    outcome = run(small, driver)
    twice = Sum(each.places, each.terms, each.one_by_one()).one_by_one()
    assert not outcome.report.findings, outcome.report.told()
    assert outcome.value.tobytes() == twice.tobytes()


@pytest.mark.parametrize("count", long_from([513, 1537, 20011], 1537))
def test_blocks_as_they_are(count: int, tmp_path: Path) -> None:
    each = Sum.drawn(count, 37, 1, np.float64, 2)
    outcome = run(library(tmp_path, text(256, 1 << 20)), each.on, seed=1)
    assert not outcome.report.findings, outcome.report.told()
    assert outcome.value.tobytes() == each.one_by_one().tobytes()


#: Faults in the text, each with what it becomes.
FAULTS = {
    "no guard behind the last key": (r"high < count && ", ""),
    "no mirrored steps": (r"mirrored \? first \+ distance - 1 - k : first \+ k", "first + k"),
    "one step too few": (r"distance > 0; distance /= 2", "distance > 1; distance /= 2"),
    "no barrier between steps": (r"(adc_order\(piece.*\n) *__syncthreads\(\);", r"\1"),
    "no barrier before a piece": (r"(piece\[k\] = keys.*\n) *__syncthreads\(\);", r"\1"),
    "no merging within pieces": (r"adc_sort_pieces<<<.*true\);", ";"),
    "keys of nothing": (r"if \(keys\[k\] < 0\)\n *continue;", ""),
    "each thread for itself": (r"if \(k > 0 && .*\n *continue;", ""),
    "the first key alone": (r"next < count && keys\[next\] - first < count", "next < k + 1"),
    "beyond the last key": (r"next < count && ", ""),
    "no pairs": (r"pair < count/2", "pair < count/4"),
    "rows one by one": (r"\*width \+ beside\]", "*width]"),
    "steps of 1": (r"beside\*step", "beside"),
}  # fmt: skip


@pytest.mark.parametrize("fault", long_among(FAULTS, [*FAULTS][2:]))
def test_faults_are_caught(fault: str, tmp_path: Path) -> None:
    pattern, by = FAULTS[fault]
    changed, count = re.subn(pattern, by, text())
    assert count, "nothing to change"
    built = library(tmp_path, changed)
    assert not all(is_right(outcome_of(built, seed)) for seed in range(3))
