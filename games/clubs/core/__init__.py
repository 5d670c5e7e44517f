"""What events are reckoned by: no database, no web, no clock, no chance of its own.

Pairings, standings, the choice of scenarios and sides, lots, ratings, balance. Everything here is
a function of plain data, so that it gives the same again whenever it is asked again.
"""
