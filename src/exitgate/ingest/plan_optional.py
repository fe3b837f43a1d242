"""The labels that take an item or a section of a plan out of what must be done."""

from __future__ import annotations

import re
from functools import cache

LABEL_CHARS = 300

WORDS = r"""
    optional(?:e[rsn]?)? | deferred | nice[- ]to[- ]haves? | stretch | out[ ]of[ ]scope | future
    | backlog | postponed | later | someday | won'?t[ ]do | wont[ ]fix | icebox
    | if[ ]time[ ]permits | non-?[ ]?goals? | not[ ]required | parking[ ]lot | bonus
    | zurückgestellte?[rsn]? | aufgeschobene?[rsn]? | verschobene?[rsn]? | spätere?[rsn]? | später
    | (?:zu)?künftige?[rsn]? | nicht[ ]im[ ]umfang | außerhalb[ ]des[ ]umfangs
    | optionnel(?:le)?s? | facultati(?:fs?|ves?) | différée?s? | reportée?s?
    | (?:pour[ ])?plus[ ]tard | hors[ ](?:du[ ])?périmètre | futurs?
    | opcional(?:es)? | opcionais | aplazad[oa]s? | pospuest[oa]s? | postergad[oa]s? | diferid[oa]s?
    | (?:para[ ])?más[ ](?:adelante|tarde) | para[ ]después | fuera[ ]del?[ ]alcance | futur[oa]s?
    | adiad[oa]s? | (?:para[ ])?mais[ ]tarde | fora[ ]d[eo][ ]escopo
    | opzional[ei] | facoltativ[oaie] | rimandat[oaie] | rinviat[oaie] | posticipat[oaie]
    | più[ ](?:avanti|tardi) | fuori[ ]ambito
    | optionee?le? | uitgestelde? | buiten[ ]scope
    | opcjonaln[eya] | odłożone | na[ ]później
    | необязательн(?:о|ые|ая|ое) | опциональн(?:о|ые|ая|ое) | отложен(?:о|ные|ный) | на[ ]потом
    | isteğe[ ]bağlı | opsiyonel | ertelen(?:en|di)
"""
NOUNS = r"""
    tasks? | items? | improvements? | enhancements? | features? | polish | extras? | work | steps?
    | goals? | ideas? | phase | section | follow[- ]?ups?
    | aufgaben? | punkte? | verbesserung(?:en)? | erweiterung(?:en)? | funktion(?:en)? | schritte?
    | ideen | arbeiten | themen
    | tâches? | améliorations? | fonctionnalités? | étapes? | éléments? | objectifs? | idées?
    | tareas? | mejoras? | funciones | funcionalidades? | pasos? | elementos? | objetivos? | fase
    | tarefas? | melhorias? | passos? | itens | ideias? | attività | miglioramenti | elementi
    | taken | verbeteringen | zadania | задачи | улучшения | görevler
"""
UNSPACED_WORDS = (
    "可选|可選|选做|選做|选择性|非必需|非必须|延后|延後|推迟|推遲|暂缓|暫緩|以后再做|未来|未來|加分项"
    "|超出范围|オプション|任意|延期|後回し|将来|見送り|スコープ外|余裕があれば|선택|옵션|연기|보류|나중에|추후"
)
UNSPACED_NOUNS = (
    "任务|任務|事项|事項|项目|項目|项|功能|改进|改進|优化|優化|工作|内容|目标|步骤|タスク|機能|作業|改善|対応"
    "|作業項目|작업|항목|기능|사항|개선|과제"
)


@cache
def _label() -> re.Pattern[str]:
    """`Optional`, `4. Optional tasks`, `Deferred to v2` are; `Optional chaining` is a feature."""
    rest = r"(?:to|until|for|auf|bis|für|à|jusqu'à|a|hasta|para|até|fino)\b.*+"
    spaced = (
        rf"(?:(?:{NOUNS})[ ]++(?:futures|(?:{WORDS}))|(?:{WORDS}))"
        rf"(?:[ /&,]++(?:(?:and|or|und|et|y|e)[ ]++)?(?:{WORDS}|{NOUNS}|{rest})){{0,3}}+"
    )
    unspaced = (
        rf"(?:{UNSPACED_WORDS})[的の]?\s*+(?:(?:{UNSPACED_NOUNS}|{UNSPACED_WORDS})\s*+){{0,2}}+"
    )
    return re.compile(rf"[\W\d_]*+(?:{spaced}|{unspaced})[\W\d_]*+$", re.IGNORECASE | re.VERBOSE)


@cache
def _brackets() -> re.Pattern[str]:
    return re.compile(
        r"\([^()]{1,80}+\)|\[[^\[\]]{1,80}+\]|\*\*[^*]{1,80}+\*\*"
        r"|（[^（）]{1,80}+）|【[^【】]{1,80}+】"
    )


def is_label(text: str) -> bool:
    """All of the text is such a label."""
    return _label().match(text[:LABEL_CHARS]) is not None


def is_marked(text: str) -> bool:
    """Carries its mark apart: `(optional)`, `[deferred to v2]`, `**Optional**`, `（可选）`."""
    return any(is_label(hit.group()) for hit in _brackets().finditer(text[:LABEL_CHARS]))


def is_optional_title(title: str) -> bool:
    """`Phase 4: Optional polish`, `Optional (v2)`; not `Remove optional chaining`."""
    title = title[:LABEL_CHARS]
    bare = _brackets().sub(" ", title)
    parts = re.split(r"[:：\u2013\u2014]| - ", title) + re.split(r"[:：\u2013\u2014]| - ", bare)
    return any(is_label(part) for part in parts) or is_marked(title)


def is_optional_text(text: str) -> bool:
    """`Optional: dark mode` or `Dark mode (optional)`."""
    label, colon, _ = text[:LABEL_CHARS].replace("：", ":").partition(":")
    return bool(colon and is_label(label)) or is_marked(text)
