"""The board editor: what it may be sent, how large a board may be, and who makes its pictures.

`limits.py` reads sources within bounds, `wire.py` decodes requests, `workshop.py` has pictures and
LOS made by `worker.py`, in a process of its own that is ended when it takes too long; those who ask
take turns at it (`turns.py`). The edits themselves are rules (`rules.mapmaking.editing`); pages and
addresses are in `games/views/editor.py`.
"""
