import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Scenario } from '../../src/agents/scripted/scenario.ts'
import { end, living, unique, until } from '../runtime/fixtures/processes.ts'
import { type Ended, ended, events, result, scenarioFile, start, type World, wiggum } from '../support/cli.ts'
import { inTiers } from '../support/in-tiers.ts'
import { honest, TASK, turnOf } from '../support/scenarios.ts'
import { logged, loggedOf, merges, reportOf, runId, worldKeeper } from './run-log.ts'

const worlds = worldKeeper()
const sleeps: string[] = []
afterAll(() => {
  for (const sleep of sleeps) end(living(sleep))
  worlds.end()
})

const QUESTION = 'Which dash is meant, the short or the long one?'
const ANSWER = 'The short one; CANARY-7391 and "quotes" and $(touch pwned)'

/** The role asks once, and then does its honest work. */
function asks(role: string): Scenario {
  const question = { contract: { status: 'NEEDS_CONTEXT', notes: QUESTION } }
  return honest({ [role]: [question, turnOf(role)] })
}

function runWith(world: World, scenario: Scenario, ...more: string[]): Promise<Ended> {
  return wiggum(world, ['run', TASK, '--agent', scenarioFile(world, scenario), ...more])
}

function prompts(world: World): Record<string, string> {
  const folder = join(world.repo, '.wiggum/artifacts', runId(world), 'prompts')
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )
}

describe('a question', () => {
  for (const [some, options] of inTiers(['maker', 'creator'], 2))
    test.each(some)(
      'of the %s waits (20); its answer reaches the next prompt, and the work lands',
      options,
      async (role) => {
        const world = worlds.fresh()
        const run = await runWith(world, asks(role))
        expect(run).toMatchObject({ code: 20, stderr: '' })
        expect(run.stdout).toContain(QUESTION)
        expect(run.stdout).toContain(`wiggum answer ${runId(world)}`)
        const status = await wiggum(world, ['status', '--json'])
        const waiting = {
          status: 'waiting',
          why: QUESTION,
          pid: null,
          next: `wiggum answer ${runId(world)} "<text>"`,
        }
        expect(JSON.parse(status.stdout)).toMatchObject([waiting])
        expect((await wiggum(world, ['status'])).stdout).toContain(`waiting: ${QUESTION}`)
        expect(Object.values(prompts(world)).join()).not.toContain('CANARY-7391')
        const answered = await wiggum(world, ['answer', runId(world), ANSWER])
        expect(answered.code).toBe(0)
        expect(merges(world)).toEqual([runId(world)])
        const told = Object.entries(prompts(world)).filter(([, prompt]) => prompt.includes(ANSWER))
        expect(told.map(([name]) => name)).toEqual([
          expect.stringMatching(new RegExp(`-${role}-answer1-2\\.md$`)),
        ])
        expect(loggedOf(world, 'gate.answered')[0]?.data).toMatchObject({ answer: 'answer', text: ANSWER })
        expect(reportOf(world)).toContain('Which dash is meant')
      },
    )

  test('is only recorded with --no-resume; the wrong kind of answer, a second one and an agent’s are refused', async () => {
    const world = worlds.fresh()
    expect((await runWith(world, asks('creator'))).code).toBe(20)
    const id = runId(world)
    const resumed = await wiggum(world, ['resume'])
    expect(resumed.code, 'nobody has answered').toBe(20)
    expect(await wiggum(world, ['approve', id])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('wiggum answer'),
    })
    const byAgent = await wiggum(world, ['answer', id, ANSWER], { WIGGUM_RUN_ID: id })
    expect(byAgent).toMatchObject({ code: 2, stderr: expect.stringContaining('An agent may not answer') })
    expect(loggedOf(world, 'gate.answered')).toEqual([])
    expect(await wiggum(world, ['answer', id, ANSWER, '--no-resume'])).toMatchObject({ code: 0 })
    expect(merges(world)).toEqual([])
    expect((await wiggum(world, ['resume', id])).code).toBe(0)
    expect(merges(world)).toEqual([id])
    const late = await wiggum(world, ['answer', id, 'too late'])
    expect(late).toMatchObject({ code: 2, stderr: expect.stringContaining('does not wait') })
  })

  test('answered with no ends the run without landing (10)', { tags: 'deep' }, async () => {
    const world = worlds.fresh()
    await runWith(world, asks('creator'))
    const run = await wiggum(world, ['reject', runId(world), 'not worth it'])
    expect(run.code).toBe(10)
    expect(run.stdout).toContain('not worth it')
    expect(merges(world)).toEqual([])
  })
})

