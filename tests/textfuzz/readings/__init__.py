"""The texts of `tests/readings`, changed in what they mean, as a language of the campaign."""
