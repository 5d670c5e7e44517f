"""The sequence of play: top-level procedures that call the chapters in the order of the book.

On top are the lists that everything new joins (`phases`, `events`, `settling`, `faces` …) and what
they are made of; the folders are parts of the sequence, and what a page asks.
"""
