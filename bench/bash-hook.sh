#!/usr/bin/env bash
# A stop hook as one would write it by hand, with bash and jq, to compare with: a state file with a counter, a promise and
# a prompt. It verifies nothing.
set -euo pipefail
input=$(cat)
state=$(jq -r '.cwd' <<<"$input")/.bench-loop.json
[[ -f $state ]] || exit 0
[[ $(jq -r '.session' "$state") == "$(jq -r '.session_id' <<<"$input")" ]] || exit 0
message=$(jq -r '.last_assistant_message' <<<"$input")
pass=$(jq -r '.pass' "$state")
if [[ $message == *"<promise>$(jq -r '.promise' "$state")</promise>"* ]] || ((pass >= $(jq -r '.max' "$state"))); then
  rm -f "$state"
  exit 0
fi
jq ".pass = $((pass + 1))" "$state" >"$state.new"
mv "$state.new" "$state"
jq -n --arg reason "$(jq -r '.prompt' "$state")" '{decision: "block", reason: $reason}'
