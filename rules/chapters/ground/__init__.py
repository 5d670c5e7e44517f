"""The ground, to who is on it or goes over it: TEM, costs, height, hexsides (B)."""
