import { plural } from '../../../core/plural.ts'
import { wantsTestFile } from '../../../measures/file-kinds.ts'
import { withoutMoves } from '../../../measures/moves.ts'
import { boundary, detector, fires, immune, quiet } from '../../detector.ts'
import { changed, stepSceneOf } from '../../example-scenes.ts'
import type { StepScene } from '../../scenes.ts'

const code = (count: number) => Array.from({ length: count }, (_, at) => changed(`src/part-${at + 1}.js`))
const named = (...paths: string[]) => stepSceneOf({ change: { files: paths.map((path) => changed(path)) } })
const moved = (count: number) =>
  Array.from({ length: count }, (_, at) => [
    changed(`src/part-${at}.js`, { change: 'deleted', added: 0, deleted: 40 + at }),
    changed(`src/parts/part-${at}.js`, { change: 'added', added: 40 + at, deleted: 0 }),
  ]).flat()

export const noTests = detector({
  id: 'maker.rogue.no-tests',
  layer: 'archetype',
  shadow: 'maker.rogue',
  title: 'code without a test',
  notices:
    'three or more files of code changed since the base, and no file of tests among them; styles, schemas, infrastructure and languages that test inside the file (Rust, Zig, Nim) do not count',
  blindTo:
    'tests inside the file they test where the language keeps them apart by custom, whether Rust code has any, and changes that need none for a reason other than being prose, settings, a removal or a move',
  thresholds: { files: 3 },
  detect: ({ change, domain }: StepScene, { files }) => {
    if (!change || domain === 'writing' || change.files.some(({ test }) => test)) return null
    const written = withoutMoves(change.files).filter(({ path, added }) => wantsTestFile(path) && added > 0)
    if (written.length < files) return null
    const named = written.slice(0, 5).map(({ path }) => path)
    return [`${plural(written.length, 'file')} of code changed and no test: ${named.join(', ')}`]
  },
  correction:
    'Go back to the plan and write the test it asks for: one that fails without your change. Commit it beside the code.',
  examples: [
    fires('three files of code, no test', stepSceneOf({ change: { files: code(3) } })),
    quiet('a fix with its test', stepSceneOf({})),
    quiet(
      'three pages of documentation',
      stepSceneOf({
        change: { files: ['README.md', 'docs/a.md', 'docs/b.md'].map((path) => changed(path)) },
      }),
    ),
    quiet(
      'one file of code and settings of editors',
      stepSceneOf({
        change: {
          files: [...code(1), ...['.editorconfig', '.nvmrc', 'tsconfig.json'].map((path) => changed(path))],
        },
      }),
    ),
    boundary(
      'two files of code and a style',
      stepSceneOf({ change: { files: [...code(2), changed('src/part.css')] } }),
    ),
    boundary('two files of code', stepSceneOf({ change: { files: code(2) } })),
    immune('three files of Rust with their tests inside', named('src/a.rs', 'src/b.rs', 'src/c.rs')),
    immune('three styles', named('src/a.css', 'src/b.scss', 'src/c.less')),
    immune(
      'a schema, its migration and infrastructure',
      named(
        'api/a.proto',
        'prisma/schema.prisma',
        'db/migrations/1.sql',
        'db/migrate/2_add.rb',
        'infra/main.tf',
      ),
    ),
    immune('20 files moved to another folder', stepSceneOf({ change: { files: moved(20) } })),
    immune(
      'one name replaced in 20 files',
      stepSceneOf({ change: { files: code(20).map((file) => ({ ...file, added: 2, deleted: 2 })) } }),
    ),
    immune(
      'dead code taken out of five files',
      stepSceneOf({ change: { files: code(5).map((file) => ({ ...file, added: 0, deleted: 30 })) } }),
    ),
    immune('the scripts of a book', stepSceneOf({ domain: 'writing', change: { files: code(4) } })),
  ],
})
