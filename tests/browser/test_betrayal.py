"""The search itself: it finds what must not be told, and lets pass what everybody may know."""

import pytest

from tests.browser.betrayal import MARKERS, OWNED, betrayals

TELLING = {
    "the owner's record": '{"t":"b","put":[{"k":"mine_record","id":"x"}]}',
    "the marker too early": '{"t":"b","put":[{"k":"minefield","id":"m1","at":"so1:Y4"}]}',
    "a counter still unseen": '{"t":"doc","faces":[{"k":"placement","id":"rus-447-a"}]}',
    "the end of one": '{"t":"b","drop":["placement:rus-447-a"]}',
    "an id": '{"t":"b","drop":["other:rb1"]}',
    "the owner's offer": '{"t":"offers","n":2,"offers":[{"verb":"erase_mines"}]}',
    "a line of the log": '{"t":"b","log":[{"kind":"mines","text":"Y4 is laid"}]}',
    "a page": '<script type="application/json">{"mines": ["so1:Y4"]}</script>',
}
HARMLESS = {
    "a place to move to": '{"offers":[{"verb":"move","units":{"u1":{"so1:Y4/0":"1 MF"}}}]}',
    "the area and factors of an OB": '{"groups":[{"area_text":"Y4-Y5","mines":12}]}',
    "a special rule": '{"ssr":["No mines may be recorded in the farm (Z4)."]}',
    "one's own counter": '{"put":[{"k":"placement","id":"ger-467-a","at":"so1:X2/0"}]}',
}


def found(sent: str) -> list[str]:
    return betrayals(sent, records=["rb1"], hexes=["Y4"], faces=OWNED + MARKERS)


@pytest.mark.parametrize("sent", TELLING.values(), ids=TELLING.keys())
def test_every_way_of_telling_is_noticed(sent: str) -> None:
    assert found(sent)


@pytest.mark.parametrize("sent", HARMLESS.values(), ids=HARMLESS.keys())
def test_what_everybody_may_know_is_no_betrayal(sent: str) -> None:
    assert found(sent) == []
