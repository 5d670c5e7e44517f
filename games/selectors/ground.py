"""What lies on the map, in words, as an audience sees it."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.utils.translation import gettext

from games import boards
from games.models import Game
from games.selectors.documents import audience_view
from rules.kernel.audience import Audience


@dataclass(frozen=True)
class Ground:
    """What lies on the map as an audience sees it: its document's faces, and the Locations by their
    names in small letters.
    """

    faces: Mapping[str, Mapping[str, Any]]
    places: Mapping[str, str]
    sides: Mapping[str, str]

    @classmethod
    def of(cls, faces: Mapping[str, Mapping[str, Any]], page: Mapping[str, Any]) -> "Ground":
        """Of a document and what the page is told of scenario and board."""
        named = {
            spot["name"].lower(): spot["id"]
            for hex_ in page["board"]["hexes"]
            for spot in hex_["locations"]
        }
        sides = {id_: side["name"] for id_, side in page["scenario"]["sides"].items()}
        return cls(faces, named, sides)

    def counters(self, *kinds: str) -> list[tuple[str, str]]:
        """The counters of some kinds that lie on the map, by where they are."""
        found = [(key, self._words(face)) for key, face in self._lying() if face["k"] in kinds]
        return sorted(found, key=lambda one: one[1])

    def called(self) -> list[str]:
        """All that lies on the map, by where it is."""
        return sorted(self._words(face) for _, face in self._lying())

    def _lying(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        return ((key, face) for key, face in self.faces.items() if self._place(face))

    def _words(self, face: Mapping[str, Any]) -> str:
        names, at = {id_: name for name, id_ in self.places.items()}, self._place(face)
        return f"{names.get(at, names.get(f'{at}/0', at)).upper()}: {_called(face)}"

    def _place(self, face: Mapping[str, Any]) -> str:
        """Where it lies, "" if nowhere on the map."""
        holder = self.faces.get(f"unit:{face.get('holder')}", {})
        return str(face.get("at") or holder.get("at") or "")

    def without(self, seen: "Ground") -> "Ground":
        """The same without what that one shows in the same words."""
        rest = {key: face for key, face in self.faces.items() if seen.faces.get(key) != face}
        return replace(self, faces=rest)


def ground_of(game_id: UUID, audience: Audience) -> Ground:
    """What an audience sees of a game now. Raises Game.DoesNotExist."""
    scenario_id = Game.objects.values_list("scenario", flat=True).get(pk=game_id)
    document = audience_view(game_id, audience).document
    faces = {key: json.loads(face) for key, face in document.faces.items()}
    return Ground.of(faces, boards.page_data(scenario_id))


def _called(face: Mapping[str, Any]) -> str:
    if face["k"] == "cover":
        return f"“?” {face['id']}"
    name = str(face.get("name") or face["k"])
    if "cover" in face or face.get("secret"):
        return gettext("%(name)s, hidden from the other side") % {"name": name}
    return name
