import { describe, expect, test } from 'vitest'
import type { Plan } from '../../src/core/measures.ts'
import { measured, type Said } from './base-of.ts'

async function plan(said: Said): Promise<Plan> {
  return (await measured(said)).plan!
}

const fence = (language: string, ...lines: string[]) => `\`\`\`${language}\n${lines.join('\n')}\n\`\`\`\n`

describe('new abstractions', () => {
  test('are what the plan declares in code', async () => {
    const text =
      fence('ts', 'export abstract class Rule {', '  abstract run(): void', '}') +
      fence('ts', 'interface Runner {', '  run(rule: Rule): void', '}') +
      fence('ts', 'type Handler = (rule: Rule) => void') +
      fence('rust', 'pub trait Walk {}') +
      fence('go', 'type Store interface {', '\tGet() string', '}') +
      fence('python', 'class Cache(Base):', '    pass')
    expect((await plan({ text })).abstractions).toEqual([
      'Rule',
      'Runner',
      'Handler',
      'Walk',
      'Store',
      'Cache',
    ])
  })

  test('are what it says it brings in', async () => {
    const text =
      'Introduce a class `Sluggable`. Add the `Trimmer` interface.\n\nCreate a SlugStrategyFactory for them.'
    expect((await plan({ text })).abstractions).toEqual(['Sluggable', 'Trimmer', 'SlugStrategyFactory'])
  })

  test('are no shapes of data, errors or tests', async () => {
    const text =
      fence('ts', 'interface User {', '  name: string', '}') +
      fence('ts', "type Colour = 'red' | 'green'") +
      fence('ts', 'class SlugError extends Error {}') +
      fence('python', 'class TestSlug(unittest.TestCase):') +
      fence('ts', 'interface SlugOptions { trim(): void }')
    expect((await plan({ text })).abstractions).toEqual([])
  })

  test('are not what the base has', async () => {
    const text = `Add a method to the class \`HttpServer\`.\n\n${fence('js', 'class HttpServer {', '}')}`
    expect((await plan({ text })).abstractions).toEqual([])
  })

  test('are not what was weighed and refused', async () => {
    const text = [
      'Add a trim. No need to introduce a SlugStrategyFactory.',
      'Instead of adding a new class `Trimmer`, strip in place.',
      '## Alternatives',
      'Create a SlugRegistry.',
      fence('ts', 'class SlugVisitor {}'),
    ].join('\n\n')
    expect((await plan({ text })).abstractions).toEqual([])
  })
})

describe('new packages', () => {
  test.each([
    ['npm install zod@4 --save-dev', ['zod']],
    ['$ pnpm add -w @scope/thing lodash', ['lodash']],
    ['yarn add left-pad && yarn build', ['left-pad']],
    ['pip install -r requirements.txt "flask>=2"', ['flask']],
    ['cargo add serde', ['serde']],
    ['go get github.com/spf13/cobra@v1.8.0', ['github.com/spf13/cobra']],
    ['npm install', []],
    ['npm ci', []],
    ['npm install -g wrangler', []],
    ['npm install ./local', []],
    ['npm install express', []],
  ])('%s', async (command, expected) => {
    expect((await plan({ text: fence('sh', command) })).packages).toEqual(expected)
  })

  test('are entries of a manifest that the base has not', async () => {
    const text =
      fence(
        'json',
        '{',
        '  "dependencies": {',
        '    "express": "^5.0.0",',
        '    "Zod": "^4.0.0"',
        '  }',
        '}',
      ) +
      fence('toml', '[dependencies]', 'serde = "1"', '[package]', 'name = "x"') +
      fence('', 'requests==2.31.0') +
      fence('ruby', "gem 'rack'")
    expect((await plan({ text })).packages).toEqual(['zod', 'serde', 'requests', 'rack'])
  })

  test('are those of a decision that says so', async () => {
    const decisions = [
      'Add zod@4 for the checks',
      'Add the package `lodash` for its debounce',
      'Use `express` as it is',
      'Do not add the package `moment`',
    ]
    expect((await plan({ contract: { decisions } })).packages).toEqual(['zod', 'lodash'])
  })

  test('types of a package are not a second one', async () => {
    const text = fence('sh', 'npm i lodash @types/lodash @types/scope__thing')
    expect((await plan({ text })).packages).toEqual(['lodash', '@scope/thing'])
  })

  test('are no comparisons in code', async () => {
    expect((await plan({ text: fence('js', 'count>=3', 'if (a==1.5) b()') })).packages).toEqual([])
  })
})

