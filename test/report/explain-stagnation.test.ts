import { expect, test } from 'vitest'
import { defaultConfig } from '../../src/config/load.ts'
import { storyOf } from '../../src/report/explain-run.ts'
import { storyLines } from '../../src/report/story-text.ts'
import { BASE, type Script, simulate } from '../core/simulate.ts'

const loop = { max_passes: 5, suppressed: null, accept: false }

function told(script: Script, stagnation: object = {}) {
  const config = defaultConfig()
  const policy = {
    ...config,
    models: { ...config.models, default: 'haiku' },
    stagnation: { ...config.stagnation, ...stagnation },
  }
  return storyOf(simulate({ ...script, start: { strategy: 'loop', loop, policy } }).state)
}

test('a run that ended for want of progress tells what the breaker saw, every pass, and why it ended', () => {
  const story = told({ heads: [BASE] }, { action: 'abort' })
  expect(story.ended).toMatchObject({ status: 'stagnation', exit_code: 23 })
  expect(story.seen).toContainEqual(
    expect.stringMatching(/^pass 3, no progress, No file changes.*no file was changed in 3 passes/),
  )
  expect(story.seen.join()).toContain('stagnation.no-file-changes')
  expect(
    story.tried.filter((line) => /^pass \d: nothing to check, nothing changed, open: /.test(line)),
  ).toHaveLength(3)
  expect(story.ended.evidence).toContain('no file was changed in 3 passes')
  expect(story.ended.means).toContain('pass after pass leaves every file as it was')
  const lines = storyLines(story).join('\n')
  expect(lines).not.toContain('no rule saw anything amiss')
  expect(lines).not.toContain('nothing had to be put right')
})

test('a stronger model that tried is told', () => {
  const story = told({ heads: [BASE] }, { action: 'escalate' })
  expect(story.tried).toContain('after pass 3: a stronger model tries, 1 model up')
})

test('a loop that was proven in its first pass had nothing to put right', () => {
  expect(told({})).toMatchObject({ seen: [], tried: [], ended: { exit_code: 0, means: null, evidence: [] } })
})
