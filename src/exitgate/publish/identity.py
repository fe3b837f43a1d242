"""Who we are to GitHub, asked only when it matters: a forged marker is not our comment."""

from __future__ import annotations

from exitgate.errors import ServiceError
from exitgate.publish.client import Call, GitHubClient
from exitgate.publish.payload import text_at

ACTIONS_BOT = "github-actions[bot]"
APP = "ghs_"
PERSONAL_TOKENS = frozenset({"ghp_", "gho_", "ghu_", "github_"})


class Identity:
    def __init__(self, client: GitHubClient, login: str = "") -> None:
        self._client = client
        self._login = login
        self.asked = False
        """Whether GitHub had to be asked, which costs a request."""

    def learn(self, login: str) -> None:
        """What GitHub wrote beside something that we have just created."""
        self._login = login or self._login

    def owns(self, author: str, kind: str) -> bool:
        """Did this token's user write it? A person's words are never an app's."""
        personal = self._client.token_kind in PERSONAL_TOKENS
        if not self._login and not personal:
            if author == ACTIONS_BOT:
                return True
            if self._client.token_kind == APP and kind != "Bot":
                return False
        self._login = self._login or self._ask()
        return author == self._login

    def _ask(self) -> str:
        """`user` answers people's tokens only; `viewer` also answers apps."""
        self.asked = True
        app = self._client.token_kind == APP
        login = "" if app else self._user()
        return login or self._viewer() or ACTIONS_BOT

    def _user(self) -> str:
        try:
            return text_at(self._client.send(Call("GET", "user", "say who we are")).data, "login")
        except ServiceError:
            return ""

    def _viewer(self) -> str:
        body = {"query": "query { viewer { login } }"}
        try:
            answer = self._client.send(Call("POST", "graphql", "say who we are", body=body))
        except ServiceError:
            return ""
        return text_at(answer.data, "data", "viewer", "login")
