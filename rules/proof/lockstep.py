"""Two games that an audience should not be able to tell apart, played input by input.

The side that is asked about sends the same bytes to both games, be they ever so wrong; what the
others send is paired by how it looks to that audience. After each input, all that it gets is
compared. What it could have tried meanwhile is asked of both games and compared too: refusals, and
the cards that answer its questions.

Where Facts told differ, what went before them must not, and every one of them must be lawful
(`telling`). What comes after follows from them; it is compared in pairs whose Facts are equal, and
`twins` makes such a pair after each that Facts drove apart.
"""

from collections import Counter, deque
from collections.abc import (
    Callable,
    Collection,
    Iterable,
    Iterator,
    Mapping,
    MutableSequence,
    Sequence,
)
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from rules.kernel.audience import Audience, Side
from rules.kernel.command import Command, KernelCommand
from rules.kernel.dice import Roll
from rules.kernel.fact import Fact
from rules.kernel.game import Game, Ledger, Step
from rules.kernel.refused import Refused
from rules.kernel.table import Told
from rules.kernel.takeback import RefuseRequest
from rules.kernel.view import LogLine, wire
from rules.kernel.voices import rendered
from rules.proof.forging import Forger, hexes_among, renamed, texts_of
from rules.proof.owing import owes
from rules.proof.players import (
    ASIDE,
    LAST,
    NothingOffered,
    SupportsRandom,
    choose_command,
    one_in,
    straight_to,
)
from rules.proof.tally import ONE_SIDED, Tally
from rules.proof.telling import Due, faults, in_another_order, parted, public_part
from rules.proof.work import Counted, Work

T = TypeVar("T")

_MOMENTS = 60  # inputs after which a pair is left, so that no action goes on for ever
_DRAWS = 40  # commands drawn in the other world to find one that looks the same
_END = "end_phase"
_CHOICES = 6  # choices given up for want of a like one before the pair is parted
_TOUCHING = 6  # commands drawn to find one that has to do with what differs
_PROBES = 4  # commands that X asks about without playing them, fewer than this at a time

Cards = Callable[[Game, Audience, SupportsRandom, Collection[str]], Iterable[tuple[str, str]]]
"""What an audience may ask a game, and the answers: which they are follows from its document, and
from some hexes that are worth asking about.
"""

Unheard = Callable[[dict[str, Any], SupportsRandom], dict[str, Any] | None]
"""A command as it could be given as well, without X's hearing of it; None if it could not."""


@dataclass(frozen=True)
class Sent:
    """What a player sent: his side, the bytes of the command, and the number he had seen."""

    side: Side
    data: bytes
    seen: int | None


@dataclass(frozen=True)
class Moment:
    """One input in lock step. None: nothing was sent in that world."""

    one: Sent | None
    two: Sent | None


