"""Integers: expressions of sizes and loop variables, and such as the program computes."""
