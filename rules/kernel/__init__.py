"""What any game of hidden information needs, and nothing of ASL."""
