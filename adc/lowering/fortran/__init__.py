"""What Fortran means where it differs from NumPy: operators, intrinsics, arguments by reference."""
