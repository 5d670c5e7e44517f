"""What a player tells the server to do."""

from typing import ClassVar

import msgspec


class Command(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="verb", forbid_unknown_fields=True
):
    """Something a player tells the server to do. Decoded strictly at the door.

    Commands of a kind that `consults_nothing` throw no dice, ask nobody and never look at what is
    hidden, whatever the position: who gave one may take it back without asking. Those of a kind
    that `rolls_early` throw dice before the players' lines must be settled, and wait until they
    are: a roll settles them, and so would tell everybody of itself. Those that are `timeless` mean
    the same whatever their side has been told since it gave them, and are never too late.
    """

    consults_nothing: ClassVar[bool] = False
    rolls_early: ClassVar[bool] = False
    timeless: ClassVar[bool] = False

    @property
    def verb(self) -> str:
        return str(self.__struct_config__.tag)


class KernelCommand(Command, frozen=True, kw_only=True):
    """The commands that the kernel itself answers, whatever the rules."""
