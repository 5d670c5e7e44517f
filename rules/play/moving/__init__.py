"""What is done in the MPh and the APh."""
