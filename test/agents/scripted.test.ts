import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AgentEvent } from '../../src/agents/agent.ts'
import { claudeReader } from '../../src/agents/claude-stream.ts'
import type { Scenario } from '../../src/agents/scripted/scenario.ts'
import { scriptedAgent } from '../../src/agents/scripted.ts'
import { type Bundle, bundleScripted, type Ran, type Running, run, start } from './bundle-scripted.ts'

type Turn = Scenario['roles'][string][number]

let bundle: Bundle
let root: string
let workspace: string
let scenarioFile: string
const running: Running[] = []

beforeAll(async () => {
  bundle = await bundleScripted()
})
afterAll(() => bundle.remove())

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'wiggum-play-'))
  workspace = join(root, 'work')
  scenarioFile = join(root, 'scenario.json')
  execFileSync('git', ['init', '-q', workspace])
})
afterEach(async () => {
  for (const one of running.splice(0)) {
    one.kill('SIGKILL')
    await one.ended
  }
  rmSync(root, { recursive: true, force: true })
})

function scenario(turns: Turn[], role = 'maker'): void {
  writeFileSync(scenarioFile, JSON.stringify({ name: 'test', roles: { [role]: turns } } satisfies Scenario))
}

const call = (env: Record<string, string> = {}, args = [scenarioFile]) => ({
  file: process.execPath,
  args: [bundle.program, ...args],
  cwd: workspace,
  env: { WIGGUM_ROLE: 'maker', WIGGUM_ATTEMPT: '1', ...env },
  stdin: 'the prompt',
})

const play = (...turns: Turn[]): Promise<Ran> => {
  scenario(turns)
  return run(call())
}

function keep(one: Running): Running {
  running.push(one)
  return one
}

function eventsOf(ran: Ran): AgentEvent[] {
  const reader = claudeReader()
  return ran.stdout.split('\n').flatMap((line) => reader.line(line))
}

const resultOf = (ran: Ran) => eventsOf(ran).find((event) => event.kind === 'result')
const git = (...args: string[]) => execFileSync('git', args, { cwd: workspace, encoding: 'utf8' })

describe('what it says', () => {
  test('text, tool calls, output, contract and usage come out as Claude Code would write them', async () => {
    const ran = await play({
      say: 'thinking',
      tool_calls: [{ name: 'Read', input: { file_path: 'x' }, result: 'nothing', is_error: true }],
      output: 'It is done.\n',
      contract: { status: 'DONE', verdict: 'APPROVED' },
      denials: ['WebFetch'],
      usage: { input_tokens: 10, output_tokens: 5, cost_usd: 0.25 },
    })
    expect(ran).toMatchObject({ code: 0, stderr: '' })
    expect(eventsOf(ran)).toEqual([
      { kind: 'session', id: expect.any(String), model: 'scripted', version: 'scripted' },
      { kind: 'text', text: 'thinking' },
      { kind: 'tool-call', id: expect.any(String), name: 'Read', input: { file_path: 'x' } },
      { kind: 'tool-result', id: expect.any(String), isError: true, text: 'nothing' },
      { kind: 'denial', tool: 'WebFetch' },
      {
        kind: 'result',
        ok: true,
        failure: null,
        text: 'It is done.\n\n```wiggum\n{\n "status": "DONE",\n "verdict": "APPROVED"\n}\n```\n',
        usage: { input_tokens: 10, output_tokens: 5, cost_usd: 0.25, turns: 1 },
      },
    ])
  })

  test('an output without a contract is verbatim', async () => {
    const output = ' \n```wiggum\n{}\n``` \n\n'
    expect(resultOf(await play({ output }))).toMatchObject({ text: output })
  })

  test('BL1: a scenario may claim a negative cost or none, and neither is believed', async () => {
    expect(resultOf(await play({ usage: { cost_usd: -3 } }))).toMatchObject({ usage: { cost_usd: null } })
    expect(resultOf(await play({ usage: { input_tokens: null } }))).toMatchObject({
      usage: { input_tokens: null },
    })
  })

  test('it can say how full its window is, or end because it is full after its edits are made', async () => {
    const filled = eventsOf(await play({ output: 'ok', context: 0.95 }))
    expect(filled).toContainEqual({ kind: 'context', used: 190_000, size: null })
    expect(filled.at(-1)).toMatchObject({ kind: 'result', ok: true, text: 'ok' })
    const edits = [{ path: 'half.txt', write: 'half' }]
    const full = await play({ output: 'never said', edits, context: 'exhausted' })
    expect(full.code).toBe(1)
    expect(resultOf(full)).toMatchObject({ ok: false, failure: { cause: 'context' }, text: '' })
    expect(readFileSync(join(workspace, 'half.txt'), 'utf8')).toBe('half')
    const exits = await play({ context: 'exhausted', exit: 0 })
    expect(exits.code).toBe(0)
  })

  test('a prompt of 5 MB is taken without a broken pipe', async () => {
    scenario([{ output: 'ok' }])
    expect(await run({ ...call(), stdin: 'x'.repeat(5_000_000) })).toMatchObject({ code: 0, stderr: '' })
  })
})

