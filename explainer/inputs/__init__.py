"""Everything that a person writes, read and checked."""
