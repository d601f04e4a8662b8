import { defaultConfig } from '../../src/config/load.ts'
import type { Contract, Finding } from '../../src/core/events.ts'
import { BASE, finding, type Script } from './simulate.ts'
import { systemPolicy } from './system-policy.ts'

/** Runs in which something is out of the ordinary, each for another reason. */

type Agent = NonNullable<Script['agent']>

const SURE = { task_understanding: 0.9, solution_completeness: 0.9, risk_coverage: 0.9 }
const YES = { merge: true, yes: true, allow: [], dry_run: false }
const heads = ['1', '2', '3', '4'].map((digit) => digit.repeat(40))

const issue = (name: string, over: Partial<Finding> = {}): Finding =>
  finding({ file: `src/${name}.js`, description: `${name} overflows when the queue is full`, ...over })
const rejects = (...all: Finding[]) => ({ verdict: 'REJECTED' as const, findings: all })
const approves = (...all: Finding[]) => ({ verdict: 'APPROVED' as const, findings: all })
const plan = (over: Partial<Contract> = {}) => ({ confidence: SURE, test_strategy: ['a case'], ...over })

/** One role says something in its n-th call; the others have nothing to say. */
function saying(role: string, ...all: ReturnType<Agent>[]): Agent {
  return (who, attempt) => (who === role ? all[attempt - 1] : undefined)
}

function pdca(workflow: string, agent: Agent = () => undefined, over: Script = {}): Script {
  return {
    heads,
    files: [{ path: 'src/a.js' }, { path: 'test/a.test.js', test: true }],
    ...over,
    agent: (role, attempt) => agent(role, attempt) ?? (role === 'creator' ? plan() : undefined),
    start: { strategy: 'pdca', workflow, max_cycles: 3, policy: systemPolicy(), ...over.start },
  }
}

const unverified = { setup: [], test: null, acceptance: [], required_files: [], timeout_minutes: 1 }
const hook = (point: string) => ({
  hooks: [{ point, run: 'smoke', on_failure: 'abort', timeout_minutes: 1 }],
})
const budget = (usd: number, more = {}) => ({
  policy: { ...defaultConfig(), budget: { usd, tokens: null }, ...more },
})
const models = {
  ...defaultConfig().models,
  default: 'middle',
  tiers: ['small', 'middle', 'large'],
}
const three = ['overload', 'overload', 'overload'].map((fails) => ({ fails }))
const many = Array.from({ length: 24 }, (_, at) =>
  issue(`part-${at}`, {
    severity: at < 2 ? 'CRITICAL' : 'WARNING',
    category: at % 2 ? 'quality' : 'testing',
  }),
)

const comment = issue('x', { category: 'documentation', severity: 'INFO', fix: 'Add a doc comment' })
const ruling = (said: string) =>
  `\`\`\`wiggum\n{"status":"DONE","ruling":"${said}","reason":"it says so"}\n\`\`\``
const judged = (said: string): Script => ({
  agent: saying('sage', approves(comment)),
  text: ({ role }) => (role === 'judge' ? ruling(said) : null),
  start: {
    policy: { ...defaultConfig(), judge: { agent: 'scripted', model: null } },
    agents: { default: 'scripted', judge: 'scripted' },
  },
})
const wordy = {
  ...{ id: 'sage.ours.wordy', layer: 'archetype', role: 'sage', shadow: 'sage.bureaucrat', title: 'wordy' },
  ...{ notices: 'many words', thresholds: {}, correction: 'Say it shorter.', examples: [], text: '' },
}
const creeping = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ path: `src/${name}.js` }))

export const plain = { pipeline: {} as Script, cycles: pdca('thorough') }

