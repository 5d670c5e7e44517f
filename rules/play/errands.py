"""What MF are spent on in the MPh besides moving on: one list, in the order of its offers."""

from rules.play.boarding import EMBARKING
from rules.play.bypassing import BYPASSING_ON, ENTERING
from rules.play.carrying import CARRYING
from rules.play.cavalry import DISMOUNTING, GALLOPING, MOUNTING
from rules.play.clearing import CLEARING
from rules.play.climbing import CLIMBING
from rules.play.crest import CLAIMING_CREST, GOING_IN
from rules.play.custody import SCROUNGING
from rules.play.digging import BENEATH, OFF_WIRE, OUT
from rules.play.double_time import DOUBLE_TIME
from rules.play.errand import AnyErrand
from rules.play.exiting import EXITING
from rules.play.overland import LAUNCHING, MANHANDLING
from rules.play.possession import DROPPING, RECOVERY
from rules.play.removing_mines import REMOVING
from rules.play.searching import SEARCHING
from rules.play.set_charges import SETTING
from rules.play.smoke import SMOKE
from rules.play.special_weapons import PLACING
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
