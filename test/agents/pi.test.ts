import { describe, expect, test } from 'vitest'
import type { AgentRequest } from '../../src/agents/agent.ts'
import { environmentNames } from '../../src/agents/index.ts'
import { pi } from '../../src/agents/pi.ts'
import { flagValue, request, world } from './agent-request.ts'

const found = { ok: true as const, file: '/opt/bin/pi', version: null }
const launch = (changes: Partial<AgentRequest> = {}) => pi.launch(request(changes), found)

describe('starting pi', () => {
  test('asks for the stream and gives the prompt on standard input, never as an argument', () => {
    const { file, args, stdin } = launch({ prompt: 'secret plan' })
    expect(file).toBe(found.file)
    expect(args.slice(0, 3)).toEqual(['--mode', 'json', '--print'])
    expect(stdin).toBe('secret plan')
    expect(args.join(' ')).not.toContain('secret plan')
  })

  test('a role that only reads gets no tool that writes, no shell, and nothing that the tree brings along', () => {
    const { args } = launch({ writes: false })
    const tools = flagValue(args, '--tools')?.split(',') ?? []
    expect(tools).toContain('read')
    for (const tool of ['bash', 'edit', 'write']) expect(tools).not.toContain(tool)
    expect(args).toContain('--no-extensions')
    expect(launch({ writes: true }).args).not.toContain('--tools')
  })

  test('model, thinking and session are passed only where given', () => {
    for (const flag of ['--model', '--thinking', '--session']) expect(launch().args).not.toContain(flag)
    const { args } = launch({ model: 'openai/gpt-x', effort: 'high', resumeSession: 'abc' })
    expect(flagValue(args, '--model')).toBe('openai/gpt-x')
    expect(flagValue(args, '--thinking')).toBe('high')
    expect(flagValue(args, '--session')).toBe('abc')
  })

  test("its providers' keys are passed, and no cloud's", () => {
    const names = environmentNames(pi, { AWS_SECRET_ACCESS_KEY: 'k' })
    expect(names).toEqual(expect.arrayContaining(['ANTHROPIC_API_KEY', 'PI_*']))
    expect(names.filter((name) => name.startsWith('AWS'))).toEqual([])
  })
})

describe('whether somebody is logged in', () => {
  const folder = '/home/u/.pi/agent'

  test.each([
    [world({ OPENROUTER_API_KEY: 'k' }), 'yes'],
    [world({}, { [`${folder}/auth.json`]: '{"anthropic":{"type":"oauth"}}' }), 'yes'],
    [world({}, { [`${folder}/auth.json`]: '{}' }), 'no'],
    [world({}, { [`${folder}/models.json`]: '{}' }), 'unknown'],
    [world({ PI_CODING_AGENT_DIR: '/p' }, { '/p/auth.json': '{"a":1}' }), 'yes'],
    [world({}), 'no'],
  ])('%j: %s', (given, state) => {
    expect(pi.account?.(given).state).toBe(state)
  })

  test('a login that cannot be looked into is unknown', () => {
    const { env, exists } = world({}, { [`${folder}/auth.json`]: '{}' })
    expect(pi.account?.({ env, exists }).state).toBe('unknown')
  })
})

test('leaving without a word is often a missing login, and the message says what to do then', () => {
  const ended = {
    outcome: 'exited' as const,
    exitCode: 1,
    signal: null,
    durationMs: 1,
    sleptMs: 0,
    truncatedBytes: 0,
    stdoutTail: '',
    stderrTail: 'No API key found',
    error: null,
    leftovers: 0,
  }
  expect(pi.failureOf(ended)).toMatchObject({ cause: 'crash' })
  expect(pi.failureOf(ended)?.message).toContain('run `pi` and type /login')
  expect(pi.failureOf({ ...ended, exitCode: 139 })?.message).not.toContain('/login')
})
