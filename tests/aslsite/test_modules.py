"""The import map leads each script module's plain address to its hashed file."""

import json
import re
from types import SimpleNamespace

import pytest
from django.template import Context, Template

from aslsite import modules

TAG = Template("{% load modules %}{% import_map %}")


def render(monkeypatch: pytest.MonkeyPatch, hashed: dict[str, str]) -> str:
    storage = SimpleNamespace(hashed_files=hashed)
    monkeypatch.setattr(modules, "staticfiles_storage", storage)
    monkeypatch.setattr(modules, "static", lambda name: f"/static/{hashed[name]}")
    return TAG.render(Context({"request": SimpleNamespace(csp_nonce="n0nce")}))


def test_our_own_scripts_alone_are_mapped(monkeypatch: pytest.MonkeyPatch) -> None:
    text = render(monkeypatch, {"js/b.js": "js/b.22.js", "htmx/b.js": "htmx/b.33.js"})
    opening = '<script type="importmap" nonce="n0nce">'
    assert text.startswith(opening)
    assert json.loads(text.removeprefix(opening).removesuffix("</script>")) == {
        "imports": {"/static/js/b.js": "/static/js/b.22.js"}
    }


def test_without_hashes_there_is_no_map(monkeypatch: pytest.MonkeyPatch) -> None:
    assert render(monkeypatch, {}) == ""


def test_a_module_comes_with_all_that_it_imports(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(modules, "static", lambda name: f"/static/{name}")
    text = Template("{% load modules %}{% module_preloads 'js/main.js' %}").render(Context())
    named = re.findall(r'<link rel="modulepreload" href="/static/([^"]+)">', text)
    assert named[0] == "js/main.js"
    assert len(named) == len(set(named))
    assert {"js/table.js", "js/dom.js", "js/glyphs.js"} <= set(named)
    assert not any("editor" in name for name in named)


def test_an_import_from_a_folder_above_is_found() -> None:
    assert "js/dom.js" in modules._graph("js/editor/main.js")
