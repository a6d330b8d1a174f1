"""A package, because a library in the environment brings a package of this name, which would hide a mere folder."""
