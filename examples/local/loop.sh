#!/bin/sh
# A loop on your own machine: the agent works until the gate says why it should stop.
#   AGENT='claude --print --verbose --output-format stream-json' examples/local/loop.sh PROMPT.md
set -u
prompt=${1:-PROMPT.md}
output=${OUTPUT:-.exitgate/agent-output.jsonl}
mkdir -p "$(dirname "$output")"

while :; do
  ${AGENT:?set AGENT to the command that runs your agent} < "$prompt" > "$output"
  exitgate check --response "$output" --task "$prompt" --repo . --output text
  verdict=$?
  # 0 is the only code that means: go on.
  [ "$verdict" -eq 0 ] || exit "$verdict"
done
