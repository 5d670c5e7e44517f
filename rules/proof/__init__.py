"""What proves that the game is played right and keeps its secrets.

Twins and the lock step in which they are played (`twins`, `lockstep`): who plays (`players`,
`forging`), from where (`positions`), what may differ between twins and when it is told
(`variations`, `subjects`), how a Fact is judged (`telling`), what a reader may ask (`asking`), what
must hold of seals (`seals`), how much work is done (`work`). What all that must find: `plants` for
any ruleset, `planted` for scenarios. Simulated games with their invariants (`simulation`,
`invariants`), also by the computer's player, who plays to win (`sensible`), and how even they are
(`balance`). And a small world of six hexes in which every trait of the kernel can be met (`toy`).
Nothing that plays imports it, but for the toy world, which the site can serve like a scenario.
Start with `twins`.
"""
