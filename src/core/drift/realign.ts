import type { EventData } from '../events.ts'
import type { Cause } from './weigh.ts'

const CAUSES: Record<Cause, { name: string; advice: string }> = {
  'not-asked-for': {
    name: 'something was built that the task does not ask for',
    advice: 'Take back what the task does not ask for, with its tests, and put the rest right.',
  },
  'another-problem': {
    name: 'another problem than the task’s was worked on',
    advice: 'Take that back, and work on what the task says.',
  },
  'over-engineering': {
    name: 'the solution is far larger than the problem',
    advice: 'Replace it by the smallest change that does what the task says.',
  },
  'core-missing': {
    name: 'what the task is about has not been touched',
    advice: 'Begin with the part of the project that the task is about.',
  },
}

const MAX_EVIDENCE = 25

/** What keeps a pass from being the last one. */
export function driftWords({ causes, off }: Pick<EventData['drift.detected'], 'causes' | 'off'>): string {
  const what = causes.map((cause) => CAUSES[cause].name).join(', and ')
  const named = off.slice(0, 3).join(', ')
  return `off the task: ${what}${named === '' ? '' : ` (${named}${off.length > 3 ? ', …' : ''})`}`
}

/** The next pass's instruction: that it drifted, by what, and back to the task in the user's own words. */
export function realignment({ share, causes, evidence }: EventData['drift.detected'], task: string): string {
  const found = causes.map((cause) => `- ${CAUSES[cause].name}: ${CAUSES[cause].advice}`)
  return [
    `The work has left its task (${Math.round(share * 100)} % of the changed lines are not about it):`,
    ...found,
    'What shows it:',
    ...evidence.slice(0, MAX_EVIDENCE).map((each) => `- ${each}`),
    `The task, as it was given: ${task}`,
    'Keep one of these files only if the task cannot be done without it, and say in your notes why.',
  ].join('\n')
}
