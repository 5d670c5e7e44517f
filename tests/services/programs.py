"""Finding programs, free ports, and the moment a server is ready."""

from games.private.programs import MissingProgramError, find_program, free_port, wait_until_ready

__all__ = ["MissingProgramError", "find_program", "free_port", "wait_until_ready"]
