import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { formatRalphFile, parseRalphFile } from '../../src/live/ralph-file.ts'
import { APPROVED, eventsOf, type LiveWorld, liveWorlds } from './live-world.ts'

/** A loop beside others: the official plugin's, another agent's review, another session's, none in git. */

const world = liveWorlds()

const PATH = '.claude/ralph-loop.local.md'
const FILE = {
  active: true,
  iteration: 3,
  maxIterations: 6,
  promise: 'ALL  DONE',
  startedAt: '2026-11-16T00:00:00Z',
  sessionId: 's1',
  prompt: 'make work.txt good\n---\nand $(touch hacked) nothing else',
}

const fileOf = ({ repo }: LiveWorld) => parseRalphFile(readFileSync(join(repo, PATH), 'utf8'))

describe('the official plugin’s loop', () => {
  test('is no other session’s to write over or to end', async () => {
    const made = world()
    made.write(PATH, formatRalphFile({ ...FILE, sessionId: 'somebody' }))
    const refused = await made.session('s1').prompt('/wiggum:loop make work.txt good --ralph-file')
    expect(refused.block).toContain('is the loop of session somebody')
    expect(fileOf(made)?.sessionId).toBe('somebody')
    expect(made.runs()).toEqual([])
  })

  test('goes on here for its own session, counts on, and its file goes with it', async () => {
    const made = world()
    made.write(PATH, formatRalphFile(FILE))
    expect((await made.session('other').stop('Done.')).stdout).toBe('')
    const session = made.session('s1')
    const begun = await session.stop('Done.')
    expect(begun.block).toContain('pass 1 of at most 4')
    expect(begun.block).toContain('> make work.txt good\n> ---\n> and $(touch hacked) nothing else')
    made.write('work.txt', 'good\n')
    expect((await session.stop('I think that is it.')).block).toContain('the promise was not made')
    expect(fileOf(made)).toEqual({ ...FILE, iteration: 4, startedAt: expect.any(String) })
    expect((await session.stop('<promise>ALL DONE</promise>')).block).toContain('pass 2, review')
    expect((await session.stop(APPROVED)).told).toContain('unbroken after 2 passes')
    expect([existsSync(join(made.repo, PATH)), existsSync(join(made.repo, 'hacked'))]).toEqual([false, false])
  })

  test('without a session it is nobody’s until it is asked for; removed, the loop is over', async () => {
    const made = world()
    made.write(PATH, formatRalphFile({ ...FILE, sessionId: null }))
    const session = made.session('s1')
    expect((await session.stop('Done.')).stdout).toBe('')
    expect((await session.prompt('/wiggum:loop --continue')).context).toContain('pass 1 of at most 4')
    expect(fileOf(made)?.sessionId).toBe('s1')
    rmSync(join(made.repo, PATH))
    expect((await session.stop('Done.')).told).toContain('its file was removed')
    expect(session.file()).toBeNull()
  })

  test('has an end where it has one itself', async () => {
    const made = world()
    made.write(PATH, formatRalphFile({ ...FILE, iteration: 6 }))
    expect((await made.session('s1').stop('Done.')).told).toContain('over after 6 iterations')
    expect(existsSync(join(made.repo, PATH))).toBe(false)
  })

  test('is written where somebody asks for it; a damaged one stays as it is and holds nobody', async () => {
    const made = world()
    const session = made.session('s1')
    await session.prompt('/wiggum:loop make work.txt good --ralph-file --max-passes 7')
    expect(fileOf(made)).toMatchObject({ iteration: 1, maxIterations: 7, prompt: 'make work.txt good' })
    await session.prompt('/wiggum:cancel')
    expect(existsSync(join(made.repo, PATH))).toBe(false)
    made.write(PATH, '---\niteration: soon\n---\nx')
    expect((await made.session('s1').stop('Done.')).stdout).toBe('')
    expect(readFileSync(join(made.repo, PATH), 'utf8')).toBe('---\niteration: soon\n---\nx')
  })
})

test('another agent reviews where the configuration names one, and the session is held no turn longer', async () => {
  const turn = { output: APPROVED }
  const made = world({
    'sage.json': JSON.stringify({ name: 'sage', roles: { sage: [turn] } }),
    '.wiggum/config.yaml':
      'verify: { test: sh check.sh }\nlive: { review: agent }\nagents: { sage: "scripted:sage.json" }\nsandbox: none\n',
  })
  const session = made.session('s1')
  await session.prompt('/wiggum:loop make work.txt good')
  made.write('work.txt', 'good\n')
  expect((await session.stop('Done.')).told).toContain('unbroken after 1 pass')
  const [run] = made.runs()
  expect(eventsOf(made.log(run!), 'review.verdict')).toMatchObject([
    { archetype: 'sage', verdict: 'APPROVED' },
  ])
})

test('with self_launch a new session takes up what was put by, and is told the task', async () => {
  const made = world({
    '.wiggum/config.yaml': 'verify: { test: sh check.sh }\nlive: { self_launch: true }\n',
  })
  await made.session('s1').prompt('/wiggum:loop make work.txt good')
  await made.session('s1').hook('session-end', { reason: 'other' })
  const begun = await made.session('s2').hook('session-start', { source: 'startup' })
  expect(begun.context).toContain('> make work.txt good')
  expect(begun.told).toContain('the loop goes on')
  made.write('work.txt', 'broken\n')
  expect((await made.session('s2').stop('Done.')).block).toContain('pass 2')
  expect((await made.session('s1').stop('Done.')).stdout).toBe('')
})

test('without git the folder is watched by itself: red is held, and proven is said', async () => {
  const made = world()
  rmSync(join(made.repo, '.git'), { recursive: true })
  const session = made.session('s1')
  expect((await session.prompt('make work.txt good')).stdout).toBe('')
  expect((await session.prompt('/wiggum:loop make work.txt good')).context).toContain('pass 1')
  made.write('work.txt', 'broken\n')
  expect((await session.stop('Done.')).block).toContain('FAIL work.txt')
  made.write('work.txt', 'good\n')
  expect((await session.stop('Done.')).block).toContain('review')
  expect((await session.stop(APPROVED)).told).toContain('unbroken after 2 passes')
  expect(existsSync(join(made.repo, '.git'))).toBe(false)
})
