import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { lengthOf, readRun } from './runs.ts'
import { type TracedRun, tracedRun } from './traced.ts'

/** Files of records: `.jsonl` or `.jsonl.gz`, or a folder of them. */
function dataFiles(path: string): string[] {
  if (!existsSync(path)) throw new Error(`there is no ${path}`)
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .filter((name) => /\.jsonl(?:\.gz)?$/.test(name))
    .sort()
    .map((name) => join(path, name))
}

async function eachLine(path: string, take: (line: string) => void): Promise<void> {
  for (const file of dataFiles(path)) {
    const raw = createReadStream(file)
    const lines = createInterface({
      input: file.endsWith('.gz') ? raw.pipe(createGunzip()) : raw,
      crlfDelay: Infinity,
    })
    for await (const line of lines) if (line.trim() !== '') take(line)
  }
}

/** A tenth of an agent's runs, and more than one, end at one number of steps: that was its limit. Otherwise the longest run's. */
export function inferredCap(lengths: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const length of lengths) counts.set(length, (counts.get(length) ?? 0) + 1)
  const longest = Math.max(1, ...lengths)
  const heaps = [...counts].filter(
    ([length, count]) => count >= Math.max(2, lengths.length / 10) && length > longest / 3,
  )
  return heaps.length > 0 ? Math.max(...heaps.map(([length]) => length)) : longest
}

interface Data {
  runs: TracedRun[]
  caps: Record<string, number>
  inferred: boolean
}

/** Two passes, since the limit is known only after the first; `cap`: the user knows it. */
export async function readData(path: string, cap: number | null): Promise<Data> {
  const lengths = new Map<string, number[]>()
  if (cap === null)
    await eachLine(path, (line) => {
      const { agent, steps } = lengthOf(line)
      lengths.set(agent, [...(lengths.get(agent) ?? []), steps])
    })
  const caps: Record<string, number> = {}
  const runs: TracedRun[] = []
  await eachLine(path, (line) => {
    const run = readRun(line)
    if (run.steps.length === 0) return
    caps[run.agent] ??= cap ?? inferredCap(lengths.get(run.agent) ?? [])
    runs.push(tracedRun(run, caps[run.agent]!))
  })
  return { runs, caps, inferred: cap === null }
}
