"""Questions that change nothing: LOS, odds, what a path costs, what can be reached.

They never meet the thread that carries out commands. What an audience knows at its last bulletin
is a `glimpse`; `answering` makes answers of one, in processes of their own (`worker`, started by
`crew`); the `desk` says who may ask how much, in what order, and keeps the answers. Start reading
at `desk`, and see ADR 0011.
"""
