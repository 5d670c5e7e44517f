"""Standing orders: given, and obeyed."""
