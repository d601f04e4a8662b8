import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'wiggum-import-memory-'))
const program = join(folder, 'read.mjs')
const MB = 1024 * 1024

beforeAll(() =>
  build({
    entryPoints: [join(import.meta.dirname, 'children/read.ts')],
    outfile: program,
    bundle: true,
    format: 'esm',
    platform: 'node',
    banner: { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);" },
  }),
)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function read(name: string) {
  return JSON.parse(execFileSync(process.execPath, [program, join(folder, name)], { encoding: 'utf8' })) as {
    steps: number
    runs: number
    problems: unknown[]
    rssMb: number
  }
}

function append(name: string, ...parts: string[]): void {
  for (const part of parts) appendFileSync(join(folder, name), part)
}

test('a document is read element by element, whatever its size', () => {
  const element = (action: string) =>
    JSON.stringify({ action, observation: 'x\n'.repeat(MB / 2), thought: 'I look.' })
  append('big.traj', '{"environment":"x","trajectory":[')
  for (let at = 0; at < 100; at++) append('big.traj', at === 0 ? '' : ',', element(`cat ${at}`))
  append('big.traj', '],"info":{"exit_status":"submitted"}}')
  const { steps, runs, problems, rssMb } = read('big.traj')
  expect({ steps, runs, problems }).toEqual({ steps: 100, runs: 1, problems: [] })
  expect(rssMb).toBeLessThan(200)
})

test('a line that is longer than anything is skipped and not held', { tags: 'deep' }, () => {
  const record = `${JSON.stringify({ agent: 'a', steps: [{ thought: '', tool: 'x', args: '{}', obs: 'y' }] })}\n`
  append('long.jsonl', record, '{"agent":"')
  for (let at = 0; at < 100; at++) append('long.jsonl', 'x'.repeat(MB))
  append('long.jsonl', '"}\n', record)
  const { steps, runs, problems, rssMb } = read('long.jsonl')
  expect({ steps, runs }).toEqual({ steps: 2, runs: 2 })
  expect(problems).toEqual([{ kind: 'torn', what: 'a line of more than 32 MB', count: 1 }])
  expect(rssMb).toBeLessThan(250)
})
