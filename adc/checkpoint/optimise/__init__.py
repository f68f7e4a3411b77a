"""The optimisation: values kept or rebuilt, options of choices, bytes at events, seconds. It knows
no program; `model` alone says what a problem is."""
