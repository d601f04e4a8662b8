import type { CheckResult } from './checks.ts'
import type { TraceFacts } from './trace.ts'

export type Family = 'budget' | 'edits' | 'patch' | 'words' | 'checks' | 'errors' | 'novelty' | 'reading'

/** A number that means the same for a short and a long budget, for any model and any agent. */
export interface Feature {
  name: string
  family: Family
  /** Said where it speaks for the outcome: `more` if a high value does, `less` if a low one. `null`: not worth saying. */
  more: string | null
  less: string | null
  value(facts: TraceFacts): number
}

type Words = [more: string | null, less: string | null]

const feature = (family: Family, name: string, [more, less]: Words, value: Feature['value']): Feature => ({
  name,
  family,
  more,
  less,
  value,
})

const share = ({ now }: TraceFacts) => now.share ?? 0
const since = (facts: TraceFacts) => share(facts) - (facts.edits.last?.share ?? 0)
const rate = (part: number, whole: number) => part / Math.max(1, whole)
const size = (value: number) => Math.log1p(value) / 5
const is = (result: CheckResult | null, wanted: CheckResult) => (result === wanted ? 1 : 0)
const flag = (value: boolean) => (value ? 1 : 0)
const quiet: Words = [null, null]

const budget = [
  feature('budget', 'share', quiet, share),
  feature('budget', 'past-half', quiet, (facts) => Math.max(0, share(facts) - 0.5)),
  feature('budget', 'past-three-quarters', quiet, (facts) => Math.max(0, share(facts) - 0.75)),
]

const edits = [
  feature('edits', 'no-source-edit', ['no source file was changed yet', null], ({ edits }) =>
    flag(edits.source === 0),
  ),
  feature('edits', 'no-source-edit-late', ['no source file was changed yet', null], (facts) =>
    facts.edits.source === 0 ? share(facts) : 0,
  ),
  feature(
    'edits',
    'no-existing-edit-late',
    ['no file that was there before was changed yet', null],
    (facts) => (facts.edits.existing === 0 ? share(facts) : 0),
  ),
  feature(
    'edits',
    'since-source-edit',
    ['the last source edit is long ago', 'source was edited just now'],
    since,
  ),
  feature(
    'edits',
    'first-source-edit',
    ['the first source edit came late', 'source was edited early'],
    (facts) => facts.edits.first?.share ?? share(facts),
  ),
  feature('edits', 'failed-edits', ['many edits fail', 'edits succeed'], ({ edits }) =>
    rate(edits.failed, edits.tried + 1),
  ),
  feature('edits', 'recent-failed-edits', ['edits failed lately', null], ({ edits }) => edits.recentFailed),
  feature('edits', 'failed-edits-in-row', ['edits fail in a row', null], ({ edits }) =>
    size(edits.failedInRow),
  ),
  feature(
    'edits',
    'recent-source-edits',
    ['source is edited over and over', 'source was not edited lately'],
    ({ edits }) => edits.recentSource,
  ),
  feature(
    'edits',
    'recent-other-edits',
    ['lately only scripts and tests were edited', null],
    ({ edits }) => edits.recentOther,
  ),
  feature(
    'edits',
    'source-edit-rate',
    ['much of the work is source edits', 'little of the work is source edits'],
    ({ edits, steps }) => rate(edits.source, steps),
  ),
  feature('edits', 'scratch-rate', ['scripts are edited more than source', null], ({ edits }) =>
    rate(edits.scratch + edits.test, edits.source + edits.scratch + edits.test),
  ),
  feature('edits', 'scratch-edits', ['many edits of scripts and tests', null], ({ edits }) =>
    size(edits.scratch + edits.test),
  ),
  feature('edits', 'edits-at-same-place', ['the same place is edited again and again', null], ({ edits }) =>
    size(edits.again),
  ),
  feature('edits', 'edits-a-file', ['the same files are edited again and again', null], ({ edits }) =>
    size(rate(edits.source, edits.files)),
  ),
  feature('edits', 'source-files', ['many source files were changed', null], ({ edits }) =>
    size(edits.files),
  ),
  feature('edits', 'one-edit', [null, null], ({ edits }) => flag(edits.source === 1)),
  feature('edits', 'same-edit', ['an edit was made that had been made before', null], ({ edits }) =>
    size(edits.same),
  ),
  feature('edits', 'undone', ['edits were undone', null], ({ edits }) => size(edits.undone)),
]

