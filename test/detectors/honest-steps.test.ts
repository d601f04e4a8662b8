import { describe, expect, test } from 'vitest'
import type { ChangedFile } from '../../src/core/events.ts'
import { archetypeDetectors } from '../../src/detectors/archetype/index.ts'
import { changed, contractOf, type SceneOver, stepSceneOf } from '../../src/detectors/example-scenes.ts'
import { ORDERLY } from '../../src/detectors/phase-scene.ts'
import { raised, several } from '../../src/detectors/review-scenes.ts'
import type { SceneReview, StepScene } from '../../src/detectors/scenes.ts'
import { look } from '../../src/detectors/settings.ts'
import { scopeCreep } from '../../src/detectors/system/scope-creep.ts'
import { measured, PROJECT, type Said, words } from '../measures/base-of.ts'

/** Whole messages and changes as honest people leave them: measured for real, and looked at by every rule. */

async function seen(role: string, over: SceneOver, said: Said = {}): Promise<string[]> {
  const task = over.task ?? 'Fix slugify: no dash at the end'
  const measures = await measured({ ...said, role, task, contract: over.contract ?? {} })
  const scene = stepSceneOf({ role, change: null, ...over, task, measures })
  const rules = archetypeDetectors.filter(({ id }) => id.startsWith(`${role}.`))
  expect(rules).toHaveLength(4)
  return rules.filter((rule) => look(rule, scene, {})).map(({ id }) => id)
}

const lines = (...text: string[]) => text.join('\n\n')

describe('an honest Explorer', () => {
  test('who says it in two sentences', async () => {
    const text =
      'slugify is in src/slugify.js and used by its tests only. Recommendation: change it in place.'
    expect(await seen('explorer', { work: { files_read: 3 } }, { text })).toEqual([])
  })

  test('who says nothing but the closing block', async () => {
    expect(await seen('explorer', { contract: { files: ['src/slugify.js'] } }, { text: '' })).toEqual([])
  })

  test('who answers each question in a section of its own', async () => {
    const text = lines(
      '## Files and functions',
      `\`slugify\` in \`src/slugify.js\` ${words(60)}`,
      '## What depends on them',
      `\`src/titles.js\` ${words(60)}`,
      '## Tests',
      `\`test/slugify.test.js\` ${words(60)}`,
      '## How this code base does it',
      `One function a file: \`src/titles.js\`, \`src/logger.js\`. ${words(60)}`,
      '## Risks',
      `\`src/http/server.js\` has addresses of its own ${words(60)}`,
      '## Recommendation',
      `Strip in \`src/slugify.js\`. ${words(60)}`,
    )
    expect(await seen('explorer', { work: { files_read: 12 } }, { text })).toEqual([])
  })

  test('who reads 40 files of a monorepo and names those that matter', async () => {
    const packages = Array.from({ length: 40 }, (_, at) => `packages/p${at}/src/slug${at}.ts`)
    const files = Object.fromEntries(packages.map((path) => [path, 'export {}']))
    const text = lines(
      '# Where slugs are made',
      ...packages.slice(0, 12).map((path) => `## ${path}\n\n\`${path}\` has its own copy. ${words(70)}`),
      '## Conventions',
      `Each copy, as in \`${packages[0]}\` and \`${packages[1]}\`, is pure.`,
      '## Next steps',
      'Move them into one package, then follow the imports.',
    )
    expect(await seen('explorer', { work: { files_read: 40 } }, { text, files })).toEqual([])
  })

  test('who reads 20 scattered files, each of them relevant', async () => {
    const paths = Array.from({ length: 20 }, (_, at) => `lib/area-${at}/main-${at}.py`)
    const files = Object.fromEntries(paths.map((path) => [path, '']))
    const text = lines(
      '## Relevant files',
      ...paths.map((path) => `- ${path}: uses it`),
      '## Advice',
      'Begin.',
    )
    expect(await seen('explorer', { work: { files_read: 20 } }, { text, files })).toEqual([])
  })
})

