import type { AgentEvent, OwnRecord } from '../../agents/agent.ts'
import { estimateTokens, readChars } from '../../core/context/estimate.ts'
import type { WindowUse } from '../../core/events.ts'
import { windowOf } from '../../policy/windows.ts'

interface Gauge {
  take(event: AgentEvent): void
  /** The call is over. What the program itself wrote down counts before its stream. */
  use(own: OwnRecord | null): WindowUse
}

/** How full a model's window is: as its agent says, else by what went through it. */
export function gaugeWindow(call: { model: string | null; chars: number }): Gauge {
  let { model, chars } = call
  let said: { used: number; size: number | null } | null = null
  return {
    take(event) {
      if (event.kind === 'session') model = event.model ?? model
      if (event.kind === 'context') said = event
      chars += charsOf(event)
    },
    use(own) {
      const known = own?.context ?? said
      const guess = windowOf(own?.model ?? model)
      if (!known) return { used: estimateTokens(chars), window: guess, source: 'estimate' }
      const used = whole(known.used)
      return { used, window: whole(known.size || fitting(guess, used)), source: 'agent' }
    },
  }
}

/** A window that holds less than is in it is not the model's. 0: not known. */
function fitting(guess: number, used: number): number {
  return used > guess ? 0 : guess
}

/** An agent may say anything of itself; an event holds counts. */
function whole(value: number): number {
  return Number.isFinite(value) ? Math.max(0, Math.round(value)) : 0
}

function charsOf(event: AgentEvent): number {
  switch (event.kind) {
    case 'text':
    case 'thought':
      return event.text.length
    case 'tool-call':
      return (JSON.stringify(event.input) ?? '').length
    case 'tool-result':
      return readChars(event.text.length)
    default:
      return 0
  }
}
