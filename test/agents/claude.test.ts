import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AgentRequest } from '../../src/agents/agent.ts'
import { claude } from '../../src/agents/claude.ts'
import { agentByName, defaultOrder, environmentNames } from '../../src/agents/index.ts'
import type { ProcessResult } from '../../src/runtime/supervise.ts'
import { flagValue, request } from './agent-request.ts'

const found = { ok: true as const, file: '/opt/bin/claude', version: null }

function launch(changes: Partial<AgentRequest>) {
  return claude.launch(request(changes), found)
}

describe('starting Claude Code', () => {
  test('asks for the stream and gives the prompt on standard input, never as an argument', () => {
    const prompt = `secret plan ${'x'.repeat(300_000)}`
    const { file, args, stdin } = launch({ prompt })
    expect(file).toBe(found.file)
    expect(args.slice(0, 4)).toEqual(['-p', '--output-format', 'stream-json', '--verbose'])
    expect(stdin).toBe(prompt)
    expect(args.join(' ')).not.toContain('secret plan')
  })

  test('model, effort, budget and session are passed only where given', () => {
    const without = launch({}).args
    for (const flag of ['--model', '--effort', '--max-budget-usd', '--resume'])
      expect(without).not.toContain(flag)
    const { args } = launch({ model: 'opus', effort: 'high', maxBudgetUsd: 1.5, resumeSession: 'abc' })
    expect(flagValue(args, '--effort')).toBe('high')
    expect(flagValue(args, '--model')).toBe('opus')
    expect(flagValue(args, '--max-budget-usd')).toBe('1.5')
    expect(flagValue(args, '--resume')).toBe('abc')
  })

  test('a role that writes may edit in its workspace and run anything, but never bypasses permissions', () => {
    const { args } = launch({ writes: true })
    expect(flagValue(args, '--permission-mode')).toBe('acceptEdits')
    expect(flagValue(args, '--allowedTools')?.split(',')).toContain('Bash')
    // A bare rule would allow edits outside the workspace.
    expect(flagValue(args, '--allowedTools')?.split(',')).not.toContain('Write')
    expect(args.join(' ')).not.toContain('bypassPermissions')
  })

  test('a role that only reads cannot edit, cannot run anything it likes, and reads no settings of the tree', () => {
    const { args } = launch({ writes: false })
    const allowed = flagValue(args, '--allowedTools')?.split(',') ?? []
    expect(flagValue(args, '--permission-mode')).toBe('default')
    expect(allowed).toEqual(expect.arrayContaining(['Read', 'Bash(git diff:*)']))
    expect(allowed).not.toContain('Bash')
    expect(allowed.filter((rule) => rule.includes('sed'))).toEqual([])
    expect(flagValue(args, '--disallowedTools')?.split(',')).toEqual(
      expect.arrayContaining(['Edit', 'Write']),
    )
    expect(flagValue(args, '--setting-sources')).toBe('user')
  })

  test('the environment is the given one, quiet and with few retries', () => {
    expect(launch({ writes: false, env: { PATH: '/bin', WIGGUM_ROLE: 'maker' } }).env).toEqual({
      PATH: '/bin',
      WIGGUM_ROLE: 'maker',
      CLAUDE_CODE_MAX_RETRIES: '3',
      DISABLE_AUTOUPDATER: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    })
  })

  test("the user's own number of retries stands, and a surrounding session's marks do not", () => {
    const { env } = launch({ env: { CLAUDE_CODE_MAX_RETRIES: '9', CLAUDE_CODE_ENTRYPOINT: 'cli' } })
    expect(env.CLAUDE_CODE_MAX_RETRIES).toBe('9')
    expect(env).not.toHaveProperty('CLAUDE_CODE_ENTRYPOINT')
  })
})

