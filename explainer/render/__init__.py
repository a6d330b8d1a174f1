"""Right of the facts: pure functions from plain data to text. Nothing here reads, writes or measures."""
