"""The report as one page that needs nothing else: styles and charts are inside."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from exitgate.measure import wording
from exitgate.measure.known import Answer
from exitgate.measure.report import Measured, Report
from exitgate.measure.svg import Bar, bar_chart, reliability_chart
from exitgate.measure.tally import Scored
from exitgate.report.escape import html

STYLE = """
:root{color-scheme:light dark;
--ink:#1f2328;--soft:#59636e;--line:#d1d9e0;--paper:#fff;--mark:#0969da;--pale:#a5c8f5}
@media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#9198a1;--line:#3d444d;
--paper:#0d1117;--mark:#4493f8;--pale:#1f4b86}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:78rem;padding:1.5rem;background:var(--paper);color:var(--ink);
font:16px/1.5 system-ui,sans-serif}
h2{margin-top:2.5rem;border-top:1px solid var(--line);padding-top:1rem;overflow-wrap:anywhere}
h3{margin:1.5rem 0 0;font-size:1rem}
.note{color:var(--soft);max-width:46rem}
.scroll{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;margin:.5rem 0}
th,td{padding:.3rem .8rem .3rem 0;text-align:right;vertical-align:baseline;
border-bottom:1px solid var(--line)}
th{color:var(--soft);font-weight:600}
th:first-child,td:first-child,.words td,.words th{text-align:left}
.named td:nth-child(2),.named th:nth-child(2){text-align:left}
td.hit{font-weight:700;color:var(--mark)}
tr.main td{font-weight:600}
.side>div{min-width:0;max-width:100%}
.side{display:flex;flex-wrap:wrap;gap:2rem;margin-top:1rem;align-items:flex-start}
svg.chart{width:20rem;max-width:100%}
svg.bars{width:30rem;max-width:100%}
svg text{fill:var(--soft);font-size:12px}
svg .axis,svg .tick{text-anchor:middle}
svg .left,svg .name{text-anchor:end}
svg .grid{stroke:var(--line)}
svg .ideal{stroke:var(--soft);stroke-dasharray:4 4}
svg .curve{fill:none;stroke:var(--mark);stroke-width:2}
svg .dot{fill:var(--mark);fill-opacity:.45}
svg .bar{fill:var(--pale)}
svg .first{fill:var(--mark)}
a{color:var(--mark)}
code{overflow-wrap:anywhere}
"""


def render_html(report: Report) -> str:
    body = [
        "<h1>How often the gate is right</h1>",
        f'<p class="note">{html(wording.EXPLAINED, 2000)}</p>',
        _comparison(report),
    ]
    body += [_details(report, row) for row in report.main]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>ExitGate: how often it is right</title><style>{STYLE}</style></head>\n"
        f"<body>\n{chr(10).join(body)}\n</body></html>\n"
    )


def _comparison(report: Report) -> str:
    rows = [_cells(wording.compared(row), main=row in report.main) for row in report.rows]
    return _table(wording.COMPARED, rows, kind="named")


def _details(report: Report, row: Measured) -> str:
    seen = row.figures
    parts = [f"<h2>{html(row.recording)}</h2>", '<div class="side"><div>', _confusion(row)]
    spent = (_cells(line) for line in wording.spending_lines(seen))
    parts += [_table(("spending", ""), spent), "</div>"]
    if seen.calibration is not None:
        told = f"Confidence against what came true ({html(row.policy)})"
        parts.append(f"<div>{told}<br>{reliability_chart(seen.calibration.bins, told)}</div>")
    parts.append("</div>")
    if len(report.policies) > 1:
        parts.append(_charts([other for other in report.rows if other.recording == row.recording]))
    if seen.worst:
        rows = (_mistake(scored) for scored in seen.worst)
        parts.append("<h3>Worst mistakes</h3>")
        head = ("where", "called", "accepted", "why it was called so")
        parts.append(_table(head, rows, kind="words"))
    return "\n".join(parts)


def _confusion(row: Measured) -> str:
    head = ("expected", "records", *(f"called {answer}" for answer in Answer))
    lines = []
    for at, (figures, counts) in enumerate(
        zip(row.figures.classes, row.figures.confusion, strict=True)
    ):
        cells = [f"<td>{figures.answer}</td><td>{figures.support}</td>"]
        cells += [
            f'<td class="hit">{count}</td>' if at == column else f"<td>{count}</td>"
            for column, count in enumerate(counts)
        ]
        rates = (figures.precision, figures.recall, figures.f1)
        cells += [f"<td>{wording.number(rate)}</td>" for rate in rates]
        lines.append(f"<tr>{''.join(cells)}</tr>")
    return _table((*head, "precision", "recall", "F1"), lines)


def _charts(rows: Sequence[Measured]) -> str:
    stuck = [
        Bar(row.policy, value, wording.number(value))
        for row in rows
        for value in (wording.f1_of(row.figures, Answer.STUCK),)
    ]
    stops = [Bar(row.policy, row.figures.false_stops, str(row.figures.false_stops)) for row in rows]
    return (
        '<div class="side">'
        f"<div>F1 of stuck (longer is better)<br>{bar_chart(stuck, 'F1 of stuck')}</div>"
        f"<div>False stops (shorter is better)<br>{bar_chart(stops, 'False stops')}</div>"
        "</div>"
    )


def _mistake(scored: Scored) -> str:
    where = f"<code>{html(scored.where)}</code>"
    if scored.link:
        where = f'<a href="{escape(scored.link)}">{where}</a>'
    return (
        f"<tr><td>{where}<br>{html(scored.loop, 80)}, "
        f"iteration {scored.iteration}</td><td>{scored.verdict} ({scored.confidence} %)</td>"
        f"<td>{wording.expectation(scored)}</td><td>{html(scored.summary, 240)}</td></tr>"
    )


def _cells(values: Sequence[str], *, main: bool = False) -> str:
    cells = "".join(f"<td>{html(value)}</td>" for value in values)
    return f'<tr class="main">{cells}</tr>' if main else f"<tr>{cells}</tr>"


def _table(head: Sequence[str], rows: Iterable[str], kind: str = "") -> str:
    names = "".join(f"<th>{html(name)}</th>" for name in head)
    opened = f'<table class="{kind}">' if kind else "<table>"
    return f'<div class="scroll">{opened}<tr>{names}</tr>{"".join(rows)}</table></div>'
