"""Cases: rules as executable examples, one YAML file each (docs/cases.md).

Belongs here: the format, the small language of its scripts, and the runner. What the rules do
belongs to the layers below; a case only plays a game and looks at what came of it.

Start with `run.py`. `reading.py` makes a `Case` of a file, with `words.py` for units and
`commands.py` for what players say, `labels.py` for the dice, `replay.py` for variants and
`possible.py` for what is no position; `position.py` puts it on the table; `playing.py` plays it and
remembers what each audience was sent; `checks.py` holds every expectation, with `results.py`,
`asking.py` and `sights.py`; `coverage.py` joins cases with the clause list.
"""
