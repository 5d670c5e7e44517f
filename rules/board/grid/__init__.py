"""LOS on a grid: terrain and elevation for every pixel of a board, and the lines drawn over it.

Belongs here: reading such boards (`losdata.py`, `metadata.py`), what their terrain codes mean
(`terrain.py`), where their hexes lie (`geometry.py`), what each hex is (`hexes.py`), and the line
of sight from one Location to another under one of two readings of the rules (`options.py`).

Does not belong here: boards made of hexes in words (`rules.board.layout`), units, fire.

Start with `engine.py`: a `GridBoard` answers every question. Behind it `walk.py` follows a line
pixel by pixel and `pixel.py` asks the rules at each in the rulebook's terms, with
`depressions.py`, `hexsides.py` and `blind.py` for the longer ones. These modules are compiled
(`compiled.py`, ADR 0003); without the compiler they are ordinary Python with the same answers.
`answers.py` is what comes out, `moving.py` what smoke, vehicles and blazes add, `docs/los.md` the
differences between the two readings.
"""
