import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { median } from './measure.mjs'
import { ratioRow, tableText, valueRow } from './table.mjs'

/** `node bench/diagnose.mjs --data <file> [--max-steps 30] [--rounds 3] [--json]`, after `npm run build`. Prints one table. */

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    'max-steps': { type: 'string', default: '30' },
    rounds: { type: 'string', default: '3' },
    json: { type: 'boolean', default: false },
  },
})
if (!values.data) throw new Error('name a file of transcripts, one JSON a line: --data <file>')

const wiggum = fileURLToPath(new URL('../dist/wiggum.js', import.meta.url))
const lines = fileURLToPath(new URL('./diagnose-lines.mjs', import.meta.url))
/** Says last what the process took: its own clock, both cores together, and the most memory it held. */
const measured = fileURLToPath(new URL('./diagnose-measure.mjs', import.meta.url))

const turns = Array.from({ length: Number(values.rounds) }, () => ({
  // In turns, so that a busy machine is busy for all of them.
  read: play([lines, values.data, 'read']),
  parse: play([lines, values.data, 'parse']),
  ours: play([wiggum, 'diagnose', values.data, '--max-steps', values['max-steps'], '--json']),
}))
const rows = table(turns)
console.log(values.json ? JSON.stringify(rows) : tableText(rows))

function play([program, ...args]) {
  const { status, stderr, error } = spawnSync(process.execPath, ['--import', measured, program, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (error || status !== 0) throw new Error(`${program}: ${error ?? stderr}`)
  return JSON.parse(stderr.trim().split('\n').at(-1))
}

function table(all) {
  const of = (side, key) => median(all.map((turn) => turn[side][key]))
  const both = (key) => ({ ours: of('ours', key), baseline: of('parse', key) })
  return [
    ratioRow('diagnose, beside JSON.parse of the same lines: time', both('ms'), 1.5),
    ratioRow('  processor time', both('cpu'), 1.5),
    ratioRow('  reading the lines alone, beside parsing them', {
      ours: of('read', 'ms'),
      baseline: of('parse', 'ms'),
    }),
    valueRow('  most memory', { ours: Math.max(...all.map((turn) => turn.ours.rss)), unit: 'MB' }, 300),
  ]
}
