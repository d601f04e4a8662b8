import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadSources } from './load-sources.mjs'

/** `node bench/signatures.mjs [--all]`: whether one error has one signature, and different errors have different ones. */

const here = dirname(fileURLToPath(import.meta.url))
const GOAL = 0.98

const { errorSignature, errorOutputs } = await loadSources([
  'src/steps/error-signature.ts',
  'test/steps/signature-outputs.ts',
])

for (const [title, file] of [
  ['the errors that the readers were mended on', 'signature-errors.txt'],
  ['held out', 'signature-held-out.txt'],
]) {
  const all = errorOutputs(readFileSync(join(here, file), 'utf8')).map(({ text, ...named }) => ({
    ...named,
    signature: errorSignature(text),
  }))
  console.log(`${title}: ${report(all)}`)
  if (process.argv.includes('--all'))
    for (const [at, { error, signature }] of all.entries())
      if (error !== all[at - 1]?.error) console.log(`${error}\n    ${signature}`)
}

function report(all) {
  const sum = { right: 0, wrong: 0, missed: 0, apart: 0 }
  const mixed = new Set()
  const split = new Set()
  for (const [at, one] of all.entries())
    for (const other of all.slice(at + 1)) {
      const same = one.error === other.error
      // What has no signature is like nothing else.
      const said = one.signature !== null && one.signature === other.signature
      sum[said ? (same ? 'right' : 'wrong') : same ? 'missed' : 'apart']++
      if (said && !same) mixed.add(`${one.error} / ${other.error}: ${one.signature}`)
      if (!said && same) split.add(`${one.error}: ${one.signature} / ${other.signature}`)
    }
  const precision = sum.right / (sum.right + sum.wrong)
  const recall = sum.right / (sum.right + sum.missed)
  const families = new Set(all.map(({ family }) => family))
  const errors = new Set(all.map(({ error }) => error))
  return [
    `${errors.size} errors of ${families.size} families, ${all.length} outputs`,
    `${sum.right + sum.missed} pairs of one error, ${sum.wrong + sum.apart} of two`,
    `precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, goal ${GOAL} each: ${precision >= GOAL && recall >= GOAL ? 'met' : 'missed'}`,
    ...[...mixed].map((each) => `  taken for one: ${each}`),
    ...[...split].map((each) => `  taken for two: ${each}`),
  ].join('\n')
}
