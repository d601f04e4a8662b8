import type { AgentEvent } from '../agent.ts'

/** More than any message; what is older is forgotten first. */
const MAX_KEPT = 1024 * 1024

export interface Transcript {
  /** A piece of text or of thought. Pieces are put together: a word at a time is of no use to anybody. */
  add(kind: 'text' | 'thought', text: string): AgentEvent[]
  /** What was begun is said whole; what follows is a new message. */
  cut(): AgentEvent[]
  /** Nothing was said since the last cut. */
  isSilent(): boolean
  /** The last message: what was said after the last tool call, else all that was said. */
  final(): string
}

export function createTranscript(): Transcript {
  let open: { kind: 'text' | 'thought'; text: string } | null = null
  let last = ''
  let all = ''

  const flush = (): AgentEvent[] => {
    const said = open
    open = null
    return said ? [said] : []
  }
  return {
    add(kind, text) {
      if (text === '') return []
      const before = open?.kind === kind ? [] : flush()
      open = { kind, text: kept((open?.text ?? '') + text) }
      if (kind === 'text') last = kept(last + text)
      return before
    },
    cut() {
      all = kept(all === '' || last === '' ? all + last : `${all}\n\n${last}`)
      last = ''
      return flush()
    },
    isSilent: () => last.trim() === '',
    final: () => (last.trim() === '' ? all : last),
  }
}

/** Cut only now and then: cutting at every piece would copy the whole each time. */
function kept(text: string): string {
  return text.length > 2 * MAX_KEPT ? text.slice(-MAX_KEPT) : text
}
