"""The one exception that means: the input is at fault, not the program."""


class UserError(Exception):
    """A mistake in the input. Each line says where, what, and how to mend it; no traceback is shown."""

    def __init__(self, *lines: str) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines
