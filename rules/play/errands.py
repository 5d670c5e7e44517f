"""What MF are spent on in the MPh besides moving on: one list, in the order of its offers."""

from rules.play.combat.custody import SCROUNGING
from rules.play.firing.set_charges import SETTING
from rules.play.firing.smoke import SMOKE
from rules.play.firing.special_weapons import PLACING
from rules.play.moving.boarding import EMBARKING
from rules.play.moving.bypassing import BYPASSING_ON, ENTERING
from rules.play.moving.carrying import CARRYING
from rules.play.moving.cavalry import DISMOUNTING, GALLOPING, MOUNTING
from rules.play.moving.clearing import CLEARING
from rules.play.moving.climbing import CLIMBING
from rules.play.moving.crest import CLAIMING_CREST, GOING_IN
from rules.play.moving.digging import BENEATH, OFF_WIRE, OUT
from rules.play.moving.double_time import DOUBLE_TIME
from rules.play.moving.errand import AnyErrand
from rules.play.moving.exiting import EXITING
from rules.play.moving.overland import LAUNCHING, MANHANDLING
from rules.play.moving.possession import DROPPING, RECOVERY
from rules.play.moving.removing_mines import REMOVING
from rules.play.moving.searching import SEARCHING
from rules.play.wall_advantage import CLAIMING, FORFEITING

ERRANDS: tuple[AnyErrand, ...] = (
    DOUBLE_TIME,
    GALLOPING,
    MOUNTING,
    DISMOUNTING,
    CARRYING,
    RECOVERY,
    DROPPING,
    SMOKE,
    BYPASSING_ON,
    ENTERING,
    BENEATH,
    OUT,
    OFF_WIRE,
    CLAIMING_CREST,
    GOING_IN,
    CLIMBING,
    PLACING,
    SETTING,
    CLEARING,
    REMOVING,
    SCROUNGING,
    SEARCHING,
    CLAIMING,
    FORFEITING,
    EXITING,
    MANHANDLING,
    LAUNCHING,
    EMBARKING,
)
