"""Hold the record of what was measured, and merge new results into it."""
