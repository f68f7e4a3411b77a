"""The tests of adc."""
