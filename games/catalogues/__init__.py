"""Catalogues of the interface's words, made and compiled in pure Python: `manage.py words`.

`sources` finds what is to be translated, `files` reads and writes `.po` and `.mo`, `making` brings
them together. `borrowed` has sentences of other packages that we put in our own words.
"""
