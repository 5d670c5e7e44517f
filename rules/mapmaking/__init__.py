"""Making boards: reading their sources, building and drawing them, joining and importing them.

Here belongs all that is done before a board is played on. Play asks a `rules.board.board.Board`
and knows nothing of how it was made; a contract holds that.

Start with `loading.py`. `reading/` makes a layout of a source (the format is in `docs/boards.md`),
`builder/` shapes of a layout, and cells of the shapes; `picture.py` draws the shapes, layer by
layer in `drawing/`. `maps.py` puts several boards together: `placing.py` says where they lie,
`merging.py` what their hexes are then, `joining.py` and `composing.py` join the shapes and the
cells, `changes/` are those that an SSR makes. `imported/` are boards that a club owns, with a grid
and a picture (`prints.py`) of their own; `finding.py` finds boards of both sorts by their ids.
`editing/` and `writing.py` serve the board editor.
"""
