"""Reading, never writing. What an audience is sent comes from its own bulletins alone."""
