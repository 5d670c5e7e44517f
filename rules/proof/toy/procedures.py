"""What happens in the test world: each procedure reads as the rule does."""

from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from rules.kernel.audience import Audience, Side
from rules.kernel.dice import Roll
from rules.kernel.ids import ShownId
from rules.kernel.procedure import Procedure, ask
from rules.kernel.secret import Secret
from rules.kernel.table import Purpose, Table
from rules.kernel.unseal import unseal
from rules.kernel.view import LogLine
from rules.kernel.voices import token
from rules.kernel.world import World
from rules.proof.toy import commands
from rules.proof.toy.commands import Sneak
from rules.proof.toy.entities import (
    FIREPOWER,
    LEGS,
    MORALE,
    TURNS,
    Cover,
    Minefield,
    Mines,
    Note,
    Orders,
    Piece,
    PieceType,
    clock,
    hidden,
    is_open,
    members,
    orders,
)
from rules.proof.toy.hooks import hooks
from rules.proof.toy.questions import (
    CheckResult,
    CoverRemoved,
    GoOn,
    MineResult,
    MinesPresent,
    MineStrength,
    Noise,
    Outcome,
    PieceRevealed,
    Rolled,
    Shot,
    StackCount,
    Window,
    roll_line,
)
from rules.proof.toy.setup import add_cover, add_piece, open_leaf

ALERT = 5
HEARD = 3
GOAL = ("C1", "C2")


# -- moving ---------------------------------------------------------------------------------------


async def move(table: Table, side: Side, units: Sequence[str], to: str) -> None:
    """T3: hex by hex, with a window for the other side after every step."""
    mark_done(table, units)
    for leg in range(LEGS):
        start = unseal(table.world.get(Piece, units[0]).at)
        if found_hidden(table, side.enemy, to):
            await window(table, side, start)
            return
        enter(table, side, units, start, to)
        alert(table, side.enemy, to)
        await enter_mines(table, side, to, units)
        await window(table, side, to)
        units = [unit for unit in units if is_moving(table, unit)]
        if not units or leg == LEGS - 1:
            return
        where = await ask(go_on(table, side, to, units))
        if where is None:
            return
        to = where


def go_on(table: Table, side: Side, at: str, units: Sequence[str]) -> GoOn:
    """The question where they go next: its side knows who they are, the other what moves there."""
    pieces = [table.world.get(Piece, unit) for unit in units]
    shown = {unseal(piece.under) or piece.id for piece in pieces}
    movers = Secret(tuple(ShownId(piece.id) for piece in pieces), side)
    return GoOn(side=side, at=at, movers=movers, shown=tuple(sorted(map(ShownId, shown))))


def mark_done(table: Table, units: Iterable[str]) -> None:
    """They have acted this turn."""
    for unit in units:
        piece = table.world.get(Piece, unit)
        table.world.change(piece, done=piece.done.with_value(True))


def is_moving(table: Table, unit: str) -> bool:
    """Whether nothing has stopped it: a reveal gives a piece another id, and stops it so."""
    piece = table.world.find(Piece, unit)
    return piece is not None and not unseal(piece.broken)


def enter(table: Table, side: Side, units: Sequence[str], start: str, to: str) -> None:
    """T3: covers move whole; a part that leaves gets a cover of its own."""
    moved = [unit for unit in units if is_open(table.world.get(Piece, unit).type)]
    covered = [unit for unit in units if not is_open(table.world.get(Piece, unit).type)]
    for cover in table.world.all(Cover):
        under = [piece.id for piece in members(table.world, cover.id)]
        leaving = [unit for unit in under if unit in units]
        if leaving:
            whole = leaving == under
            moved.append(cover.id if whole else f"part of {cover.id}")
            taken = table.world.change(cover, at=to) if whole else add_cover(table, side, to)
            recover(table, leaving, taken.id)
    for unit in units:
        piece = table.world.get(Piece, unit)
        table.world.change(piece, at=piece.at.with_value(to))
    who = " + ".join(token(piece_id) for piece_id in covered)
    manner = f" ({who})" if covered else ""
    text = f"{', '.join(sorted(moved))}{manner}: {start} → {to}"
    table.log(LogLine(kind="move", side=side, text=text, rule="T3", at=(to,)))


def recover(table: Table, units: Iterable[str], cover_id: str) -> None:
    """Put pieces under another cover."""
    for unit in units:
        piece = table.world.get(Piece, unit)
        table.world.change(piece, under=piece.under.with_value(cover_id))


