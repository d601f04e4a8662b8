import { expect, test } from 'vitest'
import { defaultConfig, parseConfig } from '../../src/config/load.ts'
import { resolveModel } from '../../src/policy/models.ts'

function modelsOf(text: string) {
  const result = parseConfig(text, 'config.yaml')
  if (!result.ok) throw new Error(result.message)
  return result.config.models
}

const models = modelsOf(`
models:
  default: global
  archetypes: { guardian: by-role, sage: by-role }
  workflows:
    fast: { default: by-workflow, archetypes: { guardian: by-both } }
    standard: { archetypes: { maker: by-both } }
`)

test.each([
  ['fast', 'guardian', 'by-both'],
  ['fast', 'sage', 'by-workflow'],
  ['fast', 'maker', 'by-workflow'],
  ['standard', 'maker', 'by-both'],
  ['standard', 'sage', 'by-role'],
  ['standard', 'creator', 'global'],
  ['thorough', 'guardian', 'by-role'],
  ['unknown', 'creator', 'global'],
  ['fast', 'constructor', 'by-workflow'],
  ['constructor', 'toString', 'global'],
])('in %s the %s gets the model named %s', (workflow, role, model) => {
  expect(resolveModel(models, workflow, role)).toBe(model)
})

test('without any wish there is no model', () => {
  expect(resolveModel(defaultConfig().models, 'fast', 'maker')).toBeNull()
})
