"""Find checkpoints and run snippets. Only child processes import torch, so a build that runs nothing starts at once."""
