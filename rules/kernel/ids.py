"""Two sorts of ids, so that a type checker finds where one is taken for the other.

What everybody sees of a counter may change its id: it goes under a "?" by one and comes out by
another. The counter itself stays what it is. So what is shown, asked and told is named by a
`ShownId`, and what a procedure follows through an action by a `CounterId`.
"""

from typing import NewType

ShownId = NewType("ShownId", str)
"""The id of an entity as those know it who are shown it: in faces, offers, questions, commands."""

CounterId = NewType("CounterId", str)
"""The scenario's id of a counter, the same for its life. It names no face."""
