"""What languages like C have in common: the walk over the loop tree and the pieces of text."""
