"""What was measured, and when two measurements are the same fact."""
