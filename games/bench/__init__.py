"""Measuring the server: real processes, real sockets, a temporary database.

`worker` is what runs in processes of its own: it records a random game (and so measures the
service), or serves that same game. `driver` plays the recording through sockets and listens with
as many spectators as are wanted; `tables` does so at a table among others, of a club night
(`night`) or of many games (`many`). Server and driver are pinned to cores of their own, so that
neither is measured with the other's work.
"""