export const pipelines: Record<string, Script> = {
  'a finding is mended in the one targeted fix': { agent: saying('guardian', rejects(issue('a'))) },
  'a finding stays open': {
    agent: (role) => (role === 'guardian' ? rejects(issue('a', { line: null, fix: '' })) : undefined),
  },
  'the checks are red': {
    green: (kind) => kind !== 'merged',
    tails: ['  Error: boom\n    at x.js:1', 'Error: boom'],
  },
  'the checks were red before, too': { green: () => false, answers: { 'baseline-red': 'no' } },
  'nothing is changed, and tools were refused': { heads: [BASE], denials: () => ['Bash', 'Write'] },
  'a review has no verdict, twice': {
    agent: (role) => (role === 'sage' ? { verdict: null } : undefined),
    answers: { review: 'no' },
  },
  'a rejection has no finding that counts, twice': {
    agent: (role) => (role === 'guardian' ? rejects(issue('a', { severity: 'INFO' })) : undefined),
  },
  'the tests are altered': {
    inspect: {
      findings: [issue('x', { category: 'testing' })],
      protected_changed: ['test/x.test.js'],
    },
    green: (kind) => kind !== 'base-copies',
    answers: { 'test-tampering': 'no' },
  },
  'the tests as they were fail': {
    inspect: { protected_changed: ['test/x.test.js'] },
    green: (kind) => kind !== 'base-copies',
  },
  'a link leads outside': { inspect: { outside_links: ['a → /etc/passwd'] } },
  'most files are deleted': { inspect: { mass_deletion: { deleted: 6, total: 10 } } },
  'one file is deleted that nobody planned': { inspect: { unplanned_deletions: ['README.md'] } },
  'two files are deleted that nobody planned': {
    inspect: { unplanned_deletions: ['a.md', 'b.md'] },
    answers: { delete: 'no' },
  },
  'there is no way to verify': { start: { verify: { ...unverified, detected: 'no test script' } } },
  'a gate is refused by the configuration': {
    inspect: { unplanned_deletions: ['README.md'] },
    start: { policy: { ...defaultConfig(), gates: { ...defaultConfig().gates, delete: 'deny' } } },
  },
  'the merge conflicts': { conflict: true },
  'the checkout is dirty': { land: ['dirty'] },
  'it is not to be merged': { start: { options: { ...YES, merge: false } } },
  'a question is asked and answered': {
    agent: saying('maker', { status: 'NEEDS_CONTEXT', notes: 'Which format?' }),
    answers: { context: 'answer' },
  },
  'the Maker is blocked': { agent: saying('maker', { status: 'BLOCKED', summary: 'no database' }) },
  'the Maker crashes': { agent: saying('maker', { fails: 'crash' }) },
  'the Maker stops at its budget': { agent: saying('maker', { fails: 'budget' }) },
  'nobody can log in': { agent: saying('maker', { fails: 'authentication' }) },
  'the next agent takes over': {
    play: ({ role, agent }) =>
      role === 'maker' && agent === 'one'
        ? { fails: 'limit', retryAt: '2026-01-01T05:00:00.000Z' }
        : undefined,
    start: { agents: { default: ['one', 'two'] } },
  },
  'three calls fail': { agent: saying('maker', ...three) },
  'a hook stops it before it begins': { hooks: 'fail', start: hook('run-start') },
  'a hook stops it before it lands': { hooks: 'fail', start: hook('pre-merge') },
  'a hook fails after it landed': { hooks: 'fail', start: hook('post-merge') },
  'most of the budget is spent': { usd: 0.28, start: budget(1, { models }) },
  'most of the budget is spent, and no model is below': { usd: 0.28, start: budget(1) },
  'the budget is nearly spent': {
    usd: 0.2,
    agent: saying('guardian', rejects(issue('a'))),
    start: budget(1.04),
  },
  'the budget is spent': { usd: 0.5, start: budget(1) },
  'nobody says what it costs': { cost: () => null, start: budget(1) },
  'rules see a rogue Maker, three times': {
    files: [1, 2, 3].map((part) => ({ path: `src/part-${part}.js`, added: 9 })),
    session: (attempt) => `session-${attempt}`,
  },
  'a judge agrees with a suspicion': judged('yes'),
  'a judge does not agree': judged('no'),
  'a rule of the user’s own sees something, once': {
    own: (_, { attempt }) => (attempt === 1 ? ['it is wordy', 'and long'] : null),
    start: { detectors: [wordy] },
  },
  'no agent of the chain can work': {
    play: ({ role, agent }) =>
      role === 'maker' ? { fails: agent === 'one' ? 'missing' : 'authentication' } : undefined,
    start: { agents: { default: ['one', 'two'] } },
  },
  'nobody is named for the Maker': { start: { agents: { creator: 'scripted' } } },
  'the target moves, and the merge is dirty then': { land: ['moved', 'dirty'] },
}

