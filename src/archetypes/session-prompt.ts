import type { AgentCall } from '../core/commands.ts'
import type { EventData } from '../core/events.ts'
import type { RunState } from '../core/state.ts'
import { verificationOf } from '../core/verification.ts'
import { archetypeOf } from './index.ts'
import { lessonsText } from './lessons-text.ts'
import { closing } from './prompt.ts'

/** What a session is told when it wants to stop, or when its first pass begins. */
export function sessionPrompt(state: RunState, call: AgentCall, host: { isNew: boolean }): string {
  const parts = call.role === 'maker' ? passParts(state, call, host) : reviewParts(state, call)
  return [...parts, call.corrects ?? ''].filter(Boolean).join('\n\n')
}

/** The first pass has the user's own words before it; later ones are reminded of them. */
function passParts(state: RunState, call: AgentCall, { isNew }: { isNew: boolean }): string[] {
  const start = state.start!
  const steps = [
    'Execute',
    'check',
    'review your own change',
    'stay on the task',
    'keep an eye on your window',
  ]
  return [
    start.live?.asked || state.round > 1
      ? ''
      : 'wiggum: if this is a question, or asks for nothing to be changed, answer it and leave out what follows.',
    `wiggum: ${call.note ?? ''}`,
    state.round > 1 || isNew ? `The task, in the user's words:\n${quoted(start.task)}` : '',
    addedWords(state),
    state.round > 1 && !isNew ? '' : lessonsText(state, call.role),
    `${steps.join(', ')}; then stop. ${checksWords(start)}`,
    'If something is in the way that nobody but the user can move, end with a fenced block tagged `wiggum` that holds {"status": "BLOCKED", "notes": "what is in the way"}, or {"status": "NEEDS_CONTEXT", "notes": "your question"}.',
  ]
}

function checksWords({ live, verify }: EventData['run.start']): string {
  const own = [...(verify.test === null ? [] : [verify.test]), ...verify.acceptance]
  if (!live?.verify || own.length + verify.required_files.length === 0)
    return 'Nothing is verified for you here: check your own work with care.'
  const commands = own.map((command) => `\`${command}\``).join(', ')
  return `When you stop, wiggum runs the checks itself${commands ? ` (${commands})` : ''}: what they say counts, not what you say of them. Tests, the test command and its configuration are compared with what they were.`
}

function reviewParts(state: RunState, call: AgentCall): string[] {
  const work = Object.values(state.collected).findLast(({ head }) => head === call.about)
  const files = (work?.files ?? []).slice(0, 50).map(({ path, change }) => `- ${path} (${change})`)
  const checked = verificationOf(state, 'merged')
  const checks = checked?.ran ? `The checks were run: ${checked.reason}.` : 'No checks were run.'
  return [
    `wiggum: pass ${state.round}, review. ${checks} Before the work counts as done, read the whole change once more as if somebody else had written it. Change no file in this turn.`,
    `Changed since the task began:\n${files.join('\n')}`,
    `Does it do what was asked, all of it, and nothing else? Is it tested where it matters? What would someone who maintains this in half a year have to repair?\nThe task, in the user's words:\n${quoted(state.start!.task)}`,
    addedWords(state),
    lessonsText(state, call.role),
    call.note ?? '',
    closing(archetypeOf(state.start, call.role)!),
  ]
}

function addedWords({ said }: RunState): string {
  return said.length > 0 ? `What the user added:\n${said.map(quoted).join('\n\n')}` : ''
}

/** As it is, line by line, so that no line of it is taken for one of ours. */
function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
}
