"""What the editor's page sends and is told, decoded strictly."""

from typing import Annotated, Any, TypeVar

import msgspec
from django.http import HttpRequest, HttpResponse

from games.editor.limits import LONGEST_SOURCE, MOST_BYTES
from rules.board.layout import BoardError
from rules.mapmaking.editing import Edit

Source = Annotated[str, msgspec.Meta(max_length=LONGEST_SOURCE)]
Month = Annotated[int, msgspec.Meta(ge=1, le=12)]
Place = Annotated[str, msgspec.Meta(max_length=60)]

TOO_LARGE = 413
UNPROCESSABLE = 422

T = TypeVar("T")


class Malformed(Exception):
    """A request that the editor's page would not send, with the status it is answered by."""

    def __init__(self, why: str, status: int = UNPROCESSABLE) -> None:
        super().__init__(why)
        self.status = status


class AskEdit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A source, and what is to be done to it."""

    source: Source
    edit: Edit


class AskPicture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A source, of which a picture is wanted."""

    source: Source
    month: Month


class AskLos(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A source, and two Locations on it."""

    source: Source
    month: Month
    start: Place
    end: Place


class AskSave(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A source to be saved over the version that was seen."""

    source: Source
    seen: int


def decoded(request: HttpRequest, kind: type[T]) -> T:
    """The body of a request. Raises Malformed."""
    try:
        body = request.read(MOST_BYTES + 1)
        if len(body) > MOST_BYTES:
            raise Malformed(f"More than {MOST_BYTES:,} bytes are not taken.", TOO_LARGE)
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Malformed(f"Not understood: {error}") from error


def told(status: int = 200, **fields: Any) -> HttpResponse:
    """An answer in JSON."""
    return json_answer(msgspec.json.encode(fields), status)


def json_answer(content: bytes, status: int = 200) -> HttpResponse:
    """Bytes of JSON as an answer that nobody keeps."""
    return HttpResponse(content, status=status, content_type="application/json")


def told_error(place: str, message: str, line: int | None = None) -> HttpResponse:
    """What is wrong with a source or an edit: the hex or word, the line if it is in the text."""
    return told(UNPROCESSABLE, error={"line": line, "place": place, "message": message})


def told_board_error(error: BoardError) -> HttpResponse:
    """What is wrong with a source."""
    return told_error(error.place, error.message, error.line)
