import { describe, expect, test } from 'vitest'
import { parseConfig } from '../../src/config/load.ts'
import { parseArchetype } from '../../src/config/own-archetype.ts'
import { parseWorkflow } from '../../src/config/own-workflow.ts'

const BUILT_IN = ['creator', 'maker', 'guardian', 'sage']

function archetype(text: string, over: { name?: string; prompt?: string | null } = {}) {
  const { name = 'librarian', prompt = 'Read the docs.' } = over
  const path = `.wiggum/archetypes/${name}/archetype.yaml`
  return parseArchetype({ name, path, text, prompt, builtIn: BUILT_IN })
}

function workflow(text: string, name = 'mine') {
  return parseWorkflow({
    name,
    path: `.wiggum/workflows/${name}.yaml`,
    text,
    reviewers: ['sage', 'librarian'],
  })
}

const own = (name: string) => ({ workflows: [name], detectors: [] })

const messageOf = (result: { ok: true } | { ok: false; message: string }) =>
  result.ok ? 'accepted' : result.message

describe('a role of the user’s own', () => {
  test('gets defaults for what its file does not say', () => {
    expect(archetype('')).toEqual({
      ok: true,
      archetype: {
        name: 'librarian',
        title: 'Librarian',
        doing: 'reviewing',
        sees: 'change',
        receives: ['diff', 'feedback'],
        contract: ['verdict', 'findings'],
        prompt: 'Read the docs.',
      },
    })
  })

  test('is what its file says; a verdict and the supervisor’s words are always part of it', () => {
    const text =
      'title: Docs\ndoing: reading\nreviews: true\nsees: base\nreceives: [proposal]\ncontract: [summary]\n'
    expect(archetype(text)).toMatchObject({
      archetype: {
        title: 'Docs',
        doing: 'reading',
        sees: 'base',
        receives: ['proposal', 'feedback'],
        contract: ['verdict', 'findings', 'summary'],
      },
    })
  })

  test.each([
    [
      'title: x\nrecieves: [diff]\n',
      'archetype.yaml:2:1: unknown key "recieves"; the nearest known key is "receives".',
    ],
    [
      'receives: [diff, secrets]\n',
      'archetype.yaml:1:18: "receives" must be a list of task, research, proposal, risks, diff, summary, feedback.',
    ],
    [
      'title: x\nreviews: false\n',
      'archetype.yaml:2:1: "reviews" must be true: a role of your own is a reviewer.',
    ],
    ['sees: all\n', 'archetype.yaml:1:1: "sees" must be change or base.'],
    ['- 1\n', 'archetype.yaml:1:1: the file must be a mapping of keys to values.'],
    ['a: [\n', 'it is not valid YAML'],
  ])('with %j is refused in one sentence', (text, message) => {
    expect(messageOf(archetype(text))).toContain(message)
  })

  test.each(['Guardian', 'two--words', 'words-', '-words', '1st', 'a'.repeat(33)])(
    'cannot be named %s',
    (name) => {
      expect(messageOf(archetype('', { name }))).toContain(
        'the folder’s name is the role’s'.replaceAll('’', "'"),
      )
    },
  )

  test.each(['api-docs', 'api-again', 'a_1-2'])('may be named %s', (name) => {
    expect(archetype('', { name }).ok).toBe(true)
  })

  test('cannot have the name of a built-in role, or one that means something else', () => {
    expect(messageOf(archetype('', { name: 'sage' }))).toContain('"sage" is a built-in role')
    expect(messageOf(archetype('', { name: 'default' }))).toContain('"default" means something else')
  })

  test('needs a prompt', () => {
    expect(messageOf(archetype('', { prompt: null }))).toBe(
      '.wiggum/archetypes/librarian/prompt.md:1:1: it is missing; it tells the role what to do.',
    )
    expect(messageOf(archetype('', { prompt: ' \n' }))).toContain('it is empty')
    expect(messageOf(archetype('', { prompt: 'x'.repeat(64 * 1024 + 1) }))).toContain('larger than 64 KiB')
    expect(messageOf(archetype('', { prompt: 'x'.repeat(64 * 1024) }))).toBe('accepted')
  })
})

describe('a workflow of the user’s own', () => {
  test('has defaults, and is what its file says', () => {
    const defaults = { name: 'mine', explores: true, reviewers: [], max_cycles: 2 }
    expect(workflow('')).toEqual({ ok: true, workflow: defaults })
    const text = 'explores: false\nreviewers: [librarian, sage]\nmax_cycles: 4\n'
    expect(workflow(text)).toMatchObject({
      workflow: { explores: false, reviewers: ['librarian', 'sage'], max_cycles: 4 },
    })
  })

  test.each([
    [
      'explores: false\nreviewers: [sage, libarian]\n',
      'mine.yaml:2:19: there is no reviewer "libarian"; the nearest known is "librarian".',
    ],
    [
      'reviewers: [guardian]\n',
      'mine.yaml:1:13: the guardian reviews first in every workflow; leave it out.',
    ],
    ['reviewers: [sage, sage]\n', 'mine.yaml:1:19: "sage" is listed twice.'],
    ['max_cycles: 0\n', 'mine.yaml:1:1: "max_cycles" must be a whole number from 1 to 100.'],
    ['max_cycle: 1\n', 'unknown key "max_cycle"; the nearest known key is "max_cycles".'],
  ])('with %j is refused in one sentence', (text, message) => {
    expect(messageOf(workflow(text))).toContain(message)
  })

  test('cannot be named auto, or anything that is no plain word', () => {
    expect(messageOf(workflow('', 'auto'))).toContain('"auto" means')
    expect(messageOf(workflow('', 'My Flow'))).toContain("the file's name is the workflow's")
    expect(messageOf(workflow('', 'my-flow'))).toBe('accepted')
  })

  test('may be named in the configuration, and only if it is there', () => {
    const text = 'workflow: mine\nmodels:\n  workflows:\n    mine: { default: opus }\n'
    expect(parseConfig(text, 'config.yaml', own('mine'))).toMatchObject({
      config: { workflow: 'mine', models: { workflows: { mine: { default: 'opus', archetypes: {} } } } },
    })
    expect(messageOf(parseConfig(text, 'config.yaml', own('other')))).toBe(
      'config.yaml:1:1: "workflow" must be one of auto, fast, standard, thorough, other, not "mine".',
    )
    expect(messageOf(parseConfig('models: { workflows: { mien: {} } }', 'c', own('mine')))).toContain(
      'unknown key "models.workflows.mien"; the nearest known key is "mine".',
    )
  })
})
