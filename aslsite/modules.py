"""The import map and the preloads: which hashed files stand behind a page's script modules.

Our modules import each other by relative address. A browser looks the resolved address up in the
page's import map, so each name gets its cached-for-ever file and no script is rewritten. It would
find an import only once it has read the module before it, some six files deep: so a page names all
of them at once, and they come together.
"""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path, PurePosixPath

from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

_IMPORT = re.compile(r'^(?:import|export) .*?from "(\.{1,2}/[^"]+)";$', re.MULTILINE)


@register.simple_tag(takes_context=True)
def import_map(context: template.Context) -> SafeString:
    """The import map of static/js/ as a script element, to stand before any module.

    Nothing where static files are served under their plain names.
    """
    hashed: dict[str, str] = getattr(staticfiles_storage, "hashed_files", {})
    modules = {
        f"{settings.STATIC_URL}{name}": static(name)
        for name in sorted(hashed)
        if name.startswith("js/")
    }
    if not modules:
        return SafeString()
    text = json.dumps({"imports": modules}).replace("<", "\\u003c")
    return format_html(
        '<script type="importmap" nonce="{}">{}</script>',
        context["request"].csp_nonce,
        mark_safe(text),  # noqa: S308 - JSON of our file names with "<" escaped
    )


@register.simple_tag
def module_preloads(name: str) -> SafeString:
    """Links that fetch a module and all that it imports, to stand after the import map."""
    found = _graph(name) if settings.WHITENOISE_AUTOREFRESH else _graph_once(name)
    return format_html_join(
        "", '<link rel="modulepreload" href="{}">', ((static(one),) for one in found)
    )


@cache
def _graph_once(name: str) -> tuple[str, ...]:
    return _graph(name)


def _graph(name: str) -> tuple[str, ...]:
    """A module and everything that it imports, each once, the nearest first."""
    names = [name]
    for one in names:
        names += [other for other in dict.fromkeys(_imports(one)) if other not in names]
    return tuple(names)


def _imports(name: str) -> Iterator[str]:
    """What a module imports, by names of static files. Raises FileNotFoundError."""
    path = finders.find(name)
    if not isinstance(path, str):
        raise FileNotFoundError(name)
    text = Path(path).read_text(encoding="utf-8")
    for relative in _IMPORT.findall(text):
        yield _resolved(PurePosixPath(name).parent / relative)


def _resolved(path: PurePosixPath) -> str:
    parts: list[str] = []
    for part in path.parts:
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return "/".join(parts)
