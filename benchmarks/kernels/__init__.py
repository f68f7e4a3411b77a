"""Kernels that gradients are measured with, each written from its definition (`make bench`)."""