describe('which entry it plays', () => {
  const text = async (env: Record<string, string>) => {
    const result = resultOf(await run(call(env)))
    return result?.kind === 'result' ? result.text : null
  }

  test('the attempt chooses, and the last entry serves all later ones', async () => {
    scenario([{ output: 'first' }, { output: 'second' }])
    expect(await text({ WIGGUM_ATTEMPT: '1' })).toBe('first')
    expect(await text({ WIGGUM_ATTEMPT: '2' })).toBe('second')
    expect(await text({ WIGGUM_ATTEMPT: '17' })).toBe('second')
  })

  test('an entry for the exact step wins over the role', async () => {
    const roles = { maker: [{ output: 'role' }], '2-do-maker': [{ output: 'step' }] }
    writeFileSync(scenarioFile, JSON.stringify({ name: 'steps', roles }))
    expect(await text({ WIGGUM_STEP: '1-do-maker' })).toBe('role')
    expect(await text({ WIGGUM_STEP: '2-do-maker' })).toBe('step')
  })

  test.each([
    [{ WIGGUM_ROLE: 'sage' }, 'has no role "sage"; it has maker'],
    [{ WIGGUM_ROLE: 'constructor' }, 'has no role "constructor"'],
    [{ WIGGUM_ROLE: '' }, 'WIGGUM_ROLE is not set'],
    [{ WIGGUM_ATTEMPT: '0' }, 'WIGGUM_ATTEMPT must be a whole number of at least 1, not "0"'],
    [{ WIGGUM_ATTEMPT: 'two' }, 'not "two"'],
  ])('%j ends with exit code 2 and says why', async (env, message) => {
    scenario([{ output: 'x' }])
    const ran = await run(call(env))
    expect(ran).toMatchObject({ code: 2, stdout: '' })
    expect(ran.stderr).toContain(message)
    expect(ran.stderr.trim().split('\n')).toHaveLength(1)
  })

  test('a missing or broken scenario ends with exit code 2 and names the key', async () => {
    expect(await run(call())).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot be read') })
    writeFileSync(scenarioFile, 'name: x\nroles:\n  maker:\n    - edit: []\n')
    expect(await run(call())).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/roles\.maker\.0.*"edit"/),
    })
  })

  test("as claude it ignores claude's flags, keeps a resumed session and answers --version", async () => {
    scenario([{ output: 'ok' }])
    const flags = ['-p', '--output-format', 'stream-json', '--model', 'opus', '--resume', 'session-7']
    const ran = await run(call({}, ['--as-claude', scenarioFile, ...flags]))
    expect(eventsOf(ran)[0]).toEqual({
      kind: 'session',
      id: 'session-7',
      model: 'scripted',
      version: 'scripted',
    })
    expect(resultOf(ran)).toMatchObject({ ok: true, text: 'ok' })
    const version = await run(call({}, ['--as-claude', scenarioFile, '--version']))
    expect(version).toMatchObject({ code: 0, stdout: '0.0.0 (scripted)\n' })
    expect(await run(call({}, [scenarioFile, '--model', 'x']))).toMatchObject({ code: 2 })
  })
})

