"""One world of a pair, played over real sockets, and all that X is given of it.

X sits at the table on one socket, and on another watches as everybody may; the sides that are not
X have sockets too, whose frames are nobody's business here. Whatever is sent is sent through the
application: handshake, consumer, service, hub, and back.
"""

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from io import StringIO
from typing import Any, Final

import msgspec
from channels.layers import channel_layers
from django.core import mail
from django.core.management import CommandError, call_command

from games import rulesets
from games.computer import CannotAct, chosen, pause_of
from games.delays import standing_delay
from games.leakcheck.database import rolled_back
from games.leakcheck.logs import LOGS
from games.leakcheck.loop import outside
from games.leakcheck.pages import Request, fetch
from games.leakcheck.proposed import Change
from games.leakcheck.questions import questions
from games.leakcheck.sockets import Socket
from games.leakcheck.stage import GAME, INVITATION, NOT_INVITED, NOWHERE, PRIVATE, token
from games.leakcheck.still import CHANCE, CLOCK, DRAFTS, START, forget
from games.leakcheck.visits import TURN_AWAY, Reader
from games.leakcheck.work import Meter
from games.leakcheck.worlds import chance
from games.routing import websocket_urlpatterns
from games.services.computer import Turn, turn_in
from games.services.turn_mails import turn_mails_send
from games.threads import looking
from games.wire import MAX_FRAME
from rules.kernel.audience import Side
from rules.kernel.codec import encode
from rules.proof.lockstep import Sent
from rules.proof.players import fill
from rules.proof.twins import Pair

SOON: Final = 5.0  # seconds in which comings and goings are told
_DRAWS: Final = 16  # delays of standing orders
_PAUSED: Final = 3  # pairs of which in one the computer's pause in others' seats is looked at
_FLOOD: Final = 400  # frames at once, more than any table takes

_TABLE: Final = f"socket {websocket_urlpatterns[0].pattern}"

RUBBISH: Final = (
    "",
    "[1]",
    '{"t":"dance"}',
    '{"t":"hello","have":-1}',
    '{"t":"do","ref":"1","seen":0,"cmd":{}}',
    '{"t":"los","ref":"1","source":"x","target":"y"}',
    '{"t":"path","ref":"1","units":["u1"],"legs":[{"to":"A1"}]}',
    '{"t":"reach","ref":"1","units":["u1"]}',
    '{"t":"odds","ref":"1","cmd":{"verb":"end_turn"}}',
    '{"t":"ack","n":9007199254740992}',
    '{"t":"beat"}',
    '{"t":"beat","n":-1}',
)


@dataclass(frozen=True)
class Plan:
    """What is done with a pair beside playing it: the same in both of its worlds.

    `cold` says for each world whether the process forgets its games before everything that it
    is asked, `early` whether pages are asked for before the inputs are sent; `waits` whether
    time may pass before them: no standing order would pass by itself, which is an input of its
    own here; `rests` whether nothing is under way when all inputs have been sent, `resigns` who
    gives the game up then, `changes` what another side has asked for in each world, and X
    agrees to at last, `ends` whether the game is over at last, by that or otherwise;
    `asked_before` whether others ask for the same pages before X does.
    """

    number: int
    reader: Reader
    visits: tuple[Request, ...]
    have: int
    cold: tuple[bool, bool]
    early: bool = False
    waits: bool = True
    rests: bool = False
    logged_in: bool = False
    asked_before: bool = False
    strangers: bool = False
    flood: bool = False
    profiled: bool = False
    resigns: Side | None = None
    changes: tuple[Change, ...] = ()
    ends: bool = False


@dataclass
class Given:
    """What X was given, by the place where it came: the channel and the text. What was asked for
    `twice` in one world, before and after something that must not show in it, is no such text: it
    may depend on the world.
    """

    texts: dict[str, tuple[str, str]] = field(default_factory=dict)
    twice: list[tuple[str, str, str]] = field(default_factory=list)
    asked: Counter[str] = field(default_factory=Counter)

    def note(self, channel: str, place: str, text: str) -> None:
        """Something came through a channel."""
        while place in self.texts:
            place += " again"
        self.texts[place] = (channel, text)


