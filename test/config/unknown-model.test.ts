import { expect, test } from 'vitest'
import { parseConfig } from '../../src/config/load.ts'

const progression = (names: string, more = '') =>
  parseConfig(`${more}stagnation:\n  escalation:\n    model_progression: [${names}]\n`, 'config.yaml')

test.each([
  ['the usual tiers', 'haiku, sonnet, opus', ''],
  ['a part of them', 'sonnet, opus', ''],
  ['models with a price', 'gpt-5-mini, gpt-5', ''],
  ['models with a price of the user’s', 'mine', 'prices: { mine: { input: 1, output: 1 } }\n'],
  ['a tier of the user’s', 'small, large', 'models: { tiers: [small, large] }\n'],
  ['the default model', 'small', 'models: { default: small }\n'],
  ['a role’s model', 'small', 'models: { archetypes: { maker: small } }\n'],
  [
    'a workflow’s model',
    'small, large',
    'models: { workflows: { fast: { default: small, archetypes: { maker: large } } } }\n',
  ],
  ['none', '', ''],
])('%s may be in the progression', (_, names, more) => {
  expect(progression(names, more)).toMatchObject({ ok: true })
})

test('a model that nobody knows is one sentence that names it and where it stands', () => {
  expect(progression('haiku, sonett')).toEqual({
    ok: false,
    message:
      'config.yaml:3:32: "stagnation.escalation.model_progression" names "sonett", a model that is not known; correct it, or name it under models.tiers too.',
  })
})
