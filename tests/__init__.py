"""Make this a package: some library installs a package `tests`, which would hide a folder without this file."""
