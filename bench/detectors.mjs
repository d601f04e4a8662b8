import { ratioRow, valueRow } from './table.mjs'

/** Below this a figure is the noise of clock and compiler, and its growth says nothing. */
const NOISE_MS = 8

/** Every rule over a run of 10,000 events, and how it grows from 20,000 to 40,000: a quadratic one would take four times as long. In processor time. */
export async function detectorRuns({ load, quick }) {
  const { lookThrough } = await load('detector-runs')
  lookThrough(2_000)
  const [usual] = bestInTurns(lookThrough, [10_000], quick ? 3 : 7)
  const [short, long] = bestInTurns(lookThrough, [20_000, 40_000], quick ? 3 : 6)
  const [slowest, ms] = highest(Object.entries(usual.rules))
  const grown = Object.entries(long.rules).filter(([, spent]) => spent > NOISE_MS)
  const [steepest] = highest([[slowest, 0.01], ...grown.map(([id, spent]) => [id, spent / short.rules[id]])])
  const figures = { ours: long.rules[steepest], baseline: short.rules[steepest] }
  return [
    valueRow(
      `${Object.keys(usual.rules).length} rules over 10,000 events, slowest (${slowest})`,
      { ours: ms, unit: 'ms' },
      50,
    ),
    ratioRow(`steepest rule, 40,000 ÷ 20,000 events (${steepest})`, figures, 3),
    ratioRow('making their scenes, 40,000 ÷ 20,000 events', { ours: long.scenes, baseline: short.scenes }, 3),
  ]
}

/** The best of several for each length, in turns: what else the machine does can only add. */
function bestInTurns(lookThrough, lengths, tries) {
  const rounds = Array.from({ length: tries }, () => lengths.map((events) => lookThrough(events)))
  return lengths.map((_, at) => best(rounds.map((round) => round[at])))
}

function best(all) {
  const ids = Object.keys(all[0].rules)
  const rules = Object.fromEntries(ids.map((id) => [id, Math.min(...all.map((one) => one.rules[id]))]))
  return { rules, scenes: Math.min(...all.map((one) => one.scenes)) }
}

function highest(entries) {
  return entries.reduce((worst, each) => (each[1] > worst[1] ? each : worst), ['none', 0])
}
