"""Functions in the manner of public NumPy code, each in a file as its author would write it.

The first lines of a file say how it is called: `# signature:` types the arguments (those that it
does not name have their defaults), `# inputs:` gives some of them other values than those that are
drawn, by an expression of `np` and `rng`.
"""
