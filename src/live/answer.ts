import type { HostName } from './session.ts'

/** What a hook says to its host. */
export type Answer =
  | { kind: 'nothing' }
  /** The session does not stop: it goes on with this. */
  | { kind: 'go-on'; prompt: string; told?: string }
  /** For the agent, beside what the user said. */
  | { kind: 'context'; text: string; told?: string }
  /** For the person alone. */
  | { kind: 'tell'; text: string }
  /** What the user typed was for us; the agent never sees it. */
  | { kind: 'handled'; text: string }
  | { kind: 'permission'; decision: 'ask' | 'deny'; reason: string }

export const NOTHING: Answer = { kind: 'nothing' }

/** In the host's own words; `null`: nothing is printed. */
export function answerText(answer: Answer, { event }: { event: string; host: HostName }): string | null {
  switch (answer.kind) {
    case 'nothing':
      return null
    case 'go-on':
      return json({ decision: 'block', reason: answer.prompt, ...told(answer.told) })
    case 'context':
      return json({
        hookSpecificOutput: { hookEventName: event, additionalContext: answer.text },
        ...told(answer.told),
      })
    case 'tell':
      return json(told(answer.text))
    case 'handled':
      return json({ decision: 'block', reason: answer.text })
    case 'permission':
      return json({
        hookSpecificOutput: {
          hookEventName: event,
          permissionDecision: answer.decision,
          permissionDecisionReason: answer.reason,
        },
      })
  }
}

function told(text: string | undefined): { systemMessage?: string } {
  return text === undefined ? {} : { systemMessage: text }
}

function json(value: object): string {
  return JSON.stringify(value)
}
