"""The board editor's pages: who may come, what is kept, and what is refused."""

import json
import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from cProfile import Profile
from threading import Lock
from time import sleep
from typing import Any

import msgspec
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from games.editor import turns, workshop
from games.editor.limits import COLUMNS, LONGEST_SOURCE, MOST_BYTES, ROWS, bounded_layout
from games.editor.turns import Busy, Turns
from games.editor.worker import Job, Look, Picture, work
from games.editor.workshop import OURS, WORKSHOP, TooLong, Workshop
from games.models import OwnBoard, User
from games.services import boards
from games.services.boards import TooMany, board_create
from games.views import editor
from rules.board.geometry import Grid
from rules.board.layout import BoardError

SOURCE = "board mill\ntitle The mill\nsize 7 x 5\n\nwoods: D2\n"
APPLY, DRAW, LOS, STORE = "board_apply", "board_draw", "board_los", "board_store"
PAINT = {"type": "paint", "hexes": ["C3"], "terrain": "woods"}


@pytest.fixture
def anna(db: None) -> User:
    return User.objects.create_user("anna")


@pytest.fixture
def board(anna: User) -> OwnBoard:
    return board_create(owner=anna, source=SOURCE)


@pytest.fixture
def hers(anna: User) -> Client:
    return logged_in(anna)


@pytest.fixture(scope="module", autouse=True)
def _no_worker_left() -> Iterator[None]:
    yield
    WORKSHOP.close()
    OURS.close()


def logged_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def asked(client: Client, name: str, board: OwnBoard, **question: Any) -> Any:
    address = reverse(f"games:{name}", args=(board.pk,))
    return client.post(address, question, content_type="application/json")


def error(answer: Any) -> tuple[int | None, str, str]:
    told = json.loads(answer.content)["error"]
    return told["line"], told["place"], told["message"]


# -- beginning a board ---------------------------------------------------------------------------


def test_an_empty_board_is_begun_and_edited(hers: Client, anna: User) -> None:
    form = {"name": "ford", "title": "The ford", "columns": "9", "rows": "6"}
    answer = hers.post(reverse("games:board_new"), form)
    board = OwnBoard.objects.get(owner=anna)
    assert answer["Location"] == reverse("games:board_edit", args=(board.pk,))
    assert board.source == "board ford\ntitle The ford\nsize 9 x 6\n"
    page = hers.get(answer["Location"]).content.decode()
    assert 'id="editor-data"' in page
    assert "The ford" in hers.get(reverse("games:board_list")).content.decode()


def test_a_saved_source_that_is_no_longer_read_breaks_no_page(
    hers: Client, board: OwnBoard
) -> None:
    OwnBoard.objects.filter(pk=board.pk).update(source="board mill\nlake: A1\n")
    answer = hers.post(reverse("games:board_copy"), {"of": str(board.pk)})
    assert answer.status_code == 422
    assert "Line 2: lake: unknown" in answer.content.decode()
    assert hers.get(reverse("games:board_list")).status_code == 200
    assert hers.get(reverse("games:board_edit", args=(board.pk,))).status_code == 200
    assert hers.get(reverse("games:board_image", args=(board.pk,))).status_code == 503


@pytest.mark.parametrize("of", ["so1", "own"])
def test_a_copy_has_a_name_of_its_own(hers: Client, board: OwnBoard, of: str) -> None:
    hers.post(reverse("games:board_copy"), {"of": of if of != "own" else str(board.pk)})
    copy = OwnBoard.objects.exclude(pk=board.pk).get()
    assert copy.name == {"so1": "so1-2", "own": "mill-2"}[of]
    assert bounded_layout(copy.source).id == copy.name


