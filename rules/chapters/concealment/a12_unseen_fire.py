"""A12.14 Fire from under a "?" that keeps it: what is told before it is carried out."""

from collections.abc import Iterator

from rules.chapters.concealment.a12_unseen_facts import Against, FireFromCover, show_to_enemy
from rules.chapters.fire.a07_drm import modifiers
from rules.chapters.fire.a07_encirclement import entries_of
from rules.chapters.fire.a07_fire import cowering_shift, fp_against, may_cower, shares, total_fp
from rules.chapters.terms.a07_shot import Shot
from rules.position.asl_table import AslTable
from rules.position.position import Position


def tell_of_unseen(table: AslTable, shot: Shot) -> None:
    """A12.14, A12.16: if some of those who fire or direct keep their "?", everybody hears of the
    attack what its DR will be read by, and the enemy who they are.
    """
    position = table.truth
    units = position.alive(shot.takers)
    veiled = [unit for unit in units if unit.under is not None]
    if not veiled:
        return
    fire = FireFromCover(
        side=veiled[0].side,
        of=position.shown(units),
        places=tuple(sorted({unit.at for unit in veiled})),
        at=shot.at,
        directed=bool(shot.directors),
        cowers=cowering_shift(position, shot) if may_cower(position, shot) else 0,
        fp=str(total_fp(shares(position, shot))),
        against=tuple(_against(position, shot)),
        entries=entries_of(position, shot),
    )
    table.tell(fire)
    fired = {gun for firer in shot.firers for gun in firer.weapons}
    show_to_enemy(table, veiled, fired)


def _against(position: Position, shot: Shot) -> Iterator[Against]:
    """The attack against each of its targets, as everybody sees these."""
    for one in (shot, *((shot.turned,) if shot.turned else ())):
        parts = shares(position, one)
        for target in position.targets(one.targets):
            drm = tuple((mod.rule, mod.value) for mod in modifiers(position, one, target))
            yield target.id, str(fp_against(position, parts, target)), drm
