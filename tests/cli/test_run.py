"""What a command prints, and its exit status."""

from __future__ import annotations

import json
import time
from typing import Any

import click
import pytest

from adc.cli import observer as observer_module
from adc.cli.observer import TerminalObserver
from adc.cli.run import Outcome, run
from adc.diagnostics import AdcError, Diagnostic, InternalError, Severity, Span

WARNING = Diagnostic("ADC0601", "careful", severity=Severity.WARNING)


def status_of(work: Any, **options: bool) -> Any:
    with pytest.raises(SystemExit) as caught:
        run(work, **options)
    return caught.value.code


def raising(error: BaseException) -> Any:
    def work(observer: TerminalObserver) -> Outcome:
        with observer.stage("lowering"):
            raise error

    return work


def test_done(capsys: pytest.CaptureFixture[str]) -> None:
    outcome = Outcome("all is well", {"answer": 42}, [WARNING])
    assert status_of(lambda _: outcome) == 0
    assert tuple(capsys.readouterr()) == ("all is well\n", "warning[ADC0601]: careful\n")
    assert status_of(lambda _: outcome, quiet=True) == 0
    assert tuple(capsys.readouterr()) == ("", "")
    assert status_of(lambda _: outcome, as_json=True) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["answer"] == 42 and result["warnings"][0]["code"] == "ADC0601"


def test_the_outcome_sets_the_status() -> None:
    assert status_of(lambda _: Outcome(status=4)) == 4


def test_refused(capsys: pytest.CaptureFixture[str]) -> None:
    error = AdcError.of("ADC0401", "too small", exit_status=3)
    assert status_of(raising(error), as_json=True) == 3
    out, err = capsys.readouterr()
    assert err == "error[ADC0401]: too small\n"
    assert json.loads(out)["status"] == 3
    assert json.loads(out)["diagnostics"][0]["message"] == "too small"
    assert status_of(raising(error), quiet=True) == 3
    assert "too small" in capsys.readouterr().err


def test_a_fault_of_adc(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ADC_DEBUG", raising=False)
    error = InternalError("two buffers overlap", Span("kernel.py", 3, 5))
    assert status_of(raising(error)) == 70
    text = capsys.readouterr().err
    assert text.startswith("adc: internal error: two buffers overlap\n")
    flat = " ".join(text.split())
    assert "a fault of adc during lowering at kernel.py:3:5, not of your source" in flat
    assert "ADC_DEBUG=1" in text and "Traceback" not in text


def test_any_other_exception_is_a_fault_of_adc(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ADC_DEBUG", "1")
    assert status_of(raising(ZeroDivisionError("oops")), as_json=True) == 70
    out, err = capsys.readouterr()
    assert "adc: internal error: ZeroDivisionError: oops" in err
    assert "Traceback" in err
    assert json.loads(out) == {"status": 70, "error": "ZeroDivisionError: oops"}


def test_interrupted(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(raising(KeyboardInterrupt())) == 130
    assert "interrupted" in capsys.readouterr().err


def test_faults_of_the_command_line_go_to_click() -> None:
    with pytest.raises(click.UsageError, match="nonsense"):
        run(raising(click.UsageError("nonsense")))
    with pytest.raises(click.UsageError, match="not both"):
        run(lambda _: Outcome(), quiet=True, verbose=True)


def test_verbose_tells_stages_and_notes(capsys: pytest.CaptureFixture[str]) -> None:
    def work(observer: TerminalObserver) -> Outcome:
        with observer.stage("lowering"):
            observer.note("3 statements")
        assert observer.current == ""
        return Outcome("done")

    status_of(work, verbose=True)
    out, err = capsys.readouterr()
    assert out == "done\n"
    note, stage = err.splitlines()
    assert note == "adc:   3 statements"
    assert stage.startswith("adc: lowering ") and stage.endswith(" s")


def test_progress_appears_only_when_a_run_takes_long(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(observer_module, "PATIENCE_SECONDS", 0.02)
    slow = TerminalObserver(progress=True)
    with slow.stage("reversal"):
        deadline = time.monotonic() + 5
        while slow._progress and slow._progress._status is None and time.monotonic() < deadline:
            time.sleep(0.01)
        assert slow._progress and slow._progress._status is not None
    slow.close()
    assert slow._progress._status is None
    monkeypatch.setattr(observer_module, "PATIENCE_SECONDS", 60)
    quick = TerminalObserver(progress=True)
    with quick.stage("reversal"):
        pass
    quick.close()
    assert quick._progress and quick._progress._status is None
    assert "reversal" not in capsys.readouterr().out
