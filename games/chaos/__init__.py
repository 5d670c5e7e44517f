"""Killing every part of the server under load, and counting what is lost.

`setting.py` has the two ways to run a server (one daphne on SQLite; two on PostgreSQL and Redis)
as parts that can be killed and started again, `server.py` is what each daphne runs, with windows
in which it can be told to die. `clients.py` has players and spectators over real sockets,
`store.py` reads what was stored in the end, `verdict.py` compares it with what everybody was told
and was acknowledged, and `running.py` puts them together. `planted.py` has faults that it must
find.
"""
