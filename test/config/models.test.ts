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
  expect(resolveModel(models, workflow, { role, agent: 'claude', agents: { default: 'claude' } })).toBe(model)
})

test('without any wish there is no model', () => {
  const player = { role: 'maker', agent: 'claude', agents: { default: 'claude' } }
  expect(resolveModel(defaultConfig().models, 'fast', player)).toBeNull()
})

test('a model’s name belongs to one agent: another one of a chain gets its own, or none', () => {
  const wishes = modelsOf(`
models:
  default: sonnet
  archetypes: { guardian: gpt-5 }
  agents: { codex: o-small, claude: never-needed }
`)
  const agents = { default: ['claude', 'codex', 'pi'], guardian: ['codex', 'claude'], sage: 'codex' }
  const of = (role: string, agent: string) => resolveModel(wishes, 'fast', { role, agent, agents })
  expect(of('maker', 'claude')).toBe('sonnet')
  expect(of('maker', 'codex')).toBe('o-small')
  expect(of('maker', 'pi')).toBeNull()
  expect(of('guardian', 'codex')).toBe('gpt-5')
  expect(of('guardian', 'claude')).toBe('sonnet')
  expect(of('sage', 'codex')).toBe('o-small')
})
