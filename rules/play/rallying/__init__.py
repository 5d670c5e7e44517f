"""The RPh and the RtPh."""
