"""The one exception that means: the input is at fault, not the program."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class UserError(Exception):
    """A mistake in the input. Each line says where, what, and how to mend it; no traceback is shown."""

    def __init__(self, *lines: str) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Name `path` in an OSError that names no file, as a full disk's does."""
    try:
        yield
    except OSError as error:
        error.filename = error.filename or str(path)
        raise
