"""ExitGate decides from evidence whether a coding agent is done, stuck, blocked or goes on.

The names below are the public interface. They are imported when first used, so that `import
exitgate` costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from exitgate.analyzer import (
        AnalysisContext,
        AnalysisResult,
        CompletionSignal,
        ResponseAnalyzer,
        StuckSignal,
    )
    from exitgate.collect import Request
    from exitgate.config import load_policy
    from exitgate.core.decision import Decision, Verdict
    from exitgate.core.evidence import Evidence, Outcome
    from exitgate.core.policy import Policy
    from exitgate.errors import ExitGateError
    from exitgate.gate import gate as decide
    from exitgate.judge import Judgement
    from exitgate.recording import read_recording
    from exitgate.replay import replay as decide_again
    from exitgate.report.as_json import decision_json
    from exitgate.report.explain import explain
    from exitgate.report.from_json import decision_from_json
    from exitgate.report.markdown import render_comment
    from exitgate.report.text import render_text
    from exitgate.state import Store, StoreOptions, open_store

__version__ = "0.1.0"

_HOME = {
    "AnalysisContext": "analyzer",
    "AnalysisResult": "analyzer",
    "CompletionSignal": "analyzer",
    "Decision": "core.decision",
    "Evidence": "core.evidence",
    "ExitGateError": "errors",
    "Judgement": "judge",
    "Outcome": "core.evidence",
    "Policy": "core.policy",
    "Request": "collect",
    "ResponseAnalyzer": "analyzer",
    "Store": "state",
    "StuckSignal": "analyzer",
    "StoreOptions": "state",
    "Verdict": "core.decision",
    "decide": "gate:gate",
    "decide_again": "replay:replay",
    "decision_from_json": "report.from_json",
    "decision_json": "report.as_json",
    "explain": "report.explain",
    "load_policy": "config",
    "open_store": "state",
    "read_recording": "recording",
    "render_comment": "report.markdown",
    "render_text": "report.text",
}
"""The module of each public name; after a colon its name there, where that differs.

`gate` and `replay` are modules of this package, so their functions need names of their own here.
"""

__all__ = [
    "AnalysisContext",
    "AnalysisResult",
    "CompletionSignal",
    "Decision",
    "Evidence",
    "ExitGateError",
    "Judgement",
    "Outcome",
    "Policy",
    "Request",
    "ResponseAnalyzer",
    "Store",
    "StoreOptions",
    "StuckSignal",
    "Verdict",
    "__version__",
    "decide",
    "decide_again",
    "decision_from_json",
    "decision_json",
    "explain",
    "load_policy",
    "open_store",
    "read_recording",
    "render_comment",
    "render_text",
]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, _, there = _HOME[name].partition(":")
    found: object = getattr(import_module(f"{__name__}.{module}"), there or name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
