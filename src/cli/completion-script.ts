import { EXIT, Problem } from '../runtime/problem.ts'
import type { CommandSpec } from './command.ts'

/** Generated from the same specs that parse and explain the commands, so it cannot be behind. */
export function completionScript(shell: string, commands: CommandSpec[]): string {
  const writer = writers[shell]
  if (writer) return writer(commands)
  throw new Problem(EXIT.usage, `No completion for "${shell}"`, `Known: ${Object.keys(writers).join(', ')}.`)
}

const writers: Record<string, (commands: CommandSpec[]) => string> = { bash, zsh, fish }

function longFlags(command: CommandSpec): string[] {
  const own = (command.options ?? []).map((option) => /--[\w-]+/.exec(option.flags)?.[0] ?? '')
  return [...own, '--json', '--help'].filter(Boolean)
}

function bash(commands: CommandSpec[]): string {
  const cases = commands.map((command) => `    ${command.name}) words="${longFlags(command).join(' ')}" ;;`)
  return `_wiggum() {
  local words="" current="\${COMP_WORDS[COMP_CWORD]}"
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  [ "$COMP_CWORD" -eq 1 ] && words="${commands.map((command) => command.name).join(' ')}"
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _wiggum wiggum`
}

function zsh(commands: CommandSpec[]): string {
  const names = commands.map((command) => `    '${command.name}:${quiet(command.summary)}'`)
  const cases = commands.map(
    (command) => `    ${command.name}) compadd -- ${longFlags(command).join(' ')} ;;`,
  )
  return `#compdef wiggum
_wiggum() {
  local -a names
  names=(
${names.join('\n')}
  )
  if (( CURRENT == 2 )); then _describe command names; return; fi
  case "$words[2]" in
${cases.join('\n')}
  esac
}
compdef _wiggum wiggum`
}

function fish(commands: CommandSpec[]): string {
  return commands
    .flatMap((command) => [
      `complete -c wiggum -n __fish_use_subcommand -f -a ${command.name} -d '${quiet(command.summary)}'`,
      ...longFlags(command).map(
        (flag) => `complete -c wiggum -n '__fish_seen_subcommand_from ${command.name}' -l ${flag.slice(2)}`,
      ),
    ])
    .join('\n')
}

function quiet(text: string): string {
  return text.replace(/['`:$"\\]/g, ' ')
}
