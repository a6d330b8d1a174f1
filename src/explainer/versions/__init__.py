"""Run claims under other versions of their libraries, record the answers, and put them into words."""