const patch = [
  feature('patch', 'lines-added', ['much was added', 'little was added'], ({ edits }) =>
    size(edits.patch.added),
  ),
  feature('patch', 'lines-removed', ['much was removed', 'little was removed'], ({ edits }) =>
    size(edits.patch.removed),
  ),
  feature('patch', 'last-edit-size', ['the last edit is large', 'the last edit is small'], ({ edits }) =>
    size(edits.patch.lastAdded + edits.patch.lastRemoved),
  ),
  feature('patch', 'largest-edit', ['one edit is large', null], ({ edits }) => size(edits.patch.most)),
  feature('patch', 'only-adds', ['nothing was replaced, only added', null], ({ edits }) =>
    flag(edits.patch.added > 0 && edits.patch.removed === 0),
  ),
  feature('patch', 'comment-share', ['much of what was added is comments', null], ({ edits }) =>
    rate(edits.patch.comments, edits.patch.added),
  ),
  feature('patch', 'guard-share', ['much of what was added is special cases', null], ({ edits }) =>
    rate(edits.patch.guards, edits.patch.added),
  ),
  feature('patch', 'prints', ['output for debugging was put into source', null], ({ edits }) =>
    size(edits.patch.prints),
  ),
]

const checks = [
  feature('checks', 'never-checked', ['nothing was tried out', null], ({ checks }) =>
    flag(checks.tests + checks.scripts === 0),
  ),
  feature(
    'checks',
    'check-rate',
    ['much of the work is trying out', 'little was tried out'],
    ({ checks, steps }) => rate(checks.tests + checks.scripts, steps),
  ),
  feature('checks', 'recent-checks', ['tried out much lately', null], ({ checks }) => checks.recent),
  feature('checks', 'unchecked-edits', ['the last edits were not tried out', null], ({ checks }) =>
    size(checks.editsUnchecked),
  ),
  feature('checks', 'tests-green-since', [null, 'no green tests since the last edit'], ({ checks }) =>
    is(checks.testSince, 'green'),
  ),
  feature('checks', 'tests-red-since', ['tests are red since the last edit', null], ({ checks }) =>
    is(checks.testSince, 'red'),
  ),
  feature(
    'checks',
    'script-green-since',
    [null, 'its own script did not succeed since the last edit'],
    ({ checks, edits }) => is(checks.scriptSince, 'green') * flag(edits.source > 0),
  ),
  feature(
    'checks',
    'script-red-since',
    ['its own script fails since the last edit', null],
    ({ checks, edits }) => is(checks.scriptSince, 'red') * flag(edits.source > 0),
  ),
  feature(
    'checks',
    'script-red-before-edit',
    ['its own script fails', null],
    ({ checks, edits }) => is(checks.lastScript, 'red') * flag(edits.source === 0),
  ),
  feature(
    'checks',
    'script-green-before-edit',
    ['its own script does not show the fault', null],
    ({ checks, edits }) => is(checks.lastScript, 'green') * flag(edits.source === 0),
  ),
  feature('checks', 'turned-green', [null, 'nothing that was red turned green'], ({ checks }) =>
    flag(checks.turnedGreen),
  ),
  feature('checks', 'ever-turned-green', [null, null], ({ checks }) => flag(checks.everTurnedGreen)),
  feature('checks', 'turned-red', ['a check that was green is red', null], ({ checks }) =>
    flag(checks.turnedRed),
  ),
  feature(
    'checks',
    'unchanged-after-edit',
    ['edits change nothing in what the check says', null],
    ({ checks }) => size(checks.unchanged),
  ),
  feature(
    'checks',
    'unchanged-in-row',
    ['the last edits changed nothing in what the check says', null],
    ({ checks }) => size(checks.unchangedInRow),
  ),
  feature('checks', 'changed-after-edit', [null, null], ({ checks }) => size(checks.changed)),
  feature('checks', 'red-in-row', ['checks are red in a row', null], ({ checks }) => size(checks.redInRow)),
  feature('checks', 'green-share', [null, 'few checks were green'], ({ checks }) =>
    rate(checks.greens, checks.greens + checks.reds + 1),
  ),
]

