"""One hub for each event loop: the rooms of this process, and its one channel of the layer.

Groups are joined and left by reconciling what is wanted with what is, under a lock, which
survives any order of joins and leaves. The receiving task starts with the first member and ends
with the last, after the groups have been left.
"""

import asyncio
import contextlib
import secrets
from collections.abc import Collection, Coroutine, Iterable
from typing import Any, Final
from uuid import UUID
from weakref import WeakKeyDictionary

import structlog
from channels.layers import get_channel_layer

from games.hub.member import CLOSE_FORBIDDEN, Member
from games.hub.paper import Paper
from games.hub.presence import Attendance
from games.hub.room import Room
from games.models.choices import Room as Talk
from games.selectors.house import house_of
from games.selectors.seats import turned_away
from games.threads import reading
from games.wire import (
    Delivery,
    Offering,
    Presence,
    chat_frame,
    computer_frame,
    event_frame,
    house_frame,
    no_frame,
    presence_frame,
)
from rules.kernel.audience import Audience, Side
from rules.kernel.refused import Refused

ANNOUNCE_EVERY: Final = 20.0  # seconds between saying who is here
REJOIN_EVERY: Final = 3600.0  # seconds; the layer forgets members of groups after a day
SETTLE: Final = 0.1  # seconds in which comings and goings are gathered
CROWDED: Final = 0.005  # seconds more for each socket that will be told of them
RETRY: Final = 1.0  # seconds before a layer that failed is tried again

_HEARD: Final = {Talk.PLAYERS: (Audience.A, Audience.B), Talk.GALLERY: (Audience.PUBLIC,)}

log = structlog.get_logger(__name__)


def bulletin_group(game_id: UUID, audience: Audience) -> str:
    """The layer's group for one audience of one game."""
    return f"game.{game_id.hex}.{audience.value}"


def presence_group(game_id: UUID) -> str:
    """The layer's group in which processes tell each other who is connected."""
    return f"game.{game_id.hex}.presence"


async def publish(deliveries: Iterable[Delivery | Offering]) -> None:
    """Send bulletins that are stored, or offers, on their way: the players' first.

    A layer that fails costs time, nothing else: local sockets are served, and the others hear of
    it at their next heartbeat.
    """
    layer = get_channel_layer()
    for delivery in sorted(deliveries, key=lambda d: d.audience is Audience.PUBLIC):
        message = {
            "type": "offers" if isinstance(delivery, Offering) else "bulletin",
            "game": delivery.game_id.hex,
            "audience": delivery.audience.value,
            "n": delivery.n,
            "frame": delivery.frame,
        }
        try:
            await layer.group_send(bulletin_group(delivery.game_id, delivery.audience), message)
        except Exception:
            log.exception("layer_failed", game=str(delivery.game_id))
            hub_here().receive(message)


async def seats_changed(game_id: UUID) -> None:
    """Let every process close the sockets at a game whose link was renewed or is another's now."""
    message = {"type": "seats", "game": game_id.hex}
    try:
        await get_channel_layer().group_send(presence_group(game_id), message)
    except Exception:
        log.exception("layer_failed", game=str(game_id))
        hub_here().receive(message)


async def computer_gone(game_id: UUID, side: Side) -> None:
    """Tell everybody at a game that the computer has given up its seat there."""
    message = {"type": "computer", "game": game_id.hex, "side": side.value}
    try:
        await get_channel_layer().group_send(presence_group(game_id), message)
    except Exception:
        log.exception("layer_failed", game=str(game_id))
        hub_here().receive(message)


async def house_changed(game_id: UUID) -> None:
    """Tell everybody at a game what its clock says now, and what is asked of whom."""
    message = {"type": "house", "game": game_id.hex}
    try:
        await get_channel_layer().group_send(presence_group(game_id), message)
    except Exception:
        log.exception("layer_failed", game=str(game_id))
        hub_here().receive(message)


