"""The catalogues of the interface's words: whole, exact, compiled. Nothing is said beside them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django import forms
from django.utils.functional import Promise

from games import changing
from games.catalogues.files import BadCatalogue, Entry, compiled, read, written
from games.catalogues.making import DOMAINS, kept, languages, po_path, wanted
from games.catalogues.sources import (
    ROOT,
    Domain,
    python_sentences,
    script_sentences,
    template_sentences,
)
from games.clubs import forms as club_forms
from games.editor import forms as editor_forms
from games.forms import NewGameForm, NoticesForm, WantedForm

CATALOGUES = [(language, domain) for language in languages() for domain in DOMAINS]
PLACES = re.compile(r"%\(\w+\)s|%%|\{\w+\}|</?\w+[^>]*>")
TAGS = re.compile(
    r"{%\s*comment.*?endcomment\s*%}|{%\s*blocktranslate.*?endblocktranslate\s*%}"
    r"|{% block body_attrs %}.*?{% endblock %}|{%.*?%}|{{.*?}}",
    re.DOTALL,
)
ATTRIBUTE = re.compile(r'\b(?:aria-label|title|alt|placeholder)="([^"]*)"')
NAMES = frozenset(
    (
        "Sealed", "Orders", "UTC", "ELR", "SAN", "OB", "LOS", "MF", "Ctrl", "https", "rule", "bye",
        "without",
    )
)  # fmt: skip
"""What stands in templates in every language: names, and the game's own terms."""
STRANGE = re.compile(r"[a-zäöüß,;] (?:Sie|Ihnen|Ihr|Ihre[mnrs]?)\b|^(?:Bitte )?\w+en Sie\b")


@pytest.mark.parametrize(("language", "domain"), CATALOGUES)
def test_a_catalogue_has_what_the_sources_say_and_nothing_else(
    language: str, domain: Domain
) -> None:
    there = [(one.text, one.plural, one.files) for one in kept(language, domain)]
    assert there == [(one.text, one.plural, one.files) for one in wanted(domain)], (
        "run manage.py words"
    )


@pytest.mark.parametrize(("language", "domain"), CATALOGUES)
def test_every_sentence_is_translated(language: str, domain: Domain) -> None:
    assert [one.text for one in kept(language, domain) if not one.is_translated] == []


@pytest.mark.parametrize(("language", "domain"), CATALOGUES)
def test_what_stands_in_a_sentences_places_stands_in_its_translation(
    language: str, domain: Domain
) -> None:
    wrong = [
        (source, said)
        for one in kept(language, domain)
        for source, said in zip((one.text, one.plural or one.text), one.said, strict=False)
        if sorted(PLACES.findall(source)) != sorted(PLACES.findall(said))
        or source[:1].isspace() != said[:1].isspace()
        or source[-1:].isspace() != said[-1:].isspace()
    ]
    assert wrong == []


@pytest.mark.parametrize(("language", "domain"), CATALOGUES)
def test_what_is_loaded_is_what_is_written(language: str, domain: Domain) -> None:
    path = po_path(language, domain)
    assert path.read_text(encoding="utf-8") == written(language, kept(language, domain))
    assert path.with_suffix(".mo").read_bytes() == compiled(language, kept(language, domain))


@pytest.mark.parametrize("domain", DOMAINS)
def test_one_reader_is_addressed_as_a_friend(domain: Domain) -> None:
    formal = [said for one in kept("de", domain) for said in one.said if STRANGE.search(said)]
    assert formal == []
    assert STRANGE.search("Bitte geben Sie einen Wert ein")


@pytest.mark.parametrize("note", ["#, fuzzy", '#~ msgid "gone"', "# by hand"])
def test_a_catalogue_with_anything_doubtful_is_refused(note: str) -> None:
    with pytest.raises(BadCatalogue):
        read(f'{note}\nmsgid "Lobby"\nmsgstr "Lobby"\n')


def test_a_catalogue_is_read_as_it_was_written() -> None:
    entries = [
        Entry('says "so"\nand \\ more', said=("sagt „so“",), files=("a.html", "b.py")),
        Entry("%(n)s game", "%(n)s games", ("%(n)s Partie", "%(n)s Partien"), ("c.js",)),
    ]
    assert read(written("de", entries)) == entries


