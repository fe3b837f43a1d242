"""A real smart-HTTP git server on this machine, with a token and with refusals."""

from __future__ import annotations

import base64
import os
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit


@dataclass
class Rules:
    token: str = "t0ken"
    read_only: bool = False
    broken_answers: int = 0
    """So many requests are answered with 503 first."""
    requests: list[str] = field(default_factory=list)
    headers: list[str | None] = field(default_factory=list)


class Handler(BaseHTTPRequestHandler):
    root: Path
    rules: Rules

    def do_GET(self) -> None:
        self._answer(b"")

    def do_POST(self) -> None:
        self._answer(self._body())

    def log_message(self, format: str, *args: object) -> None:
        """Stay silent."""

    def _body(self) -> bytes:
        if self.headers.get("Transfer-Encoding") != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length", 0)))
        parts = []
        while size := int(self.rfile.readline(), 16):
            parts.append(self.rfile.read(size))
            self.rfile.readline()
        return b"".join(parts)

    def _answer(self, body: bytes) -> None:
        rules, given = self.rules, self.headers.get("Authorization")
        rules.requests.append(f"{self.command} {self.path}")
        rules.headers.append(given)
        basic = base64.b64encode(f"x-access-token:{rules.token}".encode()).decode()
        if rules.broken_answers > 0:
            rules.broken_answers -= 1
            self.send_error(503)
        elif given != f"basic {basic}":
            self.send_error(401)
        elif rules.read_only and "receive-pack" in self.path:
            self.send_error(403)
        else:
            self._run_backend(body)

    def _run_backend(self, body: bytes) -> None:
        parts = urlsplit(self.path)
        environment = os.environ | {
            "GIT_PROJECT_ROOT": str(self.root),
            "GIT_HTTP_EXPORT_ALL": "1",
            "GIT_PROTOCOL": self.headers.get("Git-Protocol", ""),
            "REQUEST_METHOD": self.command,
            "PATH_INFO": parts.path,
            "QUERY_STRING": parts.query,
            "CONTENT_TYPE": self.headers.get("Content-Type", ""),
            "CONTENT_LENGTH": str(len(body)),
            "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
            "REMOTE_USER": "someone",
        }
        command = ["git", "http-backend"]
        done = subprocess.run(command, input=body, env=environment, capture_output=True, check=True)
        head, _, content = done.stdout.partition(b"\r\n\r\n")
        lines = dict(line.split(": ", 1) for line in head.decode().splitlines())
        self.send_response(int(lines.pop("Status", "200").split()[0]))
        for name, value in lines.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)


@contextmanager
def serve(root: Path, rules: Rules) -> Iterator[str]:
    handler = type("Handler", (Handler,), {"root": root, "rules": rules})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
