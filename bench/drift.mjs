import { loadSources } from './load-sources.mjs'

/** `node bench/drift.mjs [--tuning]`: how well work that has left its task is told from work that has not. */

const sources = ['drift-judge.ts', 'drift-tuning.ts', 'drift-held-out.ts'].map((path) => `bench/${path}`)
const { judgePair, tuning, heldOut } = await loadSources(sources)
const halves = [
  ['tuning', tuning],
  ['held out', heldOut],
]
for (const [name, pairs] of halves) {
  if (process.argv.includes('--tuning') && name !== 'tuning') continue
  console.log(
    report(name, await Promise.all(pairs.map(async (pair) => ({ ...pair, ...(await judgePair(pair)) })))),
  )
}

function report(name, judged) {
  const drifted = judged.filter((pair) => pair.drifted !== null)
  const said = judged.filter((pair) => pair.found !== null)
  const right = said.filter((pair) => pair.drifted !== null)
  const wrong = judged.filter((pair) => (pair.drifted !== null) !== (pair.found !== null))
  const missed = drifted.filter((pair) => pair.found === null)
  const honest = judged.filter((pair) => pair.drifted === null && pair.found === null)
  return [
    `${name}: ${judged.length} pairs, ${drifted.length} drifted`,
    `precision ${ratio(right.length, said.length)}, recall ${ratio(right.length, drifted.length)}`,
    ...wrong.map(
      ({ task, drifted: why, found }) =>
        `  ${found ? `false alarm (${found.causes.join(', ')}: ${found.evidence[0]})` : `missed (${why})`}: ${task}`,
    ),
    `a judge would be asked about ${doubted(missed)} of the missed, and ${doubted(honest)} that are on their task`,
    '',
  ].join('\n')
}

function doubted(pairs) {
  return `${pairs.filter(({ doubt }) => doubt).length} of ${pairs.length}`
}

function ratio(part, whole) {
  return whole === 0 ? '1.000 (0 of 0)' : `${(part / whole).toFixed(3)} (${part} of ${whole})`
}
