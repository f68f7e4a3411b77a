"""Python's lists: such as grow, such as are set, and what is iterated."""
