"""Making an account, confirming its address and choosing another password, on a desk and a phone;
axe finds nothing on the way.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import findings
from tests.games.serving import Served, demo_server

PASSWORD, OTHER = "Sechs-Hexes-6", "Sieben-Hexes-7"
SIZES = {"laptop": (1366, 768), "phone": (390, 844)}

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def mails(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server's mails lie."""
    return tmp_path_factory.mktemp("mails")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, mails: Path) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("accounts")
    with demo_server(folder, "skirmish", EMAIL_URL=f"filemail:///{mails}") as served:
        yield served


@contextmanager
def opened(browser: Browser, size: str, scheme: str) -> Iterator[Page]:
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=scheme,  # type: ignore[arg-type]
        has_touch=size == "phone",
    )
    yield context.new_page()
    context.close()


def fill(page: Page, which: str = "main form", **fields: str) -> None:
    """Fill in a form and send it."""
    form = page.locator(which)
    for name, value in fields.items():
        form.locator(f"[name={name}]").fill(value)
    form.locator("button.primary").click()


def newest_link(mails: Path) -> str:
    newest = max(mails.iterdir(), key=lambda one: one.stat().st_mtime_ns)
    return str(re.findall(r"http://\S+", newest.read_text())[-1])


@pytest.mark.parametrize(("size", "scheme"), [("laptop", "light"), ("phone", "dark")])
def test_from_a_new_account_to_a_new_password(
    browser: Browser, served: Served, mails: Path, pictures: Path | None, size: str, scheme: str
) -> None:
    name, address = f"anna-{size}", f"{size}@example.org"
    with opened(browser, size, scheme) as page:

        def look(what: str) -> None:
            expect(page.locator("h1")).to_be_visible()
            if pictures is not None:
                page.screenshot(path=pictures / f"account-{what}-{size}-{scheme}.png")
            assert findings(page) == [], what
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), what

        page.goto(f"{served.site}/accounts/login/")
        look("login")
        page.get_by_role("link", name="Make one").click()
        look("new")
        fill(page, username=name, email="nonsense@x", password1=PASSWORD, password2="other")
        look("mistakes")
        fill(page, username=name, email=address, password1=PASSWORD, password2=PASSWORD)
        expect(page.get_by_role("heading", name="Look at your mail")).to_be_visible()
        look("sent")
        page.goto(newest_link(mails))
        look("confirm")
        page.get_by_role("button", name="Confirm").click()
        expect(page.get_by_text("is confirmed")).to_be_visible()
        page.goto(f"{served.site}/accounts/login/")
        page.get_by_role("link", name="Forgotten the password?").click()
        look("forgotten")
        fill(page, email=address)
        look("reset-sent")
        page.goto(newest_link(mails))
        look("new-password")
        fill(page, password1=OTHER, password2=OTHER)
        look("password-set")
        page.get_by_role("main").get_by_role("link", name="Log in").click()
        fill(page, login=name, password=OTHER)
        page.locator(".menu summary").click()
        look("menu")
        page.get_by_role("link", name="Password").click()
        look("password")
        page.locator(".menu summary").click()
        page.get_by_role("link", name="Mail", exact=True).click()
        look("mail")
        fill(page, "[data-role=new-address]", email=f"new-{address}")
        expect(page.get_by_text("takes its place")).to_be_visible()
        look("mail-changing")
        page.locator(".menu summary").click()
        page.get_by_role("button", name="Log out").click()
        expect(page.get_by_role("link", name="Log in")).to_be_visible()
