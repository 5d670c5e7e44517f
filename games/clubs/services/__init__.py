"""Writing: whatever changes a club or an event goes through here.

Of what changes an event, the event's row is locked first, then a game's. Every act of a director
leaves a row that names him and says why.
"""
