"""A position and the table it lies on: what every chapter asks, and how it acts.

Here belong the questions that are asked of a board with counters on it (`position`), of all that is
on it (`truth`) or of what a side knows (`knowledge`); which rules answer where the book asks in one
place and answers in many (`law`); what is within reach of what (`adjacency`), and the table of an
action with the words of ASL (`asl_table`). A rule with a number of its own belongs to its chapter;
values printed on a counter belong to `forces`. Start with `Position`.
"""
