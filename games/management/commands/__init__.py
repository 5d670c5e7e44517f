"""Commands of the games app: one module each."""
