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

const OPTION = String.raw`--(max-passes|max-iterations|promise|completion-promise|check)(?:=|\s+)(?:"([^"]*)"|'([^']*)'|(\S+))|--(no-verify|continue|ralph-file)`
const FIRST = new RegExp(String.raw`^\s*(?:${OPTION})(?=\s|$)`)
const LAST = new RegExp(String.raw`(?:^|\s)(?:${OPTION})\s*$`)
const UNKNOWN = /^\s*(--[a-z][a-z-]*)(?=[\s=]|$)/

/** Options stand before the task or after it; the task itself is taken as it is, every character of it. */
function loopCommand(rest: string): LiveCommand {
  const wish: LoopWish = { ...PLAIN, checks: [] }
  let text = rest
  for (const form of [FIRST, LAST]) {
    for (let found = form.exec(text); found; found = form.exec(text)) {
      const [whole, name, double, single, plain, flag] = found
      const problem = take(wish, name ?? flag!, double ?? single ?? plain ?? '')
      if (problem) return { do: 'wrong', problem }
      text = form === FIRST ? text.slice(whole.length) : text.slice(0, found.index)
    }
  }
  const unknown = UNKNOWN.exec(text)?.[1]
  if (unknown)
    return { do: 'wrong', problem: `There is no option ${unknown} here. Known are ${OPTIONS.join(', ')}.` }
  wish.task = text.trim()
  if (wish.task === '' && !wish.goOn) return { do: 'wrong', problem: EMPTY }
  return { do: 'loop', wish }
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
