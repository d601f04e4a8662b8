import { mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { PLACE } from './play.ts'
import { plays } from './plays.ts'

/** Plays every story, or those that are named, and keeps the log of each as it was written. Two at a time. */
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !Object.hasOwn(plays, name))
if (unknown.length > 0) throw new Error(`no such story: ${unknown.join(', ')}`)
mkdirSync(PLACE, { recursive: true })
const open = wanted.length > 0 ? wanted : Object.keys(plays)
const failed: string[] = []

async function work(): Promise<void> {
  for (let name = open.shift(); name !== undefined; name = open.shift()) await keep(name)
}

async function keep(name: string): Promise<void> {
  try {
    const { log, end } = await plays[name]!()
    writeFileSync(resolve('test/golden/logs', `${name}.jsonl`), log)
    end()
    console.log(`${name}: ${log.length} bytes`)
  } catch (error) {
    failed.push(name)
    console.error(`${name}: ${error instanceof Error ? error.message : error}`)
  }
}

await Promise.all([work(), work()])
process.exitCode = failed.length > 0 ? 1 : 0
