import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { APPROVED, block, eventsOf, type LiveWorld, liveWorlds, type Session, treeOf } from './live-world.ts'

const world = liveWorlds()

const DONE = block({ status: 'DONE', summary: 'all done' })
const ON = '/wiggum:loop make work.txt good'

/** With a loop that is on. */
async function looping(options = '', files?: Record<string, string>) {
  const made = world(files)
  const session = made.session('s1')
  const begun = await session.prompt(`${ON} ${options}`)
  return { world: made, session, begun, run: made.runs()[0]! }
}

/** What must be the user's own after a loop as it was before. */
function untouched({ repo, git }: LiveWorld) {
  return {
    index: readFileSync(join(repo, '.git/index')).toString('hex'),
    head: readFileSync(join(repo, '.git/HEAD'), 'utf8'),
    refs: git('for-each-ref'),
    stash: git('stash', 'list'),
    worktrees: git('worktree', 'list'),
    config: readFileSync(join(repo, '.git/config'), 'utf8'),
  }
}

const live = ({ repo }: LiveWorld) => existsSync(join(repo, '.wiggum/live'))

const ending = (log: ReturnType<LiveWorld['log']>) => eventsOf(log, 'run.complete').at(-1)?.status

describe('a loop from its beginning to its end', () => {
  test('three passes: red, rejected, proven; the user’s repository is as it was but for the work', async () => {
    const { world, session, begun, run } = await looping('--max-passes 4')
    const before = untouched(world)
    expect(begun.told).toContain('the loop is on, at most 4 passes')
    expect(begun.context).toContain('pass 1 of at most 4')
    expect(world.state(run)).toMatchObject({ $schema: 'wiggum-state-v1', status: 'active' })

    world.write('work.txt', 'broken\n')
    const second = await session.stop(DONE)
    expect(second.block).toContain('pass 2 of at most 4')
    expect(second.block).toContain('FAIL work.txt')
    expect(second.block).toContain('> make work.txt good')

    world.write('work.txt', 'good\n')
    const review = await session.stop('Mended.')
    expect(review.block).toContain('pass 2, review')
    expect(review.block).toContain('work.txt (modified)')
    const findings = [
      {
        file: 'work.txt',
        line: 1,
        severity: 'CRITICAL',
        category: 'quality',
        description: 'good what? it does not say',
        fix: 'say what is good',
        evidence: 'work.txt:1 holds `good` and nothing else',
      },
    ]
    const third = await session.stop(block({ status: 'DONE', verdict: 'REJECTED', findings }))
    expect(third.block).toContain('pass 3 of at most 4')
    expect(third.block).toContain('good what? it does not say')
    expect(world.state(run)).toMatchObject({ status: 'active', current_loop: { current_pass: 3 } })

    world.write('work.txt', 'good work\n')
    expect((await session.stop('Said.')).block).toContain('pass 3, review')
    const last = await session.stop(APPROVED)
    expect(last).toMatchObject({ code: 0, stderr: '', block: null })
    expect(last.told).toMatch(/^wiggum: unbroken after 3 passes: .*wiggum explain /)

    expect(live(world)).toBe(false)
    expect(untouched(world)).toEqual(before)
    expect(world.git('status', '--porcelain')).toBe(' M work.txt\n')
    expect(readFileSync(join(world.repo, 'work.txt'), 'utf8')).toBe('good work\n')
    expect(world.state(run)).toMatchObject({ status: 'completed' })
    const passes = eventsOf(world.log(run), 'pass.complete')
    expect(passes.map(({ check, review }) => [check, review])).toEqual([
      ['red', null],
      ['green', 'REJECTED'],
      ['green', 'APPROVED'],
    ])
    const [status] = JSON.parse((await world.wiggum('status', '--json')).stdout)
    expect(status).toMatchObject({ run_id: run, status: 'unbroken' })
    const explained = await world.wiggum('explain', run)
    expect(explained.stdout).toContain(`Run ${run}: unbroken`)
    // Nothing is on any more: the session is its user's.
    expect(await session.stop('Bye.')).toMatchObject({ code: 0, stdout: '' })
  })

  test('while it is on, the session and a terminal are told where it stands', async () => {
    const { world, session, run } = await looping()
    const { block } = await session.prompt('/wiggum:status')
    expect(block).toContain('pass 1 of at most 5: make work.txt good')
    expect(block).toContain(run)
    const [status] = JSON.parse((await world.wiggum('status', '--json')).stdout)
    expect(status).toMatchObject({ run_id: run, status: 'running' })
    expect(status.next ?? '').not.toContain('wiggum resume')
  })

  test('a liar is kept at work until the breaker asks; a hint goes on, `abort` ends it', async () => {
    const { world, session, run } = await looping()
    world.write('work.txt', 'broken\n')
    expect((await session.stop(DONE)).block).toContain('pass 2')
    expect((await session.stop(DONE)).block).toContain('pass 3')
    const asked = await session.stop(DONE)
    expect(asked.block).toBeNull()
    expect(asked.told).toMatch(/No progress: .*What now\?[\s\S]*Answer by typing continue, skip, abort/)
    expect(world.state(run)).toMatchObject({ status: 'paused' })
    // What is said meanwhile is between the two of them.
    expect((await session.stop('Still there.')).stdout).toBe('')

    const hinted = await session.prompt('look at what check.sh greps for')
    expect(hinted.context).toContain('pass 4')
    expect(hinted.block).toBeNull()
    const moves = () => eventsOf(world.log(run), 'breaker.transition').map(({ from, to }) => `${from}>${to}`)
    expect(moves()).toEqual(['CLOSED>OPEN', 'OPEN>HALF_OPEN'])
    expect(eventsOf(world.log(run), 'gate.answered')).toMatchObject([
      { answer: 'continue', text: 'look at what check.sh greps for', by: 'session' },
    ])

    expect((await session.stop(DONE)).told).toContain('No progress')
    expect(moves().at(-1)).toBe('HALF_OPEN>OPEN')
    expect((await session.prompt('abort')).block).toMatch(/^wiggum: the loop ended after 4 passes/)
    expect(live(world)).toBe(false)
    expect(ending(world.log(run))).toMatch(/cancelled|stagnation/)
  })
})

