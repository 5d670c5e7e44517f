"""How a board is begun: empty, as a copy, or from a text."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

from games.editor.limits import COLUMNS, LONGEST_SOURCE, MOST_BYTES, ROWS

if TYPE_CHECKING:
    File = UploadedFile[bytes]
else:
    File = UploadedFile

NAME = RegexValidator(
    r"\A[a-z][a-z0-9-]{0,39}\Z",
    _("A name has small letters, digits and hyphens, and begins with a letter."),
)


class NewBoardForm(forms.Form):
    """An empty board."""

    name = forms.CharField(
        label=_("Name"), max_length=40, validators=[NAME], help_text=_("Such as mill-valley.")
    )
    title = forms.CharField(label=_("Title"), max_length=100, required=False)
    columns = forms.IntegerField(label=_("Columns"), min_value=2, max_value=COLUMNS, initial=17)
    rows = forms.IntegerField(label=_("Rows"), min_value=2, max_value=ROWS, initial=10)

    def source(self) -> str:
        """The source of the board, once the form is valid."""
        given = self.cleaned_data
        title = f"title {given['title']}\n" if given["title"] else ""
        return f"board {given['name']}\n{title}size {given['columns']} x {given['rows']}\n"


class CardForm(forms.Form):
    """A scenario's card, as a file or pasted."""

    file = forms.FileField(label=_("File"), required=False, help_text=_("A YAML file."))
    text = forms.CharField(
        required=False,
        strip=False,
        label=_("Or its text"),
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}),
    )
    listed = forms.BooleanField(
        required=False,
        label=_("Everybody may see and play it"),
        help_text=_("Otherwise whoever has its link."),
    )

    def clean(self) -> dict[str, Any]:
        """Take the text of the file, if there is one."""
        return {**self.cleaned_data, "source": _source_of(self)}


class ImportForm(forms.Form):
    """A source, as a file or pasted."""

    file = forms.FileField(
        label=_("File"), required=False, help_text=_("A text file, as Export gives it.")
    )
    text = forms.CharField(
        required=False,
        max_length=LONGEST_SOURCE,
        strip=False,
        label=_("Or its text"),
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
    )

    def clean(self) -> dict[str, Any]:
        """Take the text of the file, if there is one."""
        return {**self.cleaned_data, "source": _source_of(self)}


def _source_of(form: forms.Form) -> str:
    """The text of the file that was chosen, or the one that was pasted."""
    upload = form.cleaned_data.get("file")
    text = str(form.cleaned_data.get("text") or "")
    if isinstance(upload, UploadedFile):
        text = _read(upload)
    if not text.strip() and not form.errors:
        raise forms.ValidationError(_("Choose a file, or paste a text."))
    return text.replace("\r\n", "\n")


def _read(upload: File) -> str:
    if upload.size is None or upload.size > MOST_BYTES:
        raise forms.ValidationError(
            _("The file is longer than %(most)s bytes."), params={"most": f"{MOST_BYTES:,}"}
        )
    try:
        return bytes(upload.read()).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise forms.ValidationError(_("The file is no text in UTF-8.")) from None
