"""adc plan: tables, timelines, sweep, SVG and JSON; the plan in grad's line, manifest and C."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from adc.checkpoint.plan import PlanRow
from adc.checkpoint.search.words import in_words
from adc.cli import observer
from adc.cli.app import adc
from adc.cli.plan_svg import PANEL_HEIGHT, Scale, byte_ticks, log_ticks, ticks, unit_for
from adc.cli.plan_table import WIDTH, columns, elided
from adc.cli.plan_timeline import Point, drawing, paired, thinned
from adc.ir.shapes import integer

STEPPING = """\
import numpy as np


def f(steps: int, a: float, x: "float64[N]"):
    z = x.copy()
    for t in range(steps):
        z = z * z * a + x
    return np.sum(z * z)
"""
OPEN_ENDED = """\
def f(x: "float64[N]"):
    while x[0] > 1.0:
        x = 0.5 * x * x
    return x[1]
"""
DRAWN = """\
import numpy as np


def f(n: int, a: float):
    state = np.zeros(2, dtype=np.int64)
    z = np.zeros(n)
    for i in range(n):
        while state[0] % 5 != 3 * (i % 2):
            state[1] = (state[0] * 1103 + 12345) % 65536
            state[0] = state[1]
        z[i] = state[0] / 65536.0
        state[0] += 1
    return np.sum(np.sin(a * z))
