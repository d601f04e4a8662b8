import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { loadSources } from '../load-sources.mjs'

/** `node bench/detect/train.mjs --data <file or folder>`: learns the shipped model and writes `src/trace/weights.ts`. */

const { readData, trainModel } = await loadSources([
  'bench/detect/read-data.ts',
  'bench/detect/train-model.ts',
])
const at = process.argv.indexOf('--data')
const path = at < 0 ? undefined : process.argv[at + 1]
if (!path) throw new Error('say --data <file or folder>')

const { runs } = await readData(path, null)
const date = process.argv[process.argv.indexOf('--date') + 1] ?? ''
const model = trainModel(runs, /^\d{4}-\d\d-\d\d$/.test(date) ? date : new Date().toISOString().slice(0, 10))
const target = 'src/trace/weights.ts'
writeFileSync(
  target,
  `import type { ModelData } from './model-data.ts'

/** Written by \`bench/detect/train.mjs\`; docs/detection.md says how. */
export const weights: ModelData = ${JSON.stringify(model, (_, value) => (typeof value === 'number' ? Number(value.toPrecision(6)) : value), 2)}
`,
)
execFileSync('npx', ['biome', 'check', '--write', target], { stdio: 'ignore' })
console.log(
  JSON.stringify(
    { ...model, features: undefined, stagnation: undefined, falseCompletion: undefined },
    null,
    2,
  ),
)
