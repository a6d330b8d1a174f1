"""Changes each program in small ways, and looks which changes its asserts notice."""
