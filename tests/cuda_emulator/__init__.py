"""A CUDA device made of g++ and threads that take turns: it runs CUDA sources, and watches them."""
