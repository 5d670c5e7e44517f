"""Control, Victory Points and the end of the game (A26)."""