async def chat_said(game_id: UUID, room: Talk, n: int) -> None:
    """Tell a room that something was said there; the players hear nothing of the gallery."""
    message = {"type": "chat", "game": game_id.hex, "room": room.value, "n": n}
    try:
        await get_channel_layer().group_send(presence_group(game_id), message)
    except Exception:
        log.exception("layer_failed", game=str(game_id))
        hub_here().receive(message)


async def event_changed(event_id: UUID, n: int) -> None:
    """Tell everybody who has the page of an event open that there is more to read."""
    message = {"type": "event", "game": event_id.hex, "n": n}
    try:
        await get_channel_layer().group_send(presence_group(event_id), message)
    except Exception:
        log.exception("layer_failed", event=str(event_id))
        hub_here().receive(message)


class Hub:
    """The sockets of one event loop."""

    def __init__(self) -> None:
        self._rooms: dict[tuple[UUID, Audience], Room] = {}
        self._attendance: dict[UUID, Attendance] = {}
        self._id = secrets.token_hex(8)
        self._layer = get_channel_layer()
        self._channel = ""
        self._joined: set[str] = set()
        self._lock = asyncio.Lock()
        self._service: list[asyncio.Task[None]] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._unsettled: set[UUID] = set()

    # -- members --------------------------------------------------------------------------------

    async def join(self, member: Member) -> None:
        """Let a socket in. It is sent nothing before `synchronise`."""
        key = (member.game_id, member.audience)
        room = self._rooms.get(key)
        if room is None:
            room = self._rooms[key] = Room(*key)
        room.members[member] = None
        self._attendance.setdefault(member.game_id, Attendance())
        await self._reconcile()
        self._settle(member.game_id)

    def leave(self, member: Member) -> None:
        """Let a socket go. Not a coroutine: it is called where nothing can be awaited any more."""
        member.gone = True
        key = (member.game_id, member.audience)
        room = self._rooms.get(key)
        if room is None or member not in room.members:
            return
        del room.members[member]
        if not room.members:
            room.close()
            del self._rooms[key]
        self._spawn(self._reconcile())
        self._settle(member.game_id)

    async def synchronise(self, member: Member, have: int | None) -> None:
        """Send a member what it lacks: bulletins if they are few, else the whole document."""
        member.hold()
        if have is None or not await self._catch_up(member, have):
            paper = await self._room(member).paper(have or 0)
            await self._send_document(member, paper)
        self._room(member).started(member.sent)
        await self._room(member).offer(member)

    async def acknowledge(self, member: Member, n: int) -> None:
        """Hear what a browser has: it may now be ready for more, or something may be lost."""
        member.acknowledge(n)
        if member.paused and member.has_read_all:
            await self.synchronise(member, None)
        elif not member.paused and self._room(member).is_ahead_of(member):
            await self.synchronise(member, member.sent)
        else:
            await self._room(member).heal()

    def number(self, member: Member) -> int | None:
        """The number of the last bulletin that the member, or anybody else here, was sent. None if
        nobody has been sent anything yet.
        """
        latest = self._room(member).latest
        return None if latest is None else max(latest, member.sent)

    def online(self, game_id: UUID) -> Presence:
        """Who is connected to a game, here and elsewhere."""
        attendance = self._attendance.get(game_id) or Attendance()
        return attendance.total(self._here(game_id), asyncio.get_running_loop().time())

    async def recheck(self, game_id: UUID) -> None:
        """Close the sockets whose link does not let them in any more."""
        rooms = [room for (room_game, _), room in self._rooms.items() if room_game == game_id]
        members = [member for room in rooms for member in room.members]
        links = {member.visitor for member in members if member.visitor and member.visitor.token}
        if not links:
            return
        try:
            gone = await reading(turned_away, links)
            for member in members:
                if member.visitor in gone:
                    self.leave(member)
                    await _say_why(member, gone[member.visitor])
                    await member.close(CLOSE_FORBIDDEN)
        except Exception:  # whoever could not be checked now is checked at the next heartbeat
            log.exception("seats_not_checked", game=str(game_id))

    async def _catch_up(self, member: Member, have: int) -> bool:
        """Send the bulletins after `have`; False if they are too many or `have` is no number of
        this game.
        """
        missing = await self._room(member).since(have)
        if missing is None:
            return False
        for i, delivery in enumerate(missing):
            await member.send(delivery.frame.decode())
            await self._room(member).give_way(i)
        await member.send(presence_frame(self.online(member.game_id)).decode())
        member.acked = max(member.acked, have)
        await member.start(missing[-1].n if missing else have)
        return True

    async def _send_document(self, member: Member, paper: Paper) -> None:
        first, n = member.sent == 0, paper.n
        await member.send(paper.frame(self.online(member.game_id)).decode())
        await member.start(n)
        if first:
            member.acked = n

    def _room(self, member: Member) -> Room:
        return self._rooms[member.game_id, member.audience]

    # -- the layer ------------------------------------------------------------------------------

    def receive(self, message: dict[str, Any]) -> None:
        """Take a message of the layer to the room or the game that it is for."""
        game_id = UUID(hex=message["game"])
        if message["type"] == "presence":
            self._heard(game_id, message)
            return
        if message["type"] == "seats":
            self._spawn(self.recheck(game_id))
            return
        if message["type"] == "house":
            self._spawn(self._show_house(game_id))
            return
        if message["type"] == "chat":
            self._spawn(self._tell_room(game_id, Talk(message["room"]), message["n"]))
            return
        if message["type"] == "event":
            self._spawn(self._broadcast(game_id, event_frame(message["n"])))
            return
        if message["type"] == "computer":
            self._spawn(self._broadcast(game_id, computer_frame(Side(message["side"]))))
            return
        audience = Audience(message["audience"])
        room = self._rooms.get((game_id, audience))
        if room is not None:
            kind = Offering if message["type"] == "offers" else Delivery
            room.put(kind(game_id, audience, message["n"], bytes(message["frame"])))

    async def _reconcile(self) -> None:
        """Be in the groups that are wanted, and in no others."""
        async with self._lock:
            try:
                await self._reconcile_locked()
            except Exception:
                log.exception("layer_failed")
                self._spawn(self._reconcile_later())

    async def _reconcile_locked(self) -> None:
        wanted = {bulletin_group(*key) for key in self._rooms}
        wanted |= {presence_group(game_id) for game_id, _ in self._rooms}
        if wanted and not self._channel:
            await self._start()
        for group in sorted(wanted - self._joined):
            await self._layer.group_add(group, self._channel)
            self._joined.add(group)
        for group in sorted(self._joined - wanted):
            await self._layer.group_discard(group, self._channel)
            self._joined.discard(group)
        if not wanted:
            await self._stop()

    async def _rejoin(self) -> None:
        """Be in the groups again after the layer may have forgotten it, and ask who is there."""
        self._joined.clear()
        await self._reconcile()
        for game_id in {game_id for game_id, _ in self._rooms}:
            await self._announce(game_id, ask=True)

    async def _reconcile_later(self) -> None:
        await asyncio.sleep(RETRY)
        await self._rejoin()

    async def _start(self) -> None:
        self._channel, self._joined = await self._layer.new_channel(), set()
        self._service = [
            asyncio.create_task(self._receive_all(self._channel)),
            asyncio.create_task(self._announce_all()),
        ]

    async def _stop(self) -> None:
        for task in self._service:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        self._service, self._channel = [], ""

    async def _receive_all(self, channel: str) -> None:
        while True:
            try:
                message = await self._layer.receive(channel)
            except Exception:
                log.exception("layer_failed")
                await asyncio.sleep(RETRY)
                self._spawn(self._rejoin())
                continue
            try:
                self.receive(message)
            except Exception:
                log.exception("message_not_understood")

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # -- presence -------------------------------------------------------------------------------

    def _here(self, game_id: UUID) -> Presence:
        return Presence(
            a=bool(self._members(game_id, Audience.A)),
            b=bool(self._members(game_id, Audience.B)),
            watching=len(self._members(game_id, Audience.PUBLIC)),
        )

    def _members(self, game_id: UUID, audience: Audience) -> Collection[Member]:
        room = self._rooms.get((game_id, audience))
        return room.members if room else ()

    def _settle(self, game_id: UUID) -> None:
        """Soon tell everybody who is here, once for all comings and goings until then."""
        if game_id not in self._unsettled:
            self._unsettled.add(game_id)
            self._spawn(self._announce_soon(game_id))

    async def _announce_soon(self, game_id: UUID) -> None:
        here = sum(len(self._members(game_id, audience)) for audience in Audience)
        await asyncio.sleep(SETTLE + CROWDED * here)
        self._unsettled.discard(game_id)
        attendance = self._attendance.get(game_id)
        await self._announce(game_id, ask=attendance is not None and attendance.shown is None)
        if not any(room_game == game_id for room_game, _ in self._rooms):
            self._attendance.pop(game_id, None)
        await self._show(game_id)

    async def _announce(self, game_id: UUID, *, ask: bool = False) -> None:
        here = self._here(game_id)
        message = {
            "type": "presence",
            "game": game_id.hex,
            "process": self._id,
            "ask": ask,
            **here.as_dict(),
        }
        try:
            await self._layer.group_send(presence_group(game_id), message)
        except Exception:
            log.exception("layer_failed", game=str(game_id))

    def _heard(self, game_id: UUID, message: dict[str, Any]) -> None:
        attendance = self._attendance.get(game_id)
        if attendance is None or message["process"] == self._id:
            return
        online = Presence(message["a"], message["b"], message["watching"])
        attendance.note(message["process"], online, asyncio.get_running_loop().time())
        if message["ask"]:
            self._spawn(self._announce(game_id))
        self._spawn(self._show(game_id))

    async def _show(self, game_id: UUID) -> None:
        """Tell the sockets here who is connected, if it changed."""
        attendance = self._attendance.get(game_id)
        online = self.online(game_id)
        if attendance is None or attendance.shown == online:
            return
        attendance.shown = online
        await self._broadcast(game_id, presence_frame(online))

    async def _tell_room(self, game_id: UUID, where: Talk, n: int) -> None:
        """Tell the sockets here that belong to a room that there is more to read."""
        for audience in _HEARD[where]:
            room = self._rooms.get((game_id, audience))
            if room is not None:
                await room.broadcast(chat_frame(where.value, n).decode())

    async def _show_house(self, game_id: UUID) -> None:
        """Tell the sockets here what stands beside the stream, if there are any."""
        if game_id not in self._attendance:
            return
        try:
            house = await reading(house_of, game_id)
        except Exception:  # whoever comes back reads it
            log.exception("house_not_read", game=str(game_id))
            return
        await self._broadcast(game_id, house_frame(house))

    async def _broadcast(self, game_id: UUID, frame: bytes) -> None:
        """Send something without a number to every socket here at a game."""
        for audience in (Audience.A, Audience.B, Audience.PUBLIC):
            room = self._rooms.get((game_id, audience))
            if room is not None:
                await room.broadcast(frame.decode())

    async def _announce_all(self) -> None:
        """Say again and again who is here: a process that is killed does not say that it goes."""
        since = 0.0
        while True:
            await asyncio.sleep(ANNOUNCE_EVERY)
            since += ANNOUNCE_EVERY
            for game_id in {game_id for game_id, _ in self._rooms}:
                await self._announce(game_id)
                await self._show(game_id)
                # apart from this task, which ends when that empties the last room
                self._spawn(self.recheck(game_id))
            if since >= REJOIN_EVERY:
                since = 0.0
                self._spawn(self._rejoin())


async def _say_why(member: Member, why: str) -> None:
    if why:
        await member.send(no_frame(None, Refused("", why, code="seat")).decode())


_HUBS: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub_here() -> Hub:
    """The hub of the running event loop."""
    loop = asyncio.get_running_loop()
    hub = _HUBS.get(loop)
    if hub is None:
        hub = _HUBS[loop] = Hub()
    return hub
