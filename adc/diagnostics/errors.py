"""What adc tells the user when a source or a request cannot be honoured."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from adc.diagnostics.spans import Span


class Severity(Enum):
    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True)
class Note:
    """A second place that helps to understand a diagnostic."""

    message: str
    span: Span | None = None


@dataclass(frozen=True)
class Diagnostic:
    """One message: lower case, no full stop; `span` is the smallest stretch that is at fault."""

    code: str
    message: str
    span: Span | None = None
    label: str = ""
    help: str = ""
    notes: tuple[Note, ...] = ()
    severity: Severity = Severity.ERROR


@dataclass
class AdcError(Exception):
    """The run ends with `diagnostics` on stderr and `exit_status` (DESIGN section 2).

    `text` is what is printed of the diagnostics, where there is no command line to print it.
    """

    diagnostics: list[Diagnostic] = field(default_factory=list)
    exit_status: int = 1
    text: str = ""

    @classmethod
    def of(
        cls,
        code: str,
        message: str,
        span: Span | None = None,
        *,
        label: str = "",
        help: str = "",
        notes: tuple[Note, ...] = (),
        exit_status: int = 1,
    ) -> AdcError:
        return cls([Diagnostic(code, message, span, label, help, notes)], exit_status)

    def __str__(self) -> str:
        return self.text or "; ".join(
            f"{d.span}: {d.message} [{d.code}]" if d.span else f"{d.message} [{d.code}]"
            for d in self.diagnostics
        )


class InternalError(Exception):
    """A fault of adc itself: exit status 70, never a traceback for the user."""

    def __init__(self, message: str, span: Span | None = None) -> None:
        super().__init__(message)
        self.span = span
