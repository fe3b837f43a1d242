"""Secrets of the usual vendors, taken out before anything is shortened or shown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import cache
from typing import Any, NamedTuple, TypeVar, cast

Value = TypeVar("Value")

SHORTEST_SECRET = 4
"""Masked values shorter than this would blank out ordinary words."""


SHORTEST_PATTERN = 12
"""No pattern but that of an address matches fewer characters."""


class Secret(NamedTuple):
    """A kind of secret. `hint` must occur (lower case) before the pattern is even compiled."""

    name: str
    hint: str
    pattern: str
    """A group named `keep` is left in place; all else that matches goes."""


_ALONE = r"(?<![A-Za-z0-9_])"
_KEY_NAMES = (
    r"(?:password|passwd|passphrase|secret|token|api[_-]?key|access[_-]?key|account[_-]?key"
    r"|client[_-]?secret|private[_-]?key|credential)s?"
)

SECRETS = (
    Secret(
        "private key",
        "private key",
        r"-----BEGIN[A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,10}-----"
        r"(?:[^-]|-(?!----))*+(?:-----END[A-Z0-9 ]{0,60}-----)?",
    ),
    *(
        Secret("GitHub token", f"gh{kind}_", rf"{_ALONE}gh{kind}_[A-Za-z0-9_.-]{{16,}}+")
        for kind in "pousr"
    ),
    Secret("GitHub token", "github_pat_", r"github_pat_[A-Za-z0-9_]{16,}+"),
    *(
        Secret("GitLab token", f"{kind}-", rf"{_ALONE}{kind}-[\w.-]{{16,}}+")
        for kind in ("glpat", "gldt", "glrt", "glcbt", "glptt", "glft", "glsoat")
    ),
    *(
        Secret("AWS key", kind.lower(), rf"{_ALONE}{kind}[A-Z0-9]{{16}}(?!\w)")
        for kind in ("AKIA", "ASIA", "ABIA", "ACCA", "AROA", "AIDA")
    ),
    Secret(
        "AWS secret",
        "aws",
        r"(?P<keep>(?i:aws)\w{0,30}(?i:secret|session|token)\w{0,30}[\"']?\s{0,8}[=:]\s{0,8}[\"']?)"
        r"[A-Za-z0-9/+=]{16,}+",
    ),
    Secret("Google key", "aiza", r"AIza[\w-]{35}"),
    Secret("Google token", "ya29.", r"ya29\.[\w.-]{16,}+"),
    Secret("Google secret", "gocspx-", r"GOCSPX-[\w-]{16,}+"),
    Secret("Google refresh token", "1//0", r"(?<![\w/])1//0[\w-]{20,}+"),
    Secret(
        "Azure key", "key=", r"(?P<keep>(?i:account|sharedaccess|access)Key=)[A-Za-z0-9+/=]{20,}+"
    ),
    Secret("Azure signature", "sig=", r"(?P<keep>[?&;]sig=)[A-Za-z0-9%+/=_-]{20,}+"),
    Secret("Azure secret", "8q~", r"[\w~.-]{3}8Q~[\w~.-]{30,40}"),
    Secret("Anthropic key", "sk-ant-", rf"{_ALONE}sk-ant-[\w-]{{10,}}+"),
    Secret("OpenAI key", "sk-", rf"{_ALONE}sk-[\w-]{{20,}}+"),
    Secret("Slack token", "xox", rf"{_ALONE}xox[abceoprs](?:\.xox[a-z])?-[\w.-]{{10,}}+"),
    Secret("Slack token", "xapp-", rf"{_ALONE}xapp-[\w-]{{10,}}+"),
    Secret("webhook", "hooks.slack.com/", r"hooks\.slack\.com/[\w/-]{8,}+"),
    Secret("webhook", "/api/webhooks/", r"/api/webhooks/\d{6,}+/[\w-]{16,}+"),
    Secret("Stripe key", "k_", rf"{_ALONE}[psr]k_(?:live|test)_[A-Za-z0-9]{{10,}}+"),
    Secret("webhook secret", "whsec_", r"whsec_[A-Za-z0-9+/=]{16,}+"),
    Secret("npm token", "npm_", rf"{_ALONE}npm_[A-Za-z0-9]{{30,}}+"),
    Secret("npm token", "_auth", r"(?P<keep>_auth(?:Token)?\s{0,8}=\s{0,8})[^\s\"'[]{8,}+"),
    Secret("PyPI token", "pypi-", rf"{_ALONE}pypi-[\w-]{{40,}}+"),
    Secret("JWT", "eyj", r"(?<![\w-])eyJ[\w-]{8,}+\.[\w-]{8,}+\.[\w-]*+"),
    Secret("Hugging Face token", "hf_", rf"{_ALONE}hf_[A-Za-z0-9]{{30,}}+"),
    Secret("SendGrid key", "sg.", r"(?<![\w-])SG\.[\w-]{16,}+\.[\w-]{16,}+"),
    Secret("Twilio key", "sk", rf"{_ALONE}SK[0-9a-f]{{32}}(?!\w)"),
    Secret("DigitalOcean token", "_v1_", rf"{_ALONE}do[opr]_v1_[a-f0-9]{{40,}}+"),
    Secret("Docker token", "dckr_", r"dckr_(?:pat|oat)_[\w-]{16,}+"),
    Secret("Databricks token", "dapi", rf"{_ALONE}dapi[0-9a-f]{{32}}"),
    Secret("Shopify token", "shp", rf"{_ALONE}shp(?:at|ca|pa|ss)_[0-9a-fA-F]{{32}}"),
    Secret("Linear key", "lin_api_", r"lin_api_\w{32,}+"),
    Secret("Notion token", "ntn_", rf"{_ALONE}ntn_[A-Za-z0-9]{{30,}}+"),
    Secret("Telegram token", ":aa", r"(?<!\d)\d{8,10}:AA[\w-]{33}"),
    Secret("Vault token", "hv", rf"{_ALONE}hv[sbr]\.[\w-]{{20,}}+"),
    Secret("Groq key", "gsk_", rf"{_ALONE}gsk_\w{{30,}}+"),
    Secret("xAI key", "xai-", rf"{_ALONE}xai-\w{{30,}}+"),
    Secret("Replicate token", "r8_", rf"{_ALONE}r8_\w{{30,}}+"),
    Secret("Perplexity key", "pplx-", rf"{_ALONE}pplx-\w{{30,}}+"),
    Secret("Atlassian token", "atatt3", r"ATATT3[\w=-]{20,}+"),
    Secret("RubyGems key", "rubygems_", r"rubygems_[a-f0-9]{32,}+"),
    Secret("Grafana token", "glsa_", rf"{_ALONE}glsa_[\w=+/]{{20,}}+"),
    Secret("Grafana token", "glc_", rf"{_ALONE}glc_[\w=+/]{{20,}}+"),
    Secret("Sentry token", "sntry", r"sntry[su]_[\w=+/-]{20,}+"),
    Secret("age key", "age-secret-key-1", r"(?i:AGE-SECRET-KEY-1)[0-9A-Za-z]{20,}+"),
    Secret(
        "credentials", "://", r"(?P<keep>\b[A-Za-z][A-Za-z0-9+.-]{1,20}://)(?!git@)[^\s/@]++(?=@)"
    ),
    Secret(
        "credentials",
        "authorization",
        r"(?P<keep>(?i:authorization)[\"']?\s{0,8}[:=]\s{0,8}[\"']?(?:(?i:basic|bearer|token)\s{1,8})?)"
        r"[\w.~+/=-]{8,}+",
    ),
    Secret("credentials", "bearer", r"(?P<keep>(?i:bearer)\s{1,8})[\w.~+/=-]{16,}+"),
    Secret("credentials", "cookie", r"(?P<keep>(?i:cookie)\s{0,8}:\s{0,8})[^\n]{8,}+"),
    *(
        Secret(
            "secret",
            hint,
            rf"(?P<keep>(?i:{_KEY_NAMES})[\"']?\s{{0,8}}(?::=|=>|[:=])\s{{0,8}}[\"']?)"
            r"(?=[\w+/=.~!%^*-]{0,60}[0-9])(?=[^\s]{0,60}[A-Za-z])[\w+/=.~!%^*-]{10,}+",
        )
        for hint in ("pass", "secret", "token", "key", "credential")
    ),
)


def redact(text: str, extra: Sequence[str] = ()) -> str:
    """The text without secrets; `extra` names values that are secret in this run."""
    if extra:
        for value in sorted(_known(extra), key=lambda value: (-len(value), value)):
            text = text.replace(value, "[redacted]")
    if len(text) < SHORTEST_PATTERN and "://" not in text:
        return text
    lowered = text.lower()
    for secret in SECRETS:
        if secret.hint in lowered:
            text = _compiled(secret.pattern).sub(rf"\g<keep>[redacted {secret.name}]", text)
    return text


def _known(extra: Sequence[str]) -> set[str]:
    """Each value as it is and line by line, since logs break a masked value at its lines."""
    lines = {line.strip() for value in extra for line in (value, *value.splitlines())}
    return {line for line in lines if len(line) >= SHORTEST_SECRET}


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern if "(?P<keep>" in pattern else f"(?P<keep>){pattern}")


def without_secrets(value: Value, masked: Sequence[str] = ()) -> Value:
    """The same value with every text in it redacted, however deep it stands.

    `masked` are values secret in this run, such as the action's own token.
    """
    kind: Any = type(value)
    if kind in _PLAIN or isinstance(value, Enum):
        return value
    if isinstance(value, str):
        return cast(Value, redact(value, masked))
    if isinstance(value, tuple):
        kept = [without_secrets(item, masked) for item in value]
        return cast(Value, tuple(kept) if kind is tuple else kind(*kept))
    changed = {
        name: after
        for name in _names(kind)
        if (after := without_secrets(before := getattr(value, name), masked)) is not before
        and after != before
    }
    return cast(Value, replace(cast(Any, value), **changed)) if changed else value


_PLAIN = frozenset({type(None), bool, int, float})


@cache
def _names(kind: type) -> tuple[str, ...]:
    """The fields of a dataclass; of anything else none."""
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()
