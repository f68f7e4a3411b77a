"""Objects, dictionaries and classes: values that hold others by name, and who refers to them."""