describe('what it does', () => {
  const file = (name: string) => readFileSync(join(workspace, name), 'utf8')

  test('edits are made, also twice, and stay uncommitted unless a commit is asked for', async () => {
    writeFileSync(join(workspace, 'old.txt'), 'x')
    writeFileSync(join(workspace, 'run.sh'), '')
    chmodSync(join(workspace, 'run.sh'), 0o644)
    const turn: Turn = {
      edits: [
        { path: 'deep/new.txt', write: 'one two $& three\n' },
        { path: 'deep/new.txt', replace: ['two', '$& $1'] },
        { path: 'deep/new.txt', append: 'end\n' },
        { path: 'old.txt', delete: true },
        { path: 'run.sh', executable: true },
      ],
    }
    await play(turn)
    expect(file('deep/new.txt')).toBe('one $& $1 $& three\nend\n')
    expect(existsSync(join(workspace, 'old.txt'))).toBe(false)
    expect(statSync(join(workspace, 'run.sh')).mode & 0o111).not.toBe(0)
    expect(git('status', '--porcelain')).toContain('?? deep/')
    await play({ edits: turn.edits?.slice(1, 3) })
    expect(file('deep/new.txt')).toBe('one $& $1 $& three\nend\n')
  })

  test('a replacement whose text is not there ends with exit code 2', async () => {
    writeFileSync(join(workspace, 'a.txt'), 'x')
    const ran = await play({ edits: [{ path: 'a.txt', replace: ['nowhere', 'y'] }] })
    expect(ran).toMatchObject({
      code: 2,
      stderr: 'scripted agent: a.txt does not contain the text to replace\n',
    })
    const none = await play({ edits: [{ path: 'b.txt', replace: ['x', 'y'] }] })
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('b.txt, does not exist') })
  })

  test('commands run in the workspace; one that fails is shown as failed and does not end the play', async () => {
    const ran = await play({ run: ['echo made > made.txt', 'echo oops; exit 3'], output: 'still here' })
    expect(file('made.txt')).toBe('made\n')
    const results = eventsOf(ran).filter((event) => event.kind === 'tool-result')
    expect(results).toMatchObject([{ isError: false }, { isError: true, text: 'oops\n' }])
    expect(resultOf(ran)).toMatchObject({ ok: true, text: 'still here' })
  })

  test('one message makes one commit of everything, without any git identity on the machine', async () => {
    scenario([{ edits: [{ path: 'a', write: '1' }], run: ['echo 2 > b'], commit: 'Both' }])
    const nowhere = { HOME: join(root, 'nobody'), GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' }
    expect(await run(call(nowhere))).toMatchObject({ code: 0 })
    expect(git('log', '--format=%s')).toBe('Both\n')
    expect(git('show', '--name-only', '--format=').trim().split('\n')).toEqual(['a', 'b'])
    expect(git('status', '--porcelain')).toBe('')
  })

  test('several messages give each edit a commit of its own, and the last one the rest', async () => {
    const edits = ['a', 'b', 'c'].map((path) => ({ path, write: path }))
    await play({ edits, commit: ['First', 'Rest'] })
    expect(git('log', '--reverse', '--format=%s', '--name-only').split('\n').filter(Boolean)).toEqual([
      'First',
      'a',
      'Rest',
      'b',
      'c',
    ])
  })

  test('a commit with nothing to commit is not an error', async () => {
    expect(await play({ commit: 'Nothing' })).toMatchObject({ code: 0 })
  })
})

