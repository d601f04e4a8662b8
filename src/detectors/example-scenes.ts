import type { ChangedFile, Contract, StepTally } from '../core/events.ts'
import { findingId } from '../core/findings.ts'
import { wholeContract } from '../core/said.ts'
import type { Change, SceneFinding, StepScene } from './scenes.ts'

/** Scenes for the examples that rules carry: an honest small fix, and what an example changes about it. */

export interface SceneOver extends Partial<Omit<StepScene, 'contract' | 'work' | 'change'>> {
  contract?: Partial<Contract>
  work?: Partial<StepTally> | null
  /** Lines are summed up from the files. */
  change?: Partial<Change> | null
}

export function stepSceneOf({ contract, work, change, ...over }: SceneOver = {}): StepScene {
  return {
    role: 'maker',
    step: '1-step',
    cycle: 1,
    task: 'Fix the dashes at the ends of slugs',
    taskFiles: [],
    domain: 'code',
    workflow: 'standard',
    measures: null,
    plan: null,
    review: null,
    verdictsBefore: [],
    alsoInScope: [],
    verifies: true,
    ...over,
    contract: contractOf(contract),
    work: work === null ? null : { ...NOTHING_DONE, ...work },
    change: change === null ? null : changeOf(change),
  }
}

/** One file of a change; what lies in a folder of tests is one. */
export function changed(path: string, over: Partial<ChangedFile> = {}): ChangedFile {
  const test = /(?:^|\/)tests?\//.test(path)
  return { path, change: 'modified', added: 5, deleted: 2, test, ...over }
}

export function sceneFinding(over: Partial<SceneFinding> = {}): SceneFinding {
  const about = { file: 'src/slugify.js', category: 'reliability', description: 'an empty title is not kept' }
  return {
    ...about,
    id: findingId({ ...about, ...over }),
    line: 3,
    severity: 'WARNING',
    fix: 'return early',
    evidence: '`slugify("")` gives "-"',
    sources: ['guardian'],
    counts: true,
    facts: null,
    ...over,
  }
}

export function contractOf(over: Partial<Contract> = {}): Contract {
  return { ...NOTHING_SAID, ...over }
}

function changeOf(over: Partial<Change> = {}): Change {
  const files = over.files ?? [changed('src/slugify.js'), changed('test/slugify.test.js')]
  const sum = (key: 'added' | 'deleted') => files.reduce((all, file) => all + file[key], 0)
  const touched = files.map((file) => file.path)
  const lines = { added: sum('added'), deleted: sum('deleted') }
  return { files, touched, commits: 1, fromBase: true, tookAlong: false, ...lines, ...over }
}

const NOTHING_DONE: StepTally = {
  total: 6,
  edits: 2,
  failed_edits: 0,
  shells: 2,
  failed_shells: 0,
  tests: 1,
  last_test: null,
  distinct_errors: 0,
  novel: 6,
}

const NOTHING_SAID: Contract = wholeContract({ form: 'block', status: 'DONE', status_assumed: false })
