"""The board editor as somebody uses it: painting, writing, looking, saving, and giving away."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, TimeoutError, expect

from tests.browser.axe import comes_to_rest
from tests.browser.house import House
from tests.browser.tabs import SCREEN

SLOW = 90_000
HAS_LINE = "line => document.querySelector('#source').value.split('\\n').includes(line)"
PASSWORD = "seven-tall-birches"

pytestmark = pytest.mark.browser


@pytest.fixture
def address(house: House) -> str:
    return house.site


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport=SCREEN, accept_downloads=True)
    yield context
    context.close()


class Editor:
    """A tab with the editor, or with the list of boards."""

    def __init__(self, page: Page, address: str, pictures: Path | None = None) -> None:
        self.page = page
        self.address = address
        self.pictures = pictures
        self.broken: list[str] = []
        page.on("pageerror", lambda error: self.broken.append(str(error)))
        page.on("dialog", lambda dialog: dialog.accept())

    def register(self, name: str) -> None:
        self.page.goto(f"{self.address}/accounts/register/")
        for field, value in {
            "username": name,
            "password1": PASSWORD,
            "password2": PASSWORD,
        }.items():
            self.page.fill(f"[name={field}]", value)
        self.page.press("[name=password2]", "Enter")
        expect(self.page.locator(".account .initials")).to_be_visible()

    def begin(self, name: str) -> None:
        """Make an empty board of 13 x 7 hexes and come to its editor."""
        self.page.goto(f"{self.address}/boards/")
        form = self.page.locator("[data-role=new-board]")
        for field, value in {"name": name, "columns": "13", "rows": "7"}.items():
            form.locator(f"[name={field}]").fill(value)
        form.locator("button").click()
        self.is_drawn()

    def is_drawn(self) -> None:
        """Wait until the picture shows the source as it is."""
        expect(self.page.locator("body")).to_have_attribute("data-state", "drawn", timeout=SLOW)

    def take(self, tool: str) -> None:
        self.page.locator(f'#toolbox [data-pick="{tool}"]').click()

    def point(self, hex_name: str, dx: float = 0, dy: float = 0) -> tuple[float, float]:
        """Where a hex is on the screen, or a place beside its centre, in picture units."""
        column, row = ord(hex_name[0]) - ord("A"), int(hex_name[1:])
        x, y = 57 * column + dx, 66 * (row - (0.5 if column % 2 == 0 else 0)) + dy
        box = self.page.locator("#board .map").bounding_box()
        assert box is not None
        scale = box["width"] / (57 * 12)
        return box["x"] + x * scale, box["y"] + y * scale

    def click(self, hex_name: str, dx: float = 0, dy: float = 0) -> None:
        self.page.mouse.click(*self.point(hex_name, dx, dy))

    def drag(self, *names: str) -> None:
        self.page.mouse.move(*self.point(names[0]))
        self.page.mouse.down()
        for name in names[1:]:
            self.page.mouse.move(*self.point(name), steps=4)
        self.page.mouse.up()

    @property
    def source(self) -> str:
        return self.page.input_value("#source")

    def says(self, line: str) -> None:
        """Wait until the source has the line."""
        with suppress(TimeoutError):
            self.page.wait_for_function(HAS_LINE, arg=line)
        assert line in self.source.split("\n")

    def print(self) -> str:
        """What the picture looks like, as a digest."""
        digest: str = self.page.evaluate("document.querySelector('#board .paper').toDataURL()")
        return digest

    def role(self, name: str) -> Locator:
        return self.page.locator(f'[data-role="{name}"]')

    def photograph(self, name: str) -> None:
        if self.pictures is not None:
            comes_to_rest(self.page)
            self.page.screenshot(path=self.pictures / f"editor-{name}.png")


@pytest.fixture
def editor(context: BrowserContext, address: str, pictures: Path | None) -> Iterator[Editor]:
    editor = Editor(context.new_page(), address, pictures)
    yield editor
    assert editor.broken == []


def test_woods_painted_under_a_thread_block_it(editor: Editor) -> None:
    page = editor.page
    editor.register("vera")
    editor.begin("dell")
    empty = editor.print()

    page.locator("#board").focus()
    page.keyboard.press("l")
    editor.click("B4")
    editor.click("L4")
    expect(page.locator('#thread [data-los="clear"]')).to_be_visible(timeout=SLOW)
    editor.take("woods")
    editor.drag("F3", "F5")
    editor.says("woods: F3-F5")
    expect(page.locator('#thread [data-los="blocked"]')).to_be_visible(timeout=SLOW)
    expect(page.locator('[data-blocked="dell:F4"]')).to_have_count(1)
    editor.is_drawn()
    assert editor.print() != empty
    expect(editor.role("hex-info")).to_contain_text("F5 · woods")
    editor.photograph("woods")


def test_a_board_is_made_with_every_kind_of_tool(editor: Editor) -> None:
    page = editor.page
    editor.register("lena")
    editor.begin("dell")
    empty = editor.print()
    editor.take("up")
    editor.drag("I2", "J2")
    editor.says("level 1: I2 J2")
    editor.take("road dirt")
    for stop in ("A6", "D6", "G7", "G7"):
        editor.click(stop)
    editor.says("road dirt: A6 B6 C6 D6 E7 F6 G7")
    editor.take("wall")
    editor.click("D3", dy=-30)
    editor.says("wall: D3/0")
    editor.take("building")
    editor.drag("K5", "L5")
    editor.says("building stone house-1: K5 L5")
    editor.take("stairwell")
    editor.click("K5")
    expect(editor.role("trouble")).to_contain_text("from 2 levels on")
    editor.is_drawn()
    assert editor.print() != empty
    editor.photograph("board")

    for _ in range(2):
        page.keyboard.press("Control+z")
    assert "wall" not in editor.source
    for _ in range(2):
        page.keyboard.press("Control+y")
    editor.says("building stone house-1: K5 L5")


def test_a_board_is_saved_exported_imported_and_nobody_elses(
    editor: Editor, browser: Browser, address: str, tmp_path: Path
) -> None:
    page = editor.page
    editor.register("anja")
    editor.begin("dell")
    editor.take("grain")
    editor.click("F3")
    editor.says("grain: F3")
    made = editor.source
    expect(editor.role("saved")).to_have_text("not saved")
    page.locator("[data-do=save]").click()
    expect(editor.role("saved")).to_have_text("saved")
    page.reload()
    editor.is_drawn()
    assert editor.source == made

    with page.expect_download() as download:
        page.locator("[data-do=export]").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert (file.name, file.read_text()) == ("dell.txt", made)
    file.write_text(made.replace("board dell", "board glen"))
    here = page.url
    page.goto(f"{address}/boards/")
    page.locator("[data-role=import-board] [name=file]").set_input_files(file)
    page.locator("[data-role=import-board] button").click()
    editor.is_drawn()
    assert editor.source == file.read_text()

    with browser.new_context() as other:
        stranger = Editor(other.new_page(), address)
        stranger.register("igor")
        answer = stranger.page.goto(here)
        assert answer is not None
        assert answer.status == 403


def test_what_is_written_is_drawn_and_what_is_wrong_is_shown(editor: Editor) -> None:
    page = editor.page
    editor.register("nina")
    editor.begin("fen")
    empty = editor.print()
    text = editor.source + "\nmarsh: C3 C4\n"
    page.fill("#source", text + "brush: E2 C4\n")
    trouble = editor.role("trouble")
    expect(trouble).to_contain_text("Line 5")
    expect(trouble).to_contain_text("C4")
    expect(trouble).to_contain_text("is marsh already (line 4)")
    expect(page.locator('#board .wrong[data-hex="C4"]')).to_have_count(1)
    expect(page.locator("#lines .bad")).to_have_text("5")
    editor.photograph("wrong")
    assert editor.print() == empty

    editor.take("woods")
    editor.click("G3")
    page.keyboard.press("Control+s")
    expect(editor.role("saved")).to_have_text("not saved")
    assert editor.source == text + "brush: E2 C4\n"

    page.fill("#source", text)
    editor.is_drawn()
    expect(trouble).to_be_hidden()
    assert editor.print() != empty


def test_a_board_is_made_with_the_keyboard(editor: Editor) -> None:
    page = editor.page
    editor.register("olga")
    editor.begin("keys")
    page.locator("#board").focus()
    page.keyboard.press("ArrowDown")
    start = page.locator("#board .cursor").get_attribute("data-hex")
    assert start is not None
    for key in ("w", "Enter"):
        page.keyboard.press(key)
    editor.says(f"woods: {start}")
    for key in ("a", "3"):
        page.keyboard.press(key)
    editor.says(f"wall: {start[0]}{int(start[1:]) + 1}/0")
    page.keyboard.press("Control+z")
    assert "wall: " not in editor.source
    page.keyboard.press("k")
    for key in ("Enter", "ArrowDown", "ArrowDown", "Enter", "Enter"):
        page.keyboard.press(key)
    editor.says("path: " + " ".join(f"{start[0]}{int(start[1:]) + more}" for more in range(3)))
    editor.is_drawn()
    page.keyboard.press("l")
    expect(page.locator("#thread")).to_be_visible()
