"""Builds, runs and reads the self-check of generated files."""

from adc.check.report import CheckReport, Figure
from adc.check.run import Subject, check

__all__ = ["CheckReport", "Figure", "Subject", "check"]
