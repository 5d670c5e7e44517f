"""What is done in the fire phases, and by the DEFENDER in the MPh."""
