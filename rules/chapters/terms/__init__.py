"""What the questions of the rules are asked of: a shot, an aim, a factor, a way along a hex."""