class LockStep:
    """Two games that X should not be able to tell apart, played input by input.

    `lawful` are the Facts that may drive them apart, `driven` those of them that may do so as long
    as both are sent the same (None: all); `due` says whether a Fact is told when it should be;
    `leaning` says which verbs are preferred; `script` is what is sent first into the first of
    them; `cards` are questions to ask in both; `unheard` are the kinds of secrets that are in
    commands, with how they vary. Where secret dice fall otherwise in one than in the
    other, these may select what is told from then on.
    """

    def __init__(
        self,
        games: tuple[Game, Game],
        x: Audience,
        rng: SupportsRandom,
        tally: Tally,
        lawful: tuple[type[Fact], ...],
    ) -> None:
        self.games, self.x, self.rng, self.tally, self.lawful = games, x, rng, tally, lawful
        self.heard = (Audience.PUBLIC,) if x is Audience.PUBLIC else (Audience.PUBLIC, x)
        self.leaning = Leaning()
        self.driven: tuple[type[Fact], ...] | None = None
        self.due: Due | None = None
        self.cards: Cards | None = None
        self.unheard: Mapping[str, Unheard] = {}
        self.script: deque[Sent] = deque()
        self.counting = False
        self.forger = Forger(games, rng)
        self.alike = True
        self.commands: tuple[list[Command], list[Command]] = ([], [])
        self.secret_dice: tuple[list[tuple[int, ...]], list[tuple[int, ...]]] = ([], [])
        self.worlds = (games[0].world.copy(), games[1].world.copy())
        self.counted: dict[Audience, tuple[int, ...]] = {}
        self.played: list[Sent] = []
        self.moments: list[Moment] = []
        self.leaks: list[tuple[str, str, str]] = []
        self.acted = False
        self.stopped = self.parted = self.strayed = False

    def run(self) -> None:
        """One action, from rest to rest, and now and then its take-back, of which an action that X
        hears nothing of changes nothing.
        """
        self._compare_state("at once, ")
        while not self._is_done():
            self._moment()
        if self._goes_on() and one_in(self.rng, 2 if self._has_passed_on() else 5):
            if self.games[0].ledger.last.by and one_in(self.rng, 2):
                self._act_beside()
            self._take_back()

    def _has_passed_on(self) -> bool:
        """Whether the side that has acted last waits for the other."""
        side = self.games[0].ledger.last.by
        return side is not None and self._is_turn_of(side.enemy)

    def _is_turn_of(self, side: Side) -> bool:
        return bool(msgspec.json.decode(self.games[0].documents[self.x].now)["side"] == side)

    def _goes_on(self) -> bool:
        return not self.stopped and not self.leaks

    def _is_done(self) -> bool:
        resting = all(game.question is None for game in self.games)
        over = any(game.rules.is_over(game.world) for game in self.games)
        enough = len(self.moments) >= _MOMENTS
        return not self._goes_on() or enough or (resting and (self.acted or over))

    # -- who does what --------------------------------------------------------------------------

    def _moment(self) -> None:
        self._probe()
        if not self._goes_on():
            return
        if self.script:
            self._begin(self.script.popleft())
            return
        side = self._actor()
        if side.audience is self.x:
            self._own_input(side)
        elif one_in(self.rng, 30):
            self._forged_elsewhere(side)
        else:
            self._others_input(side)

    def _begin(self, sent: Sent) -> None:
        """Send a given input, if the other world has one like it."""
        if sent.side.audience is self.x:
            self._play(sent, sent)
        elif not self._like_input(0, sent.side, sent.data):
            self.script.clear()
            self.strayed = True

    def _probe(self) -> None:
        """Ask both games what X may do and see, without doing it."""
        for side in (one for one in Side if one.audience is self.x):
            for _ in range(self.rng.randrange(_PROBES)):
                aimed = self._aimed(side) if one_in(self.rng, 2) else None
                data = aimed or self.forger.aimed(self._drawn(self.games[0], side))
                self.tally.forged += 1
                self._compare_refusals([refusal(game, side, data) for game in self.games])
        if self.cards is None or one_in(self.rng, 4):
            return
        draw, places = self.rng.randrange(1 << 30), hexes_among(self.forger.places())
        asked = [list(self.cards(game, self.x, Replayed(draw), places)) for game in self.games]
        self.tally.cards += len(asked[0])
        for (what, one), (also, two) in zip(*asked, strict=False):
            self._compare(what, f"{what} {one}", f"{also} {two}")
        self._compare("questions", str(len(asked[0])), str(len(asked[1])))

    def _actor(self) -> Side:
        """The side whose decision it is, or at times the other one."""
        game = self.rng.choice(self.games)
        asked = msgspec.json.decode(game.documents[self.x].now)["side"]
        side = Side(asked) if asked else self.rng.choice(tuple(Side))
        other = one_in(self.rng, 7) or not self._offers(game, side)
        return side.enemy if other else side

    def _own_input(self, side: Side) -> None:
        """X's own side sends the same bytes in both worlds, be they ever so wrong."""
        data = self._drawn(self.games[0], side)
        if data is None or one_in(self.rng, 10):
            data = self._forged(data)
        elif one_in(self.rng, 3):
            data = self._aimed(side) or data
        seen = self.games[0].ledger.counters.bulletins[side.audience]
        if one_in(self.rng, 50):
            seen -= 1
        sent = Sent(side, data, seen)
        self._play(sent, sent)

    def _aimed(self, side: Side) -> bytes | None:
        """A command of X's that has to do with what is not the same in both worlds."""
        places = self.forger.places()
        return self._drawn(self.games[0], side, goal=self.rng.choice(places)) if places else None

    def _others_input(self, side: Side) -> None:
        """The other side sends what looks the same to X, whatever is behind it."""
        for _ in range(_CHOICES):
            lead = self.rng.randrange(2)
            places = self.forger.places() if one_in(self.rng, 2) else []
            goal = self.rng.choice(places) if places else None
            data = self._drawn(self.games[lead], side, goal)
            if data is None:
                self.moments.append(Moment(None, None))
                return
            if self._like_input(lead, side, data):
                return
        self.tally.stops[ONE_SIDED] += 1
        self.stopped = True

    def _like_input(self, lead: int, side: Side, data: bytes) -> bool:
        """Send an input into one world and one that looks like it into the other, if there is; what
        is refused, as an offer's choice may be, is tried in one alone: X hears nothing of it.
        """
        if not is_allowed(self.games[lead], side, data):
            self._send_each(lead, Sent(side, data, None), None)
            return True
        face = self._face(self.games[lead], side, data)
        if face is None:
            self._silent(lead, side, data)
            return True
        like = self._like(lead, side, face, data)
        if like is None:
            self.tally.unpaired += 1
            return False
        like = self._otherwise(self.games[1 - lead], side, face, like)
        self._send_each(lead, Sent(side, data, None), Sent(side, like, None))
        return True

    def _otherwise(self, game: Game, side: Side, face: str, data: bytes) -> bytes:
        """At times the same command, but for what X does not hear of it."""
        for kind, vary in self.unheard.items():
            command = vary(msgspec.json.decode(data), self.rng)
            if command is None or one_in(self.rng, 2):
                continue
            if self._is_like(game, side, face, wire(command)):
                self.tally.varied[kind] += 1
                return wire(command)
        return data

    def _send_each(self, lead: int, sent: Sent, answer: Sent | None) -> None:
        """Send an input into the leading world, and its like into the other, if there is one."""
        if lead == 0:
            self._play(sent, answer)
        else:
            self._play(answer, sent)

    def _silent(self, lead: int, side: Side, data: bytes) -> None:
        """What X does not hear of may be done in one world only, or otherwise in each."""
        self.tally.silent += 1
        sent = Sent(side, data, None)
        request, command = self.games[lead].ledger.request, self.games[lead].decode(data)
        if request is not None and request.by is side.enemy:  # X hears that it is refused
            beside = self.games[lead].rules.is_interjection(command)
            other = None if beside else wire(RefuseRequest())
        else:
            alone = one_in(self.rng, 2)
            other = None if alone else self._drawn_like(self.games[1 - lead], side, None)
        self._send_each(lead, sent, None if other is None else Sent(side, other, None))

    def _forged_elsewhere(self, side: Side) -> None:
        """The other side tries something wrong in one world only."""
        game = self.games[0]
        data = self._forged(self._drawn(game, side))
        sent = Sent(side, data, None)
        try:
            game.check(side, game.decode(data))
        except Refused:
            self._play(sent, None)

    def _act_beside(self) -> None:
        """Somebody begins what X hears nothing of, before the last action is taken back."""
        side = self.rng.choice([one for one in Side if one.audience is not self.x])
        lead = self.rng.randrange(2)
        for data in self._one_of_each(self.games[lead], side):
            if self._face(self.games[lead], side, data) is None:
                self._silent(lead, side, data)
                return

    def _one_of_each(self, game: Game, side: Side) -> Iterator[bytes]:
        """A command that is allowed of each kind that a side is offered, in any order."""
        by_verb: dict[str, list[dict[str, Any]]] = {}
        for offer in self._offers(game, side):
            by_verb.setdefault(offer["verb"], []).append(offer)
        verbs = [*by_verb]
        self.rng.shuffle(verbs)
        for verb in verbs:
            try:
                data = wire(choose_command(self.rng, by_verb[verb]))
            except NothingOffered:
                continue
            is_aside = game.rules.is_interjection(game.decode(data))
            if not is_aside and is_allowed(game, side, data):
                yield data

    def _take_back(self) -> None:
        side = self.games[0].ledger.last.by
        if side is None or any(game.ledger.last.by is not side for game in self.games):
            return
        free = self._is_offered(side, "take_back_freely")
        acts = not free and self._is_turn_of(side.enemy)
        asking = ((side, "ask_take_back"), *(() if acts else ((side.enemy, "agree"),)))
        for actor, verb in ((side, "take_back_freely"),) if free else asking:
            if not self._goes_on() or not self._is_offered(actor, verb):
                return
            sent = Sent(actor, wire({"verb": verb}), None)
            self._play(sent, sent)
        if acts:
            self._act_instead(side.enemy)
            return
        self.tally.taken_back += 1

    def _act_instead(self, side: Side) -> None:
        """Who is asked to agree acts, and refuses by it."""
        if side.audience is self.x:
            self._own_input(side)
        else:
            self._others_input(side)

    def _is_offered(self, side: Side, verb: str) -> bool:
        return all(
            any(offer["verb"] == verb for offer in self._offers(game, side)) for game in self.games
        )

    # -- choosing -------------------------------------------------------------------------------

    def _offers(self, game: Game, side: Side) -> list[dict[str, Any]]:
        offers: list[dict[str, Any]] = msgspec.json.decode(game.offers(side.audience))
        return offers

    def _drawn(self, game: Game, side: Side, goal: str | None = None) -> bytes | None:
        """What a side's standing order says, else a random command from its offers."""
        standing = game.standing_command()
        if standing is not None and standing[0] is side:
            return wire(standing[1])
        data = drawn(game, side, self.rng, self.leaning, goal)
        places = {at.partition("/")[0] for at in self.forger.places() if one_in(self.rng, 2)}
        for _ in range(_TOUCHING if places else 0):
            if data is None or touches(game, side, data, places):
                break
            data = drawn(game, side, self.rng, self.leaning, goal)
        return data

    def _like(self, lead: int, side: Side, face: str, data: bytes) -> bytes | None:
        """A command for the other world that looks the same to X and is allowed, none if no draw
        finds one. Often it is given to the same units, whatever their ids, or it is just the same.
        """
        game = self.games[1 - lead]
        other = renamed(self.games[lead].world, game.world, data)
        likely = [
            one for one in dict.fromkeys((other, data)) if self._is_like(game, side, face, one)
        ]
        for one in likely:
            if one_in(self.rng, 2):
                return one
        verb = msgspec.json.decode(data)["verb"]
        return self._drawn_like(game, side, face, verb) or (likely[-1] if likely else None)

    def _is_like(self, game: Game, side: Side, face: str, data: bytes) -> bool:
        return self._face(game, side, data) == face and is_allowed(game, side, data)

    def _drawn_like(
        self, game: Game, side: Side, face: str | None, verb: str | None = None
    ) -> bytes | None:
        standing = game.standing_command()
        if standing is not None and standing[0] is side and face is not None:
            data = wire(standing[1])
            return data if self._face(game, side, data) == face else None
        offers = [one for one in self._offers(game, side) if verb in {None, one["verb"]}]
        for _ in range(_DRAWS if offers else 0):
            try:
                data = wire(choose_command(self.rng, offers))
            except NothingOffered:
                return None
            if self._face(game, side, data) == face and is_allowed(game, side, data):
                return data
        return None

    def _face(self, game: Game, side: Side, data: bytes) -> str | None:
        """How X would describe a command; one that cannot even be read has a face like no other."""
        try:
            command = game.decode(data)
            return command_face(game, side, command, self.x)
        except (Refused, KeyError):
            return f"unreadable {data!r}"

    def _forged(self, data: bytes | None) -> bytes:
        """Something that was not offered: other nouns, other verbs, other shapes, rubbish."""
        self.tally.forged += 1
        return self.forger.forged(data)

    # -- comparing ------------------------------------------------------------------------------

    def _play(self, one: Sent | None, two: Sent | None) -> None:
        """Send an input into each world and compare all that X gets."""
        counted = Counted() if self.counting else None
        results = [
            None if sent is None else self._attempt(game, sent, counted)
            for game, sent in zip(self.games, (one, two), strict=True)
        ]
        self._note(one or two, results)
        self._remember(one, two, results)
        own = one is not None and one == two and one.side.audience is self.x
        if own and any(isinstance(result, Refused) for result in results):
            self._compare_refusals(results)
        steps = [result if isinstance(result, Step) else None for result in results]
        self._compare_steps(steps)
        if counted is not None and self.alike and self._goes_on():
            self._note_work(counted, own=own)
        if self._goes_on():
            self.moments.append(Moment(one, two))

    def _note_work(self, counted: Counted, *, own: bool) -> None:
        """Which rules were asked more in one world than in the other, for the same input."""
        channel = "X's own input" if own else "an input of others"
        self.tally.counted += 1
        self.tally.work.update(f"{channel}: {module}" for module in counted.differences())

    def _attempt(self, game: Game, sent: Sent, counted: Counted | None) -> Step | Refused:
        if counted is None:
            return attempt(game, sent)
        with Work() as work:
            result = attempt(game, sent)
        counted.add(work)
        return result

    def _remember(
        self, one: Sent | None, two: Sent | None, results: Sequence[Step | Refused | None]
    ) -> None:
        """Keep what was done in each world, by which it is judged whether a Fact is due."""
        pairs = zip(self.games, (one, two), results, strict=True)
        for number, (game, sent, result) in enumerate(pairs):
            if sent is not None and isinstance(result, Step):
                self.commands[number].append(game.decode(sent.data))
                self.played += [sent] if number == 0 else []
        if (one and one.data) != (two and two.data):
            self.alike = False

    def _note(self, sent: Sent | None, results: Sequence[Step | Refused | None]) -> None:
        steps = [result for result in results if isinstance(result, Step)]
        if sent is not None and steps:
            verb = str(msgspec.json.decode(sent.data)["verb"])
            self.leaning.used[verb] += 1
            self.tally.verbs[verb] += 1
            is_aside = verb in ASIDE
            self.acted |= not is_aside and any(step.input.question is None for step in steps)
        for step in steps[:1]:
            self.tally.facts.update(told.fact.name for told in step.facts)

    def _compare_refusals(self, results: Sequence[Step | Refused | None]) -> None:
        said = [
            f"{result.code} {result.rule} {result.why}" if isinstance(result, Refused) else "ok"
            for result in results
        ]
        self.tally.messages += 1
        self.tally.refused += 1
        self._compare("a refusal", said[0], said[1])

    def _note_secret_dice(self, steps: Sequence[Step | None]) -> None:
        for dice, step in zip(self.secret_dice, steps, strict=True):
            rolls = () if step is None else step.input.rolls
            dice += [roll.dice for roll in rolls if roll.audience not in self.heard]

    def _compare_steps(self, steps: Sequence[Step | None]) -> None:
        self._note_secret_dice(steps)
        told = [self._told(step) for step in steps]
        self._compare_telling(steps, told)
        where = parted(told[0], told[1])
        if where is not None:
            return self._stop(steps, told, where)
        self.tally.went_on += bool(told[0])
        rolls = ["\n".join(map(repr, self._rolls(step, None))) for step in steps]
        self._compare("what is rolled", rolls[0], rolls[1])
        for audience in self.heard:
            frames = [_frame(step, audience) for step in steps]
            self.tally.messages += 1
            self._compare(f"what is sent to {audience.value}", frames[0], frames[1])
        self._compare_state("")
        return None

    def _told(self, step: Step | None) -> list[Told]:
        return [told for told in step.facts if told.audience in self.heard] if step else []

    def _compare_telling(
        self, steps: Sequence[Step | None], told: Sequence[Sequence[Told]]
    ) -> None:
        """Each Fact by itself: listed, due, no more than its type says, and put in its words."""
        for number, game in enumerate(self.games):
            step = steps[number]
            for one in told[number] if step is not None else ():
                for what, is_said, should_be in faults(game.rules, self.lawful, step, one):
                    self._compare(what, is_said, should_be)
                worlds = self.worlds[number], game.world
                if self.due and not self.due(one.fact, *worlds, self.commands[number]):
                    self._compare("a Fact that is not due", repr(one.fact), "")

    def _stop(
        self, steps: Sequence[Step | None], told: Sequence[Sequence[Told]], where: int
    ) -> None:
        """Facts differ: what went before must not, and the pair ends here."""
        self.stopped = self.parted = True
        differing = [facts[where] if where < len(facts) else None for facts in told]
        there = [one for one in differing if one is not None]
        names = sorted({"–" if one is None else one.fact.name for one in differing})
        self.tally.stops[" / ".join(names)] += 1
        if in_another_order(told[0], told[1]):
            self._compare("the order of Facts", *(repr([t.fact for t in all_]) for all_ in told))
        is_driven = self.driven is None or any(isinstance(t.fact, self.driven) for t in there)
        is_driven |= self.secret_dice[0] != self.secret_dice[1]
        if self.alike and not is_driven:
            self._compare("a Fact that this does not change", *map(repr, differing))
        self._compare_public_parts([one.fact for one in there])
        self._compare_before(steps, differing)
        self._compare_owed(steps, differing)

    def _compare_public_parts(self, facts: Sequence[Fact]) -> None:
        """Two Facts of a kind that differ do so in what they tell, and in nothing else."""
        if self.alike and len(facts) == len(self.games) and len({*map(type, facts)}) == 1:
            self._compare("what is public in a Fact", *map(public_part, facts))

    def _compare_before(
        self, steps: Sequence[Step | None], differing: Sequence[Told | None]
    ) -> None:
        """What was rolled and told before the first Facts that differ."""
        ends = [(one.line, one.rolls) if one is not None else None for one in differing]
        lines = [
            [wire(line).decode() for line in self._lines(step, end and end[0])]
            for step, end in zip(steps, ends, strict=True)
        ]
        rolls = [
            [repr(roll) for roll in self._rolls(step, end and end[1])]
            for step, end in zip(steps, ends, strict=True)
        ]
        for what, texts in (("told", lines), ("rolled", rolls)):
            first, second = _until_told(texts, ends)
            self._compare(f"what was {what} before a Fact", first, second)

    def _compare_owed(self, steps: Sequence[Step | None], differing: Sequence[Told | None]) -> None:
        """A Fact that one world tells at once must not come next in the other, which asks first."""
        if None in steps or differing.count(None) != 1:
            return

        def rng_of(way: int) -> SupportsRandom:
            return Replayed(len(self.moments) + 31 * way)

        for game, told in zip(self.games, reversed(differing), strict=True):
            if told is not None and owes(game, told.fact, self.heard, rng_of):
                self._compare("what comes before a Fact", repr(game.question), repr(told.fact))

    def _rolls(self, step: Step | None, end: int | None) -> list[Roll]:
        """The rolls that X may see, and what for, as it reads for who does not know the names."""
        rolls = step.input.rolls[:end] if step is not None else ()
        return [
            replace(roll, purpose=rendered(roll.purpose, lambda _: None))
            for roll in rolls
            if roll.audience in self.heard
        ]

    def _lines(self, step: Step | None, end: int | None) -> list[LogLine]:
        lines = step.lines[:end] if step is not None else ()
        return [line for to, line in lines if to in self.heard]

    def _compare_state(self, when: str) -> None:
        """Documents with their order, and every number that X or everybody may see."""
        one, two = self.games
        for audience in self.heard:
            documents = [game.documents[audience] for game in self.games]
            self.tally.messages += 1
            faces = [b"\n".join(document.faces.values()).decode() for document in documents]
            self._compare(f"{when}the document of {audience.value}", faces[0], faces[1])
            now = [document.now.decode() for document in documents]
            self._compare(f"{when}now of {audience.value}", now[0], now[1])
            offers = [game.offers(audience).decode() for game in (one, two)]
            self._compare(f"{when}offers of {audience.value}", offers[0], offers[1])
            numbers = [_numbers(game.ledger, audience) for game in (one, two)]
            shown = [
                f"{counts} {game.ledger.digests[audience]}"
                for counts, game in zip(numbers, (one, two), strict=True)
            ]
            self._compare(f"{when}numbers of {audience.value}", shown[0], shown[1])
            before = self.counted.get(audience, numbers[0])
            if any(now < then for now, then in zip(numbers[0], before, strict=True)):
                self._compare("a number that goes back", str(before), str(numbers[0]))
            self.counted[audience] = numbers[0]

    def _compare(self, what: str, one: str, two: str) -> None:
        if one != two and not self.leaks:
            self.leaks.append((what, *excerpts(one, two)))


