"""What a player is told when he tries what he may not."""


class Refused(Exception):
    """A command that the rules do not allow. Nothing changed.

    `rule` is the number of the rule that forbids it, `why` a sentence for the player. Both are
    made from what that player knows.
    """

    def __init__(self, rule: str, why: str, code: str = "refused") -> None:
        super().__init__(f"{why} ({rule})" if rule else why)
        self.rule = rule
        self.why = why
        self.code = code
