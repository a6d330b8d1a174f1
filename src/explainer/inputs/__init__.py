"""Read and check everything that a person writes."""
