import { editDistance } from '../config/edit-distance.ts'

/** What a person types that is meant for us and not for the agent. */
export type LiveCommand =
  | { do: 'loop'; wish: LoopWish }
  | { do: 'cancel' }
  | { do: 'status' }
  | { do: 'wrong'; problem: string }

export interface LoopWish {
  task: string
  maxPasses: number | null
  promise: string | null
  checks: string[]
  verify: boolean
  /** Takes up a loop whose session is over. */
  goOn: boolean
  /** Keeps the official plugin's file beside. */
  ralphFile: boolean
}

const COMMAND = /^\s*[/$]?wiggum:(\w+)(?:\s([\s\S]*))?$/
const STOPS = /^\s*(?:please\s+)?(?:stop|cancel|abort)(?:\s+(?:it|the loop|wiggum))?[\s.!]*$/i

/** `null`: it is for the agent. */
export function readCommand(prompt: string): LiveCommand | null {
  const [, name, rest = ''] = COMMAND.exec(prompt) ?? []
  switch (name) {
    case 'loop':
      return loopCommand(rest)
    case 'cancel':
    case 'status':
      return { do: name }
    default:
      return null
  }
}

/** Only a prompt that says nothing else: "stop the server from crashing" is a task. */
export function isStop(prompt: string): boolean {
  return STOPS.test(prompt)
}

const NAMED = 'max-passes|max-iterations|promise|completion-promise|check'
const OPTION = String.raw`--(${NAMED})(?:=|\s+)(?:"([^"]*)"|'([^']*)'|(\S+))|--(no-verify|continue|ralph-file)`
const FIRST = new RegExp(String.raw`^\s*(?:${OPTION})(?=\s|$)`)
const LAST = new RegExp(String.raw`(?:^|\s)(?:${OPTION})\s*$`)
const BARE = new RegExp(String.raw`(?:^|\s)--(${NAMED})\s*$`)
/** At the beginning any option is meant for us; at the end, one that looks much like ours: a task may end in `--json`. */
const UNKNOWN = /^\s*(--[a-z][a-z-]*)(?=[\s=]|$)/
const SLIP = /\s(--[a-z][a-z-]*)(?:[= ]\S+)?\s*$/

/** Options stand before the task or after it; the task itself is taken as it is, every character of it. */
function loopCommand(rest: string): LiveCommand {
  const { text, given } = taken(rest)
  const wish: LoopWish = { ...PLAIN, checks: [] }
  const problem = given.map(([name, value]) => take(wish, name, value)).find((wrong) => wrong !== null)
  if (problem) return { do: 'wrong', problem }
  const unknown = UNKNOWN.exec(text)?.[1] ?? slipIn(text)
  if (unknown)
    return { do: 'wrong', problem: `There is no option ${unknown} here. Known are ${OPTIONS.join(', ')}.` }
  wish.task = text.trim()
  if (wish.task === '' && !wish.goOn) return { do: 'wrong', problem: EMPTY }
  return { do: 'loop', wish }
}

/** What is left without the options, and those in the order in which they were given. */
function taken(rest: string): { text: string; given: [string, string][] } {
  const [first, last]: [string, string][][] = [[], []]
  let text = rest
  const bare = BARE.exec(text)
  if (bare) {
    last!.unshift([bare[1]!, ''])
    text = text.slice(0, bare.index)
  }
  for (let found = FIRST.exec(text); found; found = FIRST.exec(text)) {
    first!.push(optionIn(found))
    text = text.slice(found[0].length)
  }
  for (let found = LAST.exec(text); found; found = LAST.exec(text)) {
    last!.unshift(optionIn(found))
    text = text.slice(0, found.index)
  }
  return { text, given: [...first!, ...last!] }
}

function optionIn([, name, double, single, plain, flag]: RegExpExecArray): [string, string] {
  return [name ?? flag!, double ?? single ?? plain ?? '']
}

function slipIn(text: string): string | null {
  const said = SLIP.exec(text)?.[1]
  return said && OPTIONS.some((known) => editDistance(said.slice(0, 64), known) <= 2) ? said : null
}

const EMPTY = 'The task is empty. Say what is to be done: /wiggum:loop fix the date parser'
const OPTIONS = ['--max-passes', '--promise', '--check', '--no-verify', '--continue', '--ralph-file']
const PLAIN = {
  task: '',
  maxPasses: null,
  promise: null,
  verify: true,
  goOn: false,
  ralphFile: false,
}

/** What is wrong with it; `null`: nothing. */
function take(wish: LoopWish, name: string, value: string): string | null {
  switch (name) {
    case 'max-passes':
    case 'max-iterations':
      wish.maxPasses = Number(value)
      return /^[1-9]\d{0,5}$/.test(value) ? null : `--${name} must be a whole number above 0, not "${value}".`
    case 'promise':
    case 'completion-promise':
      wish.promise = value
      return value.trim() === '' ? `--${name} needs a text, such as --${name} "ALL DONE".` : null
    case 'check':
      wish.checks.push(value)
      return value.trim() === '' ? '--check needs a command, such as --check "npm run e2e".' : null
    case 'no-verify':
      wish.verify = false
      return null
    case 'continue':
      wish.goOn = true
      return null
    default:
      wish.ralphFile = true
      return null
  }
}
