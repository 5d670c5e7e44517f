"""What a player tells the server to do."""

import msgspec


class Command(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="verb", forbid_unknown_fields=True
):
    """Something a player tells the server to do. Decoded strictly at the door."""

    @property
    def verb(self) -> str:
        return str(self.__struct_config__.tag)


class KernelCommand(Command, frozen=True, kw_only=True):
    """The commands that the kernel itself answers, whatever the rules."""
