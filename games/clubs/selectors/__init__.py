"""Reading: what pages show of clubs and events, and what follows from their rows."""
