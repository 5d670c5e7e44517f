"""Words of others that our catalogues have too: what rooms without Django call things, and
sentences
of other packages that would not speak to their reader as ours do.
"""

from django.utils.translation import gettext_noop

CRITERIA = (
    gettext_noop("Points"),
    gettext_noop("Head to head"),
    gettext_noop("Opponents’ wins"),
    gettext_noop("First loss"),
    gettext_noop("Lot"),
)
"""The titles of a standing's columns (`games.clubs.core.standings`) that are no proper names."""

SENTENCES = (
    gettext_noop("No file was submitted. Check the encoding type on the form."),
    gettext_noop("Your password has been reset."),
    gettext_noop("Your password has been set."),
    gettext_noop("Your email has been confirmed."),
    gettext_noop("Your email has been changed from %(from_email)s to %(to_email)s."),
    gettext_noop("Email address %(deleted_email)s has been removed from your account."),
)
"""Django's and allauth's, which would be formal in German."""
