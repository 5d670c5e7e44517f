"""Pages. Each answers for one audience; nothing that hangs on a seat or a session is cached."""