class Sitting:
    """Plays one world. `given` and `meter` say afterwards what X was given and what it cost."""

    def __init__(self, pair: Pair, number: int, plan: Plan) -> None:
        self.pair, self.number, self.plan = pair, number, plan
        self.given = Given()
        self.meter = Meter(profiled=plan.profiled)
        reader = plan.reader
        cookies = reader.cookies if plan.logged_in else reader.session
        self.own = Socket(reader.socket(), cookies)
        self.second = Socket(reader.socket(), reader.session)
        self.watching = Socket(reader.watching())
        others = [side for side in Side if side is not reader.side]
        sessions = reader.stage.cookies
        self.others = {
            side: Socket(f"/ws/g/{GAME}/?seat={token(GAME, side)}", sessions[f"player-{side}"])
            for side in others
        }

    async def run(self) -> None:
        """From the first handshake to the last page."""
        channel_layers.backends.clear()
        LOGS.take()
        await self.come()
        if self.plan.number % 2 or not self.pair.moments:
            await self.ask_all("before")
        if self.plan.early:
            await self.visit_all()
        delayed = await self.watch_delayed()
        for at, moment in enumerate(self.pair.moments):
            CLOCK.tick()
            self._begin(f"input {at}")
            sent = (moment.one, moment.two)[self.number]
            if sent is not None:
                await self.send(sent, f"input {at}")
            await self.acknowledge()
        await self.watch_delayed(delayed)
        self.wait_for_orders()
        if self.plan.number % _PAUSED == 1:
            await self.pause_as_others()
        await self.visit(self.plan.reader.house(), "after the inputs ")
        await self.ask_all("after")
        await self.come_again()
        if self.plan.strangers:
            await self.strangers()
        if self.plan.flood:
            await self.flood()
        if not self.plan.early:
            await self.visit_all()
        self.export()
        self.mail_turns()
        if self.plan.resigns is not None:
            await self.end(self.plan.resigns)
        if self.plan.changes:
            self.given.asked["change"] += 1
            await self.visit(self.plan.reader.agreed(), "agreeing to a change ")
            forget()
        await self.visit_last()
        await self.go()
        self.take_down()

    # -- at the table ---------------------------------------------------------------------------

    async def come(self) -> None:
        self._begin("coming")
        for socket in (self.own, self.watching):
            await socket.open()
            with self.meter.measure(f"{self.said_by(socket)} #{socket is self.own}"):
                await self.hello(socket, None)
        await self.wait()
        for other in self.others.values():
            await other.open()
            await other.ask("hello", have=None)
        await self.wait()

    async def wait(self) -> None:
        """Until comings and goings have been told."""
        if self.plan.waits:
            await asyncio.sleep(SOON)

    def said_by(self, socket: Socket) -> str:
        """How the work for a hello is called: a seat is answered with its offers as well, which may
        have to be made from the game.
        """
        seated = self.plan.reader.side is not None and socket is not self.watching
        return "hello of a seat" if seated else "hello"

    async def hello(self, socket: Socket, have: int | None) -> None:
        self.given.asked["hello"] += 1
        await socket.ask("hello", have=have)

    async def send(self, sent: Sent, ref: str) -> None:
        """Send an input down the socket of its side."""
        own = sent.side is self.plan.reader.side
        socket = self.own if own else self.others[sent.side]
        seen = socket.n if sent.seen is None else sent.seen
        command = sent.data.decode(errors="replace")
        self.given.asked["do"] += own
        await socket.say(f'{{"t":"do","ref":"{ref}","seen":{seen},"cmd":{command}}}')

    async def acknowledge(self) -> None:
        """X says what it has, whether anything was sent or not: it cannot tell."""
        for heard in (self.own, self.watching):
            self.given.asked["ack"] += 1
            await heard.ask("ack", n=heard.n)
            self.given.asked["beat"] += 1
            await heard.ask("beat", n=heard.n)

    async def ask_all(self, when: str) -> None:
        """Questions and odds, of X and of everybody."""
        reader = self.plan.reader
        self._begin(f"hello {when}")
        await self.hello(self.own, None)
        document = self.own.document
        await self.ask_computer(when)
        rng = chance(f"questions {when} {self.plan.number}")
        asked = questions(reader.stage.scenario_id, reader.x, document, rng)
        for at, question in enumerate(asked):
            kind = str(question.__struct_config__.tag)
            CHANCE.begin(f"{kind} {when} {at}")
            self.given.asked[kind] += 1
            with self.meter.measure(f"{kind} #{when} {at}"):
                await self.own.say(msgspec.json.encode(question).decode())
        for at, offer in enumerate(_with_odds(self.own.offers)):
            command = fill(rng, offer)
            if command is not None:
                self.given.asked["odds"] += 1
                with self.meter.measure(f"odds #{when} {at}"):
                    await self.own.ask("odds", ref="odds", cmd=command)

    async def ask_computer(self, when: str) -> None:
        """What the computer would do in X's seat: it goes by what X is sent, and nothing else."""
        reader = self.plan.reader
        if reader.side is None or rulesets.scenario(reader.stage.scenario_id).decide is None:
            return
        with self.meter.measure(f"choose #{when}"):
            turn = await looking(turn_in, GAME, reader.side)
            if turn is not None:
                self.given.note("computer choose", f"given {when}", _given(turn))
                self.given.note("computer choose", f"choice {when}", await _choice(turn))

    async def come_again(self) -> None:
        """On a second socket, with every number that a browser may say it has."""
        last = self.own.n
        wanted = (None, last, max(0, last - 1), 0, last + 1, last + 1_000, 2**53)
        self._begin("coming again")
        await self.second.open()
        for number in range(self.plan.have, self.plan.have + 3):
            have = wanted[number % len(wanted)]
            with self.meter.measure(f"{self.said_by(self.second)} #again {number}"):
                await self.hello(self.second, have)
        await self.second.ask("ack", n=last)
        await self.second.say(RUBBISH[self.plan.have % len(RUBBISH)])

    async def strangers(self) -> None:
        """Sockets that open nothing, and those that send what nobody takes."""
        self._begin("strangers")
        reader, other = self.plan.reader, token(PRIVATE, Side.A)
        for name, address in (
            ("X's link without a login", reader.socket()),
            ("no stream", "/ws/nothing/"),
            ("no token", f"/ws/g/{GAME}/?seat={NOT_INVITED}"),
            ("token of another game", f"/ws/g/{GAME}/?seat={other}"),
            ("no game", f"/ws/g/{NOWHERE}/"),
            ("private", f"/ws/g/{PRIVATE}/"),
            ("invited", f"/ws/g/{PRIVATE}/?seat={INVITATION}"),
        ):
            stranger = Socket(address)
            await stranger.open()
            await self.hello(stranger, 0)
            await stranger.close()
            self.note(name, stranger)
        for text in ("x" * (MAX_FRAME + 1), b"\x00\xff"):
            stranger = Socket(reader.socket(), reader.session)
            await stranger.open()
            await stranger.say(text)
            self.note("too big" if isinstance(text, str) else "bytes", stranger)
            await stranger.close()

    async def flood(self) -> None:
        flood = Socket(self.plan.reader.socket(), self.plan.reader.session)
        self._begin("flood")
        await flood.open()
        await flood.say_all('{"t":"ack","n":0}' for _ in range(_FLOOD))
        self.note("flood", flood)
        await flood.close()

    async def end(self, side: Side) -> None:
        """Let a side resign, and look at everything that can then be seen."""
        CLOCK.tick()
        self._begin("resigning")
        await self.send(Sent(side, b'{"verb":"resign"}', None), "resigning")
        for request in self.plan.reader.finished():
            await self.visit(request, "finished ")
        self.export("finished ")
        await self.hello(self.second, None)

    async def go(self) -> None:
        """The others leave, and X is told so; then X leaves."""
        self._begin("going")
        await self.second.close()
        if self.plan.rests:
            for other in self.others.values():
                await other.close()
            await asyncio.sleep(SOON)
        for socket in (self.own, self.watching, *self.others.values()):
            await socket.close()

    # -- pages, commands, mails -----------------------------------------------------------------

    async def visit_all(self) -> None:
        """The pair's requests, but for those that may close a socket."""
        for request in self.plan.visits:
            if request.view not in TURN_AWAY:
                await self.visit(request)

    async def visit_last(self) -> None:
        """Requests that may close X's sockets, which it then hears on them."""
        for request in self.plan.visits:
            if request.view in TURN_AWAY:
                await self.visit(request, "at last ")

    async def visit(self, request: Request, before: str = "") -> None:
        """Make a request, and undo what it did."""
        name = f"{before}{request.view or request.address.partition('?')[0]}"
        if self.plan.asked_before:
            for side in self.others:
                await self._ask_as(side, request)
        if request.view == "games:change" and request.form is not None and self.number:
            await self.crowd(request)
        self._begin(name)
        done = name if request.form is None else f"posted {name}"
        async with _undone():
            self.given.asked[request.manner] += 1
            with self.meter.measure(f"{done} #{len(self.given.texts)}"):
                answer = await fetch(request)
        kind = "POST" if request.form is not None else "fragment" if request.htmx else "page"
        text = without_what_opens(answer, self.plan.reader)
        self.given.note(f"url {request.view}", f"{kind} {name} of {request.address}", text)

    async def crowd(self, request: Request) -> None:
        """The others write changes down as often as they may in one world, and not in the other."""
        dropped = replace(request, form=(("act", "drop"), ("edits", "[]")))
        for _ in range(DRAFTS):
            for side in self.others:
                await self._ask_as(side, dropped)

    async def _ask_as(self, side: Side, request: Request) -> None:
        """Let a side make X's request; what comes of it depends on what that side did before."""
        with LOGS.unheard():
            async with _undone():
                await fetch(_as_another(request, self.plan.reader, side))

    def wait_for_orders(self) -> None:
        """How long standing orders would wait, by steps that are called alike in both worlds: what
        is drawn must not depend on what is stored.
        """
        with outside():
            drawn = [standing_delay(GAME, step) for step in range(_DRAWS)]
        self.given.note("delay standing order", "delays", repr(drawn))

    async def pause_as_others(self) -> None:
        """How long the computer would pause in the seats that are not X's."""
        if rulesets.scenario(self.plan.reader.stage.scenario_id).decide is None:
            return
        for side in self.others:
            turn = await looking(turn_in, GAME, side)
            pause = "not asked" if turn is None else pause_of(turn)
            self.given.note("delay computer", f"pause of {side}", str(pause))

    async def watch_delayed(self, before: str | None = None) -> str | None:
        """What both sides saw some time ago, for one who may see it: at the same time of day it is
        the same `before` the inputs and after them, since these are too young to be shown.
        """
        request = self.plan.reader.delayed(self.plan.number)
        if request is None:
            return None
        now, CLOCK.now = CLOCK.now, START
        self._begin("some time later")
        async with _undone():
            answer = await fetch(request)
        CLOCK.now = now
        if before is not None:
            self.given.asked["delayed view"] += 1
            self.given.twice.append((f"delayed view of {request.address}", before, answer))
        return answer

    def export(self, before: str = "") -> None:
        """What the export of dice says on the server: to everybody, as its page does."""
        out = StringIO()
        try:
            with outside():
                call_command("exportdice", str(GAME), stdout=out)
        except CommandError as error:
            out.write(str(error))
        text = without_what_opens(out.getvalue(), self.plan.reader)
        self.given.note("command exportdice", f"{before}exportdice", text)

    def mail_turns(self) -> None:
        """The mails about games that wait, a while after the last input."""
        CLOCK.tick()
        CLOCK.tick()
        self._begin("mails about turns")
        with outside():
            turn_mails_send()

    def take_down(self) -> None:
        """All that X's sockets heard, X's mails, and what was written into the log."""
        self.note("own socket", self.own)
        self.note("second socket", self.second)
        self.note("watching socket", self.watching)
        names = [side.value for side in Side if side is not self.plan.reader.side]
        theirs = {f"player-{name}@example.org" for name in names}
        for at, message in enumerate(mail.outbox):
            if not theirs & set(message.recipients()):
                self.given.note(_made_by(message), f"mail {at}", message.message().as_string())
        mail.outbox.clear()
        for at, line in enumerate(LOGS.take()):
            self.given.note("log", f"log {at}", line)

    def note(self, name: str, socket: Socket) -> None:
        for at, (kind, text) in enumerate(zip(socket.kinds, socket.heard, strict=True)):
            channel = kind if kind.startswith("close ") else f"frame {kind}"
            self.given.note(
                _TABLE if kind == "accept" else channel, f"{kind}: {at} on the {name}", text
            )

    def _begin(self, what: str) -> None:
        CHANCE.begin(what)
        if self.plan.cold[self.number]:
            forget()


