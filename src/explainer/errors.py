"""Define the exception for mistakes in what people write, as opposed to bugs of the engine."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class UserError(Exception):
    """Report mistakes in what people write: `lines` say where, what, and how to mend it. Users see no traceback."""

    def __init__(self, *lines: str) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines


@contextmanager
def naming_file(path: Path) -> Iterator[None]:
    """Add `path` to any OSError of the `with` block that names no file, such as “No space left on device”."""
    try:
        yield
    except OSError as error:
        error.filename = error.filename or str(path)
        raise