describe('how it misbehaves', () => {
  test('an exit code, with and without a result', async () => {
    const withResult = await play({ exit: 7, output: 'x' })
    expect(withResult.code).toBe(7)
    expect(resultOf(withResult)).toBeDefined()
    const without = await play({ exit: 3, misbehave: { no_result: true } })
    expect(without.code).toBe(3)
    expect(resultOf(without)).toBeUndefined()
  })

  test.each(['SIGKILL', 'SIGTERM', 'SIGSEGV'] as const)(
    'it ends itself with %s after the work',
    async (signal) => {
      const ran = await play({
        edits: [{ path: 'left.txt', write: 'x' }],
        misbehave: { crash_signal: signal },
      })
      expect(ran).toMatchObject({ code: null, signal })
      expect(existsSync(join(workspace, 'left.txt'))).toBe(true)
      expect(resultOf(ran)).toBeUndefined()
    },
  )

  test.each([
    [401, 'authentication'],
    [429, 'limit'],
    [529, 'overload'],
  ])('the API error %i reads as %s and exits with code 1', async (status, cause) => {
    const ran = await play({ misbehave: { api_error: status } })
    expect(ran.code).toBe(1)
    expect(resultOf(ran)).toMatchObject({ ok: false, failure: { cause, retryAt: null } })
  })

  test('BL3: a limit says when it ends, in whatever zone it was written', async () => {
    const ran = await play({ misbehave: { api_error: 429, resets_at: '2031-01-01T02:00:00+02:00' } })
    expect(resultOf(ran)).toMatchObject({ failure: { cause: 'limit', retryAt: '2031-01-01T00:00:00.000Z' } })
  })

  test('HO2: garbage is in the stream and the result is still read', async () => {
    const ran = await play({ output: 'fine', misbehave: { garbage: true } })
    expect(ran.stdout).toContain('\u001b[31mnot json')
    expect(ran.stdout).toContain('\ufffd')
    expect(resultOf(ran)).toMatchObject({ text: 'fine' })
  })

  test('a flood and a long line have the size asked for', async () => {
    const flood = await play({ misbehave: { flood_bytes: 200_001 } })
    const noise = flood.stdout.split('\n').filter((line) => line.startsWith('x'))
    expect(noise.reduce((bytes, line) => bytes + line.length + 1, 0)).toBe(200_001)
    const long = await play({ misbehave: { long_line_bytes: 300_000 } })
    expect(eventsOf(long)).toContainEqual({ kind: 'text', text: 'x'.repeat(300_000) })
  })

  test('SE2: it prints exactly the environment it was given', async () => {
    scenario([{ output: 'end', misbehave: { print_env: true } }])
    const result = resultOf(await run(call({ CANARY: 'yes' })))
    const names = result?.kind === 'result' ? result.text.match(/^\w+(?==)/gm) : null
    expect(names).toEqual(['CANARY', 'PATH', 'WIGGUM_ATTEMPT', 'WIGGUM_ROLE'])
  })

  test('it hangs before or after its result, and SIGTERM ends it', async () => {
    for (const misbehave of [{ hang: true }, { hang_after_result: true }]) {
      scenario([{ say: 'here', output: 'ok', misbehave }])
      const one = keep(start(call()))
      await one.until('hang' in misbehave ? '"here"' : '"type":"result"')
      one.kill('SIGTERM')
      expect(await one.ended).toMatchObject({ signal: 'SIGTERM' })
    }
  })

  test('PS3: it can ignore SIGTERM, and then only SIGKILL ends it', async () => {
    scenario([{ say: 'here', misbehave: { ignore_sigterm: true, hang: true } }])
    const one = keep(start(call()))
    await one.until('"here"')
    one.kill('SIGTERM')
    const early = await Promise.race([
      one.ended,
      new Promise((still) => setTimeout(still, 300, 'still there')),
    ])
    expect(early).toBe('still there')
    one.kill('SIGKILL')
    expect(await one.ended).toMatchObject({ signal: 'SIGKILL' })
  })

  test('it leaves a process behind in a session of its own', async () => {
    const ran = await play({ misbehave: { spawn: ['setsid sleep 60 & echo $! > left.pid'] }, output: 'bye' })
    expect(ran.code).toBe(0)
    const pid = Number(readFileSync(join(workspace, 'left.pid'), 'utf8'))
    expect(pid).toBeGreaterThan(1)
    expect(process.kill(pid, 'SIGKILL')).toBe(true)
  })

  test('a delay is waited for', async () => {
    const before = Date.now()
    await play({ delay_ms: 300 })
    expect(Date.now() - before).toBeGreaterThanOrEqual(300)
  })
})

describe('the adapter', () => {
  const request = {
    role: 'maker',
    prompt: 'x',
    model: 'opus',
    effort: null,
    workspace: '',
    writes: true,
    resumeSession: null,
    maxBudgetUsd: null,
    env: { WIGGUM_ROLE: 'maker', WIGGUM_ATTEMPT: '1' },
  }

  test('finds, launches and reads a scenario, labelled as scripted', async () => {
    scenario([{ output: 'played' }])
    const agent = scriptedAgent(scenarioFile, bundle.program)
    const found = await agent.find('')
    if (!found.ok) throw new Error(found.problem)
    const ran = await run({ ...agent.launch(request, found), cwd: workspace })
    expect(agent.label).toBe('scripted')
    expect(resultOf(ran)).toMatchObject({ ok: true, text: 'played' })
  })

  test('a missing scenario, a bad one and a missing program are said before anything starts', async () => {
    expect(await scriptedAgent(scenarioFile, bundle.program).find('')).toMatchObject({
      ok: false,
      problem: expect.stringContaining('does not exist'),
    })
    writeFileSync(scenarioFile, '{"name": "x"}')
    expect(await scriptedAgent(scenarioFile, bundle.program).find('')).toMatchObject({
      ok: false,
      problem: expect.stringContaining('"roles"'),
    })
    expect(await scriptedAgent(scenarioFile, join(root, 'no.js')).find('')).toMatchObject({
      ok: false,
      problem: expect.stringContaining('is missing'),
    })
  })
})
