import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { EventData } from '../../core/events.ts'
import { writeArtifact } from '../../store/artifacts.ts'
import { effect, type RunContext, record } from '../context.ts'

/** What belongs to a cycle; the Explorer's research serves the whole run. */
const OF_A_CYCLE = /^(?:plan-(?:creator|mini-explorer)|do-|check-|act-)/

interface CloseCycle {
  key: string
  boundary: EventData['cycle.boundary']
  feedback: string
}

/** Writes the feedback, archives the cycle's artifacts, then draws the line. Safe to repeat before the line. */
export async function performCloseCycle(
  context: RunContext,
  { key, boundary, feedback }: CloseCycle,
): Promise<void> {
  const { layout, state } = context
  writeArtifact(layout, state.runId, 'act-feedback.md', feedback)
  writeFixes(context)
  await effect(context, 'archive', async () => archive(layout.artifacts(state.runId), boundary.cycle))
  record(context, { type: 'cycle.boundary', phase: 'act', key, data: boundary })
}

export function writeFixes({ layout, state }: RunContext): void {
  const lines = Object.values(state.fixed).map((fix) => `${JSON.stringify(fix)}\n`)
  if (lines.length > 0) writeArtifact(layout, state.runId, 'act-fixes.jsonl', lines.join(''))
}

function archive(folder: string, cycle: number): void {
  const goal = join(folder, `cycle-${cycle}`)
  const names = readdirSync(folder).filter((name) => OF_A_CYCLE.test(name))
  for (const name of names) cpSync(join(folder, name), join(goal, name))
  const research = 'plan-explorer.md'
  if (existsSync(join(folder, research))) cpSync(join(folder, research), join(goal, research))
  // The next cycle's roles are given what the next cycle writes; the feedback stays, it is for them.
  for (const name of names) if (name !== 'act-feedback.md') rmSync(join(folder, name), { force: true })
}
