import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { importers } from '../../src/import/index.ts'
import { lines, take, takeFile } from './taken.ts'

const step = { thought: 'I look.', tool: 'execute_bash', args: '{"command":"ls"}', obs: 'x' }
const record = (instance: string, steps = [step]) => ({
  agent: 'a',
  model: 'm',
  instance,
  resolved: true,
  steps,
})
const records = lines(record('one'), record('two', [step, step]))
const codex = lines(
  { timestamp: 't', type: 'session_meta', payload: { id: 'c-1', cwd: '/w' } },
  {
    timestamp: 't',
    type: 'response_item',
    payload: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Done.' }] },
  },
)
const gemini = lines(
  { sessionId: 'g-1', projectHash: 'h' },
  { id: '2', timestamp: 't', type: 'gemini', content: 'Done.', tokens: { input: 1, output: 1 } },
)

describe('a file', () => {
  test('may be compressed', async () => {
    const { runs, file } = await take(gzipSync(records), 'r.jsonl.gz')
    expect(file.importer?.id).toBe('records')
    expect(file.bytes).toBe(records.length)
    expect(runs.map(({ steps }) => steps)).toEqual([1, 2])
  })

  test('that is compressed and cut gives what came before the cut', async () => {
    const many = Array.from({ length: 400 }, (_, index) => lines(record(`${index}-${Math.random()}`))).join(
      '',
    )
    const whole = gzipSync(many)
    const { runs, file } = await take(whole.subarray(0, whole.length / 2), 'r.jsonl.gz')
    expect(runs.length).toBeGreaterThan(50)
    expect(runs.length).toBeLessThan(400)
    expect(file.problems.map(({ kind }) => kind)).toContain('torn')
  })

  test('that was put together of several is read by each of their importers', async () => {
    const { runs, file } = await take(codex + records + gemini + codex)
    expect(runs.map(({ head }) => head.agent)).toEqual(['codex', 'a', 'a', 'gemini', 'codex'])
    expect(file.importer?.id).toBe('codex')
    expect(file.others.map(({ id }) => id)).toEqual(['records', 'gemini'])
    expect(file.problems).toEqual([])
  })

  test('with a torn last line loses that line', async () => {
    const { runs, file } = await take(records.slice(0, -20))
    expect(runs.map(({ steps }) => steps)).toEqual([1])
    expect(file.problems).toEqual([{ kind: 'torn', what: 'a line that is not JSON', count: 1 }])
  })

  test('may begin with a torn line, a byte order mark or empty lines', async () => {
    expect((await take(`"x":1}\n${records}`)).runs).toHaveLength(2)
    expect((await take(`\uFEFF\n\r\n${records.replaceAll('\n', '\r\n')}`)).runs).toHaveLength(2)
  })

  test('of no known format, an empty one, a folder and none at all are told, not thrown', async () => {
    expect((await take('hello\n')).file).toMatchObject({ importer: null, problems: [{ kind: 'unknown' }] })
    expect((await take('')).file).toMatchObject({ importer: null, runs: 0, problems: [] })
    const folder = mkdtempSync(join(tmpdir(), 'wiggum-none-'))
    expect((await takeFile(folder)).file.problems).toEqual([
      { kind: 'torn', what: 'it is no file', count: 1 },
    ])
    expect((await takeFile(join(folder, 'none'))).file.problems[0]!.what).toContain('ENOENT')
    rmSync(folder, { recursive: true })
  })

  test('is read by whom the user names', async () => {
    expect((await take(records, 'r.jsonl', 'claude')).file.importer?.id).toBe('claude')
    expect((await take(records, 'r.jsonl', 'nobody')).file.importer).toBeNull()
  })
})

describe('hostile content', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`

  test('nested 100,000 deep is refused at once', async () => {
    const began = performance.now()
    const line = `{"agent":"a","steps":[{"tool":"x","args":${deep}}]}\n`
    const { runs, file } = await take(records + line + records)
    expect(runs).toHaveLength(4)
    expect(file.problems).toEqual([{ kind: 'torn', what: 'a line that is nested too deep', count: 1 }])
    const document = await take(`{"info":{"id":"ses_1"},"messages":[${deep},1]}`, 'x.json')
    expect(document.file.problems.map(({ kind }) => kind)).toEqual(['torn', 'unknown'])
    expect(performance.now() - began).toBeLessThan(20_000)
  })

  test('with bytes that are no UTF-8, NULs and a poisoned prototype changes nothing else', async () => {
    const poison =
      '{"agent":"a","__proto__":{"steps":[]},"constructor":{},"steps":[{"tool":{"__proto__":null}}]}\n'
    const bytes = Buffer.concat([
      Buffer.from(records),
      Buffer.from([0, 0, 0, 10]),
      Buffer.from('{"agent":"'),
      Buffer.from([0xff, 0xfe, 0xc3]),
      Buffer.from('","steps":[]}\n'),
      Buffer.from(poison),
      Buffer.from(records),
    ])
    const { runs, file } = await take(bytes)
    expect(runs).toHaveLength(6)
    expect(file.problems).toEqual([{ kind: 'torn', what: 'a line that is not JSON', count: 1 }])
    expect(({} as Record<string, unknown>).steps).toBeUndefined()
  })

  test('has its names cut, cleaned and counted', async () => {
    const odd = Array.from({ length: 200 }, (_, at) => ({
      timestamp: 't',
      type: `\u001b[31m${at}${'x'.repeat(5000)}`,
      payload: {},
    }))
    const { file } = await take(codex + lines(...odd))
    expect(file.problems.length).toBeLessThan(50)
    expect(file.problems.reduce((sum, { count }) => sum + count, 0)).toBe(200)
    for (const { what } of file.problems) {
      expect(what.length).toBeLessThanOrEqual(120)
      expect(what).not.toContain('\u001b')
    }
  })

  test('of any JSON whatever crashes no importer', async () => {
    for (const importer of importers) {
      const sample = fc.sample(fc.jsonValue({ maxDepth: 4 }), 30)
      const odd = fc.sample(
        fc.dictionary(
          fc.constantFrom(
            'type',
            'message',
            'payload',
            'sessionId',
            'steps',
            'history',
            'messages',
            'info',
            'role',
          ),
          fc.jsonValue({ maxDepth: 3 }),
        ),
        60,
      )
      const text =
        importer.shape.kind === 'lines'
          ? lines(...sample, ...odd)
          : JSON.stringify({ messages: sample, history: odd, trajectory: sample, info: odd[0], id: 'ses_1' })
      await expect(take(text, 'x.json', importer.id)).resolves.toBeDefined()
    }
  })
})

test('a file that is cut anywhere loses no more than what the cut went through', async () => {
  const whole = codex + records + gemini
  const counts = await take(whole)
  const total = counts.runs.reduce((sum, { steps }) => sum + steps, 0)
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: whole.length }), async (at) => {
      const kept = whole.slice(0, at)
      const { runs } = await take(kept)
      const rest = await take(whole.slice(0, kept.lastIndexOf('\n') + 1))
      const steps = (of: typeof runs) => of.reduce((sum, run) => sum + run.steps, 0)
      expect(steps(runs)).toBeGreaterThanOrEqual(steps(rest.runs))
      expect(steps(runs)).toBeLessThanOrEqual(total)
    }),
    { numRuns: 60 },
  )
})