class Replayed:
    """A small generator that both worlds' questions are drawn from, alike in each."""

    def __init__(self, state: int) -> None:
        self._state = state

    def randrange(self, start: int, /) -> int:
        """A whole number from 0 up to `start`, without it."""
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        return (self._state >> 33) % start

    def random(self) -> float:
        """A number from 0 up to 1."""
        return self.randrange(1 << 30) / (1 << 30)

    def choice(self, seq: Sequence[T], /) -> T:
        """One element."""
        return seq[self.randrange(len(seq))]

    def sample(self, population: Sequence[T], /, k: int) -> list[T]:
        """`k` different elements, in random order."""
        pool = list(population)
        self.shuffle(pool)
        return pool[:k]

    def shuffle(self, x: MutableSequence[Any], /) -> None:
        """Put a list into random order."""
        for last in range(len(x) - 1, 0, -1):
            other = self.randrange(last + 1)
            x[last], x[other] = x[other], x[last]


@dataclass
class Leaning:
    """Which verbs are chosen rather than others: those that were used less, and those that a
    position is `about`.
    """

    used: Counter[str] = field(default_factory=Counter)
    about: frozenset[str] = frozenset()


def drawn(
    game: Game,
    side: Side,
    rng: SupportsRandom,
    leaning: Leaning,
    goal: str | None = None,
) -> bytes | None:
    """A random command of a side, or None if nothing is offered; straight to a goal if given one.

    It hardly ever ends the game, seldom a phase, and mostly goes straight for an enemy or for what
    is hidden: random games would be over before much of that is met. Half of the time it does what
    the position is about, if it can.
    """
    offers = msgspec.json.decode(game.offers(side.audience))
    if not one_in(rng, 100):
        offers = [offer for offer in offers if offer["verb"] not in LAST]
    if one_in(rng, 2):
        offers = [offer for offer in offers if offer["verb"] in leaning.about] or offers
    goals = [] if one_in(rng, 4) else [goal] if goal else _goals(game, side)
    if goals:
        offers = straight_to(offers, rng.choice(goals))
    try:
        return wire(choose_command(rng, offers, {**leaning.used, _END: 9 * leaning.used[_END]}))
    except NothingOffered:
        return None


