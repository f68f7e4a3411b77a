"""Spans in the user's sources, and the messages that point at them."""

from adc.diagnostics.errors import AdcError, Diagnostic, InternalError, Note, Severity
from adc.diagnostics.spans import Span

__all__ = ["AdcError", "Diagnostic", "InternalError", "Note", "Severity", "Span"]
