import { DESTRUCTIVE, type DestructiveKind } from '../../policy/destructive/operation.ts'
import { aboutAsked, answerTo, isLast } from '../asked.ts'
import { fnv1a64 } from '../fnv1a.ts'
import { gatePolicy } from '../gate-policy.ts'
import type { AskedBy } from '../state.ts'
import { needChoice } from './gates.ts'
import type { Rule, View } from './strategy.ts'

const WORDS: Record<DestructiveKind, string> = {
  delete: 'delete something outside its workspace',
  'git-force': 'overwrite or throw away what is not its own in git',
  database: 'change a database',
  external: 'reach another machine and change something there',
}

/** What a call was refused while it ran is put to a person once it has ended, one question for each kind. */
export const askAboutAsked: Rule = (view) => {
  const [first, ...rest] = openQuestions(view)
  if (!first) return null
  const same = rest.filter(({ kind, step }) => kind === first.kind && step === first.step)
  const evidence = [...new Set([first, ...same].map(({ what }) => what))]
  const about = aboutAsked(fnv1a64(evidence.join('\n')).slice(0, 12))
  const decided = needChoice(view, {
    kind: first.kind,
    about,
    question: questionOf(view, first, evidence),
    evidence,
    choices: ['yes', 'no'],
  })
  return Array.isArray(decided) ? decided : null
}

function openQuestions({ state, start }: View): AskedBy[] {
  return state.asked.filter(
    (each) => isLast(state, each) && gatePolicy(start, each.kind) === 'ask' && answerTo(state, each) === null,
  )
}

function questionOf(view: View, { kind, step, what }: AskedBy, evidence: string[]): string {
  const role = view.state.steps[step]?.role ?? 'agent'
  const more = evidence.length > 1 ? ` (and ${evidence.length - 1} more)` : ''
  return `The ${role} wants to ${WORDS[kind]}: ${what}${more}. It was refused.${boxNote(view, kind)} Allow exactly this for the rest of the run?`
}

/** A yes opens no sandbox. */
function boxNote({ start }: View, kind: DestructiveKind): string {
  const box = start.sandbox?.name ?? 'none'
  if (kind !== 'delete' || box === 'none') return ''
  return ` It works in a sandbox (${box}), where a yes has no effect but on what \`sandbox_options.write\` opens.`
}

/** What whoever works next is told of the answers so far. */
export function leaveNote({ state, start }: View): string | null {
  const said = (wanted: (each: AskedBy) => boolean) => [
    ...new Set(state.asked.filter(wanted).map(({ kind, what }) => `- ${kind}: ${what}`)),
  ]
  const denied = DESTRUCTIVE.filter((kind) => gatePolicy(start, kind) === 'deny')
  const no = said((each) => answerTo(state, each) === 'no' || (!each.allowed && denied.includes(each.kind)))
  const yes = said((each) => answerTo(state, each) === 'yes')
  const notes = [
    yes.length > 0 ? `The user allows this, and nothing else of its sort:\n${yes.join('\n')}` : '',
    no.length > 0 ? `This was refused for good. Do without it:\n${no.join('\n')}` : '',
  ]
  return notes.filter(Boolean).join('\n\n') || null
}
