"""Clubs: their people, their events, what was played there, and ratings.

A Django app of its own inside `games`, with its own tables. `core` is what needs no database:
pairings, standings, the choice of scenarios, ratings. The rest reads like `games` itself: models,
services that write, selectors that read, views. Games are made and ended by the services of
`games`; what came of one is read from its row, never copied.

Start with `core/pairing.py` for who meets whom, `models/` for what is stored, `services/` for what
may be done.
"""
