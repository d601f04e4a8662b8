import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { loadSources } from '../load-sources.mjs'

/** `npm run bench:detect -- --data <file or folder>`: how well the watch tells stuck from slow, beside other tools' rules. */

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    cap: { type: 'string' },
    svg: { type: 'string' },
    frozen: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    ablation: { type: 'boolean', default: false },
  },
})
if (!values.data) {
  console.error(
    'say --data <file or folder of .jsonl or .jsonl.gz> [--cap N] [--frozen] [--ablation] [--svg out.svg] [--json]',
  )
  process.exit(2)
}

const sources = ['read-data.ts', 'report.ts', 'print.ts', 'curve.ts'].map((name) => `bench/detect/${name}`)
const { readData, reportOn, reportText, curveSvg } = await loadSources(sources)
const began = performance.now()
const { runs, caps, inferred } = await readData(values.data, values.cap ? Number(values.cap) : null)
const report = reportOn(runs, { frozen: values.frozen, ablation: values.ablation })
if (values.svg)
  writeFileSync(
    values.svg,
    curveSvg('Budget-exhausted failures that were ended in time', report.curves, report.dots),
  )
if (values.json) console.log(JSON.stringify({ caps, inferred, ...report }))
else {
  const limits = Object.entries(caps).map(([agent, cap]) => `${agent} ${cap}`)
  console.log(`budget in steps (${inferred ? 'told by where runs end' : 'as given'}): ${limits.join(', ')}`)
  console.log(reportText(report))
  console.log(`\n${((performance.now() - began) / 1000).toFixed(0)} s`)
}
