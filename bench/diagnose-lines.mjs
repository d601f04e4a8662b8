import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'

/** diagnose-lines.mjs <file> <read|parse>: its lines and nothing else, or `JSON.parse` of each. */
const [path = '', side = ''] = process.argv.slice(2)
const raw = createReadStream(path, { highWaterMark: 256 * 1024 })
const input = path.endsWith('.gz') ? raw.pipe(createGunzip({ chunkSize: 256 * 1024 })) : raw
let values = 0
for await (const line of createInterface({ input }))
  if (line !== '') values += side === 'parse' ? Number(JSON.parse(line) !== null) : 1
console.log(values)
