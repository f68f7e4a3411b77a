"""Decorators of other files that hand the function on: followed on all their ways."""
