import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { wishOf } from '../../src/cli/backtest-wish.ts'
import { withKeys } from '../../src/config/edit-config.ts'

/** What a changed policy may be written as, and what comes of it in a file. */

const folder = mkdtempSync(join(tmpdir(), 'wiggum-wish-'))
afterAll(() => rmSync(folder, { recursive: true }))

function wish(options: Record<string, unknown>) {
  return wishOf({ args: [], options, json: false, cwd: folder, env: {}, out: () => {} })
}

const policy = (text: string) => {
  writeFileSync(join(folder, 'policy.yaml'), text)
  return wish({ policy: 'policy.yaml' })
}

describe('a change', () => {
  test('is what the file says, and what the command line says over it', () => {
    writeFileSync(
      join(folder, 'own.yaml'),
      'version: 1\nbudget:\nstagnation: {threshold: 2, action: abort}\n',
    )
    const { change } = wish({ policy: 'own.yaml', set: ['stagnation.threshold=5', 'budget.usd=1.5'] })
    expect(change).toEqual({ stagnation: { threshold: 5, action: 'abort' }, budget: { usd: 1.5 } })
  })

  test('knows the ids of rules, with their dots', () => {
    const { change } = wish({
      set: ['detectors.maker.rogue.no-tests.enabled=false', 'detectors.break.same-shadow.thresholds.times=2'],
    })
    expect(change).toEqual({
      detectors: {
        'maker.rogue.no-tests': { enabled: false },
        'break.same-shadow': { thresholds: { times: 2 } },
      },
    })
  })

  test.each([
    ['2..6', [2, 3, 4, 5, 6]],
    ['0.1..0.5/0.1', [0.1, 0.2, 0.3, 0.4, 0.5]],
    ['1,2,5', [1, 2, 5]],
  ])('sweeps over %s', (given, values) => {
    const { sweep } = wish({ sweep: `budget.usd=${given}`, set: ['loop.max_passes=3'] })
    expect(sweep?.values.map(({ value }) => value)).toEqual(values)
    expect(sweep?.values[1]?.change).toEqual({ loop: { max_passes: 3 }, budget: { usd: values[1] } })
  })
})

test.each([
  [{ set: ['stagnation.treshold=2'] }, 'the nearest known key is "threshold"'],
  [{ set: ['stagnation.threshold=many'] }, '"stagnation.threshold" must be a whole number of at least 1'],
  [{ set: ['detectors.maker.rouge.enabled=false'] }, 'unknown detector "maker.rouge"; the nearest'],
  [{ set: ['detectors.break.same-shadow.thresholds.time=2'] }, 'has no threshold "time"'],
  [{ set: ['gates.delete=allow'] }, 'What gates.delete would have changed cannot be told from logs'],
  [{ set: ['limits.agent_minutes=3'] }, 'What limits.agent_minutes would have changed'],
  [{ set: ['threshold'] }, '--set does not understand "threshold"'],
  [{ sweep: 'stagnation.threshold=6..2' }, 'fewer than two values'],
  [{ sweep: 'budget.usd=0.001..1/0.001' }, 'more than 50 values'],
  [{ sweep: 'stagnation.action=pause,panic' }, 'must be one of pause, alert, abort, escalate'],
  [{ policy: 'nowhere.yaml' }, 'cannot be read (ENOENT)'],
  [{}, 'No change of policy is given'],
])('%j is refused', (options, sentence) => {
  expect(() => wish(options)).toThrow(sentence)
})

test('a file is checked as the configuration is', () => {
  expect(() => policy('stagnation:\n  treshold: 2\n')).toThrow(
    'policy.yaml:2:3: unknown key "stagnation.treshold"',
  )
  expect(() => policy('agent: claude\nbudget: {usd: 1}\n')).toThrow('What agent would have changed')
})

describe('what is saved', () => {
  test('keeps comments, order and other keys', () => {
    const before = '# ours\nversion: 1\n\nbudget:\n  usd: 3 # enough\n  tokens: null\n# the end\n'
    expect(withKeys(before, { budget: { usd: 2 } })).toBe(before.replace('usd: 3', 'usd: 2'))
  })

  test('opens a section whose keys are all commented out, and makes one that is not there', () => {
    const before = 'version: 1\nstagnation:\n  # threshold: 3\nbudget:\n  usd: 1\n'
    const after = withKeys(before, {
      stagnation: { threshold: 2 },
      detectors: { 'maker.rogue.no-tests': { enabled: false } },
    })
    expect(after).toContain('# threshold: 3')
    expect(after).toContain('stagnation:\n')
    expect(after).toMatch(/\n {2}threshold: 2\n/)
    expect(after).toContain('detectors:\n  maker.rogue.no-tests:\n    enabled: false\n')
    expect(withKeys('', { budget: { usd: 2 } })).toBe('budget:\n  usd: 2\n')
  })
})
