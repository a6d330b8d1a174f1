"""Render the record and what people wrote as text, by pure functions: nothing here measures or writes a file."""