"""
REQUEST = ("kernel.py", "--wrt", "x,a", "--size", "N=1000,steps=100")


@pytest.fixture(autouse=True)
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "kernel.py").write_text(STEPPING)
    return tmp_path


def invoke(*arguments: str, status: int = 0) -> Result:
    result = CliRunner().invoke(adc, arguments, prog_name="adc")
    assert result.exit_code == status, result.output
    return result


# -- adc plan --------------------------------------------------------------------------------------


def test_a_checkpointed_loop_in_the_table() -> None:
    text = invoke("plan", *REQUEST, "--mem-limit", "200KiB").stdout
    assert text.startswith("Planned for N=1000, steps=100 within 200 KiB\nplan: ")
    assert re.search(r"^  z  +kernel.py:6  +checkpoint  +[\d.]+ KiB  +\d+ steps, ", text, re.M)
    assert re.search(r"^limit +200 KiB$", text, re.M)
    assert all(len(line) <= WIDTH for line in text.splitlines())


def test_the_time_of_running_a_loop_in_a_branch_again(work: Path) -> None:
    guarded = STEPPING.replace("    for", "    if steps > 3:\n        for").replace(
        "        z", 12 * " " + "z"
    )
    (work / "kernel.py").write_text(guarded)
    text = invoke("plan", *REQUEST, "--mem-limit", "200KiB").stdout
    assert re.search(r"^  z  .* checkpoint .* \d+ steps, \d+(\.\d+)? [mun]s ", text, re.M), text
    assert " 0 ns" not in text


def test_loops_that_have_no_adjoint_are_no_rows(work: Path) -> None:
    """No step of the loops is run again, as nothing in them depends on `a`."""
    (work / "kernel.py").write_text(DRAWN)
    payload = json.loads(
        invoke("plan", "kernel.py", "--wrt", "a", "--size", "n=50", "--json").stdout
    )
    assert [(row["decision"], row["array"]) for row in payload["plan"]] == [("keep", "z")]


def test_states_are_rows() -> None:
    """The array is nothing but its states, which one row tells."""
    payload = json.loads(invoke("plan", *REQUEST, "--json").stdout)
    (row,) = payload["plan"]
    assert row["decision"] == "store" and row["bytes"] == 101 * 8000
    assert row["why"] == "each step makes it where it is kept"
    more = payload["peak"]["bytes"] - payload["stored"]["peak_bytes"]
    assert more == 8000  # there is a tape of 100 slots and the array without it


def test_kept_arrays_are_rows() -> None:
    payload = json.loads(invoke("plan", *REQUEST, "--schedule", "source", "--json").stdout)
    kept = [row for row in payload["plan"] if row["decision"] == "keep"]
    assert [row["array"] for row in kept] == ["z"]
    assert kept[0]["bytes"] == 8000 and kept[0]["where"] == "kernel.py:5"


def test_json_has_everything() -> None:
    limit = 200 * 1024
    payload = json.loads(
        invoke("plan", *REQUEST, "--mem-limit", "200KiB", "--sweep", "3", "--json").stdout
    )
    row = next(row for row in payload["plan"] if row["decision"] == "checkpoint")
    assert row["snapshots"] >= 1 and row["segment_steps"] >= 1
    assert row["rerun_steps"] >= 100 and row["predicted_seconds"] > 0
    assert payload["limit_bytes"] == limit >= payload["peak"]["bytes"]
    assert max(e["bytes"] for e in payload["events"]) == payload["peak"]["bytes"]
    stored = payload["stored"]
    assert max(e["bytes"] for e in stored["events"]) == stored["peak_bytes"] > limit
    assert {e["sweep"] for e in payload["events"]} == {"forward", "reverse"}
    assert payload["predicted_seconds"] > 0 and payload["assumed_sizes"] == {}
    assert all(p["peak_bytes"] <= p["limit_bytes"] for p in payload["sweep"])


def test_sizes_that_nobody_gave_are_named() -> None:
    given = ("plan", "kernel.py", "--wrt", "x", "--size", "steps=7")
    assert "N=1000, steps=7 (N not given)" in invoke(*given).stdout.splitlines()[0].replace(
        "steps=7, N=1000", "N=1000, steps=7"
    )
    payload = json.loads(invoke(*given, "--json").stdout)
    assert payload["assumed_sizes"] == {"N": 1000}
    assert payload["planned_sizes"] == {"N": 1000, "steps": 7}
    assert payload["peak"]["bytes"] is None and "N" in payload["peak"]["expression"]


@pytest.mark.long  # dear, and proves what others do
def test_the_sweep_is_monotone_and_reaches_both_ends() -> None:
    payload = json.loads(invoke("plan", *REQUEST, "--sweep", "5", "--json").stdout)
    points = payload["sweep"]
    assert len(points) == 5
    assert points[-1]["limit_bytes"] == payload["stored"]["peak_bytes"]
    seconds = [p["predicted_seconds"] for p in points]
    assert seconds == sorted(seconds, reverse=True) and seconds[0] > seconds[-1]
    least = points[0]["limit_bytes"]
    assert points[0]["peak_bytes"] == least
    error = invoke("plan", *REQUEST, "--mem-limit", str(least - 1), status=3)
    assert f"the smallest one needs {least} bytes" in error.stderr
    invoke("plan", *REQUEST, "--mem-limit", str(least))
    text = invoke("plan", *REQUEST, "--sweep", "5").stdout
    assert re.search(r"^  limit +peak +predicted time +what was chosen$", text, re.M)


WIDE = ("kernel.py", "--wrt", "x,a", "--size", "N=1000,steps=1000")


def test_the_sweep_tells_different_plans_where_they_change() -> None:
    """One plan is the fastest from a tenth of the range on: evenly spaced limits meet it alone."""
    payload = json.loads(invoke("plan", *WIDE, "--sweep", "6", "--json").stdout)
    points = payload["sweep"]
    limits = [p["limit_bytes"] for p in points]
    assert len(points) == 6 and limits == [p["peak_bytes"] for p in points]
    assert limits == sorted(limits)
    seconds = [p["predicted_seconds"] for p in points]
    assert all(later < earlier * 0.995 for earlier, later in pairwise(seconds))
    assert len({(p["choices"], p["peak_bytes"]) for p in points}) == 6
    below = [n for n in limits if n < payload["stored"]["peak_bytes"] / 7]
    assert len(below) >= 5
    told = json.loads(invoke("plan", *WIDE, "--mem-limit", str(limits[2]), "--json").stdout)
    assert told["predicted_seconds"] <= seconds[2] * 1.05


def heights(page: ElementTree.Element, style: str) -> list[float]:
    """How far up its panel each outline of the class `style` reaches, as a share of the panel."""
    found = []
    for path in page.iter("{http://www.w3.org/2000/svg}path"):
        if path.attrib.get("class") == style:
            start = re.match(r"M [\d.]+ ([\d.]+)", path.attrib["d"])
            tops = [float(y) for y in re.findall(r"V ([\d.]+)", path.attrib["d"])]
            assert start is not None
            found.append((float(start[1]) - min(tops)) / PANEL_HEIGHT)
    return found


@pytest.mark.long  # dear, and proves what others do
def test_wide_ranges_are_drawn_by_ratio_and_small_plans_on_their_own_scale(work: Path) -> None:
    limited = ("--mem-limit", "60KiB", "--sweep", "6", "--plot", "wide.svg")
    invoke("plan", *WIDE, *limited)
    page = ElementTree.fromstring((work / "wide.svg").read_text())
    words = [e.text for e in page.iter() if e.text and e.text.strip()]
    assert any(
        re.fullmatch(r"as planned \(KiB, on a scale of its own: storing .* 7\.6\d MiB\)", w)
        for w in words
    ), words
    for word in ("everything stored (MiB)", "predicted time (ms, by ratio)",
                 "memory limit, by ratio", "64 KiB", "1 MiB"):  # fmt: skip
        assert word in words, word
    assert heights(page, "chosen")[0] > 0.5 and heights(page, "stored")[0] > 0.9
    shares = [float(c.attrib["cx"]) for c in page.iter("{http://www.w3.org/2000/svg}circle")]
    assert max(b - a for a, b in pairwise(shares)) < 0.5 * float(page.attrib["width"])


def test_a_limit_that_is_out_of_sight_is_told(work: Path) -> None:
    invoke("plan", *REQUEST, "--mem-limit", "1GiB", "--plot", "high.svg")
    page = ElementTree.fromstring((work / "high.svg").read_text())
    words = [e.text for e in page.iter() if e.text and e.text.strip()]
    assert words.count("limit 1 GiB, above this scale") == 2 and "limit" not in words
    assert heights(page, "chosen")[0] > 0.9


def test_the_plot_is_one_drawing_each_time(work: Path) -> None:
    for name in ("one.svg", "two.svg"):
        limit = ("--mem-limit", "200KiB", "--sweep", "3")
        assert f"wrote {name}" in invoke("plan", *REQUEST, *limit, "--plot", name).stdout
    text = (work / "one.svg").read_text()
    assert text == (work / "two.svg").read_text()
    words = [e.text for e in ElementTree.fromstring(text).iter() if e.text and e.text.strip()]
    for word in ("as planned (KiB)", "everything stored (KiB)", "limit", "line 7", "forward sweep",
                 "reverse sweep", "predicted time (ms, by ratio)",
                 "memory limit, by ratio"):  # fmt: skip
        assert word in words, word
    assert {p.name for p in work.iterdir()} == {"kernel.py", "one.svg", "two.svg"}
    page = ElementTree.fromstring(text)
    wide, high = float(page.attrib["width"]), float(page.attrib["height"])
    for shape in page.iter():
        for name, most in (("x", wide), ("x1", wide), ("x2", wide), ("y", high), ("y2", high)):
            assert 0 <= float(shape.attrib.get(name, "0")) <= most


def test_a_plot_replaces_no_strange_file(work: Path) -> None:
    (work / "mine.svg").write_text("<svg>by hand</svg>")
    result = invoke("plan", *REQUEST, "--plot", "mine.svg", status=1)
    assert "error[ADC0605]" in result.stderr
    assert (work / "mine.svg").read_text() == "<svg>by hand</svg>"


# -- refusals --------------------------------------------------------------------------------------


def test_a_limit_that_is_too_small_names_what_fills_the_memory() -> None:
    told = invoke("grad", *REQUEST, "--mem-limit", "20KiB", status=3).stderr
    assert (
        "error[ADC0403]: no plan keeps the call within 20480 bytes (20 KiB); the smallest" in told
    )
    assert re.search(r"note: at its peak, line \d+, it holds", told)
    assert "note: arguments, seeds and gradients: 16008 bytes" in told or "gradients: 16" in told
    amounts = [int(m) for m in re.findall(r"note: .*: (\d+) bytes", told)]
    assert amounts == sorted(amounts, reverse=True) and len(amounts) >= 3


def test_a_limit_without_sizes() -> None:
    result = invoke("grad", "kernel.py", "--wrt", "x", "--mem-limit", "1GiB", status=1)
    assert "error[ADC0401]" in result.stderr and "add --size" in result.stderr


def test_recompute_of_a_loops_state_runs_the_loop_again() -> None:
    payload = json.loads(invoke("plan", *REQUEST, "--recompute", "z", "--json").stdout)
    rows = {(row["array"], row["decision"]) for row in payload["plan"]}
    assert ("z", "checkpoint") in rows


def test_a_loop_that_data_ends(work: Path) -> None:
    (work / "kernel.py").write_text(OPEN_ENDED)
    text = invoke("plan", "kernel.py", "--wrt", "x", "--size", "N=1000").stdout
    assert re.search(r"^  x\w* +kernel.py:2 +checkpoint .* 30 snapshots, one step run", text, re.M)


# -- adc grad --------------------------------------------------------------------------------------


def test_grad_tells_the_plan_in_a_line() -> None:
    text = invoke("grad", *REQUEST, "--mem-limit", "200KiB").stdout
    line = r"^plan: [\d.]+ KiB of 200 KiB; .*line 6.* \(predicted [\d.]+x the time of storing every"
    assert re.search(line, text, re.M)
    assert "plan:" not in invoke("grad", *REQUEST).stdout
    assert "plan: " in invoke("grad", *REQUEST, "-v").stdout


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The folder of a gradient within a limit, and what a verbose run told."""
    folder = tmp_path_factory.mktemp("limited")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        (folder / "kernel.py").write_text(STEPPING)
        told = invoke("grad", *REQUEST, "--mem-limit", "200KiB", "-v").stderr
    return folder / "out", told