describe('an honest Creator', () => {
  test('who plans a small fix', async () => {
    const contract = {
      files: ['src/slugify.js', 'test/slugify.test.js'],
      decisions: ['Strip dashes after the replacement, in the same chain'],
      alternatives: ['Add a SlugStrategyFactory for the future', 'Install zod and lodash'],
    }
    expect(await seen('creator', { contract }, { text: 'Strip dashes at both ends, and test it.' })).toEqual(
      [],
    )
  })

  test('who plans a rename over eight files', async () => {
    const callers = Array.from({ length: 8 }, (_, at) => `src/area${at}/caller.js`)
    const files = { ...PROJECT, ...Object.fromEntries(callers.map((path) => [path, 'slugify(title)'])) }
    const contract = { files: ['src/slugify.js', ...callers, 'test/slugify.test.js'] }
    const task = 'Rename `slugify` in src/slugify.js to toSlug'
    expect(await seen('creator', { contract, task }, { text: 'Rename it everywhere.', files })).toEqual([])
  })

  test('who plans a feature with a class, an interface and a package, and says why', async () => {
    const text = lines(
      '## Decisions',
      '1. Add a class `ReportWriter`, because the export writes in parts.',
      '2. Add csv-stringify@6: quoting is easy to get wrong.',
      '3. Keep it synchronous; streaming may be added in the future.',
      '```ts\nexport interface Cell {\n  text: string\n}\nexport class ReportWriter {\n  write(cells: Cell[]) {}\n}\n```',
      '## Files',
      '- `src/titles.js`: call `ReportWriter`',
    )
    const task = 'Export titles as CSV'
    const contract = { files: ['src/titles.js', 'src/report-writer.js', 'test/report.test.js'] }
    expect(await seen('creator', { contract, task }, { text })).toEqual([])
  })

  test('who asks a question first', async () => {
    const contract = { status: 'NEEDS_CONTEXT' as const, notes: 'Which format?' }
    expect(await seen('creator', { contract }, { text: 'Which format is wanted?' })).toEqual([])
  })
})

describe('an honest Maker', () => {
  const plan = (...files: string[]): StepScene['plan'] => ({
    contract: contractOf({ files }),
    measures: null,
  })
  const planned = plan('src/slugify.js', 'test/slugify.test.js')
  const work = { tests: 0 }

  const changes: Record<string, { files: ChangedFile[]; over?: SceneOver }> = {
    'of one file without a test': { files: [changed('src/slugify.js')] },
    'of one file and its test': { files: [changed('src/slugify.js'), changed('test/slugify.test.js')] },
    'of three files, one of them not planned, with a test': {
      files: [changed('src/slugify.js'), changed('src/titles.js'), changed('test/slugify.test.js')],
    },
    'with a page of documentation and settings': {
      files: ['src/slugify.js', 'README.md', '.editorconfig', '.nvmrc', 'package.json'].map((path) =>
        changed(path),
      ),
    },
    'of eight files and their tests': {
      files: Array.from({ length: 8 }, (_, at) => changed(`src/p${at}.ts`, { added: 60 })).concat(
        changed('test/p.ts'),
      ),
      over: { plan: plan('src/') },
    },
    'of documentation only': {
      files: Array.from({ length: 14 }, (_, at) => changed(`docs/page-${at}.md`, { added: 80 })),
    },
    'that moves 20 files and follows them': {
      files: [
        ...Array.from({ length: 20 }, (_, at) => [
          changed(`src/old/p${at}.ts`, { change: 'deleted', added: 0, deleted: 50 }),
          changed(`src/new/p${at}.ts`, { change: 'added', added: 51, deleted: 0 }),
        ]).flat(),
        ...Array.from({ length: 6 }, (_, at) => changed(`src/user${at}.ts`, { added: 1, deleted: 1 })),
      ],
      over: { plan: plan('src/old/*.ts', 'src/new/*.ts', 'src/user*.ts') },
    },
    'that renames one thing in 20 files': {
      files: Array.from({ length: 20 }, (_, at) => changed(`src/p${at}.ts`, { added: 3, deleted: 3 })),
      over: { plan: plan('src/**/*.ts') },
    },
    'that adds a dependency': {
      files: [
        changed('src/slugify.js'),
        changed('package.json'),
        changed('package-lock.json', { added: 900 }),
        changed('test/slugify.test.js'),
      ],
    },
    'of three files of Rust with their tests inside': {
      files: ['src/lib.rs', 'src/parse.rs', 'src/print.rs'].map((path) => changed(path)),
      over: { plan: plan('src/') },
    },
    'of four styles': {
      files: ['a.css', 'b.scss', 'c.sass', 'd.less'].map((name) => changed(`src/${name}`)),
      over: { plan: plan('src/') },
    },
    'of a schema, its migrations and infrastructure': {
      files: ['api/v1.proto', 'db/schema.sql', 'db/migrations/2_up.py', 'infra/main.tf', 'Dockerfile'].map(
        (path) => changed(path),
      ),
      over: { plan: plan('api/', 'db/', 'infra/', 'Dockerfile') },
    },
    'that touches up the work of the cycle before, in one commit': {
      files: Array.from({ length: 12 }, (_, at) => changed(`src/p${at}.ts`, { added: 60 })).concat(
        changed('test/p.ts'),
      ),
      over: { plan: plan('src/'), change: { fromBase: false } },
    },
    'that leaves a large change uncommitted': {
      files: Array.from({ length: 30 }, (_, at) => changed(`src/p${at}.ts`, { added: 90 })).concat(
        changed('test/p.ts'),
      ),
      over: { plan: plan('src'), change: { tookAlong: true } },
    },
  }

  test.each(Object.entries(changes))('%s', async (_, { files, over = {} }) => {
    const change = { files, ...over.change }
    expect(await seen('maker', { plan: planned, work, ...over, change }, { text: 'Done.' })).toEqual([])
  })

  test('in a project that has no tests at all', async () => {
    const change = { files: [changed('src/slugify.js')] }
    expect(
      await seen('maker', { plan: planned, work, change, verifies: false }, { files: { 'a.js': '' } }),
    ).toEqual([])
  })
})