describe('which variables it is given', () => {
  test('SE2: cloud credentials only where that cloud was chosen', () => {
    expect(environmentNames(claude, {})).toEqual(claude.envNames)
    expect(environmentNames(claude, { CLAUDE_CODE_USE_BEDROCK: '0' })).not.toContain('AWS_*')
    expect(environmentNames(claude, { CLAUDE_CODE_USE_BEDROCK: '1' })).toContain('AWS_*')
    expect(environmentNames(claude, { CLAUDE_CODE_USE_BEDROCK: '1' })).not.toContain('AZURE_*')
  })

  test('the mark of a surrounding session is not among them', () => {
    const prefixes = claude.envNames.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1))
    expect(claude.envNames).not.toContain('CLAUDECODE')
    expect(prefixes.some((prefix) => 'CLAUDECODE'.startsWith(prefix))).toBe(false)
  })
})

describe('finding it', () => {
  let root: string
  const folder = (name: string) => join(root, name)

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'wiggum-find-'))
    for (const name of ['empty', 'plain', 'folder/claude', 'good', 'link'])
      await mkdir(folder(name), { recursive: true })
    await writeFile(join(root, 'plain/claude'), '')
    await chmod(join(root, 'plain/claude'), 0o644)
    await writeFile(join(root, 'good/claude'), '#!/bin/sh\n')
    await chmod(join(root, 'good/claude'), 0o755)
    await symlink(join(root, 'good/claude'), join(root, 'link/claude'))
  })
  afterAll(() => rm(root, { recursive: true, force: true }))

  test('the first executable file on the PATH is it', async () => {
    const path = ['empty', 'missing', 'folder', 'plain', 'good', 'link'].map(folder).join(delimiter)
    expect(await claude.find(path)).toEqual({ ok: true, file: join(root, 'good/claude'), version: null })
    expect(await claude.find(folder('link'))).toMatchObject({ ok: true, file: join(root, 'link/claude') })
  })

  test('a relative or empty entry of the PATH is not searched', async () => {
    const before = process.cwd()
    process.chdir(folder('good'))
    try {
      expect(await claude.find(['', '.', '../good'].join(delimiter))).toMatchObject({ ok: false })
    } finally {
      process.chdir(before)
    }
  })

  test('if it is missing, the answer says what to install', async () => {
    const missing = await claude.find(folder('empty'))
    expect(missing).toMatchObject({ ok: false, problem: expect.stringContaining('not on the PATH') })
    expect(missing).toMatchObject({ fix: expect.stringContaining('npm install -g') })
  })
})

describe('whether somebody is logged in', () => {
  const account = (world: { env?: Record<string, string>; files?: Record<string, string> }) => {
    const files = world.files ?? {}
    const env = { HOME: '/home/u', ...world.env }
    const exists = (path: string) => path in files
    return claude.account?.({ env, exists, read: (path) => files[path] ?? null })
  }

  test.each([
    [{ env: { ANTHROPIC_API_KEY: 'k' } }, 'yes'],
    [{ env: { CLAUDE_CODE_OAUTH_TOKEN: 'k' } }, 'yes'],
    [{ env: { ANTHROPIC_API_KEY: '' } }, 'no'],
    [{ env: { CLAUDE_CODE_USE_BEDROCK: '1' } }, 'unknown'],
    [{ files: { '/home/u/.claude/.credentials.json': '{}' } }, 'yes'],
    [{ env: { CLAUDE_CONFIG_DIR: '/c' }, files: { '/c/.credentials.json': '{}' } }, 'yes'],
    [{ files: { '/home/u/.claude.json': '{"primaryApiKey":"k"}' } }, 'yes'],
    [{ files: { '/home/u/.claude.json': '{"numStartups":1}' } }, 'no'],
    [{ files: { '/home/u/.claude/settings.json': '{"apiKeyHelper":"pass"}' } }, 'yes'],
    [{ files: { '/System/Library/CoreServices': '' } }, 'unknown'],
    [{}, 'no'],
  ])('%j: %s', (world, state) => {
    expect(account(world)?.state).toBe(state)
  })

  test('no key is ever shown, and without a login the next command is', () => {
    expect(account({ env: { ANTHROPIC_API_KEY: 'secret-1' } })?.how).toBe('ANTHROPIC_API_KEY is set')
    expect(account({})?.how).toContain('`claude auth login`')
  })
})

