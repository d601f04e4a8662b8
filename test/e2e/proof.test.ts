import { describe, expect, test, vi } from 'vitest'
import { inTiers } from '../support/in-tiers.ts'
import { honest, turnOf } from '../support/scenarios.ts'
import { carryOn, dataOf, expectLanded, expectNotLanded, inWorld, type Played, play } from './trust-play.ts'
import { fix, HEADER, moreTests, NEW_TEST, redProject, SOURCE } from './trust-projects.ts'

vi.setConfig({ maxConcurrency: 3, testTimeout: 120_000 })

const STRATEGIES = ['pipeline', 'pdca', 'loop']
type Edits = NonNullable<Parameters<typeof turnOf>[1]>['edits']

const makes = (...calls: Edits[]) =>
  honest({ maker: calls.map((edits) => turnOf('maker', { edits: edits ?? [] })) })
const kinds = (played: Played) => dataOf(played, 'gate.opened').map(({ kind }) => kind)
const trailer = ({ world }: Played) =>
  world.git('log', '-1', '--format=%(trailers:key=Wiggum-Proof,valueonly)', 'main').trim()

const green = {
  path: 'test/other.test.js',
  write: `${HEADER}${NEW_TEST.replace('Hello, World!', 'Hello, World')}`,
}
const helper = { path: 'src/trim.js', write: "export const trim = (text) => text.replace(/^-+|-+$/g, '')\n" }
const unloadable = {
  path: 'test/trim.test.js',
  write:
    "import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { trim } from '../src/trim.js'\ntest('trims', () => assert.equal(trim('-a-'), 'a'))\n",
}
const undash = { path: SOURCE, append: "\nexport const undash = (text) => text.replace(/^-+|-+$/g, '')\n" }
const callsUndash = {
  path: 'test/undash.test.js',
  write:
    "import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport * as slugs from '../src/slugify.js'\ntest('trims', () => assert.equal(slugs.undash('-a-'), 'a'))\n",
}

/** What the Maker leaves, in its first call and in the one that asks for a test; and what comes of it. */
const stories: [string, Edits[], { lands: boolean; says?: RegExp }][] = [
  ['with a test that shows it', [[moreTests, fix]], { lands: true }],
  ['without a test', [[fix], []], { lands: false, says: /the change brings no test/ }],
  ['with the test in the second call', [[fix], [moreTests]], { lands: true }],
  [
    'with a test that is green on the old code',
    [[fix, green], []],
    { lands: false, says: /green on the old code too/ },
  ],
  [
    'with a test that cannot be loaded on the old code',
    [[fix, helper, unloadable], []],
    { lands: false, says: /cannot be loaded on the old code without trim, which the task does not name/ },
  ],
  [
    'with a test that only calls what the old code has not',
    [[fix, undash, callsUndash], []],
    { lands: false, says: /cannot be loaded on the old code without undash, which the task does not name/ },
  ],
]
const cases = STRATEGIES.flatMap((strategy) => stories.map((story) => [strategy, ...story] as const))

describe.concurrent('a fix by', () => {
  for (const [shown, options] of inTiers(cases, 7))
    test.each(shown)('%s %s', options, (strategy, _, calls, { lands, says }) =>
      inWorld(undefined, async (world) => {
        const played = await play(world, makes(...calls), ['--strategy', strategy])
        if (lands) {
          expectLanded(played)
          expect(kinds(played)).toEqual([])
          expect([trailer(played), played.said.proof]).toEqual(['proven', 'proven'])
          expect(played.said.proven_by).toEqual(['test/slugify.test.js'])
          return
        }
        expectNotLanded(played, /nothing shows that this fixes anything/)
        expect([played.run.code, kinds(played)]).toEqual([20, ['unproven']])
        expect(dataOf(played, 'gate.opened')[0]!.evidence.join('\n')).toMatch(says!)
        const approved = await carryOn(world, ['approve', played.said.run_id])
        expectLanded(approved)
        expect([trailer(approved), approved.said.proof]).toEqual(['unbroken', 'unbroken'])
      }),
    )

  for (const [shown, options] of inTiers(STRATEGIES, 3))
    test.each(shown)('%s that a red test showed before lands by that, unasked', options, (strategy) =>
      inWorld(redProject, async (world) => {
        const played = await play(world, makes([fix]), ['--strategy', strategy])
        expectLanded(played)
        expect(kinds(played)).toEqual([])
        expect(played.said.proven_by).toEqual(['npm test'])
      }),
    )

  for (const [shown, options] of inTiers(STRATEGIES, 9))
    test.each(shown)('%s that an acceptance command shows lands by that, unasked', options, (strategy) =>
      inWorld(undefined, async (world) => {
        const check = "grep -rq -- '-+|-+' src"
        const played = await play(world, makes([fix]), ['--strategy', strategy, '--check', check])
        expectLanded(played)
        expect(played.said.proven_by).toEqual([check])
      }),
    )
})