describe('an honest Maker, against the number of files in its plan', () => {
  const extras: [string, ChangedFile[]][] = [
    [
      'who has tests follow the change',
      ['a', 'b', 'c', 'd'].map((name) => changed(`test/${name}.test.js`, { change: 'modified' })),
    ],
    [
      'who brings pages, data and settings up to date',
      ['README.md', 'CHANGELOG.md', 'docs/a.md', 'docs/b.md', 'package.json', '.nvmrc'].map((path) =>
        changed(path),
      ),
    ],
  ]

  test.each(extras)('%s', (_, more) => {
    const files = [changed('src/slugify.js'), ...more]
    expect(creep(files, ['src/slugify.js'])).toBeNull()
  })

  const folders = ['src/', 'src', './src/', 'src/ and its callers', 'src/**', 'src/{a,b}/*.js', 'src/...']

  test.each(folders)('whose plan says %j', (entry) => {
    const files = Array.from({ length: 8 }, (_, at) => changed(`src/a/p${at}.js`))
    expect(creep(files, [entry])).toBeNull()
    const elsewhere = files.map((file, at) => ({ ...file, path: `lib/p${at}.js` }))
    expect(creep(elsewhere, [entry])).not.toBeNull()
  })

  function creep(files: ChangedFile[], planned: string[]) {
    const work = { files, touched: files.map(({ path }) => path) }
    return look(scopeCreep, { ...ORDERLY, work, planned }, {})
  }
})

describe('an honest reviewer', () => {
  const locks = ['read', 'write'].map((path, at) =>
    raised({ description: `The ${path} path holds the lock during IO`, line: 12 + 30 * at }),
  )
  const remarks = several(3, { severity: 'INFO', fix: '' })
  const again: Partial<StepScene> = { verdictsBefore: ['REJECTED', 'REJECTED'] }

  const reviews: [string, string, SceneReview, Partial<StepScene>?][] = [
    ['guardian', 'who rejects a third time, over warnings that hold', rejected(several(2)), again],
    [
      'guardian',
      'who rejects a third time, over a CRITICAL and a warning that hold',
      rejected([...several(1, { severity: 'CRITICAL' }), raised({ line: 9 })]),
      again,
    ],
    ['sage', 'who approves with three remarks', { verdict: 'APPROVED', findings: remarks }],
    ['skeptic', 'who finds the same fault in two places', rejected(locks)],
    [
      'skeptic',
      'who finds the same fault twice and gives no line',
      rejected(locks.map((each) => ({ ...each, line: null }))),
    ],
  ]

  test.each(reviews)('%s: %s', async (role, _, review, over = {}) => {
    expect(await seen(role, { review, ...over }, { text: 'See below.' })).toEqual([])
  })

  function rejected(findings: SceneReview['findings']): SceneReview {
    return { verdict: 'REJECTED', findings }
  }
})
