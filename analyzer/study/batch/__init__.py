"""Many shoes from a file, on any number of workers."""