describe('how a person ends it', () => {
  test('by a prompt that says stop and nothing else, or by another loop', async () => {
    const made = world()
    const session = made.session('s1')
    await session.prompt(ON)
    const { block } = await session.prompt(' Stop. ')
    expect(block).toMatch(/^wiggum: the loop ended after 1 pass, cancelled: you ended the loop/)
    expect(live(made)).toBe(false)

    await session.prompt(ON)
    const run = String(session.file()?.run)
    expect((await session.prompt('stop the server from crashing')).stdout).toBe('')
    expect(session.file()).toMatchObject({ run })
    expect(eventsOf(made.log(run), 'user.said')).toEqual([{ text: 'stop the server from crashing' }])
    expect((await session.stop('Done.')).block).toContain('> stop the server from crashing')

    expect((await session.prompt('/wiggum:loop something else')).told).toContain('something else')
    expect(session.file()?.run).not.toBe(run)
    const endings = made.runs().map((each) => ending(made.log(each)))
    expect(endings).toEqual(['cancelled', 'cancelled', undefined])
  })

  test('`wiggum stop` from another terminal: the session is held no longer, and the run has an end', async () => {
    const { world, session, run } = await looping()
    expect(await world.wiggum('stop', run)).toMatchObject({ code: 0 })
    world.write('work.txt', 'broken\n')
    expect((await session.stop(DONE)).block).toBeNull()
    expect(live(world)).toBe(false)
    expect(ending(world.log(run))).toBe('cancelled')
  })
})