def test_verbose_tells_the_time_of_the_integer_programs(limited: tuple[Path, str]) -> None:
    _, told = limited
    assert re.search(r"^adc:   \d+ integer programs solved in [\d.]+ ms$", told, re.M)


def test_the_manifest_has_the_figures(work: Path, limited: tuple[Path, str]) -> None:
    manifest = json.loads((limited[0] / "manifest.json").read_text())
    row = next(row for row in manifest["plan"] if row["decision"] == "checkpoint")
    assert row["array"] == "z" and row["rerun_steps"] >= 100 and row["snapshots"] >= 1
    assert manifest["assumed_sizes"] == {} and manifest["predicted_seconds"] > 0
    assert manifest["memory"]["limit_bytes"] == 200 * 1024 >= manifest["memory"]["peak_bytes"]
    invoke("grad", "kernel.py", "--wrt", "x")
    manifest = json.loads((work / "out" / "manifest.json").read_text())
    assert manifest["assumed_sizes"] == {"N": 1000, "steps": 100} and manifest["sizes"] == {}


def test_the_comment_in_the_c_is_in_words(limited: tuple[Path, str]) -> None:
    text = (limited[0] / "f_grad.c").read_text()
    comment = text[: text.index("*/")]
    plan = comment[comment.index(" * Plan:") : comment.index(" * Memory:")]
    assert re.search(r"planned for .*N=1000.* within 200 KiB; a call then holds", plan)
    assert "z (kernel.py:6): what this loop goes on from is checkpointed: " in plan
    assert "_again" not in plan and "_snap" not in plan
    assert all(len(line) <= 100 for line in comment.splitlines())


