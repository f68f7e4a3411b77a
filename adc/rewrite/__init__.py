"""Rewrites of Computes that make programs faster: other statements, the same values.

They run on planned programs after `simplify`, whose passes make programs smaller, and before
`schedule`, which chooses the order of loops; `--schedule source` leaves them out.
"""
