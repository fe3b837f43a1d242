"""Hostile text in every field of a decision, and what a rendered page may hold."""

from __future__ import annotations

import html as html_module
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from itertools import cycle
from pathlib import Path

from markdown_it import MarkdownIt

from exitgate.core.circuit import Circuit, CircuitState
from exitgate.core.confidence import Confidence, ConfidencePart
from exitgate.core.decision import Decision, InputFile, RuleTrace
from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.history import History, IterationRecord
from exitgate.core.verification import CheckedClaim, Standing
from report.samples import LINKS, STUCK

PAYLOADS: dict[str, list[str]] = json.loads(
    Path(__file__).with_name("cases").joinpath("hostile.json").read_text("utf-8")
)
OURS = (LINKS.repository + "/blob/" + LINKS.sha + "/", LINKS.run)
_TEXT_TAGS = {"h2", "h3", "p", "strong", "ul", "ol", "li", "code", "pre", "sub", "br", "a"}
_TABLE_TAGS = {"table", "thead", "tbody", "tr", "th", "td"}
OUR_TAGS = _TEXT_TAGS | _TABLE_TAGS | {"details", "summary", "blockquote"}
ACTIVE = {
    "mention": re.compile(r"@[A-Za-z0-9_-]"),
    "reference": re.compile(r"#\d|\bgh-\d", re.IGNORECASE),
    "link": re.compile(r"://|\bwww\.", re.IGNORECASE),
}


def disguises(text: str) -> dict[str, str]:
    """The same attack as an agent might dress it up."""
    return {
        "plain": text,
        "second line": f"fine\n{text}",
        "entities": "".join(f"&#{ord(char)};" for char in text[:200]),
        "named entities": html_module.escape(text),
        "zero width": "\u200b".join(text[:200]),
        "cell": f"a | {text} | b",
        "code": f"`{text}`",
        "after backslash": f"\\{text}",
    }


def decision_of(*texts: str) -> Decision:
    """Every field that can hold foreign text holds one of these, and every list holds all."""
    turn = cycle(texts)
    return replace(
        STUCK,
        loop_id=next(turn),
        summary=next(turn),
        signature=next(turn),
        work_summary=next(turn),
        guidance=next(turn),
        unmeasured=texts,
        confidence=Confidence(50, tuple(ConfidencePart(text, 1.5, text) for text in texts)),
        circuit=Circuit(CircuitState.OPEN, next(turn), next(turn)),
        evidence=tuple(seen for text in texts for seen in _evidence_of(text)),
        rules=tuple(RuleTrace(text, fired, text) for text in texts for fired in (True, False)),
        inputs=tuple(InputFile(text, text, 1, 1, 1, 1) for text in texts),
        claims=tuple(
            CheckedClaim(text, standing, text, (text,)) for text in texts for standing in Standing
        ),
    )


def _evidence_of(text: str) -> tuple[Evidence, ...]:
    return (
        found(text, text, refs=[text, f"src/{text}", f"{text}:3"]),
        found("tests_pass", text, refs=[text]),
        found("done_signal", text),
        unmeasured("tests_fail", text),
        unmeasured(f"{text} unknown", text),
        clear(f"{text} quiet", text),
    )


def history_of(*texts: str) -> History:
    history = History()
    for number, text in enumerate((texts * 3)[: max(3, len(texts))], 8 - max(3, len(texts))):
        record = IterationRecord(
            number=number, work=text, signature=text, verdict=text, reason=text, at=text
        )
        history = history.plus(record)
    return history


class Page(HTMLParser):
    """What a browser would make of it: tags, targets, comments, and text outside code."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.targets: list[str] = []
        self.attributes: set[str] = set()
        self.comments: list[str] = []
        self.text = ""
        self._code = 0
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self._code += tag in {"code", "pre"}
        self.attributes |= {name for name, _ in attrs}
        self.targets += [value or "" for name, value in attrs if name in {"href", "src"}]

    def handle_endtag(self, tag: str) -> None:
        self.tags.append(f"/{tag}")
        self._code -= tag in {"code", "pre"}

    def handle_data(self, data: str) -> None:
        self.text += data if not self._code else ""

    def handle_comment(self, data: str) -> None:
        self.comments.append(data)

    def handle_decl(self, decl: str) -> None:
        self.comments.append(decl)

    def handle_pi(self, data: str) -> None:
        self.comments.append(data)

    def unknown_decl(self, data: str) -> None:
        self.comments.append(data)


def page(markdown: str) -> Page:
    parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    return Page(parser.render(markdown))


def faults(markdown: str) -> list[str]:
    """All that is active in a comment, in words. An empty list is what we want."""
    shown = page(markdown)
    wrong = [f"tag {tag}" for tag in sorted({tag.strip("/") for tag in shown.tags} - OUR_TAGS)]
    wrong += [f"attribute {name}" for name in sorted(shown.attributes - {"href", "class", "style"})]
    wrong += [f"target {url}" for url in shown.targets if not url.startswith(OURS)]
    wrong += [f"way out {url}" for url in shown.targets if "/../" in url or "%5c" in url.lower()]
    wrong += [f"comment {text}" for text in shown.comments]
    wrong += [f"{name} {hit[0]!r}" for name, at in ACTIVE.items() if (hit := at.search(shown.text))]
    wrong += [f"command {line!r}" for line in markdown.splitlines() if line.strip().startswith("/")]
    if ACTIVE["mention"].search(markdown):
        wrong.append("mention in the raw text")
    if "<!--" in markdown:
        wrong.append("marker in the raw text")
    wrong += [f"hidden {char!r}" for char in sorted(set(markdown) & HIDDEN)]
    return wrong


HIDDEN = frozenset(
    map(chr, (*range(9), *range(0xB, 0x20), *range(0x7F, 0xA0), 0xAD, 0x61C, 0xFEFF))
) | frozenset(map(chr, (*range(0x200C, 0x2010), *range(0x2028, 0x202F), *range(0x2060, 0x2070))))
