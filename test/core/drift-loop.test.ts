import { describe, expect, test } from 'vitest'
import { defaultConfig } from '../../src/config/load.ts'
import type { AgentCall, Command } from '../../src/core/commands.ts'
import { aimOf } from '../../src/core/drift/aim.ts'
import { driftWords, realignment } from '../../src/core/drift/realign.ts'
import type { Contract } from '../../src/core/events.ts'
import { finding, type Script, type Simulation, simulate } from './simulate.ts'

const heads = ['a', 'c', 'd', 'e', 'f'].map((digit) => digit.repeat(40))
const TASK = 'Mend the coupon totals of the basket'
const OWN = { path: 'src/coupon.ts', added: 10 }
const EXTRA = ['src/axis.ts', 'src/chart.ts', 'src/legend.ts']
const extra = EXTRA.map((path) => ({ path, added: 40, change: 'added' as const }))
const TEST = { path: 'test/coupon.test.ts', added: 10, test: true }
const wide = [OWN, TEST, ...extra]

/** Off the task in these passes; the Maker's n-th call has what it makes. */
function run(script: Script & { off?: number[]; loop?: object }, before: Simulation['events'] = []) {
  const { off = [1], loop: own, ...rest } = script
  const at = (step: string) => Number(/maker-(\d+)/.exec(step)?.[1] ?? 1)
  return simulate(
    {
      heads,
      made: (step) => ({ head: heads[at(step) - 1]!, files: off.includes(at(step)) ? wide : [OWN, TEST] }),
      survey: () => ({
        files: wide.map(({ path }) => ({ path, names: [], mentions: [], links: [], behind: [] })),
      }),
      ...rest,
      start: {
        task: TASK,
        strategy: 'loop',
        loop: { max_passes: 3, suppressed: null, accept: false, ...own },
        ...rest.start,
      },
    },
    before,
  )
}

const notes = ({ commands }: Simulation): string[] =>
  commands.flatMap((command) =>
    command.do === 'agent' && command.call.role === 'maker' ? [command.call.note ?? ''] : [],
  )
const surveys = (commands: Command[]) => commands.filter((command) => command.do === 'survey-change')

describe('drift in the loop', () => {
  test('keeps green and approved work from landing, and the next pass is told why', () => {
    const simulation = run({})
    const { state } = simulation
    expect(state.drifts).toMatchObject([
      { pass: 1, head: heads[0], share: 0.92, causes: ['not-asked-for'], off: EXTRA },
    ])
    expect(state.passes.map(({ check, review, left }) => [check, review, left])).toEqual([
      ['green', 'APPROVED', [expect.stringContaining('off the task: something was built')]],
      ['green', 'APPROVED', []],
    ])
    expect(state.ended?.exit_code).toBe(0)
    const [first, second] = notes(simulation)
    expect(first).not.toContain('left its task')
    expect(second).toContain('The work has left its task (92 % of the changed lines are not about it)')
    expect(second).toContain('something was built that the task does not ask for')
    expect(second).toContain('off the task: src/chart.ts')
    expect(second).toContain(TASK)
  })

  test('is looked for in red work too, after the checks and before the pass ends', () => {
    const simulation = run({ green: (kind, nth) => kind !== 'merged' || nth > 1 })
    expect(simulation.state.passes[0]).toMatchObject({ check: 'red', review: null })
    expect(simulation.state.passes[0]?.left).toHaveLength(2)
    expect(notes(simulation)[1]).toContain('npm test exited 1')
    expect(notes(simulation)[1]).toContain('left its task')
  })

  test('told once, it is not told again when it is gone', () => {
    const simulation = run({ agent: later, loop: { max_passes: 5 } })
    expect(notes(simulation).map((note) => note.includes('left its task'))).toEqual([false, true, false])
  })

  test('in every pass ends in the question that used up passes end in, and may be accepted', () => {
    const always = { off: [1, 2], loop: { max_passes: 2 } }
    const { state } = run(always)
    expect(Object.values(state.gates).map(({ kind, evidence }) => [kind, evidence.length])).toEqual([
      ['passes', 1],
    ])
    expect(state.drifts.map(({ pass }) => pass)).toEqual([1, 2])
    expect(run({ ...always, answers: { passes: 'no' } }).state.ended?.exit_code).toBe(0)
  })

  test('in a single pass leaves the work on its branch', () => {
    const { state } = run({ loop: { max_passes: 1, suppressed: '--single-pass' } })
    expect(state.ended).toMatchObject({ status: 'findings-open', exit_code: 10 })
    expect(state.merged).toBeNull()
  })

  test('a look that failed is a warning on the record, and the run goes on', () => {
    const { state, events } = run({ survey: () => ({ problem: 'git is gone' }) })
    expect(events.filter(({ type }) => type === 'change.surveyed')).toHaveLength(1)
    expect(state.drifts).toEqual([])
    expect(state.ended?.exit_code).toBe(0)
  })

  test.each([
    ['a task that says nothing', { task: 'fix it' }],
    ['a task that means everything', { task: `${TASK} in all files` }],
    ['research', { domain: 'research' }],
    ['a text', { domain: 'writing' }],
  ])('of %s nobody looks', (_, start) => {
    const { commands, state } = run({ start })
    expect(surveys(commands)).toEqual([])
    expect(state.ended?.exit_code).toBe(0)
  })

  test('where nothing was changed nobody looks', () => {
    const { commands } = run({ made: () => ({ head: 'b'.repeat(40), files: [] }), loop: { max_passes: 1 } })
    expect(surveys(commands)).toEqual([])
  })

  test('a change too long for its event is not judged by a part of it', () => {
    const whole = run({})
    const at = whole.events.findIndex(({ type }) => type === 'work.collected')
    const cut = whole.events
      .slice(0, at + 1)
      .map((event) =>
        event.type === 'work.collected' ? { ...event, data: { ...event.data, more_files: 1 } } : event,
      )
    expect(run({}, cut).state.drifts).toEqual([])
  })

  test('killed anywhere, it goes on, and nothing is said twice', () => {
    const whole = run({})
    for (let cut = 1; cut < whole.events.length; cut++) {
      const { state, events } = run({}, whole.events.slice(0, cut))
      expect([state.drifts.length, state.passes.length, state.ended?.exit_code]).toEqual([1, 2, 0])
      expect(events.filter(({ type }) => type === 'change.surveyed')).toHaveLength(2)
    }
  })
})

