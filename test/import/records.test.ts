import { expect, test } from 'vitest'
import type { AgentEvent } from '../../src/agents/agent.ts'
import type { ImportedEnd, ImportSink } from '../../src/import/importer.ts'
import { records } from '../../src/import/records.ts'

function told(value: unknown) {
  const events: AgentEvent[] = []
  const heads: unknown[] = []
  const ends: ImportedEnd[] = []
  const problems: string[] = []
  const sink: ImportSink = {
    begin: (head) => heads.push(head),
    know: () => {},
    turn: () => {},
    step: () => {},
    event: (event) => events.push(event),
    spend: () => {},
    end: (how) => ends.push(how),
    problem: (kind, what) => problems.push(`${kind}: ${what}`),
  }
  records.open(sink, { name: 'runs.jsonl' }).value(value, '')
  return { events, heads, ends, problems }
}

const step = (over: object) => ({ thought: '', tool: 'execute_bash', args: '', obs: null, ...over })
const record = (...steps: object[]) => ({ agent: 'a', model: 'm', instance: 'i', resolved: true, steps })

test('a record is known by its beginning', () => {
  expect(records.recognises('{"agent": "a", "model": "m", "steps": [', 'x.jsonl')).toBe(true)
  expect(records.recognises('{"type": "user"}', 'x.jsonl')).toBe(false)
})

test('arguments may be JSON or blocks, and a result loses its frame', () => {
  const { events } = told(
    record(
      step({ args: '{"command": "ls"}', obs: 'EXECUTION RESULT of [execute_bash]:\na b' }),
      step({
        tool: 'str_replace_editor',
        args: '<parameter=command>view</parameter>\n<parameter=path>\na.py\n</parameter>\n<parameter=view_range>[1, 20]</parameter>',
      }),
    ),
  )
  expect(events).toEqual([
    { kind: 'tool-call', id: '0', name: 'execute_bash', input: { command: 'ls' } },
    { kind: 'tool-result', id: '0', isError: false, text: 'a b' },
    {
      kind: 'tool-call',
      id: '1',
      name: 'str_replace_editor',
      input: { command: 'view', path: 'a.py', view_range: [1, 20] },
    },
  ])
})

test('the editor says itself that it refuses; what a command prints is no word of the tool', () => {
  const results = told(
    record(
      step({ tool: 'str_replace_editor', obs: 'ERROR:\nNo replacement was performed.' }),
      step({ obs: 'ERROR: printed' }),
    ),
  ).events.filter(({ kind }) => kind === 'tool-result')
  expect(results.map((event) => 'isError' in event && event.isError)).toEqual([true, false])
})

test('a run that ends with finish has finished, and another nobody knows', () => {
  expect(told(record(step({}), step({ tool: 'finish' }))).ends).toEqual(['finished'])
  expect(told(record(step({ tool: 'finish' }), step({}))).ends).toEqual([null])
})

test('a line that is no record is named, and nothing begins', () => {
  expect(told({ steps: 3 })).toMatchObject({ heads: [], problems: ['unknown: a line that is no record'] })
})
