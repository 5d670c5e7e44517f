"""Settings, read from the environment and from `.env`; every name stands in `.env.example`.

Three modes. Configured and DEBUG off is production: no secret has a default and everything
insists on TLS. DEBUG is for developing. DEMO is what a checkout without any configuration does:
a key of its own for each run, plain HTTP, and only this machine is served.
"""

import os
import secrets
from datetime import timedelta
from pathlib import Path
from typing import Any

import environ
import structlog
from csp.constants import NONCE, NONE, SELF, UNSAFE_INLINE
from django.core.exceptions import ImproperlyConfigured

from aslsite.logs import logging_config

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"

env = environ.Env()
ENV_FILE = Path(os.environ.get("ENV_FILE", BASE_DIR / ".env"))
if ENV_FILE.exists():
    environ.Env.read_env(ENV_FILE)

CONFIGURED = any(
    name in os.environ for name in ("SECRET_KEY", "DEBUG", "DATABASE_URL", "ALLOWED_HOSTS")
)
DEBUG: bool = env.bool("DEBUG", default=False)
DEMO: bool = env.bool("DEMO", default=not CONFIGURED)
SECURE = not (DEBUG or DEMO)

SECRET_KEY: str = env.str("SECRET_KEY", default="" if SECURE else secrets.token_urlsafe(50))
if not SECRET_KEY:
    raise ImproperlyConfigured("SECRET_KEY is not set, and neither DEBUG nor DEMO is on")

ALLOWED_HOSTS: list[str] = env.list(
    "ALLOWED_HOSTS", default=[] if SECURE else ["localhost", "127.0.0.1", "[::1]"]
)
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", default=[])

INSTALLED_APPS = [
    "daphne",  # first: its runserver replaces the one of staticfiles
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "axes",
    "channels",
    "csp",
    "django_htmx",
    "games",
    "games.clubs",
    "rules",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "aslsite.nul.RefuseNul",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "games.languages.LanguageMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "games.middleware.BusyMiddleware",
    "axes.middleware.AxesMiddleware",  # last, as its documentation asks
]

ROOT_URLCONF = "aslsite.urls"
ASGI_APPLICATION = "aslsite.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
                "games.accounts.mail_works",
            ],
            "libraries": {"modules": "aslsite.modules"},
        },
    },
]


PAGES_AT_ONCE: int = env.int("PAGES_AT_ONCE", default=16)
GAMES_IN_MEMORY: int = env.int("GAMES_IN_MEMORY", default=256)
BESIDE_PAGES = 8  # connections to PostgreSQL for what is no page: tables, clocks, mails


def database() -> dict[str, Any]:
    """The database of DATABASE_URL, or a file under var/.

    SQLite takes its write lock when a transaction begins (IMMEDIATE), as a row lock would, so
    that two commands to one game queue up instead of failing half way. WAL lets readers go on,
    and FULL has every commit on the disk before it is acknowledged: in WAL, NORMAL would lose the
    last ones at a loss of power.

    PostgreSQL's connections are kept in a pool, since each page is answered in a thread of its own;
    there are enough of them for all pages that are answered at once and what else there is to do.
    """
    VAR_DIR.mkdir(exist_ok=True)
    config: dict[str, Any] = env.db(
        "DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'sealed-orders.sqlite3'}"
    )
    if config["ENGINE"] == "django.db.backends.sqlite3":
        config["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL",
        }
    elif config["ENGINE"] == "django.db.backends.postgresql":
        config["OPTIONS"] = {"pool": {"min_size": 1, "max_size": PAGES_AT_ONCE + BESIDE_PAGES}}
        config["CONN_HEALTH_CHECKS"] = True  # one that died in the pool is not handed out
    return config


DATABASES = {"default": database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL: str = env.str("REDIS_URL", default="")
CHANNEL_LAYERS: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "channels_redis.core.RedisChannelLayer",
        # seconds: longer than the layer's blocking read of 5, which is no failure
        "CONFIG": {"hosts": [{"address": REDIS_URL, "socket_timeout": 15}], "capacity": 1000},
    }
    if REDIS_URL
    else {"BACKEND": "channels.layers.InMemoryChannelLayer"}
}

# What limits how often a page of accounts is asked for; one process counts by itself.
CACHES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    # Parts of pages, each under the version of what it shows.
    "pages": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "pages",
        "OPTIONS": {"MAX_ENTRIES": 100},
    },
}

TABLE_FRAMES_PER_SECOND: int = env.int("TABLE_FRAMES_PER_SECOND", default=50)
STANDING_DELAY_SCALE: float = env.float("STANDING_DELAY_SCALE", default=1.0)
TABLE_QUESTIONS_PER_SECOND: int = env.int("TABLE_QUESTIONS_PER_SECOND", default=15)
TABLE_HELLOS_PER_SECOND: int = env.int("TABLE_HELLOS_PER_SECOND", default=1)
TABLE_WAITING_PER_SOCKET: int = env.int("TABLE_WAITING_PER_SOCKET", default=4)
TABLE_WAITING_PER_GAME: int = env.int("TABLE_WAITING_PER_GAME", default=64)
TABLE_WAITING_PER_ADDRESS: int = env.int("TABLE_WAITING_PER_ADDRESS", default=32)
TABLE_SOCKETS_PER_ADDRESS: int = env.int("TABLE_SOCKETS_PER_ADDRESS", default=200)
CHANGE_DRAFTS_PER_MINUTE: int = env.int("CHANGE_DRAFTS_PER_MINUTE", default=60)

