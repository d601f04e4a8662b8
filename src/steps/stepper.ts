import type { AgentEvent } from '../agents/agent.ts'
import { cleanText } from '../contracts/clean-text.ts'
import { digestOf } from './digest.ts'
import { createFinisher } from './finish.ts'
import { type OpenCall, openCall } from './open-call.ts'
import type { ToolResult } from './outcome.ts'
import type { Step } from './step.ts'
import type { Todo } from './todo.ts'

export interface Stepper {
  take(event: AgentEvent, at: string): Step[]
  /** Calls that got no result, and the last words. */
  end(): Step[]
  /** The agent's own to-do list, as it stands. */
  todos(): Todo[]
}

const MAX_THOUGHT = 4000
const MAX_OPEN = 64

interface Words {
  text: string
  began: string
  at: string
}

/** Makes steps of one agent's events, one by one, in bounded memory. `root`: its workspace, to shorten paths. */
export function createStepper({ root = null }: { root?: string | null } = {}): Stepper {
  const finish = createFinisher()
  const calls = new Map<string, OpenCall>()
  let words: Words | null = null
  let lastSaid = ''

  const open = (call: Extract<AgentEvent, { kind: 'tool-call' }>, at: string): Step[] => {
    // Some agents tell a call again once its arguments are whole.
    const told = calls.get(call.id)
    const before = told ? { text: told.thought, began: told.began } : words
    calls.set(call.id, openCall(call, before ?? { text: '', began: at }, root))
    if (!told) words = null
    const [oldest] = calls.values()
    return calls.size > MAX_OPEN && oldest ? close(oldest, null, at) : []
  }
  const close = (call: OpenCall | undefined, result: ToolResult | null, at: string): Step[] => {
    // The result of a call that nobody told of, or one that came twice, is no step.
    if (!call) return []
    calls.delete(call.id)
    return [finish.call(call, result, at)]
  }
  const flush = (at: string | null, said: string): Step[] => {
    const left = [...calls.values()].flatMap((call) => close(call, null, at ?? call.began))
    const last = words ?? { text: digestOf(said) === lastSaid ? '' : said, began: at ?? '', at: at ?? '' }
    words = null
    if (last.text.trim() === '') return left
    lastSaid = digestOf(said)
    return [...left, finish.words(cleanText(last.text, MAX_THOUGHT), last.began, last.at)]
  }

  return {
    take: (event, at) => {
      if (event.kind === 'text' || event.kind === 'thought') words = spoken(words, event.text, at)
      if (event.kind === 'tool-call') return open(event, at)
      if (event.kind === 'tool-result') return close(calls.get(event.id), event, at)
      return event.kind === 'result' ? flush(at, event.failure ? '' : event.text) : []
    },
    end: () => flush(null, ''),
    todos: finish.todos,
  }
}

/** Pieces of a stream are put together as they came; whole messages begin on a line of their own. */
function spoken(words: Words | null, text: string, at: string): Words {
  const before = words?.text ?? ''
  const between = /[.!?:…]$/.test(before) && /^\p{Lu}/u.test(text) ? '\n' : ''
  const whole = before.length < MAX_THOUGHT ? cleanText(`${before}${between}${text}`, MAX_THOUGHT) : before
  return { text: whole, began: words?.began ?? at, at }
}