def test_a_text_is_imported_from_a_file_or_pasted(hers: Client, anna: User) -> None:
    address = reverse("games:board_import")
    upload = SimpleUploadedFile("mill.txt", SOURCE.replace("\n", "\r\n").encode())
    assert hers.post(address, {"file": upload}).status_code == 302
    hers.post(address, {"text": SOURCE.replace("mill", "farm")})
    assert {board.source for board in OwnBoard.objects.all()} == {
        SOURCE,
        SOURCE.replace("mill", "farm"),
    }


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("board mill\nwoods: K5 Z99\n", "Line 2: Z99: there is no hex Z99."),
        ("woods: K5\n", "the source does not say which board it is"),
        ("board mill\nsize 40 x 10\n", f"size: is at most {COLUMNS} x {ROWS} here"),
        (SOURCE, "You have another board of that name."),
        ("", "Choose a file, or paste a text."),
    ],
)
def test_a_text_that_is_no_board_is_refused_with_its_line(
    hers: Client, board: OwnBoard, text: str, words: str
) -> None:
    answer = hers.post(reverse("games:board_import"), {"text": text})
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert OwnBoard.objects.count() == 1


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"x" * (MOST_BYTES + 1), b"board a\n#\0\n"])
def test_a_file_that_is_no_text_is_refused(hers: Client, content: bytes) -> None:
    upload = SimpleUploadedFile("mill.txt", content)
    assert hers.post(reverse("games:board_import"), {"file": upload}).status_code == 422
    assert not OwnBoard.objects.exists()


def test_one_may_have_so_many_boards(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "MOST_BOARDS", 1)
    board_create(owner=anna, source=SOURCE)
    with pytest.raises(TooMany):
        board_create(owner=anna, source=SOURCE.replace("mill", "farm"))


# -- who may ---------------------------------------------------------------------------------------

PAGES = ["board_edit", "board_text", "board_image"]
QUESTIONS = [APPLY, DRAW, LOS, STORE, "board_remove"]


@pytest.mark.parametrize("name", PAGES + QUESTIONS)
def test_another_user_may_not(board: OwnBoard, name: str) -> None:
    other, address = (
        logged_in(User.objects.create_user("boris")),
        reverse(f"games:{name}", args=(board.pk,)),
    )
    answer = other.get(address) if name in PAGES else other.post(address)
    assert answer.status_code == 403
    assert OwnBoard.objects.get().version == 1


def test_another_user_copies_no_board(board: OwnBoard) -> None:
    other = logged_in(User.objects.create_user("boris"))
    answer = other.post(reverse("games:board_copy"), {"of": str(board.pk)})
    assert answer.status_code == 403
    assert "The mill" not in other.get(reverse("games:board_list")).content.decode()


@pytest.mark.parametrize("name", PAGES + QUESTIONS)
def test_nobody_may_without_an_account(board: OwnBoard, client: Client, name: str) -> None:
    address = reverse(f"games:{name}", args=(board.pk,))
    answer = client.get(address) if name in PAGES else client.post(address)
    assert answer["Location"].startswith(reverse("account_login"))


def test_staff_may(board: OwnBoard) -> None:
    staff = logged_in(User.objects.create_user("root", is_staff=True))
    assert staff.get(reverse("games:board_edit", args=(board.pk,))).status_code == 200
    asked(staff, STORE, board, source=SOURCE + "brush: A1\n", seen=1)
    assert OwnBoard.objects.get().source.endswith("brush: A1\n")