AUTH_USER_MODEL = "games.User"
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
PASSWORD_RESET_TIMEOUT = 2 * 3600  # seconds: the link stands in a path, which logs keep
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",  # first: refuses before a password is hashed
    "django.contrib.auth.backends.ModelBackend",
    "games.clubs.permissions.ClubBackend",
]
PASSWORD_HASHERS = ["games.passwords.BoundedArgon2", "games.passwords.BoundedPBKDF2"]
PASSWORD_HASHES_AT_ONCE: int = env.int("PASSWORD_HASHES_AT_ONCE", default=2)
VALIDATION = "django.contrib.auth.password_validation"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"{VALIDATION}.UserAttributeSimilarityValidator"},
    {"NAME": f"{VALIDATION}.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": f"{VALIDATION}.CommonPasswordValidator"},
    {"NAME": f"{VALIDATION}.NumericPasswordValidator"},
]

# Accounts (django-allauth): docs/adr/0020, and games/accounts.py. Without a mail server nobody is
# asked for an address, and nothing is confirmed.
EMAIL_URL: str = env.str("EMAIL_URL", default="")
MAIL = bool(EMAIL_URL)
EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
if MAIL:
    globals().update(env.email_url("EMAIL_URL"))
DEFAULT_FROM_EMAIL: str = env.str(
    "MAIL_FROM", default=f"Sealed Orders <noreply@{(ALLOWED_HOSTS or ['localhost'])[0]}>"
)
SERVER_EMAIL = DEFAULT_FROM_EMAIL
# Where the site is, for links in mails that no request has brought about.
SITE_URL: str = env.str(
    "SITE_URL", default=f"http{'s' if SECURE else ''}://{(ALLOWED_HOSTS or ['localhost'])[0]}"
).rstrip("/")
ACCOUNT_ADAPTER = "games.accounts.Adapter"
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if SECURE else "http"
ACCOUNT_EMAIL_NOTIFICATIONS = MAIL
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Sealed Orders: "
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_FORMS = {
    "add_email": "games.forms.AddressForm",
    "change_password": "games.forms.PasswordForm",
    "login": "games.forms.LoginForm",
    "reset_password": "games.forms.ForgottenForm",
    "reset_password_from_key": "games.forms.NewPasswordForm",
    "signup": "games.forms.SignUpForm",
}
ACCOUNT_RATE_LIMITS = {
    "login": None,  # logins and accounts are counted by games/lockout.py
    "login_failed": None,
    "signup": None,
    "reset_password": "10/15m/ip,3/15m/key",
}
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]

CLIENT_ADDRESS_HEADER: str = env.str("CLIENT_ADDRESS_HEADER", default="")

# Lockout (django-axes): limits and counting are in games/lockout.py and docs/operating.md.
AXES_HANDLER = "games.lockout.Handler"
AXES_LOCKOUT_CALLABLE = "games.lockout.locked_page"
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"], "ip_address"]
AXES_FAILURE_LIMIT: int = env.int("LOGIN_FAILURES", default=5)
AXES_COOLOFF_TIME = timedelta(minutes=env.int("LOGIN_LOCKOUT_MINUTES", default=15))
SIGN_UPS: int = env.int("SIGN_UPS", default=10)
AXES_RESET_ON_SUCCESS = False  # or one's own account would open the door to guess at others
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_CLIENT_IP_CALLABLE = "games.addresses.client_address"
AXES_DISABLE_ACCESS_LOG = True  # failures are kept as long as they count, successes not at all
AXES_SENSITIVE_PARAMETERS = ["username", "login", "next", "seat", "csrfmiddlewaretoken"]
AXES_ENABLE_ADMIN = False  # what can be listed can be asked
AXES_VERBOSE = False

# Words of the interface: docs/adr/0025. The catalogues are in games/locale.
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("sv", "Svenska")]
LOCALE_PATHS = [BASE_DIR / "games" / "locale"]  # before those of the apps, whose words it may have
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600  # seconds
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = SECURE
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if SECURE
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = not SECURE
WHITENOISE_AUTOREFRESH = not SECURE

SECURE_SSL_REDIRECT: bool = SECURE and env.bool("SSL_REDIRECT", default=True)
SECURE_HSTS_SECONDS: int = env.int("HSTS_SECONDS", default=31_536_000) if SECURE else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE
SECURE_HSTS_PRELOAD = SECURE
# A seat's token stands in the address of its table: nobody is told more than the origin, our own
# server and the proxy's log included. (Without even the origin, browsers spoil forms' Origin.)
SECURE_REFERRER_POLICY = "strict-origin"
DEFAULT_EXCEPTION_REPORTER = "aslsite.reports.QuietReporter"
SESSION_COOKIE_SECURE = SECURE
CSRF_COOKIE_SECURE = SECURE
if env.bool("TRUST_PROXY", default=False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF, NONCE],
        "style-src": [SELF],
        "style-src-attr": [UNSAFE_INLINE],  # style attributes inside the boards' SVG
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}

LOGGING = logging_config(level=env.str("LOG_LEVEL", default="INFO"), as_json=SECURE)
structlog.configure(
    processors=[
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
    ],
    logger_factory=structlog.stdlib.LoggerFactory(),
    cache_logger_on_first_use=True,
)
