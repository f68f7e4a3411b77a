"""`adc opt`: run single stages of the compiler on the IR's text."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from adc.cli import options
from adc.cli.observer import TerminalObserver
from adc.cli.request import build_request
from adc.cli.run import Outcome, run
from adc.diagnostics import Diagnostic

if TYPE_CHECKING:
    from adc.opt import Work

#: The name of the text that comes from the standard input.
INPUT = "<stdin>"
#: The stages that differentiate: they need `--wrt`.
_DIFFERENTIATING = frozenset({"tangent", "reverse"})


class StageNames(click.ParamType):  # type: ignore[type-arg]
    """`plan,simplify`: stages in the order in which they run."""

    name = "stages"

    def convert(self, value: Any, param: Any, ctx: Any) -> tuple[str, ...]:
        from adc.opt import STAGES

        names = tuple(part.strip() for part in value.split(","))
        for name in names:
            if name not in STAGES:
                known = ", ".join(STAGES)
                self.fail(f"no stage is called {name!r}; the stages are {known}", param, ctx)
        return names

    def shell_complete(self, ctx: Any, param: Any, incomplete: str) -> list[CompletionItem]:
        from adc.opt import STAGES

        before, comma, begun = incomplete.rpartition(",")
        fitting = (stage for stage in STAGES.values() if stage.name.startswith(begun))
        return [CompletionItem(f"{before}{comma}{s.name}", help=s.line) for s in fitting]


def _list(ctx: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked and not ctx.resilient_parsing:
        click.echo(listing())
        ctx.exit()


@click.command(short_help="Run single stages on the IR's text.")
@click.argument("source", metavar="FILE", type=options.PATH)
@options.no_cache
@click.option(
    "--stage",
    "groups",
    metavar="S[,T]",
    multiple=True,
    type=StageNames(),
    help="The stages to run, in order.",
)
@click.option("--each", is_flag=True, help="Print the text after each stage, not the last alone.")
@click.option(
    "--list",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_list,
    help="List the stages, what each takes and gives, and what it does.",
)
@options.wrt
@options.of
@options.reverse
@options.memory
@options.target
@options.report
def opt(
    source: str,
    groups: tuple[tuple[str, ...], ...],
    each: bool,
    as_json: bool,
    quiet: bool,
    verbose: bool,
    **given: Any,
) -> None:
    """Read the IR's text form from FILE (- for the standard input), run stages, print the text.

    The verifier runs on what is read and after each stage. Without --stage, what is read is
    verified and printed as it is.

    \b
      adc show kernel.py --stage ir > kernel.ir
      adc opt kernel.ir --stage reverse,plan,drop_dead --wrt A --of O
      adc opt kernel.ir --stage schedule
      adc opt --list
    """
    names = tuple(name for group in groups for name in group)
    run(
        lambda observer: _opt(observer, source, names, each, given),
        as_json=as_json,
        quiet=quiet,
        verbose=verbose,
    )


def _opt(
    observer: TerminalObserver, source: str, names: tuple[str, ...], each: bool, given: Any
) -> Outcome:
    needing = next((name for name in names if name in _DIFFERENTIATING), "")
    if needing and not given["wrt"]:
        raise click.UsageError(f"missing option --wrt: `{needing}` needs the independents")
    file = INPUT if source == "-" else source
    given["sources"] = (file,)
    request = build_request("grad", observer.sources, needs_targets=bool(needing), **given)
    text = _text(source, observer)
    from adc.diagnostics import Span
    from adc.diagnostics.nesting import not_too_deep
    from adc.opt import Work

    warnings: list[Diagnostic] = []
    with not_too_deep("the program", Span(file, 1)):
        return _ran(names, text, file, each, Work(request, observer, warnings))


def _ran(names: tuple[str, ...], text: str, file: str, each: bool, work: Work) -> Outcome:
    from adc.opt import run_stages

    results = [(name, state.text) for name, state in run_stages(names, text, file, work)]
    last = results[-1][1]
    shown = [f"# after {name}\n{one}" for name, one in results[1:]] if each and names else [last]
    payload: dict[str, Any] = {"stages": list(names), "text": last}
    if each:
        payload["after"] = [{"stage": name, "text": one} for name, one in results[1:]]
    return Outcome("\n".join(shown).rstrip("\n"), payload, work.warnings)


def _text(source: str, observer: TerminalObserver) -> str:
    """The text of the file, or of the standard input."""
    from adc.frontends.source import decoded, read_source

    if source != "-":
        return read_source(source)
    text = decoded(sys.stdin.buffer.read(), INPUT)
    observer.sources.add(INPUT, text)
    return text


def listing() -> str:
    """All stages, one a line."""
    from adc.opt import STAGES

    rows = [
        ("stage", "takes", "gives", ""),
        *((s.name, s.takes, s.gives, s.line) for s in STAGES.values()),
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    lines = []
    for row in rows:
        padded = (cell.ljust(width) for cell, width in zip(row[:-1], widths, strict=True))
        lines.append(("  ".join(padded) + "  " + row[-1]).rstrip())
    return "\n".join(lines)
