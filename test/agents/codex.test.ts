import { describe, expect, test } from 'vitest'
import type { AgentRequest } from '../../src/agents/agent.ts'
import { codex } from '../../src/agents/codex.ts'
import { environmentNames } from '../../src/agents/index.ts'
import { flagValue, request, world } from './agent-request.ts'
import { completed } from './codex-fixtures.ts'

const found = { ok: true as const, file: '/opt/bin/codex', version: null }
const launch = (changes: Partial<AgentRequest> = {}) => codex.launch(request(changes), found)

describe('starting Codex', () => {
  test('asks for the stream and gives the prompt on standard input, never as an argument', () => {
    const { file, args, stdin } = launch({ prompt: 'secret plan' })
    expect(file).toBe(found.file)
    expect(args.slice(0, 2)).toEqual(['exec', '--json'])
    expect(args.at(-1)).toBe('-')
    expect(stdin).toBe('secret plan')
    expect(args.join(' ')).not.toContain('secret plan')
  })

  test('nobody is asked, and plugins are off', () => {
    const { args } = launch()
    expect(args).toContain('approval_policy="never"')
    expect(flagValue(args, '--disable')).toBe('plugins')
  })

  test('a role that writes may write in its workspace, one that only reads may not', () => {
    expect(flagValue(launch({ writes: true }).args, '--sandbox')).toBe('workspace-write')
    expect(flagValue(launch({ writes: false }).args, '--sandbox')).toBe('read-only')
    for (const writes of [true, false]) expect(launch({ writes }).args.join(' ')).not.toContain('danger')
  })

  test('model, effort and session are passed only where given', () => {
    const without = launch().args.join(' ')
    for (const word of ['--model', 'model_reasoning_effort', 'resume']) expect(without).not.toContain(word)
    const { args } = launch({ model: 'gpt-x', effort: 'high', resumeSession: 'abc' })
    expect(flagValue(args, '--model')).toBe('gpt-x')
    expect(args).toContain('model_reasoning_effort="high"')
    // Options of `exec` come before: `resume` does not know all of them.
    expect(args.slice(-3)).toEqual(['resume', 'abc', '-'])
  })

  test("an effort cannot smuggle in another setting, and a surrounding session's marks do not pass", () => {
    expect(launch({ effort: 'x"\nsandbox_mode="danger-full-access' }).args).toContain(
      'model_reasoning_effort="x\\"\\nsandbox_mode=\\"danger-full-access"',
    )
    const { env } = launch({ env: { PATH: '/bin', CODEX_SANDBOX: 'seatbelt', CODEX_HOME: '/h' } })
    expect(env).toEqual({ PATH: '/bin', CODEX_HOME: '/h' })
  })

  test('its own variables are passed, and nobody else’s', () => {
    expect(environmentNames(codex, { ANTHROPIC_API_KEY: 'k' })).toEqual(['OPENAI_*', 'CODEX_*'])
  })

  test('the reader of a continued conversation does not take its whole count for this call’s', () => {
    const read = (resumeSession: string | null) =>
      codex.reader(request({ resumeSession })).line(JSON.stringify(completed))
    expect(read(null)).toMatchObject([{ usage: { input_tokens: 300 } }])
    expect(read('abc')).toMatchObject([{ usage: { input_tokens: null } }])
  })
})

describe('whether somebody is logged in', () => {
  test.each([
    [world({ CODEX_API_KEY: 'k' }), 'yes'],
    [world({}, { '/home/u/.codex/auth.json': '{}' }), 'yes'],
    [world({ CODEX_HOME: '/c' }, { '/c/auth.json': '{}' }), 'yes'],
    [world({ OPENAI_API_KEY: 'k' }, { '/home/u/.codex/config.toml': '' }), 'unknown'],
    [world({ OPENAI_API_KEY: 'k' }), 'no'],
    [world({}), 'no'],
  ])('%j: %s', (given, state) => {
    expect(codex.account?.(given).state).toBe(state)
  })

  test('without a login the next command to type is told', () => {
    expect(codex.account?.(world({})).how).toContain('`codex login`')
    expect(codex.account?.(world({ OPENAI_API_KEY: 'secret-1' })).how).toBe(
      'run `printenv OPENAI_API_KEY | codex login --with-api-key`',
    )
  })
})
