"""The Django app: accounts, tables, live play, replay. It calls the rules by their public verbs."""
