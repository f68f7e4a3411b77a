"""Rules for routines of libraries, proved with a library that is built for it."""
