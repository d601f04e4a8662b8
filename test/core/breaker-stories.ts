import { bash, read, tallyOf, times } from '../steps/tool-calls.ts'
import { heads, missing, onlyMergedRed, passOf, run } from './loop-play.ts'
import { BASE } from './simulate.ts'

/** Loops that stand still, and loops that only look like it. The tests and `bench/breaker.mjs` play the same. */

export interface BreakerStory {
  name: string
  script: Parameters<typeof run>[0]
}

/** One that stands still: which rule has to see it, and after how many passes at the latest. */
export interface StuckStory extends BreakerStory {
  rule: string
  within: number
}

const concerned = { status: 'DONE_WITH_CONCERNS' as const }
const maker = (said: object) => (role: string) => (role === 'maker' ? said : undefined)
const red = { green: onlyMergedRed, agent: maker(concerned), loop: { max_passes: 12 } }
const inTurn = (letters: string) => ({ ...red, tails: [...letters].map(missing) })
const tests = (failed: number[]) =>
  failed.map(
    (count) => ` FAIL  test/a.test.js > adds\nError: no\n\n      Tests  ${count} failed (${count})\n`,
  )
const stops = ({ role }: { role: string }) => (role === 'maker' ? { fails: 'idle' } : undefined)
const calls = (all: Parameters<typeof tallyOf>[0]) => ({ work: () => tallyOf(all, true) })

const stuck = (name: string, rule: string, within: number, script: BreakerStory['script']): StuckStory => ({
  name,
  rule: `stagnation.${rule}`,
  within,
  script,
})

export const stuckStories: StuckStory[] = [
  stuck('changes nothing', 'no-file-changes', 3, { heads: [BASE] }),
  stuck('says done against red checks', 'completion-without-evidence', 3, { green: onlyMergedRed }),
  stuck('repeats one error', 'repeated-error', 3, inTurn('aaaaaaaaaaaa')),
  stuck('repeats one error beside others', 'repeated-error', 4, inTurn('baaaaaaaaaaa')),
  stuck('as many tests fail as before', 'repeated-error', 4, { ...red, tails: tests([9, 5, 5, 5, 5]) }),
  stuck('A, B, A, B', 'error-cycle', 4, inTurn('ababababab')),
  stuck('a round of three errors', 'error-cycle', 6, inTurn('abcabcabcabc')),
  stuck('a round of five errors', 'error-cycle', 10, inTurn('abcdeabcdeab')),
  stuck('files change, and nothing is mended', 'not-progressing', 5, red),
  stuck('changes only tests', 'tests-only', 4, {
    ...inTurn('abcdefghijkl'),
    files: [{ path: 'test/a.test.js', test: true }],
  }),
  stuck('is refused its tools', 'denials', 2, { heads: [BASE], denials: () => ['Bash'] }),
  stuck('makes one call over and over', 'tool-cycle', 3, {
    ...red,
    ...calls(times(5, () => read('a.ts', 'the same'))),
  }),
  stuck('makes a round of six calls', 'tool-cycle', 3, {
    ...red,
    ...calls(times(5, () => times(6, (nth) => bash(`cat ${nth}`, `${nth}`)))),
  }),
  stuck('meets one error in vain', 'repeated-error', 3, {
    ...red,
    ...calls([bash('npm ci', 'npm error code E404\nnpm error Missing script: "x"', true)]),
  }),
  stuck('hangs in each pass, with a review in between', 'failures', 3, { heads: [heads[0]!], play: stops }),
]

/** Each of these was halted by somebody's rule. */
export const honestStories: BreakerStory[] = [
  { name: 'commits inside the pass, and something is mended each time', script: inTurn('abcdefg') },
  {
    name: 'declared research',
    script: { heads: [BASE], start: { domain: 'research' }, loop: { max_passes: 6 } },
  },
  {
    name: 'paged reads',
    script: { ...inTurn('abcde'), ...calls(times(40, (nth) => read('big.ts', `page ${nth}`, nth * 100))) },
  },
  {
    name: 'batch work over 200 files',
    script: { ...inTurn('abcde'), ...calls(times(200, (nth) => bash(`sed -i s/a/b/ src/${nth}.ts`))) },
  },
  {
    name: 'a job that is polled while it gets on',
    script: { ...inTurn('abcde'), ...calls(times(30, (nth) => bash('tail -1 job.log', `${nth} done`))) },
  },
  {
    name: 'polled without news, while something is mended',
    script: { ...inTurn('abcde'), ...calls(times(30, () => bash('tail -1 job.log', 'waiting'))) },
  },
  {
    name: '"is_error": false in what a command prints',
    script: {
      ...red,
      tails: ['a', 'b', 'c', 'd', 'e'].map((name) => `{"is_error": false, "errors": 0}\n${missing(name)}`),
      ...calls(times(5, (nth) => bash(`cat log${nth}.json`, '{"is_error": false}'))),
    },
  },
  {
    name: 'five passes that each say done and mend something',
    script: { ...inTurn('abcde'), agent: maker({ status: 'DONE' }) },
  },
  { name: 'five different errors', script: inTurn('abcde') },
  {
    name: 'one test is named first all the time, and fewer fail',
    script: { ...red, tails: tests([9, 7, 5, 3, 1]) },
  },
  { name: 'A, B, A, and then another', script: inTurn('abacd') },
  {
    name: 'hangs twice, and each time less is open',
    script: {
      ...inTurn('abc'),
      play: (call) => (call.role === 'maker' && passOf(call) < 3 ? { fails: 'wall' } : undefined),
    },
  },
  {
    name: 'tests first, then what they test',
    script: {
      ...inTurn('abcde'),
      made: (step) =>
        passOf({ step }) === 1 ? { files: [{ path: 'test/a.test.js', test: true }] } : undefined,
    },
  },
  { name: 'finished in its first pass', script: {} },
]

/** As many passes as it has outputs for: whatever comes after is another story. */
export function playHonest({ script }: BreakerStory): ReturnType<typeof run> {
  const passes = script.tails?.length
  return run(passes ? { ...script, loop: { max_passes: passes } } : script)
}
