"""Claims under other versions of the libraries."""
