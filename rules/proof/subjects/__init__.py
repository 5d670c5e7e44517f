"""What is secret in a game, subject by subject: how it may vary without the other side's noticing,
what is told of it, and when.

A module here is written from the rules, not from the face code or from what tells, or one mistake
would excuse the other. The subjects in force are a list of `rules/proof/variations.py`.
"""