def test_reference_sizes_are_told_in_the_c(work: Path) -> None:
    invoke("grad", "kernel.py", "--wrt", "x")
    text = " ".join((work / "out" / "f_grad.c").read_text().replace("\n *", " ").split())
    assert "(adc's choice: all; the code is right for any sizes)" in text


@pytest.mark.parametrize(("size", "checked"), [("N=100000,steps=7", None), ("N=9,steps=7", (9, 7))])
def test_sizes_to_plan_for_are_not_the_self_checks(
    size: str, checked: tuple[int, int] | None, work: Path
) -> None:
    invoke("grad", "kernel.py", "--wrt", "x", "--size", size)
    text = (work / "out" / "f_grad_check.c").read_text()
    found = re.search(r"default_sizes\[SIZES \+ 1\] = \{(\d+), (\d+)\}", text)
    assert found
    numbers = (int(found[1]), int(found[2]))
    assert numbers == checked if checked else max(numbers) < 20


# -- the pieces ------------------------------------------------------------------------------------


def test_columns_wrap_in_the_last_one() -> None:
    table = [("array", "why"), ("x" * 60, "word " * 40)]
    lines = columns(table).splitlines()
    assert max(map(len, lines)) <= WIDTH and len(lines) > 3
    assert lines[1].startswith("  " + "x" * 21 + "...  word")
    assert lines[2].startswith(" " * 28 + "word")


