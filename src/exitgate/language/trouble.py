"""Does a message tell of trouble that stays, and what about? Paraphrases share both."""

from __future__ import annotations

import re
from functools import cache

from exitgate.language.words.lexicon import word_set

STEM_CHARS = 6
"""Words that begin alike are taken for one: timeout and timeouts, raise and raising."""
_FIRST_UNSPACED = "\u3040"
"""Where the scripts begin that do not part their words."""
_STAYS = r"""
    \b(?:still|again|keeps?|continues?|continuing|persists?|persisted|remains?|once[ ]more|same
    |another[ ]attempt|even[ ]after|unchanged|no[ ]luck|(?:without|no)[ ]success|to[ ]no[ ]avail
    |in[ ]vain|immer[ ]noch|weiterhin|erneut|wieder|bleibt|bleiben|nach[ ]wie[ ]vor|unverändert
    |toujours|encore|à[ ]nouveau|persiste|reste|todavía|aún|sigue|siguen|otra[ ]vez|de[ ]nuevo
    |ainda|continua|continuam|novamente|de[ ]novo)\b
    |まだ|依然|再び|同じ|仍|还是|還是|再次|同样"""
_TROUBLE = r"""
    \b(?:fail(?:s|ed|ing|ures?)?|errors?|time[ -]?outs?|tim(?:e|es|ed|ing)[ ]out|problems?|issues?
    |bugs?|broken|breaks?|breaking|crash(?:es|ed|ing)?|hangs?|hanging|wrong|stuck|refused|rejected|denied
    |(?:does|do|did|is|are|was|were|could|would|can)(?:[ ]not|n't|n’t)|cannot|won't|no[ ]luck
    |(?:without|no)[ ]success|to[ ]no[ ]avail|in[ ]vain|unable
    |fehl\w{0,20}|scheiter\w{0,8}|problem\w{0,4}|nicht|abbruch|erfolglos
    |échou\w{0,6}|échec\w{0,2}|erreurs?|problèmes?|pas
    |fall[aoó]\w{0,6}|errores|problemas?|no[ ]funciona
    |falh\w{0,6}|erros?|não)\b
    |失敗|エラー|問題|タイムアウト|ません|できない|失败|错误|問題|问题|超时|无法|不能|不了"""
_COMMON = word_set(
    """the and for with that this from into was were has have had are is it its but not now then
    when while after before all any some one two too very just only even been being will would
    could should can may get got out off over under more less most much many our their your they
    you what which who why how there here about because since until test tests code error errors
    run runs running fix fixes fixed fixing file files build change changed changes changing try
    tried trying attempt attempts time iteration work works working result results looks seems
    der die das und ist mit für ein eine ich den noch von les des une est pour dans que los las
    una por con para como uma com"""
)


@cache
def _stays() -> re.Pattern[str]:
    return re.compile(_STAYS, re.IGNORECASE | re.VERBOSE)


@cache
def _trouble() -> re.Pattern[str]:
    return re.compile(_TROUBLE, re.IGNORECASE | re.VERBOSE)


@cache
def _words() -> re.Pattern[str]:
    return re.compile(r"[^\W\d_]{2,60}")


def tells_trouble(message: str) -> bool:
    """True where the words say that something fails, and that it did so before."""
    return _stays().search(message) is not None and _trouble().search(message) is not None


def topics_of(message: str) -> frozenset[str]:
    """What the trouble is about, as stems; in languages without spaces as pairs of signs."""
    bare = _trouble().sub(" ", _stays().sub(" ", message.lower()))
    stems: set[str] = set()
    for word in words_in(bare):
        if word >= _FIRST_UNSPACED:
            stems.update(word[at : at + 2] for at in range(len(word) - 1))
        elif word not in _COMMON and len(word) > 2:
            stems.add(word[:STEM_CHARS])
    return frozenset(stems)


def words_in(message: str) -> list[str]:
    """The words in lower case; placeholders for what was taken out are none."""
    return _words().findall(re.sub(r"<\w{1,10}>", " ", message.lower()))
