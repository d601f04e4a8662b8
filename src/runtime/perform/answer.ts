import { cleanText } from '../../contracts/clean-text.ts'
import type { AgentCall } from '../../core/commands.ts'
import type { Contract } from '../../core/events.ts'
import { artifactOf } from '../../core/identity.ts'
import { saidOf } from '../../core/said.ts'
import { copyArtifact, writeArtifact } from '../../store/artifacts.ts'
import type { RunContext } from '../context.ts'

/** A final message up to this long is kept in the log itself. */
const MAX_TEXT = 64_000

export function keepAnswer({ layout, state }: RunContext, call: AgentCall, text: string): void {
  const write = text.length <= MAX_TEXT ? copyArtifact : writeArtifact
  write(layout, state.runId, artifactOf(call.identity), text)
}

/** A final message as the log keeps it. */
export function answerParts(call: AgentCall, { text, contract }: { text: string; contract: Contract }) {
  return {
    artifacts: [artifactOf(call.identity)],
    text: text.length <= MAX_TEXT ? text : null,
    summary: contract.summary ?? cleanText(text.trim().split('\n')[0] ?? '', 200),
    contract: saidOf(contract),
  }
}
