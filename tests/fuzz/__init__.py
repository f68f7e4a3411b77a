"""Random programs of the subset that adc accepts, and their reduction to small failing ones."""
