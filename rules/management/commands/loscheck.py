"""`manage.py loscheck BOARD_DIR TRUTH_CSV…`: our LOS against recorded answers."""

import sys
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules.board.grid.engine import load_grid_board
from rules.board.grid.errors import GridError
from rules.board.grid.options import Reading
from rules.board.grid.truth import Verdict, read_rows, score


class Command(BaseCommand):
    """Compare, under VASL's reading of the rules."""

    help = (
        "Compare LOS on the board in a folder (SharedBoardMetadata.xml beside it) with answers in"
        " CSV files. Rows on which VASL contradicts itself agree with either of its answers; they"
        " and all differences are printed. Exit status 1 if a difference is not known."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("board", type=Path, metavar="BOARD_DIR")
        parser.add_argument("truth", nargs="+", type=Path, metavar="TRUTH_CSV")

    def handle(self, *args: Any, **options: Any) -> None:
        counted: Counter[Verdict] = Counter()
        try:
            board = load_grid_board(options["board"], Reading.VASL)
            for path in options["truth"]:
                for scored in score(board, read_rows(path), str(path)):
                    counted[scored.verdict] += 1
                    if scored.verdict is not Verdict.AGREES:
                        self.stdout.write(
                            f"{path}:{scored.row}: {scored.verdict.value}: {scored.words}"
                        )
        except GridError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            f"on {counted[Verdict.EITHER]} rows VASL contradicts itself and ours is its answer for"
            " the way back"
        )
        self.stdout.write(
            f"{counted.total()} checked,"
            f" {counted[Verdict.AGREES] + counted[Verdict.EITHER]} agree,"
            f" {counted[Verdict.KNOWN]} known differences, {counted[Verdict.DISAGREES]} disagree"
        )
        if counted[Verdict.DISAGREES]:
            sys.exit(1)
