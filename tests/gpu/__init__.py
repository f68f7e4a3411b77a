"""Tests on a device of this machine; marked `gpu`."""
