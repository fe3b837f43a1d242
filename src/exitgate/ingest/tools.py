"""What a tool call is for, by the names that the agents' vendors gave their tools."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from exitgate.core.transcript import CallKind
from exitgate.ingest.fields import Json
from exitgate.ingest.shell import may_write, patched_paths, shell_use

NAMES: dict[CallKind, str] = {
    CallKind.EDIT: """edit multiedit multi_edit write notebookedit str_replace str_replace_editor
        str_replace_based_edit_tool create insert apply_patch applypatch replace write_file
        edit_file write_to_file replace_in_file apply_diff insert_content search_and_replace
        create_file file_change patch file_editor delete_file undo_edit edit_block
        insert_edit_into_file replace_string_in_file multi_replace_string_in_file
        multi_str_replace edit_notebook_file planning_file_editor text_editor delete""",
    CallKind.RUN: """bash shell run_shell_command execute_bash terminal run_command execute_command
        run_in_terminal local_shell exec_command command_execution execute_ipython_cell ipython run
        run_ipython powershell bash_command unified_exec run_terminal_cmd container.exec exec
        shell_command write_bash write_stdin run_tests python execute""",
    CallKind.READ: """read view read_file read_many_files notebookread cat open open_file goto
        scroll_up scroll_down list_directory list_dir list_files ls bashoutput read_bash list
        taskoutput view_file get_file_contents""",
    CallKind.SEARCH: """grep glob search_file_content websearch web_search webfetch web_fetch
        google_web_search find_file search_dir search_file grep_search file_search codebase_search
        find search search_files fetch toolsearch browse semsearch""",
    CallKind.PLAN: """todowrite todoread update_plan todo_list write_todos task_tracker exitplanmode
        enterplanmode update_todo manage_todo_list taskcreate taskupdate tasklist taskget
        update_todo_list report_intent updatetodos readtodos createplan""",
    CallKind.ASK: """askuserquestion ask_user ask_followup_question request_user_input question
        message_ask_user ask_question ask_human""",
    CallKind.AGENT: """task agent delegate_to_agent subagent spawn_agent delegate dispatch_agent
        new_task codebase_investigator collab_tool_call""",
    CallKind.FINISH: """finish submit attempt_completion task_complete complete_task final_answer
        structuredoutput mark_task_complete""",
}
KIND_OF: dict[str, CallKind] = {
    name: kind for kind, names in NAMES.items() for name in names.split()
}
PATH_KEYS = (
    "file_path", "path", "filePath", "filepath", "absolute_path", "notebook_path", "target_file",
    "filename", "file_name", "file", "dir_path",
)  # fmt: skip
COMMAND_KEYS = ("command", "cmd", "script", "code", "action", "commands", "keystrokes")
PATCH_KEYS = ("patch", "input", "diff", "patchText", "command")
OWN_PREFIXES = ("functions.", "default_api:", "developer__")
"""What vendors put before the names of their own tools."""
LOOKING_COMMANDS = frozenset({"view", "read", "plan"})


class ToolUse(NamedTuple):
    kind: CallKind
    command: str = ""
    paths: tuple[str, ...] = ()


@lru_cache(maxsize=1024)
def named_kind(name: str) -> CallKind:
    """By the name alone. Tools of an MCP server keep their own name's meaning unknown."""
    low = name.lower()
    for prefix in OWN_PREFIXES:
        low = low.removeprefix(prefix)
    return KIND_OF.get(low, CallKind.OTHER)


def tool_use(name: str, given: object) -> ToolUse:
    kind = named_kind(name)
    fields: Json = given if isinstance(given, dict) else {"input": given}
    if kind is CallKind.RUN:
        return _shell(fields)
    if kind is CallKind.EDIT:
        return _edit(fields)
    paths = _paths(fields) if kind in (CallKind.READ, CallKind.SEARCH, CallKind.OTHER) else ()
    return ToolUse(kind, paths=paths)


def may_edit(name: str, given: object) -> bool:
    """Could this call change a file? Cheap, for runs with very many calls."""
    kind = named_kind(name)
    if kind is CallKind.EDIT:
        return True
    return kind is CallKind.RUN and may_write(command_of(given))


def command_of(given: object) -> str:
    if isinstance(given, str):
        return given
    if not isinstance(given, dict):
        return ""
    for key in COMMAND_KEYS:
        value = given.get(key)
        if isinstance(value, str):
            return value
        if isinstance(value, list):
            words = [word for word in value[:1000] if isinstance(word, str)]
            return words[-1] if len(words) == 3 and words[1] in ("-c", "-lc") else " ".join(words)
    inner = given.get("input")
    return inner if isinstance(inner, str) else ""


def _shell(fields: Json) -> ToolUse:
    command = command_of(fields)
    use = shell_use(command)
    return ToolUse(use.kind, command, use.paths)


def _edit(fields: Json) -> ToolUse:
    action = fields.get("command")
    if isinstance(action, str) and action in LOOKING_COMMANDS:
        return ToolUse(CallKind.READ, paths=_paths(fields))
    return ToolUse(CallKind.EDIT, paths=_paths(fields) or _patched(fields))


def _paths(fields: Json) -> tuple[str, ...]:
    for key in PATH_KEYS:
        value = fields.get(key)
        if isinstance(value, str) and value:
            return (value[:1000],)
    changes = fields.get("changes") or fields.get("files") or fields.get("paths")
    if isinstance(changes, dict):
        return tuple(sorted(key[:1000] for key in list(changes)[:1000]))
    if not isinstance(changes, list):
        return ()
    named = (item.get("path") if isinstance(item, dict) else item for item in changes[:1000])
    return tuple(path[:1000] for path in named if isinstance(path, str) and path)


def _patched(fields: Json) -> tuple[str, ...]:
    for key in PATCH_KEYS:
        value = fields.get(key)
        if isinstance(value, list):
            value = "\n".join(item for item in value[:100] if isinstance(item, str))
        if isinstance(value, str) and (paths := patched_paths(value)):
            return paths
    return ()
