"""Generated CUDA on this machine's device."""
