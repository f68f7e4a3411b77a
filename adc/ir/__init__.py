"""The dataflow IR: types, sizes, values, statements, their text form and their verifier."""
