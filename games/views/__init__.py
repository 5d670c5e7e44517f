"""Pages. Each answers for one audience; nothing that depends on a seat or a session is cached."""
