"""A package, so that one browser is shared by its modules and closed after the last of them."""