def test_sentences_are_found_wherever_they_are_written() -> None:
    template = """{% translate "One" %}<a title="{% translate 'Two' %}">{{ x|default:_("Three") }}
        {% blocktranslate count count=n %}{{ count }} hex{% plural %}{{ count }} hexes
        {%- endblocktranslate %}""".replace("{%-", "{%")
    found = [(one.text, one.plural) for one in template_sentences(template, "x")]
    assert [text for text, _ in found[:3]] == ["One", "Two", "Three"]
    assert found[3][1].startswith("%(count)s hexes")
    python = """
label = _("Four")
raise NotNow("Five %(n)s", n=5)
raise Refused("A1", "Six", code="x")
ngettext("Seven", "Sevens", 7)
gettext(why)
"""
    found = [(one.text, one.plural) for one in python_sentences(python, "x")]
    assert found == [
        ("Four", ""), ("Five %(n)s", ""), ("Six", ""), ("Seven", "Sevens")
    ]  # fmt: skip
    script = (
        'h("p", {}, gettext("Eight \\"8\\"", { n }), ngettext("Nine", "Nines", n), gettext(why))'
    )
    found = [(one.text, one.plural) for one in script_sentences(script, "x")]
    assert found == [('Eight "8"', ""), ("Nine", "Nines")]


def _templates() -> list[Path]:
    return sorted((ROOT / "templates").rglob("*.html"))


@pytest.mark.parametrize("path", _templates(), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_template_says_nothing_beside_the_catalogues(path: Path) -> None:
    assert list(_bare(path.read_text(encoding="utf-8"))) == []


def test_bare_words_in_a_template_would_be_found() -> None:
    text = '<p class="quiet">{% translate "Yes" %} but</p><a title="No">{{ x }}</a>'
    assert list(_bare(text)) == ["No", "but"]


def _bare(template: str) -> Iterator[str]:
    """Words of a template that are in no tag of a translation."""
    text = re.sub(
        r"<(script|style)\b.*?</\1>|<code>.*?</code>", "", TAGS.sub("", template), flags=re.S
    )
    words = " ".join((*ATTRIBUTE.findall(text), re.sub(r"<[^>]*>", " ", text)))
    yield from (word for word in re.findall(r"[A-Za-z]{2,}", words) if word not in NAMES)


def test_a_script_says_nothing_to_programs_beside_the_catalogues() -> None:
    said = re.compile(r'"?(?:aria-label|title|placeholder)"?: (?:"[^"]*[A-Za-z]{2}|`[A-Z][a-z])')
    terms = {'"aria-label": "Spraying Fire', '"aria-label": "Fire Lane'}
    found = {
        path.name: said.findall(path.read_text(encoding="utf-8"))
        for path in sorted((ROOT / "static" / "js").rglob("*.js"))
    }
    assert {name: lines for name, lines in found.items() if {*lines} - terms} == {}


def test_scripts_give_gettext_sentences_or_what_came_from_the_server() -> None:
    reckoned = {"text", "reply.why", "why"}
    for path in sorted((ROOT / "static" / "js").rglob("*.js")):
        calls = re.findall(r"\bn?gettext\(([^\"][^,)]*)", path.read_text(encoding="utf-8"))
        own = {"one", "text", "one, many, n"} if path.name == "gettext.js" else set()
        assert {call for call in calls if call not in reckoned | own} <= {"?.("}, path.name


FORMS = [
    NewGameForm, WantedForm, NoticesForm, *changing.FORMS.values(),
    *(
        form
        for module in (club_forms, editor_forms)
        for form in vars(module).values()
        if isinstance(form, type)
        and issubclass(form, forms.Form)
        and form.__module__ == module.__name__
    ),
]  # fmt: skip


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
def test_labels_and_helps_of_forms_are_in_the_catalogues(form: type[forms.Form]) -> None:
    for name, field in form.base_fields.items():
        assert isinstance(field.label, Promise), name
        assert not field.help_text or isinstance(field.help_text, Promise), name


def test_rooms_without_django_say_no_sentence_that_is_put_together() -> None:
    """A refusal is one sentence with names in it: an f-string could not be looked up."""
    for path in sorted((ROOT / "games" / "clubs").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in {
                "NotNow", "NoRound", "BadAnswer",
            }:  # fmt: skip
                first = node.args[0]
                is_passed_on = isinstance(first, ast.Attribute) and first.attr in {"text", "why"}
                assert isinstance(first, ast.Constant) or is_passed_on, f"{path}:{node.lineno}"
