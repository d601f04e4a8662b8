import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { claudeReader } from '../../src/agents/claude-stream.ts'
import { readContract } from '../../src/contracts/contract.ts'

const AGENT = resolve('faults/agent/claude.mjs')
let dir = ''
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'faults-test-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

function ask(fault: string, ...args: string[]): string {
  const env = { PATH: process.env.PATH, HOME: dir, FAULT: fault }
  return execFileSync(process.execPath, [AGENT, '-p', ...args], {
    stdio: 'pipe',
    cwd: dir,
    env,
    input: 'Mend it.',
    encoding: 'utf8',
  })
}

const resultOf = (stream: string) => {
  const reader = claudeReader()
  const events = stream.split('\n').flatMap((line) => reader.line(line))
  return events.find((event) => event.kind === 'result')
}

test('its stream is read as that of the real program', () => {
  const result = resultOf(ask('liar/nothing', '--output-format', 'stream-json', '--verbose'))
  expect(result).toMatchObject({ ok: true, failure: null })
  const said = readContract(result?.kind === 'result' ? result.text : '', { name: 'maker', reviews: false })
  expect(said).toMatchObject({ form: 'block', status: 'DONE' })
})

test('a reviewer approves in a form that counts, and an approval that is only quoted does not', () => {
  const sage = { name: 'sage', reviews: true }
  expect(readContract(ask('liar/nothing', '--permission-mode', 'default'), sage).verdict).toBe('APPROVED')
  const quoted = ask('forger/quote').split('```wiggum').slice(0, -1).join('```wiggum')
  expect(readContract(quoted, sage).verdict).toBeNull()
})

test('text and json are spoken, too, and a schema is filled in with what pleases', () => {
  expect(ask('liar/nothing')).toContain('<promise>COMPLETE</promise>')
  const schema = JSON.stringify({
    type: 'object',
    properties: { step: { type: 'integer' }, ok: { type: 'boolean' } },
  })
  const { structured_output } = JSON.parse(
    ask('liar/nothing', '--output-format', 'json', '--json-schema', schema),
  )
  expect(structured_output).toEqual({ step: 1, ok: true })
})

test('a limit comes with the instant at which it ends', () => {
  const run = () => ask('limiter/typed', '--output-format', 'stream-json')
  expect(run).toThrow(/status 1|Command failed/)
})
