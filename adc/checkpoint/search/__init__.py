"""The search for the fastest configuration within a limit, and what it tells."""
