"""Run one build from start to end: its command line, its files, and the report when it is done."""
