import { columns } from './columns.ts'

interface Row {
  agent: string
  done: number
  stuck: number
  calibration: { nudge: number | null; halt: number | null } | null
}

/** What each agent's past runs tell of the shipped model, and what they are too few for. */
export function calibrationLines(all: Row[]): string[] {
  if (all.length === 0)
    return ['No past run tells anything: each needs an ending and a record of what its agent did.']
  const rows = all.map(({ agent, done, stuck, calibration }) => [
    agent,
    String(done),
    String(stuck),
    figure(calibration?.nudge),
    figure(calibration?.halt),
    calibration ? 'calibrated' : 'too few: it takes 30 runs, 10 of each kind',
  ])
  return columns([['agent', 'succeeded', 'did not', 'told from', 'ended from', ''], ...rows])
}

function figure(value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : value.toFixed(2)
}