def _made_by(message: mail.EmailMessage) -> str:
    """The channel of a mail: its class stands in the module that sends it."""
    return f"mail {type(message).__module__.replace('.', '/')}"


def _given(turn: Turn) -> str:
    """All that the computer goes by."""
    known = sorted(encode(one) for one in turn.ground.entities)
    return b"\n".join((turn.question, *known)).decode()


async def _choice(turn: Turn) -> str:
    """The command that the computer gives, or that it finds none."""
    try:
        return (await chosen(turn)).decode()
    except CannotAct as error:
        return str(error)


@asynccontextmanager
async def _undone() -> AsyncIterator[None]:
    """Undo what is done to the database within the block."""
    block = rolled_back()
    with outside():
        block.__enter__()
    try:
        yield
    finally:
        with outside():
            block.__exit__(None, None, None)


def _with_odds(offers: bytes) -> Iterator[dict[str, Any]]:
    """The first attack that is offered, and everything else whose odds can be asked."""
    found: list[dict[str, Any]] = msgspec.json.decode(offers)
    yield from [one for one in found if one["form"] in {"fire", "cc"}][:1]
    yield from [one for one in found if one.get("odds")]


def _as_another(request: Request, reader: Reader, side: Side) -> Request:
    """The same request, made by a side before X makes it."""
    address = request.address
    if reader.key and reader.key in address:
        address = address.replace(reader.key, f"?seat={token(GAME, side)}")
    elif f"/g/{GAME}/" in address and "?" not in address:
        address = f"{address}?seat={token(GAME, side)}"
    cookies = reader.stage.cookies[f"player-{side.value}"]
    return Request(address, cookies, request.form, htmx=request.htmx)


