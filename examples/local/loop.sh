#!/bin/sh
# A loop on your own machine: the agent works until the gate says why it should stop.
#   AGENT='claude --print --verbose --output-format stream-json' examples/local/loop.sh PROMPT.md
# PLAN=PLAN.md names its task list, where that is not fix_plan.md.
set -u
if [ -z "${AGENT:-}" ]; then
  echo "set AGENT to the command that runs your agent" >&2
  exit 64
fi
prompt=${1:-PROMPT.md}
output=${OUTPUT:-.exitgate/agent-output.jsonl}
guidance=.exitgate/guidance.md
# The gate keeps its memory here. None of it is the agent's work, so git must not see it.
mkdir -p .exitgate "$(dirname "$output")" && echo '*' > .exitgate/.gitignore
touch "$guidance"

while :; do
  # What the gate has to say after one iteration is told to the next.
  cat "$prompt" "$guidance" | $AGENT > "$output"
  exitgate check --response "$output" --task "$prompt" ${PLAN:+--plan "$PLAN"} --repo . \
    --guidance "$guidance"
  verdict=$?
  # 0 is the only code that means: go on.
  [ "$verdict" -eq 0 ] || exit "$verdict"
done
