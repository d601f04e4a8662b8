import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { loadRun } from '../../src/cli/find-run.ts'
import { giveAnswer } from '../../src/cli/give-answer.ts'
import { liveScreen } from '../../src/cli/live-screen.ts'
import { taskView } from '../../src/cli/sprint-view.ts'
import { statusLines, statusOf } from '../../src/cli/status-view.ts'
import { answerCommands } from '../../src/report/answer-commands.ts'
import { nextSteps } from '../../src/report/next-steps.ts'
import { runControlCenter } from '../../src/report/run-control-center.ts'
import { readInbox } from '../../src/store/inbox.ts'
import { createJournal } from '../../src/store/journal.ts'
import { ensureLayout, layoutOf } from '../../src/store/layout.ts'
import { BASE, type Script, type Simulation, simulate } from '../core/simulate.ts'

const root = mkdtempSync(join(tmpdir(), 'wiggum-answers-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
execFileSync('git', ['init', '-q', root])
const author = ['-c', 'user.name=w', '-c', 'user.email=w@example.com', '-c', 'commit.gpgsign=false']
execFileSync('git', ['-C', root, ...author, 'commit', '-q', '--allow-empty', '-m', 'Begin'])
const layout = layoutOf(root)
ensureLayout(layout)

/** The run's log on the disk, as the commands find it. */
function put(runId: string, { events }: Simulation) {
  const journal = createJournal(layout.log(runId), runId)
  // An event's type and data belong together; taken apart, TypeScript no longer knows.
  for (const { type, phase, agent, data, ts } of events)
    journal.append({ type, phase, agent, data } as Parameters<typeof journal.append>[0], ts)
  journal.close()
  return loadRun(layout, runId)
}

const loop = { max_passes: 5, suppressed: null, accept: false }
const stuck: Script = { heads: [BASE], start: { strategy: 'loop', loop } }
const waiting = put('stuck', simulate(stuck))
const state = waiting.state!
const CHOICES = ['continue', 'skip', 'abort', 'retry', 'help']
const ONE_LINE = 'wiggum answer stuck "<continue | skip | abort | retry | help>"'

test('a question is answered with a yes or a no, in words, or with a choice of its own', () => {
  const commands = (choices: string[]) => answerCommands('r', choices).each.map(({ command }) => command)
  expect(commands(['yes', 'no'])).toEqual(['wiggum approve r', 'wiggum reject r'])
  expect(commands(['answer'])).toEqual(['wiggum answer r "<text>"'])
  expect(commands(['continue', 'skip'])).toEqual(['wiggum answer r continue', 'wiggum answer r skip'])
})

describe('a run that stands still tells commands that its question takes', () => {
  test('what to do now', () => {
    const commands = nextSteps(state).map(({ command }) => command)
    expect(commands).toEqual(CHOICES.map((choice) => `wiggum answer stuck ${choice}`))
  })

  test('status', () => {
    expect(statusOf(layout, waiting)).toMatchObject({ status: 'waiting', next: ONE_LINE })
  })

  test('status, with the whole question and all that it is about', () => {
    const what = [`psql -c ${'x'.repeat(300)}… #12345678`, '/srv/y']
    const asked = what.map((each) => ({ kind: 'delete' as const, what: each, allowed: false }))
    const sim = simulate({ ...stuck, asked: ({ role }) => (role === 'maker' ? asked : undefined) })
    const status = statusOf(layout, put('asks', sim))
    expect(status).toMatchObject({ status: 'waiting', evidence: what })
    const lines = statusLines(status, false)
    expect(lines[0]).toContain('#12345678 (and 1 more). It was refused. Allow exactly this')
    expect(lines.slice(1, 3)).toEqual(what.map((each) => `  · ${each}`))
    const ended = { ...loadRun(layout, 'asks') }
    const end = { ...ended.state!, ended: { status: 'stopped', reason: 'r', exit_code: 1 } }
    // It has ended: nothing is asked any more.
    expect(statusOf(layout, { ...ended, state: end as typeof ended.state }).evidence).toEqual([])
  })

  test('the screen', () => {
    const lines: string[] = []
    liveScreen((line) => lines.push(line)).close({ state, layout, exit: 20 })
    const shown = lines.join('\n')
    for (const choice of CHOICES) expect(shown).toContain(`wiggum answer stuck ${choice}`)
    expect(shown).not.toContain('wiggum approve')
  })

  test('a sprint', () => {
    const task = { id: 'a', task: 'a', run: 'stuck', status: 'in_progress' as const }
    expect(taskView(layout, task, null).waits?.command).toBe(ONE_LINE)
  })

  test('the control center', () => {
    const spend = { usd: 0, tokens: 0, unknown_calls: 0 }
    const rest = { quality: [], pushed: null, refs: [], problems: [], decision: 'waits' }
    const checkpoint = { trigger: 'minutes' as const, spend, ...rest }
    const text = runControlCenter(state, { at: '', why: '', checkpoint })
    expect(text).toContain('Answer with: wiggum answer stuck "\\<continue \\| skip')
    expect(text).not.toContain('wiggum approve')
  })

  test('an answer says which choice was taken', async () => {
    const said: string[] = []
    const out = (line: string) => void said.push(line)
    const call = { args: ['stuck'], options: { resume: false }, json: false, cwd: root, env: {}, out }
    await giveAnswer(call, 'answer', 'C')
    await giveAnswer({ ...call, json: true }, 'answer', 'continue')
    expect(said[0]).toBe('Answered stagnation of stuck: continue.')
    expect(JSON.parse(said[1]!)).toMatchObject({ answer: 'continue' })
    expect(readInbox(layout, 'stuck')).toHaveLength(2)
  })
})

test('a run whose budget is spent can be resumed, and status says so', () => {
  const ended = put('spent', simulate())
  const budget = { ...ended.state!, ended: { ...ended.state!.ended!, status: 'budget', exit_code: 24 } }
  expect(statusOf(layout, { ...ended, state: budget }).next).toBe('wiggum resume spent')
  expect(statusOf(layout, ended).next).toBeNull()
})
