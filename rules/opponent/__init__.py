"""A player for the computer: he plays to win, by the same offers as everybody.

He is given a `Seat`: what his side knows, what it is asked and what it is offered, and no more.
`wishes` makes of that what he would like to do, `set_up` where he would like to begin, and
`coming_in` where he enters the map; `ground` is what he makes of the ground, `forms` how a command
is made of an offer.
"""