/** The second pass leaves a to-do, so that there is a third. */
function later(role: string, attempt: number): Partial<Contract> | undefined {
  if (role !== 'maker') return undefined
  return { todos: [{ content: 'coupon', status: attempt === 2 ? 'pending' : 'completed' }] }
}

describe('an agent that was told', () => {
  const keeps = (said: Partial<Contract>) => ({
    off: [1, 2],
    agent: (role: string, attempt: number) => (role === 'maker' && attempt === 2 ? said : undefined),
    loop: { max_passes: 2, accept: false },
  })

  test('may keep files that it names with its reason', () => {
    const { state, commands } = run(keeps({ notes: 'src/axis.ts is what totals are drawn with' }))
    expect(state.drifts).toHaveLength(1)
    expect(surveys(commands)[1]).toMatchObject({ defended: ['src/axis.ts'] })
    expect(state.ended?.exit_code).toBe(0)
    expect(run(keeps({ decisions: ['src/axis.ts stays'] })).state.ended?.exit_code).toBe(0)
  })

  test('and none that it does not name', () => {
    expect(run(keeps({ notes: 'all of it is needed' })).state.drifts).toHaveLength(2)
  })

  test('nobody may say so before being told', () => {
    const agent = (role: string) => (role === 'maker' ? { notes: 'src/axis.ts is needed' } : undefined)
    expect(run({ agent }).state.drifts).toHaveLength(1)
  })
})

describe('a change of which the rules cannot tell', () => {
  const doubtful = [OWN, TEST, { path: 'src/chart.ts', added: 50, change: 'added' as const }]
  const says = (ruling: string) =>
    `\`\`\`wiggum\n{"status":"DONE","ruling":"${ruling}","reason":"nobody draws here"}\n\`\`\``

  function judgedScript(ruling: string | null, agent: string | null = 'scripted'): Script {
    const policy = { ...defaultConfig(), judge: { agent, model: null } }
    const agents = { default: 'scripted', ...(agent === null ? {} : { judge: agent }) }
    return {
      made: (step) => {
        const at = Number(/maker-(\d+)/.exec(step)?.[1] ?? 1)
        return { head: heads[at - 1]!, files: at === 1 ? doubtful : [OWN, TEST] }
      },
      play: ({ role }) => (role === 'judge' && ruling === null ? { fails: 'gone' } : undefined),
      text: ({ role }) => (role === 'judge' && ruling !== null ? says(ruling) : null),
      start: { policy, agents },
    }
  }
  const judged = (ruling: string | null, agent?: string | null) => run(judgedScript(ruling, agent))
  const asked = ({ commands }: Simulation): AgentCall[] =>
    commands.flatMap((each) => (each.do === 'agent' && each.call.role === 'judge' ? [each.call] : []))

  test('is judged by nobody where nobody was named', () => {
    const simulation = judged('yes', null)
    expect(asked(simulation)).toEqual([])
    expect(simulation.state.passes).toHaveLength(1)
  })

  test('a yes is a drift like any other, with what the judge said', () => {
    const simulation = judged('yes')
    const [call, second] = asked(simulation)
    expect(second).toBeUndefined()
    expect(call).toMatchObject({ about: heads[0], writes: false })
    expect(call?.note).toContain('left its task')
    expect(call?.note).toContain('off the task: src/chart.ts (added, 51 lines)')
    expect(simulation.state.drifts).toMatchObject([
      {
        pass: 1,
        off: ['src/chart.ts'],
        evidence: expect.arrayContaining(['the judge agrees: nobody draws here']),
      },
    ])
    expect(notes(simulation)[1]).toContain('the judge agrees: nobody draws here')
    expect(simulation.state.ended?.exit_code).toBe(0)
  })

  test.each([
    ['a no', 'no'],
    ['an answer that is neither', 'perhaps'],
    ['a judge that fails', null],
  ])('%s holds nothing up', (_, ruling) => {
    const simulation = judged(ruling)
    expect(asked(simulation)).toHaveLength(1)
    expect(simulation.state.drifts).toEqual([])
    expect(simulation.state.passes).toHaveLength(1)
    expect(simulation.state.ended?.exit_code).toBe(0)
  })

  test('killed anywhere, the judge is asked about it once', () => {
    const whole = judged('yes')
    for (let cut = 1; cut < whole.events.length; cut++) {
      const { state, events } = run(judgedScript('yes'), whole.events.slice(0, cut))
      expect([state.drifts.length, state.ended?.exit_code]).toEqual([1, 0])
      expect(events.filter(({ type }) => type === 'judge.ruled')).toHaveLength(1)
    }
  })
})