describe('speculation', () => {
  const speculations = async (decision: string, said: Said = {}) =>
    (await plan({ ...said, contract: { decisions: [decision], ...said.contract } })).speculations

  test.each([
    'Introduce a `SlugRegistry` to be future-proof',
    'Add a plugin layer so that we can support other formats in the future',
    'Create a `TransportAdapter`, because we might need gRPC one day',
    'Build a settings loader for extensibility',
  ])('%s', async (decision) => {
    expect(await speculations(decision)).toEqual([decision])
  })

  test.each([
    'Strip dashes last, which is future-proof',
    'Keep it synchronous; an asynchronous one can be added in the future',
    'Do not add a `SlugRegistry`: we might need it one day, not now',
    'Add a `SlugRegistry` because slugify is called with two rules, and future ones fit in',
    'Add a helper in `src/titles.js`',
    'Extend `HttpServer`, we might need more later on',
  ])('is not: %s', async (decision) => {
    expect(await speculations(decision)).toEqual([])
  })

  test('is not what the task asks for', async () => {
    const task = 'Add a slug registry so that future kinds can be plugged in'
    expect(await speculations('Introduce a `SlugRegistry` for future kinds', { task })).toEqual([])
  })

  test('is not what a test is about', async () => {
    const contract = { test_strategy: ['SlugRegistry gives the rule that was put in'] }
    expect(await speculations('Introduce a `SlugRegistry` for future kinds', { contract })).toEqual([])
  })

  test('is not what an existing file is going to use', async () => {
    const text = '## Files\n\n- `src/slugify.js`: ask the `SlugRegistry`'
    expect(await speculations('Introduce a `SlugRegistry` for future kinds', { text })).toEqual([])
    const alone = '## Files\n\n- `src/registry.js`: the `SlugRegistry`'
    expect(await speculations('Introduce a `SlugRegistry` for future kinds', { text: alone })).toHaveLength(1)
  })

  test('is found under a heading too', async () => {
    const text = '## Decisions\n\n- Introduce a `SlugRegistry` to be future-proof\n\n## Files\n\nsrc/a.js'
    expect((await plan({ text })).speculations).toEqual(['Introduce a `SlugRegistry` to be future-proof'])
  })
})

describe('scope', () => {
  const scope = async (files: string[], said: Said = {}) =>
    (await plan({ ...said, contract: { files } })).scope

  test('is not known where the task names no place', async () => {
    expect(await scope(['src/logger.js'], { task: 'Make it faster' })).toBeNull()
  })

  test('has what is named, what mentions it, what it mentions and what is called like it', async () => {
    const files = [
      'src/slugify.js',
      'src/titles.js',
      'src/slug-rules.js',
      'test/slugify.test.js',
      'README.md',
    ]
    expect(await scope(files, { task: 'Fix src/slugify.js' })).toEqual({
      within: ['src/slugify.js', 'src/titles.js', 'src/slug-rules.js'],
      beyond: [],
    })
    expect(await scope(['src/slugify.js'], { task: 'Fix src/titles.js' })).toMatchObject({ beyond: [] })
  })

  test('goes by identifiers of the base as well', async () => {
    expect(await scope(['src/titles.js', 'src/logger.js'], { task: 'Rename `slugify` to toSlug' })).toEqual({
      within: ['src/titles.js'],
      beyond: ['src/logger.js'],
    })
  })

  test('ends where nothing leads', async () => {
    const files = ['src/slugify.js', 'src/logger.js', 'src/plugins/registry.js', 'src/mail/queue.js']
    expect(await scope(files, { task: 'Fix src/slugify.js' })).toEqual({
      within: ['src/slugify.js'],
      beyond: ['src/logger.js', 'src/plugins/registry.js', 'src/mail/queue.js'],
    })
  })

  test('has the new files of a module that is to be divided', async () => {
    const files = ['src/slugify.js', 'src/words.js', 'src/dashes.js']
    expect(await scope(files, { task: 'Split src/slugify.js' })).toMatchObject({ beyond: [] })
    expect((await scope(files, { task: 'Fix src/slugify.js' }))?.beyond).toHaveLength(2)
  })
})

test('files that the text names are kept, with those that do not exist yet', async () => {
  const text = '1. Change `src/slugify.js`.\n2. Add src/words.js, see README.md.'
  expect((await plan({ text })).named).toEqual(['src/slugify.js', 'src/words.js', 'README.md'])
})

test('a Maker’s message is counted, and the base asked for tests', async () => {
  expect(await measured({ role: 'maker', text: 'All done.' })).toEqual({ words: 2, tests_in_base: true })
  expect(await measured({ role: 'maker', files: { 'a.js': '' } })).toEqual({ words: 0, tests_in_base: false })
})
