import { describe, expect, test } from 'vitest'
import { makers, missing, onlyMergedRed, passOf, run } from './loop-play.ts'
import type { Script } from './simulate.ts'
import { BASE } from './simulate.ts'

const notes = (script: Parameters<typeof run>[0]) =>
  makers(run(script).commands).map(({ note }) => note ?? '')
const same: Script = {
  green: onlyMergedRed,
  agent: (role) =>
    role === 'maker' ? { status: 'DONE_WITH_CONCERNS', summary: 'Tried a cache.' } : undefined,
  tails: Array(9).fill(`${missing('price')}\n    at total (src/cart.js:3:1)\n    at test/cart.test.js:1:1`),
}

describe('what a pass is told where the last ones got nowhere', () => {
  test('nothing, while there is no second pass that ended as the one before', () => {
    const [first, second] = notes(same)
    expect(first).not.toContain('tried')
    expect(second).not.toContain('What was tried')
  })

  test('the error that came back, what was tried, and what was not', () => {
    const third = notes(same)[2]
    expect(third).toContain('The last 2 passes left the same open.')
    expect(third).toContain('The same error came back each time: exception: Error: price is missing')
    expect(third).toContain('- pass 1 changed src/x.js ("Tried a cache.") and left: npm test exited 1')
    expect(third).toContain('- pass 2 changed src/x.js')
    expect(third).toContain('- src/cart.js, which the output of the checks names: no pass has changed it')
    expect(third).not.toContain('test/cart.test.js, which')
  })

  test('a file that was changed is not among what was not tried', () => {
    const third = notes({ ...same, files: [{ path: 'src/cart.js' }] })[2]
    expect(third).toContain('- a cause outside src/cart.js')
    expect(third).not.toContain('which the output of the checks names')
  })

  test('the checks, where nobody ran them', () => {
    const ran = (tests: number) => notes({ ...same, work: () => ({ tests }) })[2]
    expect(ran(0)).toContain('- running the checks, before a change and after it')
    expect(ran(1)).not.toContain('running the checks')
    expect(notes(same)[2]).not.toContain('running the checks')
  })

  test('other calls, where the same went round', () => {
    const went = (times: number) => notes({ ...same, work: () => ({ repeats: { period: 2, times } }) })[2]
    expect(went(3)).toContain('- anything but the calls that were made again and again')
    expect(went(2)).not.toContain('again and again')
  })

  test('that it decides, in a probe pass', () => {
    const [, , , probe] = notes({ ...same, answers: { stagnation: 'continue' }, loop: { max_passes: 4 } })
    expect(probe).toContain('The last passes got nowhere: The same error again')
    expect(probe).toContain('This pass decides whether the work goes on.')
    expect(probe).toContain('- pass 3 changed src/x.js')
  })

  test('that nothing was changed, and how a pass was stopped', () => {
    const play = ({ role, step }: { role: string; step: string }) =>
      role === 'maker' && passOf({ step }) === 2 ? { fails: 'wall' } : undefined
    const third = notes({ ...same, play, heads: [BASE] })[2]
    expect(third).toContain('- pass 1 changed nothing')
    expect(third).toContain('It was stopped (wall: no result within 300 s).')
  })

  test('no more than eight files of a pass, and the last three passes', () => {
    const files = Array.from({ length: 10 }, (_, at) => ({ path: `src/${at}.js` }))
    const all = notes({ ...same, files, answers: { stagnation: 'continue' } })
    expect(all[2]).toContain('src/7.js and 2 more')
    expect(all[4]).not.toContain('- pass 1 ')
    expect(all[4]).toContain('- pass 2 ')
  })

  test('nothing of it, where something was mended or fewer tests fail', () => {
    const tails = ['a', 'b', 'c', 'd'].map(missing)
    expect(notes({ ...same, tails }).join('\n')).not.toContain('What was tried')
    const fewer = [9, 5, 2].map(
      (count) =>
        ` FAIL  test/a.test.js > adds\n Test Files  1 failed (1)\n      Tests  ${count} failed (10)\n`,
    )
    expect(notes({ ...same, tails: fewer, loop: { max_passes: 3 } }).join('\n')).not.toContain(
      'What was tried',
    )
  })
})