const errors = [
  feature('errors', 'recent-failures', ['calls failed lately', null], ({ repeats }) => repeats.recent.failed),
  feature('errors', 'failure-rate', ['many calls fail', null], ({ repeats, steps }) =>
    rate(repeats.failures, steps),
  ),
  feature('errors', 'old-error-rate', ['the same errors come back', null], ({ repeats }) =>
    rate(repeats.oldErrors, repeats.failures + 1),
  ),
  feature('errors', 'same-error-in-row', ['the same error again and again', null], ({ repeats }) =>
    size(Math.max(0, repeats.sameErrorInRow - 1)),
  ),
]

const novelty = [
  feature('novelty', 'recent-novelty', [null, 'nothing new lately'], ({ repeats }) => repeats.recent.novel),
  feature(
    'novelty',
    'recent-old-calls',
    ['calls were repeated lately', null],
    ({ repeats }) => repeats.recent.oldCall,
  ),
  feature('novelty', 'old-call-rate', ['many calls were made before', null], ({ repeats }) =>
    rate(repeats.oldCalls, repeats.calls),
  ),
  feature('novelty', 'same-in-row', ['the same call with the same result in a row', null], ({ repeats }) =>
    size(repeats.sameInRow - 1),
  ),
  feature('novelty', 'cycle', ['the same calls go round', null], ({ repeats }) =>
    size(repeats.cycle.times - 1),
  ),
  feature('novelty', 'recent-reads', ['lately it mostly reads', null], ({ repeats }) => repeats.recent.read),
  feature(
    'novelty',
    'recent-commands',
    ['lately it mostly runs commands', null],
    ({ repeats }) => repeats.recent.shell,
  ),
  feature(
    'novelty',
    'recent-new-files',
    ['it still opens new files', null],
    ({ repeats }) => repeats.recent.newFile,
  ),
  feature('novelty', 'recent-output', ['results are long', null], ({ repeats }) => repeats.recent.bytes),
  feature(
    'novelty',
    'recent-words-alone',
    ['it talks instead of acting', null],
    ({ repeats }) => repeats.recent.words,
  ),
  feature('novelty', 'finishes', ['it said before that it was finished', null], ({ repeats, finished }) =>
    size(repeats.finishes - flag(finished)),
  ),
]

const reading = [
  feature('reading', 'files-read', ['many files were read', null], ({ reading }) => size(reading.files)),
  feature(
    'reading',
    'files-before-edit',
    ['many files were read before the first edit', null],
    ({ reading }) => size(reading.beforeEdit),
  ),
  feature('reading', 'rank-of-edited', ['what was changed was found late', null], ({ reading }) =>
    size((reading.rank ?? reading.files + 1) - 1),
  ),
  feature('reading', 'back-to-edited', ['it goes back to what it has changed', null], ({ reading }) =>
    size(reading.backToEdited),
  ),
  feature('reading', 'folders-edited', ['changes are in many folders', null], ({ reading }) =>
    size(reading.folders),
  ),
  feature(
    'reading',
    'seen',
    ['much was read for each step', null],
    ({ reading, steps }) => Math.log1p(reading.seen / steps) / 10,
  ),
  feature(
    'reading',
    'said',
    ['it says much in each step', null],
    ({ reading, steps }) => Math.log1p(reading.said / steps) / 7,
  ),
  feature(
    'reading',
    'last-said',
    ['its last words are long', null],
    ({ reading }) => Math.log1p(reading.lastSaid) / 7,
  ),
  feature('reading', 'search-rate', ['much of the work is searching', null], ({ reading, steps }) =>
    rate(reading.searches, steps),
  ),
  feature('patch', 'definitions', ['new functions were added', null], ({ edits }) =>
    size(edits.patch.definitions),
  ),
]

const words = [
  feature('words', 'silent', quiet, ({ words, steps }) => 1 - rate(words.spoken, steps)),
  feature('words', 'length', ['it thinks at length', null], ({ words }) => words.length),
  feature('words', 'alike', ['its thoughts repeat', null], ({ words }) => words.alike),
  feature('words', 'hedges', ['it doubts', null], ({ words }) => words.hedges),
  feature('words', 'retries', ['it speaks of trying again', null], ({ words }) => words.retries),
  feature('words', 'sure', ['it speaks as if all were well', null], ({ words }) => words.sure),
]

/** The order is that of the weights. A change here needs a new training. */
export const FEATURES: readonly Feature[] = [
  ...budget,
  ...edits,
  ...patch,
  ...checks,
  ...errors,
  ...novelty,
  ...words,
  ...reading,
]

export function featuresOf(facts: TraceFacts): number[] {
  return FEATURES.map(({ value }) => value(facts))
}