def _goals(game: Game, side: Side) -> list[str]:
    """Where a side sees something of the other's, or else where there is something that not
    everybody sees, be it the other's or its own.
    """
    public = game.documents[Audience.PUBLIC].faces
    hidden = [
        body
        for one in Side
        for key, body in game.documents[one.audience].faces.items()
        if key not in public
    ]
    seen = [_PLACE.decode(body) for body in game.documents[side.audience].faces.values()]
    enemies = [face.at for face in seen if face.side == side.enemy and face.at]
    secrets = [face.at for face in map(_PLACE.decode, hidden) if face.at]
    return secrets if secrets and game.ledger.step % 2 else enemies


class _Place(msgspec.Struct):
    """What a face may say of whose it is and where."""

    id: str = ""
    side: str | None = None
    at: str | None = None


_PLACE = msgspec.json.Decoder(_Place)


def attempt(game: Game, sent: Sent) -> Step | Refused:
    """Play what was sent. A refusal must change nothing; any other exception is a bug and loud."""
    version = game.world.version
    try:
        return game.play(sent.side, game.decode(sent.data), sent.seen)
    except Refused as refused:
        if game.world.version != version:
            raise RuntimeError(f"a refused command changed the world: {sent}") from refused
        return refused


def rehearsed(game: Game, sent: Sent) -> Sequence[Told]:
    """The Facts that something sent would tell, none if it is refused; the game is then of no more
    use.
    """
    try:
        return game.would_tell(sent.side, game.decode(sent.data), sent.seen)
    except Refused:
        return ()