describe('how many passes', () => {
  test('after the last it asks: yes gives as many more, no accepts nothing red', async () => {
    const { world, session, run } = await looping('--max-passes 1')
    world.write('work.txt', 'broken\n')
    const asked = await session.stop(DONE)
    expect(asked.block).toBeNull()
    expect(asked.told).toMatch(/1 pass done, and 1 thing is open.*[\s\S]*Answer by typing yes or no/)
    expect((await session.prompt('yes')).context).toContain('pass 2 of at most 2')
    expect((await session.stop(DONE)).told).toContain('2 passes done')
    const { block } = await session.prompt('no')
    expect(block).toContain('verification-red')
    expect(live(world)).toBe(false)
    expect(ending(world.log(run))).toBe('verification-red')
  })

  test('no accepts what is green, and only that; with live.review: off nobody reads it', async () => {
    const { world, session, run } = await looping('--max-passes 1 --promise FINISHED', {
      '.wiggum/config.yaml': 'verify: { test: sh check.sh }\nlive: { review: off }\n',
    })
    world.write('work.txt', 'good\n')
    expect((await session.stop(DONE)).told).toContain('the promise was not made')
    expect((await session.prompt('No.')).block).toContain('accepted as it is, with 1 open')
    expect(eventsOf(world.log(run), 'review.verdict')).toEqual([])
  })

  test('a wish that cannot be met: one sentence, and nothing is written', async () => {
    const made = world()
    const before = treeOf(made.dir)
    const wrong: [string, RegExp][] = [
      ['make it --max-passes 0', /whole number above 0, not "0"/],
      ['--max-passes many make it', /whole number above 0, not "many"/],
      ['--max-pases 3 make it', /no option --max-pases/],
      ['  \u3000 ', /The task is empty/],
    ]
    for (const [given, sentence] of wrong) {
      const { code, block, context } = await made.session('s1').prompt(`/wiggum:loop ${given}`)
      expect({ code, context }).toEqual({ code: 0, context: null })
      expect(block).toMatch(sentence)
      expect(block).not.toContain('\n')
    }
    expect(treeOf(made.dir)).toEqual(before)
  })
})

describe('more than one session', () => {
  test('another session in the same project is never held; two loops keep their own', async () => {
    const { world: made, session, run } = await looping()
    const other = made.session('s2')
    made.write('work.txt', 'broken\n')
    expect(await other.stop('Done.')).toMatchObject({ code: 0, stdout: '', stderr: '' })
    expect((await other.prompt('/wiggum:cancel')).block).toContain('there is no loop in this session')
    expect(session.file()).not.toBeNull()

    await other.prompt(ON)
    const second = String(other.file()?.run)
    expect(second).not.toBe(run)
    const todos = [{ content: 'of the other', status: 'pending', activeForm: 'x' }]
    await other.hook('post-tool', { tool_name: 'TodoWrite', tool_input: { todos }, tool_use_id: 't1' })
    const [mine, theirs] = await Promise.all([session.stop(DONE), other.stop(DONE)])
    expect(mine.block).toContain('pass 2')
    expect(mine.block).not.toContain('of the other')
    expect(theirs.block).toContain('of the other')
    const cancelled = await session.prompt('/wiggum:cancel')
    expect(cancelled.block).toContain('you ended the loop')
    expect(other.file()?.run).toBe(second)
    expect([run, second].map((each) => ending(made.log(each)))).toEqual(['cancelled', undefined])
    expect([run, second].map((each) => made.state(each).status)).toEqual(['aborted', 'active'])
  })

  test('who asks a question while another session changes files is not held for them', async () => {
    const { world: made } = await looping()
    const other = made.session('s2')
    await other.prompt('what does check.sh do?')
    made.write('work.txt', 'broken\n')
    expect(await other.stop('It greps.')).toMatchObject({ code: 0, stdout: '', stderr: '' })
    expect(other.file()).toBeNull()
  })

  test('two worktrees of one repository, at the same time, with the same task', {
    tags: 'deep',
  }, async () => {
    const made = world()
    const tree = join(made.dir, 'tree')
    made.git('worktree', 'add', '-q', tree)
    const sessions = [made.session('s1'), made.session('s2', tree)]
    const each = <T>(act: (session: Session) => Promise<T>) => Promise.all(sessions.map(act))
    expect((await each((one) => one.prompt(ON))).map(({ context }) => context)).toEqual(
      Array(2).fill(expect.stringContaining('pass 1')),
    )
    made.write('work.txt', 'good\n')
    const [first, second] = await each((one) => one.stop(DONE))
    expect(first!.block).toContain('pass 1, review')
    expect(second!.block).toContain('No file was changed')
    expect(await sessions[0]!.stop(APPROVED)).toMatchObject({ told: expect.stringContaining('unbroken') })
    expect(sessions[1]!.file()).not.toBeNull()
    const runs = [made.runs(), made.runs(tree)]
    expect(runs.map(({ length }) => length)).toEqual([1, 1])
    expect(runs[0]).not.toEqual(runs[1])
  })
})

