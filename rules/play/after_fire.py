"""What follows from a fire attack when its results are carried out: one list, in its order.

The DR of the attack and what it did are known to all of it (`Attack`). Each part looks at that and
does its own or nothing; it may ask and roll. What an attack leaves on its firers comes last. What
follows from one on the IFT alone, and from none of ordnance, says so.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from rules.chapters.concealment.a12_claimed_tem import claim_tem
from rules.chapters.concealment.a12_stripping import strip_firing
from rules.chapters.concealment.a12_unseen_fire import tell_of_unseen
from rules.chapters.fire.a07_attack import A, Follow, IftAttack
from rules.chapters.fire.a07_encirclement import encircle
from rules.chapters.fire.a07_fire import shares, total_fp
from rules.chapters.fire.a07_resolution import resolve_shot
from rules.chapters.fire.a08_final_protective import protective_checks
from rules.chapters.fire.a08_marks import mark_after
from rules.chapters.fire.a08_residual import leave_residual, residual_fp
from rules.chapters.fire.a09_fire_lanes import lay_lane
from rules.chapters.fire.a09_malfunction import destroy_weapons, malfunction
from rules.chapters.fire.a19_ammunition import is_short, run_short
from rules.chapters.fire.a22_burnt import burn_user, molotov_flames
from rules.chapters.ordnance.c02_ordnance import ToHitShot
from rules.chapters.ordnance.c03_effects import resolve_to_hit
from rules.chapters.terms.a07_shot import FireKind, Shot
from rules.chapters.works.b30_contents import seen_firing
from rules.kernel.procedure import Procedure
from rules.play.firing.keep_rof import keep_or_give_up
from rules.position.asl_table import AslTable
from rules.tables import ift_column


class FollowsAny(Protocol):
    """What follows from any attack, and returns it as the same kind of attack."""

    def __call__(self, table: AslTable, attack: A, /) -> Procedure[A | None]: ...


@dataclass(frozen=True)
class Aftermath:
    """Something that follows from every attack, by the number of its rule."""

    rule: str
    follow: FollowsAny


@dataclass(frozen=True)
class OfTheIft:
    """The same of what follows from an attack on the IFT alone."""

    rule: str
    follow: Follow[IftAttack]


AFTER_FIRE: tuple[Aftermath | OfTheIft, ...] = (
    Aftermath("A9.74", destroy_weapons),
    Aftermath("A9.7", malfunction),
    OfTheIft("A19.131", run_short),
    OfTheIft("A8.31", protective_checks),
    OfTheIft("A22.612", burn_user),
    OfTheIft("A22.612", molotov_flames),
    OfTheIft("A9.22", lay_lane),
    Aftermath("A8.23", keep_or_give_up),
    Aftermath("A8.2", leave_residual),
    Aftermath("A8.1", mark_after),
    Aftermath("A12.14", strip_firing),
    Aftermath("B30.7", seen_firing),
)
"""What follows from a fire attack."""


async def fire_shot(table: AslTable, shot: Shot) -> None:
    """A7: carry out a fire attack that was declared, to the marks that it leaves."""
    shot = await claim_tem(table, shot)
    tell_of_unseen(table, shot)
    encircle(table, shot)
    follows = [aftermath.follow for aftermath in AFTER_FIRE]
    await resolve_shot(table, shot, follows, counts=_counts(table, shot))


def _counts(table: AslTable, shot: Shot) -> bool:
    """A8.2, A19.131: whether an attack may leave Residual FP, or run short of ammunition, whatever
    it does to its targets.
    """
    position = table.truth
    if any(is_short(table.law, unit) for unit in position.alive(shot.units)):
        return True
    fp = max((total_fp(shares(position, one)) for one in _everywhere(shot)), default=Fraction(0))
    return shot.kind is FireKind.FIRST and residual_fp(ift_column(fp), 0) > 0


def _everywhere(shot: Shot) -> tuple[Shot, ...]:
    return (shot,) if shot.turned is None else (shot, shot.turned)


async def shoot_to_hit(table: AslTable, shot: ToHitShot) -> None:
    """C3: carry out a shot of ordnance, to the marks that it leaves."""
    shot = await claim_tem(table, shot, to_hit=True)
    follows = [one.follow for one in AFTER_FIRE if isinstance(one, Aftermath)]
    await resolve_to_hit(table, shot, follows)
