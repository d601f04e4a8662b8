#!/bin/sh
# What Claude Code and Codex call at each event of a session: hook.sh <event>, with the event's JSON as its input.
# Nearly always there is no loop here, and then it ends at once, without starting any program.
# It always ends with 0: hosts take other codes for a veto.

event=${1-}

# An agent of a run: the run watches over it.
[ -z "${WIGGUM_RUN_ID-}" ] || exit 0

has_loop() {
  [ -d "$1/.wiggum/live" ] || [ -f "$1/.claude/ralph-loop.local.md" ] ||
    # A new session is told of loops that an earlier one left unfinished.
    { [ "$event" = session-start ] && [ -d "$1/.wiggum/state/parked" ]; }
}

# The folder with a loop: this one or one above it, but none outside the repository.
root=
folder=${CLAUDE_PROJECT_DIR:-$PWD}
case $folder in /*) ;; *) folder=$PWD ;; esac
while :; do
  folder=${folder%/}
  if has_loop "$folder"; then
    root=$folder/
    break
  fi
  if [ -z "$folder" ] || [ -e "$folder/.git" ]; then break; fi
  folder=${folder%/*}
done

# A prompt may begin a loop. `where` is asked by `wiggum plugin doctor`.
case $event in
prompt | where) ;;
*) [ -n "$root" ] || exit 0 ;;
esac

# One file for each call. Names sort by time: the second, then who came first in it.
spool() {
  spool=${root}.wiggum/live/spool
  # A link in a cloned repository must not lead what is written elsewhere.
  for each in "${root}.wiggum" "${root}.wiggum/live" "$spool"; do
    [ ! -h "$each" ] || return
  done
  umask 077
  [ -d "$spool" ] || mkdir "$spool" || [ -d "$spool" ] || return
  second=00$(date +%s) || return
  number=1000
  # An existing file is not opened, so that a number is one call's own while it writes.
  set -C
  until
    part=$spool/.$second-$number
    set -- "$spool/$second-$number-"*.json
    [ ! -e "$1" ] && command : >"$part"
  do
    number=$((number + 1))
    [ "$number" -le 9999 ] || return
  done
  head -c 1048576 >|"$part" && mv "$part" "$spool/$second-$number-$$.json"
  # The rest is read too: a host may mind that nobody does.
  cat >/dev/null
}

if [ "$event" = post-tool ] && [ -d "${root}.wiggum/live" ]; then
  spool 2>/dev/null
  exit 0
fi

case $0 in */*) here=${0%/*} ;; *) here=. ;; esac

runs() { [ -f "$1" ] && [ -x "$1" ]; }

# The first line of a file, in $line.
first_line() {
  line=
  [ -r "$1" ] && [ -f "$1" ] || return 1
  IFS= read -r line <"$1" || [ -n "$line" ]
}

# Of versions side by side, <folder>/<version><rest>, the newest, in $newest. As text v9 would be newer than v20.
newest() {
  newest=
  highest=-1
  for each in "$1"/*"$2"; do
    runs "$each" || continue
    version=${each#"$1"/}
    version=${version%%/*}
    version=${version#v}
    major=${version%%.*}
    minor=${version#*.}
    patch=${minor#*.}
    minor=${minor%%.*}
    patch=${patch%%[!0-9]*}
    case $major:$minor:$patch in
    *[!0-9:]* | :* | *::* | *:) continue ;;
    esac
    rank=$((major * 1000000 + minor * 1000 + patch))
    [ "$rank" -gt "$highest" ] || continue
    highest=$rank
    newest=$each
  done
  [ -n "$newest" ]
}

# A host started from a desktop often lacks the PATH of a terminal.
find_node() {
  first_line "$here/node-path" && node=$line && runs "$node" && return
  node=$(command -v node) && runs "$node" && return
  newest "${NVM_DIR:-${HOME-}/.nvm}/versions/node" /bin/node && node=$newest && return
  for each in "${FNM_DIR-}" "${XDG_DATA_HOME:-${HOME-}/.local/share}/fnm" "${HOME-}/.fnm" \
    "${HOME-}/Library/Application Support/fnm"; do
    newest "$each/node-versions" /installation/bin/node && node=$newest && return
  done
  for node in "${VOLTA_HOME:-${HOME-}/.volta}/bin/node" "${HOME-}/.asdf/shims/node" \
    "${HOME-}/.local/share/mise/shims/node" /opt/homebrew/bin/node /home/linuxbrew/.linuxbrew/bin/node \
    /usr/local/bin/node /usr/bin/node; do
    runs "$node" && return
  done
  node=
  return 1
}

find_program() {
  first_line "$here/wiggum-path" && program=$line && [ -f "$program" ] && return
  program=$here/../dist/wiggum.js
  [ -f "$program" ] && return
  program=$(command -v wiggum) && runs "$program" && return
  program=
  return 1
}

missing=
find_program || missing='wiggum is gone: install it again, or run `wiggum plugin uninstall`.'
find_node || missing='wiggum found no Node.js here: run `wiggum plugin install` again in a terminal.'

if [ "$event" = where ]; then
  printf '%s\n' "$node" "$program"
  exit 0
fi

if [ -n "$missing" ]; then
  case $event in session-start | prompt) printf '%s\n' "$missing" >&2 ;; esac
  exit 0
fi

# No `exec`: whatever this ends with, the host is told 0.
case $program in
*.js) "$node" "$program" hook "$event" ;;
# One from the PATH may be a script of another kind, which looks for node itself.
*) PATH=${node%/*}:$PATH "$program" hook "$event" ;;
esac
exit 0
