"""The import map: which hashed file stands behind the address that a script module imports.

Our modules import each other by relative address. A browser looks the resolved address up in the
page's import map, so each name gets its cached-for-ever file and no script is rewritten.
"""

import json

from django import template
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


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
