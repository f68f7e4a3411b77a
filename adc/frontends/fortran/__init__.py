"""The Fortran frontend: source form, statements, blocks, symbols, the way to the surface tree."""
