"""What any game with hidden information needs, and nothing of ASL.

Entities and their change sets (`world`), what may not be seen (`secret`, `unseal`, `document`),
rules as coroutines that ask the players (`procedure`, `table`), dice that nobody can doubt
(`dice`), sealed records (`seal`), questions that are asked once (`memo`), and the game that ties
them together (`game`). A rule of ASL does not belong here; neither does a database, a clock or a
socket. Start reading at `game`.
"""
