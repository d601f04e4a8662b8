import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { decide } from '../../src/core/decide/index.ts'
import type { Draft, WiggumEvent } from '../../src/core/events.ts'
import { fold } from '../../src/core/fold.ts'
import type { RunContext } from '../../src/runtime/context.ts'
import { realOutside } from '../../src/runtime/outside.ts'
import { driveRun } from '../../src/runtime/run.ts'
import { layoutOf } from '../../src/store/layout.ts'
import { simulate } from '../core/simulate.ts'

const root = mkdtempSync(join(tmpdir(), 'wiggum-drive-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** A run that records what comes next, and whose log forgets it: it decides the same again and again. */
function forgetful(): { context: RunContext; recorded: string[] } {
  const { events } = simulate()
  const upTo = events.map((_, at) => events.slice(0, at + 1)).find(onlyRecords)!
  const recorded: string[] = []
  const append = (draft: Draft) => {
    recorded.push(draft.type)
    return { ...upTo[0], type: 'rescue.saved', data: { ref: 'r', commit: 'c', files: 0, reason: '' } }
  }
  const context = {
    layout: layoutOf(root),
    outside: realOutside,
    vault: { work: root },
    state: { ...fold(upTo, 'run'), checkpointAt: new Date().toISOString() },
    journal: { append },
    failpoints: { hit: () => {} },
    listeners: [],
    abort: new AbortController(),
  }
  // What a run needs that only records.
  return { context: context as unknown as RunContext, recorded }
}

function onlyRecords(events: WiggumEvent[]): boolean {
  const { commands } = decide(fold(events, 'run'), events.at(-1)!.ts)
  return commands.length > 0 && commands.every((command) => command.do === 'record')
}

test('a run that always has something to record can be stopped by a signal', async () => {
  const { context, recorded } = forgetful()
  setImmediate(() => context.abort.abort('SIGINT'))
  expect(await driveRun(context, {})).toEqual({ kind: 'interrupted', signal: 'SIGINT' })
  expect(recorded.at(-1)).toBe('run.interrupted')
  expect(recorded.length).toBeGreaterThan(1)
})