describe('a run that is under way', () => {
  async function hang(world: World) {
    const seconds = `3600.${unique()}`
    sleeps.push(seconds)
    const maker = turnOf('maker', { misbehave: { spawn: [`setsid sleep ${seconds} &`], hang: true } })
    const child = start(world, ['run', TASK, '--agent', scenarioFile(world, honest({ maker: [maker] }))])
    const done = ended(child)
    expect(await until(() => living(seconds).length > 0)).toBe(true)
    return { done, pid: child.pid!, seconds }
  }

  test('is shown by status, refuses a second driver with its pid (3), stops on `wiggum stop`, and resumes', async () => {
    const world = worlds.fresh()
    const { done, pid, seconds } = await hang(world)
    const id = runId(world)
    const [shown] = JSON.parse((await wiggum(world, ['status', '--json'])).stdout)
    expect(shown).toMatchObject({ status: 'running', pid, doing: [expect.stringMatching(/^Maker since /)] })
    const second = await wiggum(world, ['resume', id])
    expect(second.code).toBe(3)
    expect(second.stderr).toContain(`process ${pid}`)
    expect(second.stderr).toContain(`wiggum stop ${id}`)
    expect(living(seconds)).not.toEqual([])
    const stopping = await wiggum(world, ['stop', '--json'])
    expect(JSON.parse(stopping.stdout)).toEqual({ run_id: id, stopping: true })
    const run = await done
    expect(run.code).toBe(130)
    expect(living(seconds)).toEqual([])
    expect(logged(world).at(-1)).toMatchObject({ type: 'run.interrupted', data: { signal: 'stop' } })
    expect((await wiggum(world, ['stop', id])).code, 'nothing runs any more').toBe(2)
    expect((await wiggum(world, ['status'])).stdout).toContain(`next: wiggum resume ${id}`)
    scenarioFile(world, honest())
    expect((await wiggum(world, ['resume'])).code).toBe(0)
    expect(merges(world)).toEqual([id])
  })
})

describe('--no-merge', () => {
  test('leaves the verified work on its branch (11); resume lands it, and a further resume changes nothing', async () => {
    const world = worlds.fresh()
    const run = await runWith(world, honest(), '--no-merge')
    expect(run.code).toBe(11)
    expect(run.stdout).toContain(`wiggum resume ${runId(world)}`)
    expect(merges(world)).toEqual([])
    expect(world.git('show', `wiggum/${runId(world)}:src/slugify.js`)).toContain('.replace(/^-+|-+$/g')
    expect((await wiggum(world, ['resume'])).code).toBe(0)
    expect(merges(world)).toEqual([runId(world)])
    const seq = logged(world).at(-1)?.seq
    const again = await wiggum(world, ['resume', runId(world)])
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('is done') })
    expect(logged(world).at(-1)?.seq).toBe(seq)
  })
})

describe('--json', () => {
  /** Every line is an event of the log, in order; the last one is the result, with the process's own exit code. */
  function expectEventsThenResult(world: World, run: Ended): void {
    const lines = run.stdout.trimEnd().split('\n')
    expect(run.stderr).toBe('')
    expect(events(run)).toHaveLength(lines.length - 1)
    expect(events(run)).toEqual(logged(world).slice(-events(run).length).map(shownPart))
    expect(result(run)).toMatchObject({ run_id: runId(world), exit_code: run.code })
  }

  /** The log's lines carry a checksum beside the event. */
  function shownPart(event: object): object {
    return Object.fromEntries(Object.entries(event).filter(([key]) => key !== 'crc'))
  }

  test('of run, resume and answer prints one event a line and the result last', async () => {
    const world = worlds.fresh()
    const asked = await runWith(world, asks('creator'), '--json', '--no-merge')
    expect(asked.code).toBe(20)
    expectEventsThenResult(world, asked)
    expect(events(asked)[0]?.type).toBe('run.start')
    expect(JSON.parse(asked.stdout.trim().split('\n').at(-1)!).gates).toMatchObject([
      { kind: 'context', question: QUESTION },
    ])
    const answered = await wiggum(world, ['answer', runId(world), ANSWER, '--json'])
    expect(answered.code).toBe(11)
    expectEventsThenResult(world, answered)
    const landed = await wiggum(world, ['resume', '--json'])
    expect(landed.code).toBe(0)
    expectEventsThenResult(world, landed)
    expect(result(landed)).toMatchObject({ status: 'landed', merged: world.git('rev-parse', 'main').trim() })
  })

  test('of a run that is stopped by a signal says so, with that signal’s exit code', {
    tags: 'deep',
  }, async () => {
    const world = worlds.fresh()
    const maker = turnOf('maker', { say: 'hanging', misbehave: { hang: true } })
    const scenario = scenarioFile(world, honest({ maker: [maker] }))
    const child = start(world, ['run', TASK, '--agent', scenario, '--json'])
    const done = ended(child)
    child.stdout?.on('data', (chunk) => {
      if (String(chunk).includes('"step":"1-do-maker"')) child.kill('SIGTERM')
    })
    const run = await done
    expect(run.code).toBe(143)
    expectEventsThenResult(world, run)
    expect(result(run).status).toBe('interrupted')
  })
})

test('report gives Markdown and JSON, on the screen and into a file', async () => {
  const world = worlds.fresh()
  expect((await runWith(world, honest())).code).toBe(0)
  const markdown = await wiggum(world, ['report'])
  expect(markdown.code).toBe(0)
  expect(markdown.stdout).toBe(reportOf(world))
  for (const part of ['# Fix slugify', '**landed** (exit code 0)', '## Steps', '## Verification', 'npm test'])
    expect(markdown.stdout).toContain(part)
  const json = await wiggum(world, ['report', runId(world), '--format', 'json'])
  expect(JSON.parse(json.stdout)).toMatchObject({
    run_id: runId(world),
    outcome: { status: 'landed', exit_code: 0 },
  })
  expect((await wiggum(world, ['report', '--json'])).stdout).toBe(json.stdout)
  const file = join(world.dir, 'report here.md')
  expect(await wiggum(world, ['report', '--output', file])).toMatchObject({ code: 0, stdout: '' })
  expect(readFileSync(file, 'utf8')).toBe(markdown.stdout)
})
