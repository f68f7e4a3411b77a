"""From source text to the surface tree, and from whatever the user gave to argument types."""
