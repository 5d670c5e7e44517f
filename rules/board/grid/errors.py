"""What is wrong with the data of a grid board."""


class GridError(Exception):
    """Data that cannot be used: which file, which part of it, and why."""

    def __init__(self, file: str, place: str, message: str) -> None:
        super().__init__(f"{file}: {place}: {message}")
        self.file = file
        self.place = place
        self.message = message
