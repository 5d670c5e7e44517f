"""Refusals whose words wait for their reader. No Django here, and no language: what is raised,
stored or sent to several people is English, and becomes somebody's own language where it is shown
to him.
"""


class Worded(Exception):
    """Something that could not be done. `text` is a sentence of the catalogues, and `named` what
    stands in its places (`%(count)s`).
    """

    def __init__(self, text: str = "", **named: object) -> None:
        super().__init__(text % named if named else text)
        self.text = text
        self.named = named