export const cycles: Record<string, Script> = {
  'standard, with the others left out': pdca('standard'),
  'a dry run': pdca('standard', undefined, {
    start: { options: { merge: true, yes: false, allow: [], dry_run: true } },
  }),
  'a dry run that goes on': pdca('fast', undefined, { start: { options: { ...YES, dry_run: true } } }),
  'findings go to the Creator and to the Maker': pdca('standard', (role, attempt) => {
    if (attempt > 1) return undefined
    if (role === 'guardian') return rejects(issue('a', { category: 'security' }))
    return role === 'sage'
      ? rejects(issue('b', { category: 'quality', severity: 'WARNING', sources: ['sage'] }))
      : undefined
  }),
  'a long list is summed up': pdca('standard', saying('guardian', rejects(...many))),
  'two CRITICAL make it more thorough': pdca('fast', saying('guardian', rejects(issue('a'), issue('b'))), {
    start: { max_cycles: 1 },
  }),
  'the task is not understood': pdca(
    'fast',
    saying(
      'creator',
      plan({ confidence: { ...SURE, task_understanding: 0.4 }, assumptions: ['it is CSV'] }),
      plan(),
    ),
    { answers: { context: 'answer' } },
  ),
  'the plan is not complete': pdca(
    'fast',
    saying('creator', plan({ confidence: { ...SURE, solution_completeness: 0.4 } }), plan()),
  ),
  'the risks are not covered': pdca(
    'fast',
    saying('creator', plan({ confidence: { ...SURE, risk_coverage: 0.3 }, risks: ['it may lock'] })),
  ),
  'the risks are not covered, nor named': pdca(
    'fast',
    saying('creator', plan({ confidence: { ...SURE, risk_coverage: 0.3 } })),
  ),
  'there is no test': pdca('fast', undefined, { files: [{ path: 'src/a.js' }] }),
  'there is no test, and none was planned': pdca('fast', saying('creator', plan({ test_strategy: [] })), {
    files: [{ path: 'src/a.js' }],
  }),
  'nothing is changed': pdca('fast', undefined, {
    heads: [BASE],
    denials: () => ['Bash'],
    start: { max_cycles: 1 },
  }),
  'findings are open at the end': pdca('fast', saying('guardian', rejects(issue('a'))), {
    start: { max_cycles: 1 },
  }),
  'the checks are red at the end': pdca('fast', undefined, {
    green: (kind) => kind !== 'merged',
    start: { max_cycles: 1 },
  }),
  'one finding stands after two cycles': pdca(
    'thorough',
    saying('guardian', rejects(issue('a'), issue('b')), rejects(issue('a'))),
  ),
  'the same findings stand': pdca('thorough', saying('guardian', rejects(issue('a')), rejects(issue('a')))),
  'findings come back': pdca(
    'thorough',
    saying('guardian', rejects(issue('a'), issue('b')), rejects(issue('c')), rejects(issue('a'), issue('b'))),
  ),
  'more is wrong than before': pdca(
    'thorough',
    saying('guardian', rejects(issue('a')), rejects(issue('b'), issue('c'), issue('d'))),
  ),
  'the Maker does more than is planned': pdca(
    'fast',
    saying('creator', plan({ files: ['src/a.js'] }), plan({ files: ['src/a.js'] })),
    {
      files: creeping,
      answers: { shadow: 'no' },
    },
  ),
  'the Maker needs what was not planned': pdca(
    'fast',
    (role, attempt) => {
      if (role === 'maker' && attempt > 1) return { status: 'DONE_WITH_CONCERNS', notes: 'they go together' }
      return role === 'creator' ? plan({ files: attempt === 1 ? ['src/a.js'] : ['src/'] }) : undefined
    },
    { files: [...creeping, { path: 'test/a.test.js', test: true, change: 'added' }] },
  ),
  'the Maker polishes while something is broken': pdca(
    'standard',
    saying('guardian', rejects(issue('a'), issue('names', { severity: 'INFO' }))),
    {
      made: (_, attempt) => ({
        head: heads[attempt - 1]!,
        touched: attempt === 2 ? ['src/names.js'] : ['src/a.js', 'test/a.test.js'],
      }),
      files: [{ path: 'src/a.js' }, { path: 'src/names.js' }, { path: 'test/a.test.js', test: true }],
    },
  ),
  'everybody agrees at once': pdca('thorough', undefined, {
    files: [1, 2, 3, 4, 5].map((at) => ({ path: `src/big-${at}.js`, added: 20, test: at === 5 })),
    takesMs: () => 1000,
  }),
  'everybody looks at one thing': pdca(
    'standard',
    (role, attempt) => {
      const leaks = ['a', 'b', 'c', 'd'].map((name) =>
        issue(name, { severity: 'WARNING', category: 'security' }),
      )
      if (role === 'guardian') return approves(...leaks.slice(0, 2))
      return role === 'skeptic' && attempt === 1 ? approves(...leaks.slice(2)) : undefined
    },
    { files: [1, 2, 3, 4].map((at) => ({ path: `src/big-${at}.js`, added: 20, test: at === 4 })) },
  ),
  'planning takes long': pdca('standard', saying('guardian', rejects(issue('a'))), {
    takesMs: ({ phase, role }) => (phase === 'plan' ? 900_000 : role === 'maker' ? 300_000 : 60_000),
  }),
}
