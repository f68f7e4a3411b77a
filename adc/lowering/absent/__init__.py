"""Names and fields that are None, or not set, on some path."""
