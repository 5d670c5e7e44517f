"""What is stored. Public things and secrets live in different tables.

`Game` and `Seat` say who plays what. `Piece` rows are entities without any secret, `SecretRecord`
rows the others, by owner; both are as they were when the game last was at rest. `StepRow` is the
log of inputs and holds secrets too; `BulletinRow` is what each audience was sent; `SecretLook`
says that an operator looked at secrets; `HexNote` what a side has pinned to hexes for itself
alone. `GameClock` is a game's clock and `ClockPress` how it came to say that; `Proposal` what a
side asks of the other; `ChatLine` what was said, in which room. `OwnBoard` is a board that
somebody made and `OwnScenario` a card that somebody brought along, of no game. Code that serves
spectators reads `Game`, `Seat` and the public bulletins, nothing else; of a finished game also
`SecretLook`.
"""

from games.models.board import OwnBoard
from games.models.bulletin import BulletinRow
from games.models.chat import ChatLine
from games.models.clock import ClockPress, GameClock, Pulse
from games.models.game import Game
from games.models.look import SecretLook
from games.models.note import HexNote
from games.models.piece import Piece
from games.models.proposal import Proposal
from games.models.record import SecretRecord
from games.models.scenario import OwnScenario
from games.models.seat import Seat
from games.models.step import StepRow
from games.models.user import User

__all__ = [
    "User",
    "Game",
    "Seat",
    "Piece",
    "SecretRecord",
    "StepRow",
    "BulletinRow",
    "SecretLook",
    "HexNote",
    "OwnBoard",
    "OwnScenario",
    "GameClock",
    "ClockPress",
    "Pulse",
    "Proposal",
    "ChatLine",
]
