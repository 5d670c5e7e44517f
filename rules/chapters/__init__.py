"""One module per numbered section of the rulebook, named after its number, in folders by subject.

The folders are for the reader: what subjects ask of each other goes in circles, as in the rulebook.
Two are layers: `ground` stands on nothing else here, and `terms`, what the questions of the rules
are asked of, on the ground alone.
"""
