import { expect, test } from 'vitest'
import { runOptions, withFlags } from '../../src/cli/run-options.ts'
import { taskCall } from '../../src/cli/sprint-call.ts'
import { defaultConfig } from '../../src/config/load.ts'

/** What the flags of a run do to the configuration, and which of them a sprint says again for each task. */

const call = (options: Record<string, unknown>) => ({
  args: ['tasks.json'],
  options,
  json: false,
  cwd: '.',
  env: {},
  out: () => {},
})

const plain = defaultConfig()

test.each([
  [{ maxCycles: '2' }, { limits: { ...plain.limits, max_cycles: 2 } }],
  [{ budgetUsd: '2.50' }, { budget: { ...plain.budget, usd: 2.5 } }],
  [{ budgetTokens: '9' }, { budget: { ...plain.budget, tokens: 9 } }],
  [{ meter: true }, { metering: true }],
  [{ effort: 'high' }, { effort: { default: 'high', archetypes: {} } }],
  [{ stagnationThreshold: '4' }, { stagnation: { ...plain.stagnation, threshold: 4 } }],
  [{ onStagnation: 'abort' }, { stagnation: { ...plain.stagnation, action: 'abort' } }],
  [{ allow: ['mass-deletion'], merge: false, model: '', yes: true }, {}],
])('%o changes of the configuration only what it is about', (options, change) => {
  expect(withFlags(plain, call(options))).toEqual({ ...plain, ...change })
})

test('a model that is named is every role’s in every workflow', () => {
  const own = { default: 'small', archetypes: { maker: 'large' } }
  const models = { ...plain.models, ...own, workflows: { ...plain.models.workflows, fast: own } }
  const changed = withFlags({ ...plain, models }, call({ model: 'medium' })).models
  const none = { default: null, archetypes: {} }
  expect(changed).toMatchObject({ default: 'medium', archetypes: {}, workflows: { fast: none } })
})

test.each([
  [{ maxCycles: '1.5' }, '--max-cycles must be a whole number above 0, not "1.5"'],
  [{ budgetUsd: 'much' }, '--budget-usd must be an amount above 0, such as 2.50, not "much"'],
  [{ allow: ['mass-deletion', 'all'] }, 'There is no gate "all"'],
])('%o is refused', (options, message) => {
  expect(() => withFlags(plain, call(options))).toThrow(message)
})

test('a sprint says its flags of a run again for each task; what the task says beats them', () => {
  const given = call({
    agent: 'claude',
    strategy: 'loop',
    allow: ['mass-deletion'],
    budgetUsd: '20',
    maxTasks: '3',
  })
  expect(runOptions(given, 'sprint')).toMatchObject({ agent: 'claude', strategy: 'loop', budgetUsd: '20' })
  const task = { id: 'a', task: 'fix it', workflow: 'fast', check: 'npm run e2e' }
  expect(taskCall(given, task, { usd: 1.5, tokens: null })).toMatchObject({
    args: ['fix it'],
    options: {
      agent: 'claude',
      strategy: 'loop',
      workflow: 'fast',
      allow: ['mass-deletion'],
      check: ['npm run e2e'],
      budgetUsd: '1.5',
      budgetTokens: undefined,
    },
  })
  expect(taskCall(given, task).options).not.toHaveProperty('maxTasks')
})
