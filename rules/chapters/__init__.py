"""One module per numbered section of the rulebook, named after its number."""
