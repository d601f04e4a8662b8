import { agreeing, plural } from '../../../core/plural.ts'
import { isCode } from '../../../measures/file-kinds.ts'
import { boundary, detector, fires, immune, quiet } from '../../detector.ts'
import { changed, type SceneOver, stepSceneOf } from '../../example-scenes.ts'
import type { StepScene } from '../../scenes.ts'

const untested = (over: SceneOver = {}) =>
  stepSceneOf({ verifies: false, work: { tests: 0 }, measures: { words: 40, tests_in_base: true }, ...over })

export const noTestRun = detector({
  id: 'maker.rogue.no-test-run',
  layer: 'archetype',
  shadow: 'maker.rogue',
  title: 'no test was run',
  notices:
    'code changed in a project with tests, no run of them in what the Maker did, and no check of the supervisor’s own that would make up for it',
  blindTo: 'tests run by a command it does not know, or by an agent whose stream does not show its commands',
  thresholds: { runs: 1 },
  detect: ({ change, work, verifies, domain, measures }: StepScene, { runs }) => {
    if (!change || !work || work.total === 0 || verifies || domain === 'writing') return null
    const hasTests = measures?.tests_in_base === true || change.files.some(({ test }) => test)
    const here = new Set(change.touched)
    const written = change.files.filter(({ path }) => here.has(path) && isCode(path))
    if (!hasTests || written.length === 0 || work.tests >= runs) return null
    const made = `${plural(work.total, 'step')}, ${work.shells} of them ${agreeing(work.shells, 'a command', 'commands')}`
    return [`${made}, and none ran a test; nothing else will`]
  },
  correction:
    'Run the project’s tests now, and mend what they show. Say in your notes which command you ran.',
  examples: [
    fires('a fix in a project with tests, none of them run', untested()),
    fires('a test was added and never run', untested({ measures: null })),
    quiet('the supervisor runs the tests itself', untested({ verifies: true })),
    quiet('a stream that does not show what was done', untested({ work: null })),
    quiet('a project without a test', untested({ measures: null, change: { files: [changed('src/a.js')] } })),
    boundary('one run of the tests', untested({ work: { tests: 1 } })),
    immune('a page of documentation', untested({ change: { files: [changed('README.md')] } })),
    immune('prose', untested({ domain: 'writing' })),
  ],
})
