"""Schedules and plans, measured: candidates -> built -> called in turns -> one choice."""