describe('a promise', () => {
  const TAG = '<promise>ALL DONE</promise>'

  test('neither done without it nor it without green is the end; both, and a review, are', async () => {
    const { world, session, run } = await looping('--promise "ALL DONE"')
    world.write('work.txt', 'good\n')
    const second = await session.stop(DONE)
    expect(second.block).toContain('pass 2')
    expect(second.block).toContain(TAG)
    world.write('work.txt', 'broken\n')
    expect((await session.stop(`It is all there.\n\n${TAG}\n`)).block).toContain('FAIL work.txt')
    world.write('work.txt', 'good\n')
    expect((await session.stop(`Now it is.\n\n${TAG}\n`)).block).toContain('pass 3, review')
    expect((await session.stop(APPROVED)).told).toContain('unbroken after 3 passes')
    expect(eventsOf(world.log(run), 'pass.complete').map(({ left }) => left[0])).toEqual([
      expect.stringContaining('the promise was not made'),
      expect.stringContaining('sh check.sh exited 1'),
      undefined,
    ])
  })

  test('with --no-verify it and a review suffice, and nothing is called proven', async () => {
    const { world, session, run } = await looping('--no-verify --promise "ALL DONE"')
    world.write('work.txt', 'broken\n')
    expect((await session.stop(TAG)).block).toContain('No checks were run')
    const { told } = await session.stop(APPROVED)
    expect(told).toContain('unverified')
    expect(told).not.toContain('proven')
    expect(ending(world.log(run))).toBe('unverified')
    expect(eventsOf(world.log(run), 'verify.start')).toEqual([])
  })
})

describe('what is proven is the tree that is there', () => {
  test('who changes it while the checks run, or while a question is open, is looked at again', async () => {
    const { world, session } = await looping('', {
      'check.sh':
        'cp work.txt ../seen; touch ../checking; until [ -e ../go ]; do sleep 0.05; done; if grep broken ../seen; then exit 1; fi\n',
    })
    world.write('work.txt', 'good\n')
    const checking = session.stop(DONE)
    await vi.waitUntil(() => existsSync(join(world.dir, 'checking')), { timeout: 30_000 })
    world.write('work.txt', 'broken\n')
    writeFileSync(join(world.dir, 'go'), '')
    expect((await checking).block).toContain('changed after it was checked: work.txt')
    world.write('work.txt', 'good again\n')
    expect((await session.stop(DONE)).block).toContain('pass 2, review')
    // Not by the session in its review turn, and not before it: between the answer and the end.
    world.write('.wiggum/config.yaml', 'verify: { test: sh check.sh }\n# x\n')
    expect((await session.stop(APPROVED)).block).toContain(
      'changed after it was checked: .wiggum/config.yaml',
    )
  })

  test('its own log and settings are not the session’s to write, and the log says whose it is', async () => {
    const { world, session, run } = await looping()
    const may = async (tool_name: string, tool_input: object) =>
      (await session.hook('pre-tool', { tool_name, tool_input })).permission
    expect(await may('Write', { file_path: join(world.repo, '.wiggum/live/s1.json') })).toBe('deny')
    expect(await may('Edit', { file_path: '.wiggum/config.yaml' })).toBe('deny')
    expect(await may('Bash', { command: 'rm -rf .wiggum/live' })).toBe('deny')
    expect(await may('Bash', { command: `echo {} >> ${world.repo}/.wiggum/events/${run}.jsonl` })).toBe(
      'deny',
    )
    expect(await may('Bash', { command: `cat .wiggum/events/${run}.jsonl` })).toBeNull()
    expect(await may('Write', { file_path: join(world.repo, 'work.txt') })).toBeNull()
    const file = session.file()!
    world.write('.wiggum/live/s2.json', JSON.stringify({ ...file, session: 's2' }))
    expect((await world.session('s2').stop(DONE)).told).toContain('is not this session')
  })
})

