import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** `node bench/drift.mjs [--held-out]`: how well work that has left its task is told from work that has not. */

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { judgePair, tuning, heldOut } = await loadSources()
const halves = [
  ['tuning', tuning],
  ['held out', heldOut],
]
for (const [name, pairs] of halves) {
  if (process.argv.includes('--tuning') && name !== 'tuning') continue
  console.log(
    report(name, await Promise.all(pairs.map(async (pair) => ({ ...pair, said: await judgePair(pair) })))),
  )
}

async function loadSources() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'wiggum-bench-')))
  const outfile = join(folder, 'sources.mjs')
  const contents = ['drift-judge.ts', 'drift-tuning.ts', 'drift-held-out.ts']
    .map((path) => `export * from './bench/${path}'`)
    .join('\n')
  try {
    await build({
      stdin: { contents, resolveDir: root },
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
    })
    return await import(outfile)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function report(name, judged) {
  const drifted = judged.filter((pair) => pair.drifted !== null)
  const said = judged.filter((pair) => pair.said !== null)
  const right = said.filter((pair) => pair.drifted !== null)
  const wrong = judged.filter((pair) => (pair.drifted !== null) !== (pair.said !== null))
  return [
    `${name}: ${judged.length} pairs, ${drifted.length} drifted`,
    `precision ${ratio(right.length, said.length)}, recall ${ratio(right.length, drifted.length)}`,
    ...wrong.map(
      ({ task, drifted: why, said: found }) =>
        `  ${found ? `false alarm (${found.causes.join(', ')}: ${found.evidence[0]})` : `missed (${why})`}: ${task}`,
    ),
    '',
  ].join('\n')
}

function ratio(part, whole) {
  return whole === 0 ? '1.000 (0 of 0)' : `${(part / whole).toFixed(3)} (${part} of ${whole})`
}
