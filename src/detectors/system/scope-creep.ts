import { agreeing, plural } from '../../core/plural.ts'
import { isCode } from '../../measures/file-kinds.ts'
import { withoutMoves } from '../../measures/moves.ts'
import { boundary, detector, fires, immune, quiet } from '../detector.ts'
import { listing } from '../listed-path.ts'
import { ORDERLY, type PhaseScene, type PhaseWork, workOf } from '../phase-scene.ts'

const MAX_NAMED = 50

export const scopeCreep = detector({
  id: 'system.scope-creep',
  layer: 'system',
  shadow: 'system.scope-creep',
  title: 'far more files than planned',
  notices:
    'a Maker that changes more than twice as many files of code as its plan lists; tests do not count unless they are deleted',
  blindTo:
    'pages, data and settings that nobody planned, and whether the plan forgot a file that the change needs: then its author says so, and the plan is mended',
  thresholds: { ratio: 2, extra: 3 },
  detect: ({ at, work, planned, alsoInScope }: PhaseScene, { ratio, extra }) => {
    // A plan without files, or with "every caller" among them, says nothing about how many there should be.
    if (at !== 'do' || work === null || planned.length === 0 || planned.some(isProse)) return null
    const changed = countedPaths(work)
    const inScope = listing([...planned, ...alsoInScope])
    const outside = changed.filter((path) => !inScope(path))
    // A folder in the plan stands for as many files as were changed in it.
    const meant = Math.max(new Set(planned).size, changed.length - outside.length)
    if (outside.length < extra || changed.length <= ratio * meant) return null
    return [
      `${plural(changed.length, 'file')} of code ${agreeing(changed.length, 'was', 'were')} changed, the plan lists ${planned.length}`,
      ...outside.slice(0, MAX_NAMED).map((path) => `not in the plan: ${path}`),
      ...(outside.length > MAX_NAMED ? [`and ${outside.length - MAX_NAMED} more`] : []),
    ]
  },
  correction:
    'Keep to the plan: leave every file that it does not list as it was before you began, and take back what you changed there. Tests that you add or change are fine. If one of these files is really needed, keep it, end with status DONE_WITH_CONCERNS and say in your notes why: then the plan is changed first.',
  examples: [
    fires('seven files where the plan lists three', creep(7, 3)),
    fires('four files where the plan lists one', creep(4, 1)),
    fires('three tests deleted that the plan does not list', {
      ...creep(1, 1),
      work: withExtras(['test/a.test.ts', 'test/b.test.ts', 'test/c.test.ts'], 'deleted'),
    }),
    quiet('as planned', creep(3, 3)),
    quiet('a plan that lists no file', creep(9, 0)),
    boundary('exactly twice as many', creep(6, 3)),
    boundary('two more than planned are not many', creep(3, 1)),
    immune('the tests that were added, and a lockfile', {
      ...creep(1, 1),
      work: withExtras(['test/a.test.ts', 'test/b.test.ts', 'test/c.test.ts', 'package-lock.json']),
    }),
    immune('tests that had to follow the change', {
      ...creep(1, 1),
      work: withExtras(['test/a.test.ts', 'test/b.test.ts', 'test/c.test.ts'], 'modified'),
    }),
    immune('pages, data and settings', {
      ...creep(1, 1),
      work: withExtras(['README.md', 'CHANGELOG.md', 'docs/a.md', 'data/a.json', '.editorconfig']),
    }),
    immune('three planned files, each moved', { ...creep(3, 3), work: moved(3) }),
    immune('the plan names the folder', { ...creep(9, 0), planned: ['src/'] }),
    immune('the plan names the folder, with a remark', {
      ...creep(9, 0),
      planned: ['src/ and what it needs'],
    }),
    immune('the plan names a pattern', { ...creep(9, 0), planned: ['src/**/*.{ts,tsx}'] }),
    immune('the plan says in words which files it means', {
      ...creep(9, 1),
      planned: ['src/part-1.ts', 'every file that calls parse'],
    }),
  ],
})

function isProse(entry: string): boolean {
  const [first = '', ...more] = entry.trim().split(/\s+/)
  return more.length > 0 && !/[./*]/.test(first)
}

/** Tests are in scope as long as they stay; nobody plans pages or what tools write, and moving is no wider scope. */
function countedPaths({ files, touched }: PhaseWork): string[] {
  const counted = withoutMoves(files).filter(
    ({ path, test, change }) => isCode(path) && !(test && change !== 'deleted'),
  )
  const here = new Set(touched)
  return counted.map(({ path }) => path).filter((path) => here.has(path))
}

function creep(changed: number, planned: number): PhaseScene {
  const work = workOf(changed, 5)
  return { ...ORDERLY, work, planned: work.touched.slice(0, planned) }
}

function withExtras(paths: string[], change: 'added' | 'modified' | 'deleted' = 'added'): PhaseWork {
  const work = workOf(1, 5)
  const added = paths.map((path) => ({
    path,
    change,
    added: 5,
    deleted: 0,
    test: path.startsWith('test/'),
  }))
  return { files: [...work.files, ...added], touched: [...work.touched, ...paths] }
}

function moved(count: number): PhaseWork {
  const files = workOf(count, 5).files.flatMap((file, at) => [
    { ...file, change: 'deleted' as const, added: 0, deleted: 10 + at },
    {
      ...file,
      path: `lib/${at}/${file.path.slice('src/'.length)}`,
      change: 'added' as const,
      added: 10 + at,
    },
  ])
  return { files, touched: files.map(({ path }) => path) }
}
