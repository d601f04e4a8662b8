import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { isKept } from '../../src/live/promise.ts'
import { formatRalphFile, isUsedUp, parseRalphFile } from '../../src/live/ralph-file.ts'
import { readTranscript } from '../../src/live/transcript.ts'

/** The rules of the official stop hook, and what we do instead: the table of docs/official-loop.md. */

const folder = mkdtempSync(join(tmpdir(), 'wiggum-official-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A state file as the official plugin writes it. */
function state(fields: Record<string, string> = {}, prompt = 'Do it.'): string {
  const all = {
    active: 'true',
    iteration: '1',
    session_id: '',
    max_iterations: '20',
    completion_promise: '"DONE"',
    started_at: '"2026-11-15T07:36:45Z"',
    ...fields,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return `---\n${lines.join('\n')}\n---\n\n${prompt}\n`
}

const parsed = (fields: Record<string, string> = {}, prompt?: string) => parseRalphFile(state(fields, prompt))
const usedUp = (iteration: string, max_iterations: string) => {
  const file = parsed({ iteration, max_iterations })
  return file && isUsedUp(file)
}
const kept = (message: string, promise = 'DONE') => isKept(message, promise)
const transcript = (...entries: object[]) => {
  const path = join(folder, 'session.jsonl')
  writeFileSync(path, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
  return readTranscript(path).message
}
const said = (...content: object[]) => ({ type: 'assistant', message: { role: 'assistant', content } })

interface Rule {
  rule: string
  ours: string
  is: unknown
  expected: unknown
}

const same: Rule[] = [
  {
    rule: 'the state is Markdown with fields and the prompt',
    ours: 'read as it is',
    is: parsed(),
    expected: {
      active: true,
      iteration: 1,
      maxIterations: 20,
      promise: 'DONE',
      startedAt: '2026-11-15T07:36:45Z',
      sessionId: null,
      prompt: 'Do it.',
    },
  },
  {
    rule: 'a session’s id says whose loop it is',
    ours: 'read',
    is: parsed({ session_id: 'abc-1' })?.sessionId,
    expected: 'abc-1',
  },
  { rule: 'the first iteration is 1', ours: 'not used up by it', is: usedUp('1', '2'), expected: false },
  { rule: 'the last iteration is the limit', ours: 'used up', is: usedUp('20', '20'), expected: true },
  { rule: 'beyond the limit', ours: 'used up', is: usedUp('21', '20'), expected: true },
  { rule: '0 is no limit', ours: 'never used up', is: usedUp('999999', '0'), expected: false },
  {
    rule: 'null is no promise',
    ours: 'none',
    is: parsed({ completion_promise: 'null' })?.promise,
    expected: null,
  },
  {
    rule: 'a promise stands raw between its quotes',
    ours: 'taken as it stands',
    is: parsed({ completion_promise: '"say "C:\\new""' })?.promise,
    expected: 'say "C:\\new"',
  },
  { rule: 'the tag with the promise', ours: 'kept', is: kept('<promise>DONE</promise>'), expected: true },
  { rule: 'over several lines', ours: 'kept', is: kept('<promise>\nDONE\n</promise>'), expected: true },
  { rule: 'case counts', ours: 'not kept', is: kept('<promise>done</promise>'), expected: false },
  {
    rule: 'compared literally, not as a pattern',
    ours: 'not kept',
    is: kept('<promise>DONE</promise>', 'D*'),
    expected: false,
  },
  {
    rule: 'the words before a call of a tool are the last ones',
    ours: 'read',
    is: transcript(said({ type: 'text', text: 'A' }), said({ type: 'tool_use', name: 'Bash' })),
    expected: 'A',
  },
]

const different: Rule[] = [
  {
    rule: 'a message that is just the promise’s words ends the loop',
    ours: 'only the tag promises',
    is: kept('DONE'),
    expected: false,
  },
  {
    rule: 'a tag anywhere ends the loop, also in a refusal',
    ours: 'it stands alone on its line',
    is: [kept('I will NOT output <promise>DONE</promise>'), kept('Say `<promise>DONE</promise>` later.')],
    expected: [false, false],
  },
  {
    rule: 'a quoted tag ends the loop',
    ours: 'what is quoted is not said',
    is: [
      '```\n<promise>DONE</promise>\n```',
      '> <promise>DONE</promise>',
      '<!--\n<promise>DONE</promise>\n-->',
    ].map((message) => kept(message)),
    expected: [false, false, false],
  },
  {
    rule: 'of several tags the first one counts',
    ours: 'the last one counts',
    is: [
      kept('<promise>NO</promise>\n\n<promise>DONE</promise>'),
      kept('<promise>DONE</promise>\n\n<promise>NO</promise>'),
    ],
    expected: [true, false],
  },
  {
    rule: 'white space is made one in the message only',
    ours: 'on both sides',
    is: kept('<promise>TASK  COMPLETE</promise>', 'TASK  COMPLETE'),
    expected: true,
  },
  {
    rule: 'lines of three dashes are taken out of the prompt',
    ours: 'they stay',
    is: parsed({}, 'One\n---\nTwo')?.prompt,
    expected: 'One\n---\nTwo',
  },
  {
    rule: 'empty lines at the prompt’s end are lost',
    ours: 'they stay',
    is: parsed({}, '\nDo it.\n\n')?.prompt,
    expected: '\nDo it.\n\n',
  },
  {
    rule: 'CRLF in the state is not understood',
    ours: 'understood',
    is: parseRalphFile(state().replaceAll('\n', '\r\n')),
    expected: parsed(),
  },
  {
    rule: 'a count without a space before it is read but never raised',
    ours: 'raised',
    is: formatRalphFile({ ...parseRalphFile(state().replace('iteration: 1', 'iteration:1'))!, iteration: 2 }),
    expected: formatRalphFile({ ...parsed()!, iteration: 2 }),
  },
  {
    rule: 'active is written and never looked at',
    ours: 'looked at',
    is: parsed({ active: 'false' })?.active,
    expected: false,
  },
  {
    rule: 'a state with a count that is no number is deleted',
    ours: 'told from a good one, and left to the user',
    is: [parsed({ iteration: 'x' }), parsed({ max_iterations: '' }), parseRalphFile('Do it.')],
    expected: [null, null, null],
  },
  {
    rule: 'without a transcript, or words in it, the state is deleted',
    ours: 'nothing was said',
    is: [readTranscript(join(folder, 'missing')).message, transcript({ type: 'user' })],
    expected: [null, null],
  },
  {
    rule: 'only JSON without spaces is seen',
    ours: 'any JSON',
    is: (() => {
      const path = join(folder, 'spaced.jsonl')
      writeFileSync(path, JSON.stringify(said({ type: 'text', text: 'A' })).replaceAll('":', '": '))
      return readTranscript(path).message
    })(),
    expected: 'A',
  },
  {
    rule: 'a helper’s words are the agent’s',
    ours: 'they are the helper’s',
    is: transcript(said({ type: 'text', text: 'A' }), {
      ...said({ type: 'text', text: 'B' }),
      isSidechain: true,
    }),
    expected: 'A',
  },
]

describe('as the official hook does', () => {
  test.each(same)('$rule: $ours', ({ is, expected }) => {
    expect(is).toEqual(expected)
  })
})

describe('otherwise, and meant so', () => {
  test.each(different)('$rule: $ours', ({ is, expected }) => {
    expect(is).toEqual(expected)
  })
})
