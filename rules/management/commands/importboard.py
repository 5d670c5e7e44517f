"""`manage.py importboard PATH`: a VASL board that the club owns goes into the site's library."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules.board.grid.errors import GridError
from rules.board.grid.options import Reading
from rules.mapmaking.finding import is_ours
from rules.mapmaking.imported.archive import read_archive
from rules.mapmaking.imported.boards import Source, checked
from rules.mapmaking.imported.library import library, shelve


class Command(BaseCommand):
    """Read, check, keep, and say what was found."""

    help = (
        "Import a board from a VASL board archive, or a folder with its files, into the library of"
        " this site (BOARD_LIBRARY, or var/boards). Scenarios then name it by its id."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", type=Path, metavar="PATH")
        parser.add_argument(
            "--shared",
            type=Path,
            metavar="FILE",
            help="SharedBoardMetadata.xml, if it is neither in the archive nor beside it",
        )
        parser.add_argument("--as", dest="id", metavar="ID", help="its id; else the file's name")
        parser.add_argument("--title", default="", help="what players call it")
        parser.add_argument(
            "--reading",
            choices=[reading.value for reading in Reading],
            default=Reading.VASL.value,
            help="how its LOS is judged (docs/los.md)",
        )
        parser.add_argument("--replace", action="store_true", help="replace a board of this id")

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["path"]
        try:
            archive = read_archive(path, options["shared"])
            id: str = options["id"] or archive.name.lower()
            if is_ours(id):
                raise CommandError(f"{id} is the id of a board of ours; --as gives it another")
            reading = Reading(options["reading"])
            source, card, files = checked(archive, id, reading, options["title"])
            shelve(id, card, files, replace=options["replace"])
        except GridError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{id}: {card.title}, kept in {library() / id}")
        self._describe(source)
        self.stdout.write(f"LOS: as {'VASL' if reading is Reading.VASL else 'the rulebook'} has it")
        shown = archive.picture_name or "none came with it; it is drawn from what its hexes are"
        self.stdout.write(f"picture: {shown}")

    def _describe(self, source: Source) -> None:
        data, read = source.data, source.read
        levels = {read.layout.level(cell) for cell in read.layout.grid.cells()}
        hexes = sum(count for _, count in read.counts)
        self.stdout.write(
            f"{data.columns} x {data.rows}, {hexes} hexes, levels {min(levels)} to {max(levels)}"
        )
        for name, count in read.counts:
            self.stdout.write(f"{count:5} {name}")
        for warning in read.warnings:
            self.stdout.write(f"note: {warning}")
