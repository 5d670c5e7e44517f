"""What was made of scenarios before anybody asked: read from its files, and made by a process
beside this one where it is not there.

No page and no table draws a board here, or puts one of a user's together: that takes seconds.
"""

from typing import Final

import msgspec

from games import storeroom
from games.editor.making import Sheet
from games.editor.worker import Draw, Make
from games.editor.workshop import OURS, WORKSHOP
from games.passwords import ASKER
from rules.scenarios.balance import without_balance
from rules.scenarios.loader import load_scenario
from rules.scenarios.options import without_options
from rules.scenarios.shelf import is_own, kept, own_card

_DECODE: Final = msgspec.json.Decoder(Sheet).decode


@kept
def sheet(scenario_id: str) -> Sheet:
    """What pages show of a user's scenario, or of a version of it; its options are in the card
    alone. Raises KeyError, and Busy or TooLong where it has to be made and cannot.
    """
    version, _ = without_options(scenario_id)
    card = own_card(without_balance(version)[0])
    path = storeroom.sheet_file(version, card)
    found = storeroom.read(path)
    if found is None:
        _make(version)
        found = path.read_bytes()
    return _DECODE(found)


def rules_of(version: str) -> bytes | None:
    """Its rules, ready to be played by. Raises likewise."""
    found = storeroom.kept_rules(version)
    if found is None:
        _make(version)
        found = storeroom.kept_rules(version)
    return found


@kept
def picture_digest(scenario_id: str) -> str:
    """What the picture of a scenario goes by. Raises KeyError, and for a user's as `sheet` does."""
    if is_own(scenario_id):
        return sheet(scenario_id).picture
    return storeroom.picture_digest(load_scenario(scenario_id))


def picture(scenario_id: str) -> bytes:
    """The picture of a scenario, packed by gzip. Raises Busy and TooLong likewise."""
    own = is_own(scenario_id)
    path = storeroom.picture_file(picture_digest(scenario_id), own=own)
    found = storeroom.read(path)
    if found is None:
        if own:
            _make(without_options(scenario_id)[0])
        else:
            OURS.do(Draw(scenario_id), ASKER.get())
        found = path.read_bytes()
    return found


def _make(version: str) -> None:
    WORKSHOP.do(Make(version, own_card(without_balance(version)[0])), ASKER.get())