def found_hidden(table: Table, side: Side, at: str) -> bool:
    """T5: hidden pieces in the way are revealed, and the mover stays where he is."""
    found = [piece for piece in hidden(table.world, side) if unseal(piece.at) == at]
    for unit in hooks(table).in_order(found):
        reveal(table, unit)
    return bool(found)


def alert(table: Table, side: Side, at: str) -> None:
    """T7: hidden pieces nearby roll in secret; a high one cancels their side's standing order."""
    for piece in hidden(table.world, side):
        if commands.reaches(unseal(piece.at), at):
            purpose = Purpose("alert", "Alert", "T7", side)
            roll = table.roll(purpose, 1, side.audience)
            log_roll(table, purpose, roll, "", side.audience)
            if roll.total >= ALERT:
                mine = orders(table.world, side)
                table.world.change(mine, passing=mine.passing.with_value(False))


async def window(table: Table, mover: Side, at: str) -> None:
    """T6: the other side may fire at what moved, as often as it can and there is something left."""
    while hooks(table).opens_window(table, mover, at):
        shot = await ask(Window(side=mover.enemy, at=at))
        if shot is None:
            return
        await attack(table, mover.enemy, shot)


# -- mines ----------------------------------------------------------------------------------------


async def enter_mines(table: Table, side: Side, at: str, units: Sequence[str]) -> None:
    """T4: the other side's mines attack what enters."""
    for id_ in [m.id for m in table.world.all(Mines) if m.side is side.enemy]:
        mines = table.world.get(Mines, id_)
        if unseal(mines.at) == at:
            tell_presence(table, mines)
            await mine_attack(table, id_, at, units)


def tell_presence(table: Table, mines: Mines) -> None:
    """T4: that there are mines is told first, and alone."""
    if is_open(mines.at):
        return
    at = unseal(mines.at)
    table.tell(MinesPresent(side=mines.side, at=at))
    id_ = table.drawn_id(Audience.PUBLIC, "m")
    table.world.change(mines, at=mines.at.shared_with(Side))
    table.world.add(Minefield(id=id_, side=mines.side, at=at, strength=None))
    open_leaf(table, mines.side, f"{at} presence")


async def mine_attack(table: Table, id_: str, at: str, units: Sequence[str]) -> None:
    """T4: a roll not above the strength hits; a hit tells the strength."""
    purpose = Purpose("IFT", f"Mines in {at}", "T4", table.world.get(Mines, id_).side)

    async def effects(roll: Roll) -> None:
        strength = unseal(table.world.get(Mines, id_).strength)
        hit = roll.total <= strength
        table.tell(MineResult(at=at, hit=hit, roll=rolled(purpose, roll)))
        if hit:
            tell_strength(table, id_)
            await hit_pieces(table, units)

    await table.resolve(purpose, 2, effects)


def tell_strength(table: Table, id_: str) -> None:
    """T4: the strength is told by a Fact of its own."""
    mines = table.world.get(Mines, id_)
    if is_open(mines.strength):
        return
    at, strength = unseal(mines.at), unseal(mines.strength)
    table.tell(MineStrength(side=mines.side, at=at, strength=strength))
    table.world.change(mines, strength=mines.strength.shared_with(Side))
    field = next(f for f in table.world.all(Minefield) if (f.side, f.at) == (mines.side, at))
    table.world.change(field, strength=strength)
    open_leaf(table, mines.side, f"{at} strength")


# -- fire and its effects -------------------------------------------------------------------------


async def attack(table: Table, side: Side, shot: Shot) -> None:
    """T6: those that fire are revealed first; a low roll hits all that is seen in the hex."""
    mark_done(table, shot.units)
    pieces = [table.world.get(Piece, unit) for unit in shot.units]
    firers = [reveal(table, unit) for unit in hooks(table).in_order(pieces)]
    power = sum(FIREPOWER[unseal(table.world.get(Piece, unit).type)] for unit in firers)
    purpose = Purpose("IFT", f"Fire at {shot.at}", "T6", side)

    async def effects(roll: Roll) -> None:
        hit = roll.total <= power + 4
        table.log(roll_line(rolled(purpose, roll), "hit" if hit else "miss"))
        if hit:
            await hit_pieces(table, seen_pieces(table.world, side.enemy, shot.at))

    await table.resolve(purpose, 2, effects)


def seen_pieces(world: World, side: Side, at: str) -> list[str]:
    """The pieces in a hex that are covered or in the open."""
    return [
        piece.id
        for piece in world.all(Piece)
        if piece.side is side
        and unseal(piece.at) == at
        and (is_open(piece.type) or unseal(piece.under) is not None)
    ]


