"""`make fuzz`: thousands of random programs. Prints each failure as a small program.

python -m tests.proof.fuzz --count 2000 --seed 1000 --jobs 2
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor

from tests.fuzz.campaign import Report, run_campaign


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=2000, help="programs to draw")
    parser.add_argument("--seed", type=int, default=100_000, help="the first program's seed")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--chunk", type=int, default=40, help="programs per compiled library")
    parser.add_argument("--no-reduce", action="store_true", help="print failures as drawn")
    options = parser.parse_args()
    start = time.monotonic()
    total = Report()
    stop = options.seed + options.count
    chunks = [
        range(first, min(first + options.chunk, stop))
        for first in range(options.seed, stop, options.chunk)
    ]
    with ProcessPoolExecutor(options.jobs) as pool:
        futures = [pool.submit(run_campaign, c, reduce=not options.no_reduce) for c in chunks]
        for number, future in enumerate(futures, 1):
            report = future.result()
            total.counts.update(report.counts)
            total.failures += report.failures
            for failure in report.failures:
                print(f"\n{failure}", flush=True)
            print(f"{number}/{len(chunks)} chunks: {total}", flush=True)
    print(f"{options.count} programs in {time.monotonic() - start:.0f} s: {total}")
    return 1 if total.failures else 0


if __name__ == "__main__":
    sys.exit(main())