def is_allowed(game: Game, side: Side, data: bytes) -> bool:
    """Whether a side may do that now, as far as it knows."""
    try:
        game.check(side, game.decode(data))
    except Refused:
        return False
    return True


def command_face(game: Game, side: Side, command: Command, audience: Audience) -> str | None:
    """How an audience would describe a command, those of the kernel among them."""
    if isinstance(command, KernelCommand):
        return repr(command)
    return game.rules.command_face(game.world, side, command, audience)


def _numbers(ledger: Ledger, audience: Audience) -> tuple[int, ...]:
    counters = ledger.counters
    tables = (counters.ids, counters.rolls, counters.bulletins, counters.lines)
    return tuple(table[audience] for table in tables)


def _frame(step: Step | None, audience: Audience) -> str:
    bulletin = step.bulletin(audience) if step is not None else None
    return "" if bulletin is None else bulletin.frame.decode()


def touches(game: Game, side: Side, data: bytes, places: set[str]) -> bool:
    """Whether a command names one of some hexes, or something that stands in one."""
    stands = {
        face.id: face.at
        for face in map(_PLACE.decode, game.documents[side.audience].faces.values())
        if face.at
    }
    named = texts_of(msgspec.json.decode(data))
    return any(stands.get(text, text).partition("/")[0] in places for text in named)


def refusal(game: Game, side: Side, data: bytes) -> Refused | None:
    """Why a side may not do that now, or None if it may."""
    try:
        game.check(side, game.decode(data))
    except Refused as refused:
        return refused
    return None


def _until_told(
    texts: Sequence[Sequence[str]], ends: Sequence[tuple[int, int] | None]
) -> tuple[str, str]:
    """Both worlds' texts up to the first of the Facts that differ. A world that is told none has
    all the texts that the other has before its own.
    """
    told = [len(all_) for all_, end in zip(texts, ends, strict=True) if end is not None]
    first, second = ("\n".join(all_[: min(told)]) for all_ in texts)
    return first, second


_SHOWN = 160  # characters of a difference that are printed


def excerpts(one: str, two: str) -> tuple[str, str]:
    """Both texts around the place where they part."""
    pairs = zip(one, two, strict=False)
    at = next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(one), len(two)))
    start = max(0, at - _SHOWN // 2)
    return one[start : start + _SHOWN] or "nothing", two[start : start + _SHOWN] or "nothing"
