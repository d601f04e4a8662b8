import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { findTranscripts } from '../../../src/import/places.ts'
import { takeFile } from '../../import/taken.ts'
import { ended, WIGGUM } from '../../support/cli.ts'
import { BIN, type CliName, clis } from './clis.ts'
import { fixSource, look, runTests, writeTest } from './plays.ts'
import { agentWorlds, isMissing } from './world.ts'

/** What real agents write down about a session, without wiggum, is found and read with right counts. */

const worlds = agentWorlds()
afterAll(worlds.end)

const SCRIPT = {
  anyone: [
    look,
    writeTest,
    { tool: 'shell' as const, command: 'ls nowhere' },
    fixSource,
    runTests,
    { text: 'All done.' },
  ],
}
const MORE: Partial<Record<CliName, string[]>> = { claude: ['--allowedTools', 'Bash'] }
/** opencode keeps its sessions in a database, and only exports them. */
const NAMES: CliName[] = ['claude', 'codex', 'gemini']

describe.each(NAMES)('%s', (name) => {
  test.skipIf(isMissing(name))('writes a transcript that is found and read', async () => {
    const world = await worlds.fresh(SCRIPT, [name])
    const args = [...(MORE[name] ?? []), ...clis[name].args, 'Mend the slugs']
    const child = spawn(join(BIN, name), args, {
      cwd: world.repo,
      env: world.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const done = await ended(child)
    expect(done.code, done.stderr).toBe(0)
    const [found, ...others] = findTranscripts({ folder: world.env.HOME ?? '', env: world.env })
    expect(others).toEqual([])
    const { runs, file } = await takeFile(found!.path)
    expect(file.importer?.id).toBe(name)
    expect(file.problems).toEqual([])
    expect(runs).toHaveLength(1)
    const [run] = runs
    expect(run!.head).toMatchObject({ agent: name, cwd: world.repo, task: 'Mend the slugs' })
    expect(run!.said.map(({ after }) => after)).toEqual([0])
    expect(run!.how).toBe('finished')
    // Read, written, failed, mended, tested, and the last words.
    expect(run!.all.map(({ failed }) => failed)).toEqual([false, false, true, false, false, null])
    expect(run!.all.map(({ edit }) => edit?.ok ?? null)).toEqual([null, true, null, true, null, null])
    expect(run!.all[4]!.test).toMatchObject({ failed: 0, ok: true })
    expect(run!.all[5]!.thought).toBe('All done.')
    const { input, output } = world.model.totals()
    expect(run!.spent).toMatchObject({ input, output })
    // With no argument the command finds it by itself.
    const told = await ended(
      spawn(process.execPath, [WIGGUM, 'diagnose', '--json'], { cwd: world.repo, env: world.env }),
    )
    expect(told.code, told.stderr).toBe(0)
    const { runs: diagnosed } = JSON.parse(told.stdout)
    expect(diagnosed).toMatchObject([
      { agent: name, steps: 6, ending: 'finished', stopped: { step: 5 }, detections: [] },
    ])
  })
})
