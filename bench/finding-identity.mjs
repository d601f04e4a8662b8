import { loadSources } from './load-sources.mjs'

/** `node bench/finding-identity.mjs`: how well the same finding is told from another, on the labelled pairs. */

const GOAL = 0.95
const SWEEP = Array.from({ length: 13 }, (_, at) => (42 + 2 * at) / 100)

const { similarity, thresholds, findingPairs } = await loadSources([
  'src/core/findings.ts',
  'src/policy/thresholds.ts',
  'test/core/finding-pairs.ts',
])
const scored = findingPairs.map((pair) => ({ ...pair, score: similarity(pair.a, pair.b) }))
console.log(report(scored, thresholds.findingSimilarity))

function report(scored, threshold) {
  const { precision, recall, wrong } = judge(scored, threshold)
  const same = scored.filter((pair) => pair.same).length
  return [
    `${scored.length} pairs (${same} the same, ${scored.length - same} not), threshold ${threshold}`,
    `precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, goal ${GOAL} each: ${met(precision, recall)}`,
    ...wrong.map(
      ({ same, score, a, b }) => `\n${same ? 'missed' : 'melted'} at ${score.toFixed(3)}\n  ${a}\n  ${b}`,
    ),
    '\n| threshold | precision | recall | met |\n|---:|---:|---:|---:|',
    ...[...new Set([...SWEEP, threshold])].sort().map((each) => sweepRow(scored, each)),
  ].join('\n')
}

function sweepRow(scored, threshold) {
  const { precision, recall } = judge(scored, threshold)
  return `| ${threshold} | ${precision.toFixed(3)} | ${recall.toFixed(3)} | ${met(precision, recall)} |`
}

function judge(scored, threshold) {
  const judged = scored.map((pair) => ({ ...pair, said: pair.score >= threshold }))
  const right = judged.filter((pair) => pair.same && pair.said).length
  const said = judged.filter((pair) => pair.said).length
  const same = judged.filter((pair) => pair.same).length
  return {
    precision: said === 0 ? 1 : right / said,
    recall: same === 0 ? 1 : right / same,
    wrong: judged.filter((pair) => pair.same !== pair.said),
  }
}

function met(precision, recall) {
  return precision >= GOAL && recall >= GOAL ? 'yes' : 'no'
}
