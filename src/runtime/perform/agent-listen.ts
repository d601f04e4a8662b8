import type { AgentEvent, StreamReader } from '../../agents/agent.ts'
import type { AgentCall } from '../../core/commands.ts'
import type { Asked } from '../../core/events.ts'
import { type RunContext, record, show } from '../context.ts'
import type { Speaker } from '../supervise.ts'
import type { Heard } from './agent-outcome.ts'
import { keepAnswer } from './answer.ts'

interface Listening {
  reader: StreamReader
  /** The agent can go on with a conversation, so it is worth knowing which. */
  remembers: boolean
  /** Keeps the account of what is used. */
  hear(event: AgentEvent): void
}

/** What the agent says, as it says it: kept, shown, and answered where it is a dialogue. */
export function listen(context: RunContext, call: AgentCall, { reader, remembers, hear }: Listening): Heard {
  let result: Extract<AgentEvent, { kind: 'result' }> | null = null
  let session: string | null = null
  let speaker: Speaker | null = null
  const denials: string[] = []
  const asked: Asked[] = []
  const take = (event: AgentEvent) => {
    if (event.kind === 'say') return speaker?.say(event.line)
    if (event.kind === 'hang-up') return speaker?.hangUp()
    if (event.kind === 'result') {
      result = event
      // At once: the agent still takes a moment to leave.
      if (!event.failure) keepAnswer(context, call, event.text)
    }
    if (event.kind === 'session') {
      session = event.id
      if (remembers) rememberSession(context, call, event.id)
    }
    if (event.kind === 'denial') denials.push(event.tool)
    if (event.kind === 'asked') noteAsked(asked, { ...event.operation, allowed: event.allowed })
    hear(event)
    show(context, { kind: 'agent', step: call.step, event })
  }
  return {
    line: (text) => reader.line(text).forEach(take),
    end: () => reader.end?.().forEach(take),
    speakTo: (given) => {
      speaker = given
    },
    result: () => result,
    session: () => session,
    denials: () => denials,
    asked: () => asked,
  }
}

/** An event holds so many of them. */
const MAX_ASKED = 20

/** Each once; who was let do it in the end was let. */
function noteAsked(all: Asked[], asked: Asked): void {
  const before = all.find(({ kind, what }) => kind === asked.kind && what === asked.what)
  if (before) before.allowed ||= asked.allowed
  else if (all.length < MAX_ASKED) all.push(asked)
}

/** While the step runs: after a crash the log has to say which conversation to go on with. */
function rememberSession(context: RunContext, { step, attempt, phase, role }: AgentCall, id: string): void {
  if (context.state.steps[step]?.session === id) return
  const data = { step, attempt, session: id, problem: null }
  record(context, { type: 'agent.session', phase, agent: role, data })
}
