"""What pytest does beside running our tests."""
