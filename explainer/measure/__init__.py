"""Left of the facts: finding checkpoints and running snippets. torch is imported in child processes alone."""
