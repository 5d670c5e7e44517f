"""The sequence of play: top-level procedures that call the chapters in the order of the book."""