def test_long_tables_are_elided() -> None:
    table = [("array", "why"), *((f"a{k}", "") for k in range(100))]
    short = elided(table)
    assert len(short) == 41 and short[-1] == ("...", "and 61 more (--json has all)")
    assert elided(table[:41]) == table[:41]


def point(line: int, amount: int, reverse: bool = False) -> Point:
    return Point(f"line {line}", reverse, False, amount, ())


def test_equal_places_stand_in_one_row() -> None:
    one, two = [point(1, 10), point(3, 5, True)], [point(1, 20), point(2, 30), point(3, 7, True)]
    assert paired(one, two) == [(one[0], two[0]), (None, two[1]), (one[1], two[2])]


def test_a_long_timeline_keeps_its_peaks() -> None:
    many = [point(k, 1000 if k == 150 else 10 + k % 3) for k in range(300)]
    rows = thinned(paired(many, many))
    assert None in rows and sum(row is not None for row in rows) == 36
    assert (many[150], many[150]) in rows


def test_drawing_to_scale() -> None:
    text = drawing([point(1, 512), point(2, 1024, True)], [point(1, 2048)], 4096)
    assert text.splitlines() == [
        "               as planned                           everything stored",
        "Forward sweep",
        "  line 1         512 bytes ######                         2 KiB ########################",
        "Reverse sweep",
        "  line 2             1 KiB ############",
        "peak                 1 KiB                                2 KiB",
        "limit                4 KiB",
    ]


def test_scales_by_ratio() -> None:
    scale = Scale.over(2.0, 2000.0)
    assert scale.logarithmic and not Scale.over(2.0, 12.0).logarithmic
    assert [scale.share(v) for v in (2.0, 20.0, 2000.0)] == pytest.approx([0, 1 / 3, 1])
    assert log_ticks(2.0, 300.0) == [2, 5, 10, 20, 50, 100, 200]
    assert log_ticks(0.5, 2e4) == [1, 10, 100, 1000, 10000]
    assert byte_ticks(1000, 5000) == [1024, 2048, 4096]
    assert len(byte_ticks(10, 1 << 40)) <= 8


def test_ticks_are_round() -> None:
    assert ticks(0, 10) == [0, 2, 4, 6, 8, 10]
    assert ticks(0, 449.9) == [0, 100, 200, 300, 400]
    assert ticks(3.1, 3.9) == pytest.approx([3.2, 3.4, 3.6, 3.8])
    assert unit_for(5 << 20) == (1 << 20, "MiB") and unit_for(3) == (1, "bytes")


def test_choices_in_words() -> None:
    kept, loops = PlanRow("A", "keep", integer(8)), []
    for line in range(1, 6):
        loops.append(
            PlanRow("v", "checkpoint", integer(8), where=f"k.py:{line}", segment_steps=line,
                    snapshots=line)
        )  # fmt: skip
    assert in_words([kept]) == "everything kept or stored"
    assert in_words([kept, *loops[:2]]) == (
        "loop of line 1 from 1 snapshot; loop of line 2 from 2 snapshots, segments of 2 steps"
    )
    assert in_words(loops).endswith("; 2 more loops run again")
    again = [PlanRow(name, "recompute", integer(8), rebuilt=True) for name in "ABCDEF"]
    cheap = [PlanRow(name, "recompute", integer(0)) for name in "AG"]
    assert in_words([*again, *cheap]) == "A, B, C and 3 more rebuilt; G recomputed where used"


def test_progress_is_of_the_stage(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr(observer._ProgressLine, "show", lambda self, text: shown.append(text))
    listening = observer.TerminalObserver(progress=True)
    with listening.stage("plan"):
        listening.progress("trying everything stored")
    listening.close()
    assert shown == ["plan", "plan: trying everything stored"]