describe('the review', () => {
  test('who changes files in it has reviewed something else: a further pass, at once', async () => {
    const { world, session, run } = await looping()
    world.write('work.txt', 'good\n')
    expect((await session.stop(DONE)).block).toContain('Change no file in this turn')
    world.write('work.txt', 'better\n')
    const { block } = await session.stop('I saw something and mended it.')
    expect(block).toContain('pass 2 of at most 5')
    expect(eventsOf(world.log(run), 'work.moved')).toMatchObject([{ files: ['work.txt'] }])
    await session.stop(DONE)
    expect((await session.stop(APPROVED)).told).toContain('unbroken after 2 passes')
  })

  test('files that the checks themselves write are no change of the reviewer’s', async () => {
    const { world, session } = await looping('', { 'check.sh': 'date +%s%N >report.txt\n' })
    world.write('work.txt', 'good\n')
    expect((await session.stop(DONE)).block).toContain('pass 1, review')
    expect((await session.stop(APPROVED)).told).toContain('unbroken after 1 pass')
  })

  test('checks that the session weakened are shown to a person', async () => {
    const { world, session, run } = await looping()
    world.write('work.txt', 'broken\n')
    world.write('check.sh', 'exit 0\n')
    await session.stop(DONE)
    const { told } = await session.stop(APPROVED)
    expect(told).toContain('Answer by typing yes or no')
    expect((await session.prompt('no')).block).toContain('the loop ended')
    expect(ending(world.log(run))).toBe('refused')
  })
})

describe('without being asked', () => {
  test('a prompt after which nothing is changed is forgotten without a trace', async () => {
    const made = world()
    const session = made.session('s1')
    await session.prompt('what is in work.txt?')
    await session.stop('It says: as it was.')
    const before = treeOf(made.dir)
    expect(made.runs()).toEqual([])
    expect(live(made)).toBe(false)

    const { context, told } = await session.prompt('and what does check.sh do?')
    expect(context).toContain('pass 1')
    expect(told).toBeNull()
    expect(live(made)).toBe(true)
    expect(await session.stop('It greps.')).toMatchObject({ code: 0, stdout: '' })
    expect(treeOf(made.dir)).toEqual(before)
    expect(made.git('status', '--porcelain', '--ignored')).toBe('!! .wiggum/.gitignore\n')
  })

  test.each([
    ['red', 'broken\n', 'FAIL work.txt', 'unbroken after 2 passes'],
    ['green', 'good\n', 'review', 'unbroken after 1 pass'],
  ])('one with a change is held until it is proven, %s at first', async (_, first, held, told) => {
    const made = world()
    const session = made.session('s1')
    await session.prompt('make work.txt good')
    made.write('work.txt', first)
    const edit = { file_path: join(made.repo, 'work.txt'), content: first }
    await session.hook('post-tool', { tool_name: 'Write', tool_input: edit, tool_use_id: 't1' })
    expect((await session.stop('Done.')).block).toContain(held)
    expect(eventsOf(made.log(made.runs()[0]!), 'run.start')[0]?.live).toMatchObject({ asked: false })
    made.write('work.txt', 'good\n')
    if (held !== 'review') expect((await session.stop('Done.')).block).toContain('review')
    expect((await session.stop(APPROVED)).told).toContain(told)
  })

  test('nothing begins and nothing is said: by a phrase, a variable, a command of the host’s, the configuration', async () => {
    const made = world()
    const TASK = 'make work.txt good'
    const config = (text: string) => {
      made.write('.wiggum/config.yaml', text)
      made.git('commit', '-qam', 'Configure')
    }
    const quiet = async (prompt: string, env: Record<string, string> = {}) => {
      expect(await made.session('s1').prompt(prompt, env)).toMatchObject({ code: 0, stdout: '', stderr: '' })
      expect(live(made)).toBe(false)
      expect(made.runs()).toEqual([])
    }
    await quiet('a quick fix for work.txt')
    await quiet('/review work.txt')
    await quiet(TASK, { WIGGUM_DISABLE_LOOP: '1' })
    // An agent of a run has that run.
    await quiet(TASK, { WIGGUM_RUN_ID: 'x' })
    config('verify: { test: sh check.sh }\nloop: { default_active: false }\n')
    await quiet(TASK)
    config('{}\n')
    await quiet(TASK)
    config('verify: { test: sh check.sh }\n')
    expect((await made.session('s1').prompt(TASK)).context).toContain('pass 1')
  })
})

test('a tool call that reaches beyond the project is a person’s to decide, while a loop is on', async () => {
  const made = world({ '.wiggum/config.yaml': 'verify: { test: sh check.sh }\ngates: { database: deny }\n' })
  const session = made.session('s1')
  const call = (command: string) => session.hook('pre-tool', { tool_name: 'Bash', tool_input: { command } })
  expect((await call('git push --force')).stdout).toBe('')
  await session.prompt(ON)
  expect((await call('git push --force')).permission).toBe('ask')
  expect((await call('dropdb production')).permission).toBe('deny')
  expect((await call('rm -rf build')).stdout).toBe('')
})