describe('what the work is for', () => {
  const review = (severity: 'CRITICAL' | 'WARNING' | 'INFO') => (role: string, attempt: number) =>
    role === 'sage' && attempt === 1
      ? {
          verdict: 'REJECTED' as const,
          findings: [
            finding({
              severity,
              file: 'src/z.ts',
              description: 'a hole',
              fix: 'close it',
              category: 'quality',
            }),
          ],
        }
      : undefined
  const aim = (script: Script, todos: Contract['todos'] = []) =>
    aimOf(run({ off: [], ...script }).state, todos)

  test('the task, its files, what must be there, what must hold, and the agent’s list', () => {
    const verify = {
      setup: [],
      test: null,
      acceptance: ['node check.js'],
      required_files: ['out.txt'],
      timeout_minutes: 1,
      detected: '',
    }
    expect(aim({ start: { files: ['src/a.ts'], verify } }, [{ content: 'one', status: 'pending' }])).toEqual({
      task: TASK,
      also: ['node check.js'],
      todos: ['one'],
      files: ['src/a.ts', 'out.txt'],
      places: [],
    })
  })

  test('what a review wants mended, unless it is a remark', () => {
    expect(aim({ agent: review('CRITICAL') }).also).toEqual(['src/z.ts a hole close it'])
    expect(aim({ agent: review('WARNING') }).also).toHaveLength(1)
    expect(aim({ agent: review('INFO') }).also).toEqual([])
  })

  test('what the user answered', () => {
    const play = ({ role, step }: AgentCall) =>
      role === 'maker' && !step.endsWith('answer1')
        ? { status: 'NEEDS_CONTEXT' as const, notes: 'which?' }
        : undefined
    expect(aim({ play, answers: { context: 'answer' } }).also).toEqual(['in CSV'])
  })

  test('the places at which checks failed, each once', () => {
    const tails = ['at src/a.ts:12:3\nFile "lib/b.py", line 4\n(src/a.ts:9)\nsrc/c.ts is fine, /etc/d.conf:1']
    const red = { tails, green: (kind: string, nth: number) => kind !== 'merged' || nth > 1 }
    expect(aim(red).places).toEqual(['src/a.ts', 'lib/b.py'])
    expect(aim({ tails }).places).toEqual([])
  })
})

describe('the words for it', () => {
  const drift = { pass: 1, head: heads[0]!, share: 0.666, evidence: ['e'], off: ['a', 'b', 'c'] }

  test('name every cause, and three files', () => {
    const causes = ['another-problem' as const, 'core-missing' as const]
    expect(driftWords({ causes, off: drift.off })).toBe(
      'off the task: another problem than the task’s was worked on, and what the task is about has not been touched (a, b, c)',
    )
    expect(driftWords({ causes: ['over-engineering'], off: [...drift.off, 'd'] })).toBe(
      'off the task: the solution is far larger than the problem (a, b, c, …)',
    )
    expect(driftWords({ causes: ['core-missing'], off: [] })).toBe(
      'off the task: what the task is about has not been touched',
    )
  })

  test('the instruction has the share, each cause with what to do, the evidence and the task', () => {
    expect(realignment({ ...drift, causes: ['over-engineering', 'core-missing'] }, 'Do it')).toBe(
      [
        'The work has left its task (67 % of the changed lines are not about it):',
        '- the solution is far larger than the problem: Replace it by the smallest change that does what the task says.',
        '- what the task is about has not been touched: Begin with the part of the project that the task is about.',
        'What shows it:',
        '- e',
        'The task, as it was given: Do it',
        'Keep one of these files only if the task cannot be done without it, and say in your notes why.',
      ].join('\n'),
    )
  })

  test('of much evidence, the first 25', () => {
    const evidence = Array.from({ length: 30 }, (_, at) => `e${at}`)
    const text = realignment({ ...drift, evidence, causes: ['not-asked-for'] }, 'Do it')
    expect([text.includes('- e24'), text.includes('- e25')]).toEqual([true, false])
  })
})
