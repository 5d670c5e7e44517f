"""The search for what is equal in both worlds: in every writing, and nothing that is no secret."""

import hashlib
from base64 import b64encode, urlsafe_b64encode

import pytest

from games.leakcheck.kept import Kept, Search

SEED = bytes(range(180, 212))
TOKEN = b"fD9_-kzr0Q1wXsYuP4mBtLhGvEaCiNoJ2T6R8W3qZxM"
PLACE = b"Minefield:E5/0"


def found(kept: Kept, text: str) -> bool:
    return [one for _, one in Search([kept]).found([("a page", text)])] != []


@pytest.mark.parametrize(
    "text",
    [
        SEED.hex(),
        SEED.hex().upper(),
        f"v1-{SEED.hex()[:12]}",
        b64encode(SEED).decode(),
        urlsafe_b64encode(SEED).decode().rstrip("="),
        b64encode(b'{"seed":"' + SEED).decode(),
        b64encode(b'{"seed": "' + SEED).decode(),
        b64encode(b'{"a":"seed": "' + SEED).decode(),
        repr({"seed": SEED}),
    ],
)
def test_a_seed_is_found_however_it_is_written(text: str) -> None:
    assert found(Kept("a seed", SEED), f"<p data-version='{text}'>")


@pytest.mark.parametrize("text", [TOKEN.decode(), TOKEN.hex(), b64encode(TOKEN).decode()])
def test_a_token_is_found_within_other_words(text: str) -> None:
    assert found(Kept("a token", TOKEN), f"/g/1/?seat={text}&x=1")


@pytest.mark.parametrize("name", ["md5", "sha1", "sha256", "sha512", "blake2b", "blake2s"])
def test_a_digest_of_what_can_be_guessed_is_found_and_the_word_itself_is_not(name: str) -> None:
    place = Kept("a minefield", PLACE, guessable=True)
    digest = hashlib.new(name, PLACE).digest()
    assert found(place, f'ETag: W/"{digest.hex()[:16]}"')
    assert found(place, f'"{b64encode(digest).decode()}"')
    assert not found(place, f"the {PLACE.decode()} that everybody knows")


def test_what_is_no_secret_is_let_be() -> None:
    text = f"{hashlib.sha256(b'another').hexdigest()} {b64encode(b'another thing').decode()}"
    search = Search([Kept("a seed", SEED), Kept("a token", TOKEN)])
    assert list(search.found([("a page", text)])) == []


def test_what_somebody_names_himself_is_no_news_to_him() -> None:
    token, page = Kept("a token", TOKEN), f"<form action='?seat={TOKEN.decode()}'>"
    asked = f"page games:table of /g/1/?seat={TOKEN.decode()}"
    assert list(Search([token]).found([(asked, page)])) == []
    assert [place for place, _ in Search([token]).found([("a page", page)])] == ["a page"] * 2