def without_what_opens(text: str, reader: Reader) -> str:
    """What is asked for at the end without what that lawfully opens: others' secret rolls, how
    many there were, and what others' leaves say, in the export of a game's dice and on its page.

    Whatever else is there must be equal in both worlds. Any new part that the end opens has to be
    named here.
    """
    if "</html>" in text:
        return _page_without_leaves(text)
    head, brace, body = text.partition("{")
    try:
        export: dict[str, Any] = msgspec.json.decode(brace + body)
    except msgspec.DecodeError:
        return text
    if "leaves" not in export:
        return text
    lines = [line for line in head.splitlines() if not line.startswith("Content-Length")]
    hidden = {side.value for side in Side if side is not reader.side}
    rolls = [roll for roll in export.pop("rolls") if roll.get("audience") not in hidden]
    counts = {whose: n for whose, n in export.pop("counts").items() if whose not in hidden}
    leaves = {
        side: [{**leaf, "value": "" if side in hidden else leaf["value"]} for leaf in opened]
        for side, opened in export.pop("leaves").items()
    }
    rest = [export, rolls, counts, leaves]
    return "\n".join((*lines, msgspec.json.encode(rest).decode()))


_OPENED: Final = re.compile(
    r'(?<=</td><td lang="en">)[^<]*(?=</td><td>)'  # what a leaf says
    r"|\d+ rolls, \d+ match"
    r'|<li lang="en">the rolls of [ab] [^<]*</li>'  # a pair has no steps that lead there
)


def _page_without_leaves(text: str) -> str:
    """The dice page without what the leaves say and how many rolls there were."""
    if 'data-role="verdict"' not in text:
        return text
    head, _, body = text.partition("\n\n")
    lines = [line for line in head.splitlines() if not line.startswith("Content-Length")]
    return "\n".join((*lines, "", _OPENED.sub("", body)))