describe('a process that gave no result', () => {
  const ended = (changes: Partial<ProcessResult>): ProcessResult => ({
    outcome: 'exited',
    exitCode: 0,
    signal: null,
    durationMs: 1,
    sleptMs: 0,
    truncatedBytes: 0,
    stdoutTail: '',
    stderrTail: '',
    error: null,
    leftovers: 0,
    ...changes,
  })

  test.each([
    [{ exitCode: 0 }, 'no-result', 'exited with code 0 but gave no result'],
    [
      { exitCode: 1, stderrTail: 'a\nNo such session\n' },
      'crash',
      'code 1; its last line was: No such session',
    ],
    [{ exitCode: 1, stdoutTail: '{"type":"x"}\nplain\n' }, 'crash', 'its last line was: plain'],
    [{ exitCode: 143 }, 'crash', 'exited with code 143'],
    [{ outcome: 'signalled', exitCode: null, signal: 'SIGKILL' }, 'crash', 'ended by SIGKILL'],
    [{ outcome: 'spawn-failed', exitCode: null, error: 'ENOENT' }, 'crash', 'could not be started: ENOENT'],
  ] as const)('%j is %s', (changes, cause, message) => {
    const failure = claude.failureOf(ended(changes))
    expect(failure).toMatchObject({ cause, retryAt: null })
    expect(failure?.message).toContain(message)
  })

  test.each(['idle-timeout', 'wall-timeout', 'output-cap', 'cancelled', 'killed-after-result'] as const)(
    'after %s there is nothing to explain',
    (outcome) => {
      expect(claude.failureOf(ended({ outcome, exitCode: null }))).toBeNull()
    },
  )

  test('VF6: what it printed about limits does not make it a limit', () => {
    const stderrTail = 'Error: 429 rate limit reached, authentication failed'
    expect(claude.failureOf(ended({ exitCode: 1, stderrTail }))?.cause).toBe('crash')
  })

  test('what it printed is shown without control bytes and not at length', () => {
    const failure = claude.failureOf(
      ended({ exitCode: 1, stderrTail: `\u001b]0;x\u0007${'y'.repeat(5000)}` }),
    )
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
    expect(failure?.message).not.toMatch(/[\u0000-\u001f]/)
    expect(failure?.message.length).toBeLessThanOrEqual(500)
  })
})

describe('the list of agents', () => {
  test('knows claude and scripted scenarios by name', async () => {
    expect(await agentByName('claude')).toEqual({ ok: true, agent: claude })
    expect(await agentByName('scripted:a.yaml')).toMatchObject({
      ok: true,
      agent: { label: 'scripted', name: 'scripted:a.yaml' },
    })
  })

  test.each(['claude', 'codex', 'pi'])('%s is known by its own name', async (name) => {
    expect(await agentByName(name)).toMatchObject({ ok: true, agent: { name } })
  })

  test.each(['', 'Claude', 'scripted', 'scripted:', 'constructor'])(
    '%j is unknown, and the known ones are named',
    async (name) => {
      const answer = await agentByName(name)
      if (answer.ok) throw new Error('known')
      expect(answer.problem).toContain(`there is no agent named "${name}"; known are claude, codex, pi, `)
      expect(answer.problem).toMatch(/scripted:<file>$/)
    },
  )

  test('the default order names known agents and never the scripted one', async () => {
    for (const name of defaultOrder) {
      expect(name).not.toContain('scripted')
      expect((await agentByName(name)).ok).toBe(true)
    }
  })
})
