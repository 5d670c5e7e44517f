"""manage.py words: bring the catalogues of the interface's words up to date, and compile them."""

from typing import Any

from django.core.management.base import BaseCommand

from games.catalogues.making import languages, write


class Command(BaseCommand):
    """Finds what is to be translated, writes `.po` and `.mo` of each language, and lists what has
    no translation yet. It needs no programs beside Python.
    """

    help = "Write the catalogues in games/locale, and say what is not translated"

    def handle(self, *args: Any, **options: Any) -> None:
        for language in languages():
            missing = write(language)
            self.stdout.write(f"{language}: {len(missing)} not translated")
            for text in missing:
                self.stdout.write(f"  {text}")
