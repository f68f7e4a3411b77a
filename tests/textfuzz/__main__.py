"""`make fuzz-text`: thousands of random programs as texts, each against a run of the original.

python -m tests.textfuzz --language python --count 2000 --seed 1000 --jobs 2
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from tests.textfuzz.campaign import Campaign
from tests.textfuzz.language import HOMES, language
from tests.textfuzz.outcome import Report


def main() -> int:
    options = parsed()
    found = [run(name, options) for name in options.language.split(",")]
    return 1 if any(report.failures for report in found) else 0


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("--language", default="python,fortran", help=f"of {', '.join(HOMES)}, with commas")
    add("--count", type=int, default=2000, help="programs to draw")
    add("--seed", type=int, default=1_000_000, help="the first program's seed")
    add("--jobs", type=int, default=2, help="processes")
    add("--reduce", type=int, default=2, help="failures to make smaller, for each symptom")
    add("--show", action="store_true", help="print the programs, and examine them here, one by one")
    add("--save", type=Path, help="a file for failures and refusals, a JSON object a line")
    return parser.parse_args()


def run(name: str, options: argparse.Namespace) -> Report:
    seeds = range(options.seed, options.seed + options.count)
    if options.show:
        return show(name, seeds)
    start = time.monotonic()
    campaign = Campaign(language(name), options.jobs, options.reduce)

    def tell(text: str) -> None:
        print(text, flush=True)
        save(campaign.report, options.save)

    campaign.tell = tell
    report = campaign.run(seeds)
    print(f"\n{name}: seeds {seeds[0]} to {seeds[-1]}, {time.monotonic() - start:.0f} s")
    print(report.table())
    save(report, options.save)
    return report


def save(report: Report, path: Path | None) -> None:
    if path:
        path.write_text("".join(json.dumps(facts) + "\n" for facts in saved(report)))


def show(name: str, seeds: range) -> Report:
    from tests.textfuzz.worker import final_outcome

    report = Report()
    for seed in seeds:
        program = language(name).draw(seed)
        print(f"# seed {seed}\n{program}")
        outcome = final_outcome(language(name), program)
        report.add(seed, outcome)
        print(f"# {outcome.kind} {outcome.detail} {outcome.text}\n")
    return report


def saved(report: Report) -> list[dict[str, object]]:
    samples: list[dict[str, object]] = [
        {"seed": seed, "kind": kind, "detail": detail, "text": text}
        for (kind, detail), found in report.samples.items()
        for seed, text in found
    ]
    return samples + [
        {"seed": f.seed, "kind": f.outcome.kind, "detail": f.outcome.detail,
         "text": f.outcome.text, "program": f.program, "reduced": f.reduced}
        for f in report.failures
    ]  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
