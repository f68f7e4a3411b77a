"""Subscripts that arrays hold or the source computes."""
