"""Change each claim's program in small ways, one at a time, and record which changes its asserts notice."""
