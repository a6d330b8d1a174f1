"""One build from start to end, its command line, and what it says when it is done."""
