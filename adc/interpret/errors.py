"""What the interpreter says about a program that breaks the IR's rules."""

from __future__ import annotations

from adc.diagnostics import InternalError


class InterpreterError(InternalError):
    """A statement that has no meaning: its label, and what is wrong with it."""
