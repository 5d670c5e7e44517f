"""The secrecy check against the real application: what reaches a reader besides the kernel's bytes.

Start with `registry`, which lists every way out of the server and what compares it, then read
`application`, which plays both worlds of a pair: `stage` stores each of them among people and other
games, `sitting` plays it over real `sockets` and asks for the `pages` that `visits` lists, in a
`loop` where waiting takes no time, on a clock and with a chance that `still` sets. `work` counts
what it cost, `report` prints what was exercised. `worlds` says how the secrets of each scenario
may vary, `database` makes a database that is gone afterwards, and `planted` shows that the check
bites. Nothing here serves anybody.
"""