def test_the_administrators_pages_lead_to_the_editor(board: OwnBoard) -> None:
    admin = logged_in(User.objects.create_superuser("root"))
    page = admin.get(reverse("admin:games_ownboard_change", args=(board.pk,)))
    assert reverse("games:board_edit", args=(board.pk,)) in page.content.decode()


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_forged_request_is_refused(board: OwnBoard, anna: User, name: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(anna)
    address = reverse(f"games:{name}", args=(board.pk,))
    assert client.post(address, "{}", content_type="application/json").status_code == 403


def test_ones_own_board_is_taken_away(hers: Client, board: OwnBoard) -> None:
    hers.post(reverse("games:board_remove", args=(board.pk,)))
    assert not OwnBoard.objects.exists()


# -- editing ---------------------------------------------------------------------------------------


def test_an_edit_keeps_what_stands_above_the_board(hers: Client, board: OwnBoard) -> None:
    source = "# Ours.\n\n" + SOURCE.replace("woods", "# below\nwoods")
    answer = json.loads(asked(hers, APPLY, board, source=source, edit=PAINT).content)
    assert answer["source"] == "# Ours.\n\n" + SOURCE.replace("woods: D2", "woods: C3 D2")


def test_an_edit_gives_the_source_anew(hers: Client, board: OwnBoard) -> None:
    answer = asked(hers, APPLY, board, source=SOURCE, edit=PAINT)
    assert json.loads(answer.content) == {"source": SOURCE.replace("woods: D2", "woods: C3 D2")}
    assert OwnBoard.objects.get().source == SOURCE


@pytest.mark.parametrize(
    ("source", "edit", "expected"),
    [
        (SOURCE, {**PAINT, "hexes": ["Z9"]}, (None, "Z9", "there is no hex Z9")),
        (SOURCE + "brush: D2\n", PAINT, (6, "D2", "is woods already (line 5)")),
        (
            SOURCE,
            {"type": "line", "kind": "path", "hexes": ["C3"]},
            (None, "C3", "a line needs two hexes or more"),
        ),
    ],
    ids=["off the board", "no board", "no line"],
)
def test_an_edit_that_cannot_be_made_names_its_place(
    hers: Client, board: OwnBoard, source: str, edit: dict[str, Any], expected: Any
) -> None:
    answer = asked(hers, APPLY, board, source=source, edit=edit)
    assert (answer.status_code, error(answer)) == (422, expected)


@pytest.mark.parametrize(
    "edit",
    [
        {"type": "burn", "hexes": ["C3"]},
        {**PAINT, "terrain": "lava"},
        {**PAINT, "more": 1},
        {**PAINT, "hexes": []},
        {**PAINT, "hexes": ["C3"] * 5000},
        {"type": "level", "hexes": ["C3"], "level": 40},
        {"type": "build", "hexes": ["C3"], "material": "stone", "name": "A B"},
        {"type": "sides", "sides": ["C3/7"], "kind": "wall"},
    ],
    ids=lambda edit: str(edit)[:40],
)
def test_an_edit_that_nobody_means_is_not_understood(
    hers: Client, board: OwnBoard, edit: dict[str, Any]
) -> None:
    answer = asked(hers, APPLY, board, source=SOURCE, edit=edit)
    assert answer.status_code == 422
    assert error(answer)[2].startswith("Not understood")


DEEP = b'{"source":"x","edit":{"a":' + b"[" * 90_000


@pytest.mark.parametrize("name", [APPLY, DRAW, LOS, STORE])
@pytest.mark.parametrize("body", [DEEP, b'{"\xff":1}', b'{"source":"\xff"}', b"null", b""])
def test_what_is_no_json_of_the_page_is_not_understood(
    hers: Client, board: OwnBoard, name: str, body: bytes
) -> None:
    address = reverse(f"games:{name}", args=(board.pk,))
    answer = hers.post(address, body, content_type="application/json")
    assert (answer.status_code, error(answer)[2][:14]) == (422, "Not understood")


def test_a_form_is_no_question_of_the_page(board: OwnBoard, anna: User) -> None:
    """The token of the form is looked for before, and its body is read with that."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(anna)
    client.get(reverse("games:board_edit", args=(board.pk,)))
    form = {"csrfmiddlewaretoken": client.cookies["csrftoken"].value, "source": SOURCE}
    answer = client.post(reverse(f"games:{STORE}", args=(board.pk,)), form)
    assert (answer.status_code, error(answer)[2][:14]) == (422, "Not understood")


@pytest.mark.parametrize("name", [APPLY, DRAW, LOS, STORE])
def test_ten_megabytes_are_refused_unread(hers: Client, board: OwnBoard, name: str) -> None:
    address = reverse(f"games:{name}", args=(board.pk,))
    answer = hers.post(address, "x" * 10_000_000, content_type="application/json")
    assert answer.status_code == 413


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (
            "board a\n#" + "x" * (LONGEST_SOURCE - 8),
            f"is longer than {LONGEST_SOURCE:,} characters",
        ),
        ("board a\nsize 33 x 21\n", f"is at most {COLUMNS} x {ROWS} here"),
        ("board a\n" + "path: A1 A2 A3\n" * 501, "run through more than 1,500 hexes in all"),
        ("board a\n#\0", "is no text"),
    ],
)
def test_bounds(source: str, message: str) -> None:
    with pytest.raises(BoardError, match=message):
        bounded_layout(source)


def bridged(share: int) -> str:
    """Bridges in that share of all hexes, and roads over all of them."""
    grid = Grid(COLUMNS, ROWS)
    columns = [[grid.name(cell) for cell in grid.cells() if cell[0] == n] for n in range(COLUMNS)]
    every = [name for n, names in enumerate(columns) for name in names[:: -1 if n % 2 else 1]]
    run = " ".join(every[: len(every) // share])
    return f"board a\nsize {COLUMNS} x {ROWS}\nriver: {run}\nbridge stone: {run}\n" + (
        f"road paved: {run}\n" * 10
    )


def calls_to_read(source: str) -> int:
    """How many calls it takes to see that too much runs through its hexes."""
    assert len(source) <= LONGEST_SOURCE
    profile = Profile()
    with pytest.raises(BoardError, match="run through more than"):
        profile.runcall(bounded_layout, source)
    return sum(one.callcount for one in profile.getstats())


def test_what_a_source_takes_to_be_read_grows_as_it_does_and_no_faster() -> None:
    """Bridges everywhere with roads over all of them, beside half as many of both."""
    assert calls_to_read(bridged(1)) < 2.2 * calls_to_read(bridged(2))


# -- saving ----------------------------------------------------------------------------------------


def test_what_is_saved_can_be_exported(hers: Client, board: OwnBoard) -> None:
    new = SOURCE.replace("The mill", "The old mill")
    saved = json.loads(asked(hers, STORE, board, source=new, seen=1).content)
    assert saved == {"version": 2, "name": "mill", "title": "The old mill"}
    file = hers.get(reverse("games:board_text", args=(board.pk,)))
    assert file.content.decode() == new
    assert file["Content-Disposition"] == 'attachment; filename="mill.txt"'


@pytest.mark.parametrize(
    ("source", "seen", "expected"),
    [
        (SOURCE + "woods: D2\n", 1, (6, "D2", "is woods already (line 5)")),
        (
            SOURCE.replace("mill", "farm"),
            1,
            (None, "board", "another board of its owner has that name"),
        ),
        (SOURCE + "brush: A1\n", 0, None),
    ],
    ids=["no board", "name taken", "saved meanwhile"],
)
def test_what_cannot_be_saved_changes_nothing(
    hers: Client, anna: User, board: OwnBoard, source: str, seen: int, expected: Any
) -> None:
    board_create(owner=anna, source=SOURCE.replace("mill", "farm"))
    answer = asked(hers, STORE, board, source=source, seen=seen)
    assert answer.status_code == (422 if expected else 409)
    assert expected in {None, error(answer)}
    board.refresh_from_db()
    assert (board.source, board.version) == (SOURCE, 1)


# -- pictures and LOS ------------------------------------------------------------------------------


def test_picture_and_los_of_what_is_being_made(hers: Client, board: OwnBoard) -> None:
    drawn = json.loads(asked(hers, DRAW, board, source=SOURCE, month=7).content)
    assert drawn["svg"].startswith("<svg")
    assert {"id": "mill:D2", "terrain": "woods"}.items() <= drawn["board"]["hexes"][18].items()
    question = {"month": 7, "start": "mill:B2/0", "end": "mill:F2/0"}
    blocked = json.loads(asked(hers, LOS, board, source=SOURCE, **question).content)["card"]
    assert (blocked["blocked"], blocked["at"], blocked["rule"]) == (True, "mill:D2", "A6.2")
    bare = SOURCE.replace("woods: D2", "")
    assert not json.loads(asked(hers, LOS, board, source=bare, **question).content)["card"][
        "blocked"
    ]
    none = json.loads(asked(hers, LOS, board, source=SOURCE, **{**question, "end": "x"}).content)
    assert none["why"] == "There is no Location 'x' on this board."
    wrong = asked(hers, DRAW, board, source=SOURCE + "wall: C3/9\n", month=7)
    assert error(wrong) == (6, "C3/9", "needs hexsides 0-5, as in K5/015")
    image = hers.get(reverse("games:board_image", args=(board.pk,)))
    assert image["Content-Type"] == "image/svg+xml"


def test_what_takes_too_long_is_ended_and_the_next_is_answered() -> None:
    shop = Workshop(longest={Picture: 0, Look: 90})
    with pytest.raises(TooLong):
        shop.do(Picture(SOURCE, 7))
    assert b'"blocked":true' in shop.do(Look(SOURCE, 7, "mill:B2/0", "mill:F2/0"))
    shop.close()
    assert b'"blocked":true' in shop.do(Look(SOURCE, 7, "mill:B2/0", "mill:F2/0"))
    shop.close()


SLOW = "board x\nsize 33 x 20\n" + "".join(
    f"{kind}: {' '.join(f'{column}1-{column}20' for column in columns)}\n"
    for kind, columns in (("paddy", "ACEGIKMOQSUWY"), ("rubble stone", "BDFHJLNPRTVXZ"))
)
"""A short text whose picture takes half a minute."""


def test_a_picture_that_takes_too_long_is_refused_politely(
    hers: Client, board: OwnBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop = Workshop(longest={Picture: 1})
    monkeypatch.setattr(editor, "WORKSHOP", shop)
    answer = asked(hers, DRAW, board, source=SLOW, month=7)
    assert answer.status_code == 422
    assert error(answer) == (None, "board", "could not be drawn in time; make it simpler")
    assert shop._process is None, "the worker is still at it"


def test_a_worker_that_does_not_answer_is_killed_and_not_waited_for() -> None:
    longest: dict[type[Job], float] = {Picture: 60}
    shop = Workshop(longest=longest)
    assert b"<svg" in shop.do(Picture(SOURCE, 7))
    stuck = shop._process
    assert stuck is not None
    assert stuck.pid is not None
    os.kill(stuck.pid, signal.SIGSTOP)
    longest[Picture] = 0.1
    with pytest.raises(TooLong):
        shop.do(Picture(SOURCE, 8))
    assert stuck.exitcode == -signal.SIGKILL
    shop.close()


def test_a_picture_that_wants_too_much_memory_ends_its_worker(
    caplog: pytest.LogCaptureFixture,
) -> None:
    shop = Workshop(memory=4 << 20)
    with pytest.raises(TooLong):
        shop.do(Picture(SLOW, 7))
    assert "board_worker_ended" in caplog.text
    assert "Traceback" not in caplog.text
    shop.close()


def test_a_picture_is_not_kept_that_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workshop, "MOST_ANSWERED", 100)
    shop = Workshop()
    with pytest.raises(TooLong):
        shop.do(Picture(SOURCE, 7))


def test_a_worker_whose_server_was_killed_ends_by_itself() -> None:
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    process = spawn.Process(target=work, args=(theirs, 1, 1 << 30))
    process.start()
    ours.send_bytes(msgspec.msgpack.encode(Picture(SLOW, 7)))
    process.join(20)
    assert process.exitcode == -signal.SIGALRM


def test_our_boards_do_not_wait_for_those_of_users(client: Client) -> None:
    with WORKSHOP._turns.turn("another", 0):
        answer = client.get(reverse("games:our_image", args=("so7",)))
    assert answer.content.startswith(b"<svg")


def test_an_asker_has_an_allowance_of_the_worker_s_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(turns, "monotonic", lambda: now)
    ours = Turns(allowance=10)
    with ours.turn("often", 0):
        now += 12
    with pytest.raises(Busy), ours.turn("often", 5):
        raise AssertionError("he has used it up")
    with ours.turn("once", 0):
        now += 1
    now += 10
    with ours.turn("often", 0):
        pass


def test_only_so_many_askers_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "REMEMBERED", 2)
    ours = Turns()
    for asker in range(5):
        with ours.turn(asker, 0):
            pass
    assert list(ours._used) == [3, 4]


def test_who_has_waited_long_enough_is_told_so(
    hers: Client, board: OwnBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop = Workshop(patience=0.01)
    monkeypatch.setattr(editor, "WORKSHOP", shop)
    with shop._turns.turn("another", 0):
        answer = asked(hers, DRAW, board, source=SOURCE, month=7)
    assert (answer.status_code, json.loads(answer.content)["busy"]) == (503, True)


class Door:
    """The worker's lock, which knows how many stand before it."""

    def __init__(self) -> None:
        self._lock, self._counting, self.before = Lock(), Lock(), 0

    def acquire(self, timeout: float) -> bool:
        self._count(1)
        try:
            return self._lock.acquire(timeout=timeout)
        finally:
            self._count(-1)

    def release(self) -> None:
        self._lock.release()

    def _count(self, more: int) -> None:
        with self._counting:
            self.before += more


def wait_until(found: Callable[[], bool]) -> None:
    while not found():
        sleep(0.001)


def test_who_asks_often_keeps_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many jobs he has, one of them stands before the worker, beside those of others."""
    ours, door, done = Turns(), Door(), list[str]()
    monkeypatch.setattr(ours, "_worker", door)

    def job(asker: str) -> None:
        with ours.turn(asker, 600):
            done.append(asker)

    with ThreadPoolExecutor(10) as pool, ours.turn("first", 0):
        for _ in range(5):
            pool.submit(job, "often")
        wait_until(lambda: "often" in ours._askers and ours._askers["often"].jobs == 5)
        wait_until(lambda: door.before > 0)
        pool.submit(job, "once")
        wait_until(lambda: door.before > 1)
        assert (door.before, ours._askers["often"].turn.locked()) == (2, True)
        # the first job ends here
    assert sorted(done) == ["often"] * 5 + ["once"]


def test_nobody_has_more_than_so_many_jobs_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "MOST_WAITING", 1)
    ours = Turns()
    with ours.turn("anna", 0):
        with pytest.raises(Busy), ours.turn("anna", 20):
            raise AssertionError("the second job waits")
        with pytest.raises(Busy), ours.turn("boris", 0):
            raise AssertionError("the worker is another's")
    with ours.turn("anna", 0), ours._counting:
        assert list(ours._askers) == ["anna"]


def test_few_wait_in_all_since_each_holds_a_thread_for_pages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(turns, "MOST_IN_ALL", 1)
    ours = Turns()
    with ours.turn("anna", 0), pytest.raises(Busy), ours.turn("boris", 600):
        raise AssertionError("boris waits")


def test_our_boards_can_be_looked_at_by_everybody(db: None, client: Client) -> None:
    page = client.get(reverse("games:board_list")).content.decode()
    assert "so8" in page
    text = client.get(reverse("games:our_text", args=("so8",)))
    assert "\nboard so8\n" in text.content.decode()
    image = reverse("games:our_image", args=("so8",))
    assert client.get(image).content.startswith(b"<svg")
    assert client.get(image, headers={"accept-encoding": "gzip"})["Content-Encoding"] == "gzip"
    for name in ("our_text", "our_image"):
        assert client.get(reverse(f"games:{name}", args=("so99",))).status_code == 404


def test_the_worker_needs_no_database() -> None:
    """It is started without Django, so what it imports may not need it."""
    program = "import sys, games.editor.worker; sys.exit('django.db' in sys.modules)"
    subprocess.run([sys.executable, "-c", program], check=True)  # noqa: S603 - our own command
