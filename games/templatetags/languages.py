"""Tags about the reader's language."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.views.languages import words_address

register = template.Library()


@register.simple_tag
def word_catalogue() -> SafeString:
    """The scripts' words, to stand before any module; nothing where they are read as written."""
    address = words_address(get_language() or "")
    return format_html('<script defer src="{}"></script>', address) if address else SafeString()


@register.simple_tag(takes_context=True)
def way_back(context: template.Context) -> str:
    """Where a choice of the language leads back to: this page, if it can be asked for again."""
    request = context["request"]
    return request.get_full_path() if request.method in {"GET", "HEAD"} else "/"
