"""The catalogues of each language, as the sources want them."""

from dataclasses import replace
from pathlib import Path
from typing import Final, get_args

from django.conf import settings

from games.catalogues.files import Entry, by_text, compiled, read, written
from games.catalogues.sources import ROOT, Domain, sentences

LOCALE: Final = ROOT / "games" / "locale"
DOMAINS: Final[tuple[Domain, ...]] = get_args(Domain)


def languages() -> list[str]:
    """Those that the interface is translated to."""
    return [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def wanted(domain: Domain) -> list[Entry]:
    """An entry for each sentence of a domain, in the order in which they are met."""
    found: dict[str, Entry] = {}
    for one in sentences(domain):
        entry = found.setdefault(one.text, Entry(one.text))
        files = entry.files if one.file in entry.files else (*entry.files, one.file)
        found[one.text] = replace(entry, plural=entry.plural or one.plural, files=files)
    return list(found.values())


def kept(language: str, domain: Domain) -> list[Entry]:
    """What stands in a catalogue; nothing of one that is not there."""
    path = po_path(language, domain)
    return read(path.read_text(encoding="utf-8")) if path.exists() else []


def made(language: str, domain: Domain) -> list[Entry]:
    """What the sources want, with the translations that there are, in either domain."""
    there = {**by_text(kept(language, "djangojs")), **by_text(kept(language, "django"))}
    there |= by_text(kept(language, domain))
    return [_with(entry, there.get(entry.text)) for entry in wanted(domain)]


def _with(entry: Entry, old: Entry | None) -> Entry:
    if old is None or bool(old.plural) != bool(entry.plural):
        return entry
    return replace(entry, said=old.said)


def write(language: str) -> list[str]:
    """Write a language's catalogues, text and compiled; what is not translated in them."""
    both = {domain: made(language, domain) for domain in DOMAINS}
    for domain, entries in both.items():
        path = po_path(language, domain)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(written(language, entries), encoding="utf-8")
        path.with_suffix(".mo").write_bytes(compiled(language, entries))
    missing = [one.text for entries in both.values() for one in entries if not one.is_translated]
    return list(dict.fromkeys(missing))


def po_path(language: str, domain: Domain) -> Path:
    """Where a catalogue is kept."""
    return LOCALE / language / "LC_MESSAGES" / f"{domain}.po"
