import type { DecisionName } from '../../core/events.ts'
import { stoppedWords } from '../../core/stopped-words.ts'
import { plural } from '../words.ts'
import { said, type Writers } from './line.ts'

/** Decisions that a person should see while the run goes on. */
const DECIDED: Partial<Record<DecisionName, string>> = {
  'fix-round': 'Fix',
  'A3-upgrade': 'Plan',
  'A1-escalation': 'Act',
  'test-first': 'Do',
  'dry-run': 'Plan',
  metering: 'Meter',
  'agent-fallback': 'Agent',
  agent: 'Agent',
}

/** The run itself: how it goes on, what it decided, what it asks. */
export const runLines: Writers = {
  'run.resumed': ({ data }) => said('Resume', `going on: ${data.reason}`, '', 'plain'),
  'run.adopted': ({ data }) =>
    said('Start', `taken over from ${data.from}`, data.artifacts.join(', '), 'plain'),
  'run.interrupted': ({ data }) => said('Stop', stoppedWords(data.signal), '', 'ask'),
  decision: ({ data }) => {
    const word = DECIDED[data.what]
    return word ? said(word, data.chosen, data.rationale, 'ask') : null
  },
  'decision.point': ({ data }) => said('Check', data.decision, '', 'plain'),
  'gate.opened': ({ data }) => said('Gate', data.question, data.evidence.slice(0, 3).join(' · '), 'ask'),
  'gate.answered': ({ data }) => said('Gate', 'answered', `${data.answer} (by ${data.by})`, 'plain'),
  'rescue.saved': ({ data }) => said('Rescue', `${plural(data.files, 'file')} saved`, data.ref, 'plain'),
}
