"""Private instances of the programs that some tests talk to. Nothing already running is touched."""
