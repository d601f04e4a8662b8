import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type HookInput, readHookInput } from '../../src/live/hook-input.ts'

/** Lines that the hosts really wrote. */
function recorded(name: string): HookInput[] {
  const lines = readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8')
    .trimEnd()
    .split('\n')
  return lines.map((line) => {
    const input = readHookInput(line)
    if (!input) throw new Error(`not read: ${line}`)
    return input
  })
}

function at(inputs: HookInput[], event: string): HookInput[] {
  return inputs.filter((input) => input.event === event)
}

describe('Claude Code 2.1.197', () => {
  const inputs = recorded('claude-2.1.197.jsonl')

  test('a start says where and why', () => {
    expect(at(inputs, 'SessionStart')).toEqual([
      {
        event: 'SessionStart',
        sessionId: '7a690f54-820a-438c-8e58-fd52f131ccc2',
        cwd: '/home/user/repo',
        transcriptPath:
          '/home/user/.claude/projects/-home-user-repo/7a690f54-820a-438c-8e58-fd52f131ccc2.jsonl',
        source: 'startup',
        prompt: null,
        lastMessage: null,
        stopHookActive: false,
        toolName: null,
        toolInput: null,
        toolResponse: null,
        toolUseId: null,
        model: null,
        trigger: null,
        reason: null,
        agentId: null,
        turnId: null,
      },
    ])
  })

  test('a tool comes with what it is given and what came of it', () => {
    const call = { toolName: 'Write', toolUseId: 'toolu_hadyeo261wq', toolInput: { content: 'hi\n' } }
    expect(at(inputs, 'PreToolUse')).toMatchObject([{ ...call, toolResponse: null }])
    expect(at(inputs, 'PostToolUse')).toMatchObject([{ ...call, toolResponse: { type: 'create' } }])
  })

  test('a stop says the last words, and whether it is one that a hook brought about', () => {
    expect(at(inputs, 'Stop')).toMatchObject([
      { lastMessage: 'Done 1.', stopHookActive: false },
      { lastMessage: 'Done 2.', stopHookActive: true },
      { lastMessage: 'resumed ok', stopHookActive: false },
    ])
  })

  test('prompt, trigger and reason are read where there is one', () => {
    expect(at(inputs, 'UserPromptSubmit')).toMatchObject([{ prompt: 'write hello.txt' }])
    expect(at(inputs, 'PreCompact')).toMatchObject([{ trigger: 'manual' }])
    expect(at(inputs, 'SessionEnd')).toMatchObject([{ reason: 'other' }])
  })
})

test('Claude Code 2.1.325 is read the same way', () => {
  const inputs = recorded('claude-2.1.325.jsonl')
  expect(inputs.map(({ event }) => event)).toEqual([
    'SessionStart',
    'UserPromptSubmit',
    'SessionEnd',
    'Stop',
    'Stop',
  ])
  expect(at(inputs, 'Stop')).toMatchObject([
    { lastMessage: 'done again', stopHookActive: false },
    { lastMessage: 'done again', stopHookActive: true },
  ])
})

test('Codex names its model and its turn, and its tools answer with text', () => {
  const inputs = recorded('codex.jsonl')
  expect(inputs.every(({ model }) => model === 'gpt-5.1-codex')).toBe(true)
  expect(at(inputs, 'UserPromptSubmit')).toMatchObject([{ turnId: '01a1de23-1b4f-7292-91c4-63cfb5f5575f' }])
  expect(at(inputs, 'PostToolUse')).toMatchObject([{ toolName: 'Bash', toolResponse: 'hi-from-codex\n' }])
  expect(at(inputs, 'Stop')).toMatchObject([
    { lastMessage: 'Codex done.', stopHookActive: false },
    { lastMessage: 'Codex done.', stopHookActive: true },
  ])
})

describe('what no host said', () => {
  test.each([
    ['nothing', ''],
    ['white space', ' \n'],
    ['words', 'hello'],
    ['a list', '[{"session_id":"a"}]'],
    ['a text', '"a"'],
    ['null', 'null'],
    ['a cut object', '{"session_id":"a"'],
    ['two objects', '{"session_id":"a"}{"session_id":"b"}'],
  ])('%s is null', (_, text) => {
    expect(readHookInput(text)).toBeNull()
  })

  test.each([['""'], ['7'], ['null'], ['{}'], ['["a"]']])('the session id %s is none', (id) => {
    expect(readHookInput(`{"hook_event_name":"Stop","session_id":${id}}`)).toMatchObject({
      event: 'Stop',
      sessionId: null,
    })
  })

  test('only true is active', () => {
    for (const value of ['"true"', '1', '{}', 'null'])
      expect(readHookInput(`{"stop_hook_active":${value}}`)?.stopHookActive).toBe(false)
  })

  test('a field of another kind is absent, and any JSON is read', () => {
    const any = fc.jsonValue()
    const shape = fc.record({ session_id: any, cwd: any, prompt: any, tool_input: any, tool_response: any })
    fc.assert(
      fc.property(shape, (said) => {
        const input = readHookInput(JSON.stringify(said))
        expect(input?.cwd).toBe(typeof said.cwd === 'string' ? said.cwd : null)
        expect(input?.prompt).toBe(typeof said.prompt === 'string' ? said.prompt : null)
        expect(Array.isArray(input?.toolInput)).toBe(false)
      }),
    )
    fc.assert(fc.property(fc.string(), (text) => void readHookInput(text)))
  })
})

// All that was recorded is not part of the repository; where it is at hand it must be read.
const samples = join(import.meta.dirname, '../../../shared/samples')
const folders = ['hooks', 'hooks-codex'].map((name) => join(samples, name))
describe.skipIf(!folders.every((folder) => existsSync(folder)))('everything recorded', () => {
  const files = () =>
    folders.flatMap((folder) => readdirSync(folder).map((name) => [name, join(folder, name)] as const))

  test('has its event, its session and its folder', () => {
    for (const [name, path] of files())
      for (const line of readFileSync(path, 'utf8').trimEnd().split('\n')) {
        const input = readHookInput(line)
        expect(input?.event).toBe(/(\w+)\.jsonl$/.exec(name)?.[1])
        expect(input?.sessionId).toMatch(/^[\da-f-]{36}$/)
        expect(input?.cwd).toBe('/home/user/repo')
        expect(input?.transcriptPath).toContain(input?.sessionId)
      }
  })
})
