"""Setup (A2.9): what is placed, hidden, recorded and sealed before play."""
