import { describe, expect, test } from 'vitest'
import { suppressedBy } from '../../src/core/suppression.ts'
import { suppressionPhrases } from '../../src/policy/suppression.ts'

const by = (task: string, over: Partial<Parameters<typeof suppressedBy>[0]> = {}) =>
  suppressedBy({ task, env: {}, singlePass: false, active: true, ...over })

describe('a phrase in the task', () => {
  test('there are seven', () => expect(suppressionPhrases).toHaveLength(7))

  test.each(
    suppressionPhrases.flatMap((phrase) => [
      phrase,
      phrase.toUpperCase(),
      `I want a ${phrase}, please.`,
      `("${phrase}")`,
      phrase.replaceAll(' ', '-'),
      phrase.replaceAll(' ', '  \n '),
      `${phrase}!`,
      `**${phrase}** in src/a.ts`,
      `__${phrase}__`,
    ]),
  )('%j asks for a single pass', (task) => {
    expect(by(task)).toMatch(/^the task says "/)
  })

  test.each([
    'quickly solve it',
    'a quick and solid solution',
    'a simple solution',
    'the first passenger gets a seat',
    'a roughpass filter',
    'first, pass the token on',
    'quick fixes for all',
    'just adraft',
    'prefirst pass',
    'the draft of a rough plan',
    'rename first_pass() in the compiler',
    'first_pass is slow',
    'split src/quick-fix.ts',
    'why does `quick fix` print twice?',
    'rebase feature/quick-fix onto main',
    'make quick `sort` fix its pivot',
  ])('%j does not', (task) => {
    expect(by(task)).toBeNull()
  })
})

describe('what else asks for it', () => {
  test('the flag comes first', () =>
    expect(by('a quick fix', { singlePass: true })).toContain('--single-pass'))

  test.each(['WIGGUM_QUICK_MODE', 'WIGGUM_DISABLE_LOOP', 'JARVIS_QUICK_MODE', 'JARVIS_DISABLE_AC02'])(
    '%s',
    (name) => {
      expect(by('x', { env: { [name]: 'true' } })).toBe(`${name} is set`)
      expect(by('x', { env: { [name]: '1' } })).toBe(`${name} is set`)
      for (const off of ['', '0', 'false', 'no', 'OFF']) expect(by('x', { env: { [name]: off } })).toBeNull()
    },
  )

  test('the configuration', () => expect(by('x', { active: false })).toContain('loop.default_active'))
})