async def hit_pieces(table: Table, units: Sequence[str]) -> None:
    """T6: how many lie under a cover is told first, since as many checks follow."""
    pieces = [table.world.get(Piece, unit) for unit in units if table.world.find(Piece, unit)]
    covered = [piece for piece in pieces if not is_open(piece.type)]
    dummies = [piece for piece in covered if unseal(piece.type) is PieceType.DUMMY]
    if covered:
        table.tell(StackCount(pieces=len(covered) - len(dummies), dummies=len(dummies)))
    for piece in dummies:
        remove(table, piece.id)
    for unit in hooks(table).in_order(piece for piece in pieces if piece not in dummies):
        await check(table, unit)


async def check(table: Table, unit: str) -> None:
    """T6: a roll above the morale breaks; who is broken already is lost."""
    piece = table.world.get(Piece, unit)
    purpose = Purpose("MC", "Morale check", "T6", piece.side)

    async def effects(roll: Roll) -> None:
        piece = table.world.get(Piece, unit)
        passed = roll.total <= MORALE[unseal(piece.type)]
        if is_open(piece.type):
            table.log(roll_line(rolled(purpose, roll), "passed" if passed else "failed"))
        else:
            table.tell(CheckResult(passed=passed, roll=rolled(purpose, roll)))
        if not passed:
            broken = table.world.get(Piece, reveal(table, unit))
            if unseal(broken.broken):
                remove(table, broken.id)
            else:
                table.world.change(broken, broken=broken.broken.with_value(True))

    await table.resolve(purpose, 2, effects)


def reveal(table: Table, unit: str) -> str:
    """T5: put a piece in the open, under an id that nobody has seen before. Returns that id.

    It has acted then, whether it had before or not: else its first shot would tell.
    """
    piece = table.world.get(Piece, unit)
    if is_open(piece.type):
        return unit
    fact = PieceRevealed(
        side=piece.side,
        type=unseal(piece.type),
        at=unseal(piece.at),
        under=unseal(piece.under),
        broken=unseal(piece.broken),
    )
    table.tell(fact)
    table.world.drop(piece)
    shown = Piece(
        id=hooks(table).shown_id(table, piece),
        side=piece.side,
        type=piece.type.shared_with(Side),
        at=piece.at.shared_with(Side),
        under=Secret(None, *Side),
        broken=piece.broken.shared_with(Side),
        done=Secret(True, *Side),
    )
    table.world.add(shown)
    tidy(table, unseal(piece.under))
    return shown.id


def remove(table: Table, unit: str) -> None:
    """Take a piece off the map."""
    piece = table.world.get(Piece, unit)
    table.world.drop(piece)
    tidy(table, unseal(piece.under))


def tidy(table: Table, cover_id: str | None) -> None:
    """T5: a cover goes when its last piece has gone."""
    cover = table.world.find(Cover, cover_id) if cover_id else None
    if cover is not None and not members(table.world, cover.id):
        table.tell(CoverRemoved(side=cover.side, cover=cover.id))
        table.world.drop(cover)


async def sniper(table: Table, side: Side) -> None:
    """T9: a one or two hits somebody whom everybody sees, chosen by another die."""
    purpose = Purpose("sniper", "Sniper", "T9", side)

    async def effects(roll: Roll) -> None:
        hit = roll.total <= 2  # noqa: PLR2004 - T9's number
        targets = sniper_targets(table.world, side.enemy)
        table.log(roll_line(rolled(purpose, roll), "hit" if hit and targets else "miss"))
        if hit and targets:
            pick = table.roll(Purpose("target", "Sniper's target", "T9", side), 1)
            target = targets[pick.total % len(targets)]
            log_roll(table, purpose, pick, target, Audience.PUBLIC)
            under = [piece.id for piece in members(table.world, target)]
            await hit_pieces(table, under or [target])

    await table.resolve(purpose, 1, effects)


def sniper_targets(world: World, side: Side) -> list[str]:
    """Covers and open pieces of a side: what everybody sees, ordered by what everybody sees."""
    covers = [cover.id for cover in world.all(Cover) if cover.side is side]
    pieces = [p.id for p in world.all(Piece) if p.side is side and is_open(p.type)]
    return sorted(covers + pieces)


def rolled(purpose: Purpose, roll: Roll) -> Rolled:
    """A roll as it is told."""
    return Rolled(roll.seen, purpose.by, purpose.text, purpose.rule)


