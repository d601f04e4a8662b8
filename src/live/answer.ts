import type { HostName } from './session.ts'

/** What a hook says to its host. */
export type Answer =
  | { kind: 'nothing' }
  /** The session does not stop: it goes on with this. */
  | { kind: 'go-on'; text: string; whole: string; told?: string }
  /** For the agent, beside what the user said. `whole`: the file that has all of it. */
  | { kind: 'context'; text: string; whole?: string; told?: string }
  /** For the person alone. */
  | { kind: 'tell'; text: string }
  /** What the user typed was for us; the agent never sees it. */
  | { kind: 'handled'; text: string }
  | { kind: 'permission'; decision: 'ask' | 'deny'; reason: string }

export const NOTHING: Answer = { kind: 'nothing' }

/** In the host's own words; `null`: nothing is printed. */
export function answerText(
  answer: Answer,
  { event, host }: { event: string; host: HostName },
): string | null {
  switch (answer.kind) {
    case 'nothing':
      return null
    case 'go-on':
      return json({ decision: 'block', reason: fitting(answer, host === 'codex'), ...told(answer.told) })
    case 'context':
      return json({
        hookSpecificOutput: { hookEventName: event, additionalContext: fitting(answer, true) },
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
          // Codex lets through what it is told to ask about.
          permissionDecision: host === 'codex' ? 'deny' : answer.decision,
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

/** Longer texts are cut by hosts, each in its own way: by us, the file with the rest is named. */
const MAX_CHARS = 8_500

function fitting({ text, whole }: { text: string; whole?: string | undefined }, limited: boolean): string {
  if (!limited || text.length <= MAX_CHARS) return text
  const rest = whole ? `Read all of it first: ${whole}` : 'It was cut off here.'
  return `${text.slice(0, MAX_CHARS)}…\n\n${rest}`
}
