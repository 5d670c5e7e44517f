from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """Somebody with an account. Ours from the first migration, so that it can grow."""