def log_roll(table: Table, purpose: Purpose, roll: Roll, result: str, to: Audience) -> None:
    """Write a roll down for those who see it."""
    line = roll_line(rolled(purpose, roll), result)
    table.log(replace(line, secret=roll.audience is not Audience.PUBLIC), to)


# -- in secret ------------------------------------------------------------------------------------


def sneak(table: Table, side: Side, command: Sneak) -> None:
    """T7: hidden pieces shift; nobody hears of it."""
    for unit in command.units:
        piece = table.world.get(Piece, unit)
        table.world.change(piece, at=piece.at.with_value(command.to))
    mine = orders(table.world, side)
    table.world.change(mine, sneaked=mine.sneaked.with_value(True))
    text = f"{', '.join(command.units)} to {command.to}"
    table.log(LogLine(kind="secret", side=side, text=text, rule="T7", secret=True), side.audience)


def listen(table: Table, side: Side, at: str) -> None:
    """T7: a high secret roll tells the listener, and him alone, whether somebody is there."""
    purpose = Purpose("listen", f"Listening at {at}", "T7", side)
    roll = table.roll(purpose, 1, side.audience)
    log_roll(table, purpose, roll, "", side.audience)
    mine = orders(table.world, side)
    table.world.change(mine, listened=mine.listened.with_value(True))
    heard = None
    if roll.total >= HEARD:
        heard = any(
            unseal(piece.at) == at and unseal(piece.type) is not PieceType.DUMMY
            for piece in table.world.all(Piece)
            if piece.side is side.enemy
        )
        table.tell(Noise(by=side, at=at, heard=heard), side.audience)
    id_ = table.new_id(side.audience, "n")
    table.world.add(Note(id=id_, side=side, at=Secret(at, side), heard=Secret(heard, side)))


# -- concealment, turns, the end ------------------------------------------------------------------


async def conceal(table: Table, unit: str) -> None:
    """T5: a piece goes under a new "?", and its id is gone for good."""
    piece = table.world.get(Piece, unit)
    at, type_ = unseal(piece.at), unseal(piece.type)
    text = f"{piece.id} is concealed in {at}"
    table.log(LogLine(kind="move", side=piece.side, text=text, rule="T5", at=(at,)))
    table.world.drop(piece)
    mine = [cover for cover in table.world.all(Cover) if (cover.side, cover.at) == (piece.side, at)]
    cover = mine[0] if mine else add_cover(table, piece.side, at)
    add_piece(table, piece.side, at, type_, cover.id)


async def end_turn(table: Table, side: Side) -> None:
    """T2: the broken rally, and the other side plays; after the last turn the game is over."""
    for unit in [p.id for p in table.world.all(Piece) if p.side is side and unseal(p.broken)]:
        await table.resolve(Purpose("rally", "Rally", "T2", side), 2, rally(table, unit))
    refresh(table)
    now = clock(table.world)
    turn = now.turn + (side is Side.B)
    if turn > TURNS:
        finish(table)
    else:
        table.world.change(now, turn=turn, phasing=side.enemy)
        table.log(LogLine(kind="phase", side=side, text="ends the turn", rule="T2"))


def rally(table: Table, unit: str) -> Callable[[Roll], Procedure[None]]:
    """T2: what a rally roll does to a broken piece."""

    async def effects(roll: Roll) -> None:
        piece = table.world.get(Piece, unit)
        rallied = roll.total <= MORALE[unseal(piece.type)]
        purpose = Purpose("rally", "Rally", "T2", piece.side)
        table.log(roll_line(rolled(purpose, roll), "rallies" if rallied else "stays broken"))
        if rallied:
            table.world.change(piece, broken=piece.broken.with_value(False))

    return effects


def refresh(table: Table) -> None:
    """T2: everybody may act again; what was heard is forgotten."""
    for piece in table.world.all(Piece):
        if unseal(piece.done):
            table.world.change(piece, done=piece.done.with_value(False))
    for note in table.world.all(Note):
        table.world.drop(note)
    for mine in table.world.all(Orders):
        no = mine.listened.with_value(False)
        table.world.change(mine, listened=no, sneaked=no)


def finish(table: Table) -> None:
    """T8: side A wins with an unbroken piece in a goal hex."""
    there = [
        piece
        for piece in table.world.all(Piece)
        if piece.side is Side.A
        and unseal(piece.at) in GOAL
        and unseal(piece.type) is not PieceType.DUMMY
        and not unseal(piece.broken)
    ]
    winner = Side.A if there else Side.B
    table.tell(Outcome(winner=winner))
    table.world.change(clock(table.world), over=True, winner=winner)
