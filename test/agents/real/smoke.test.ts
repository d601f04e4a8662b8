import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ended } from '../../support/cli.ts'
import { BIN, type CliName, clis } from './clis.ts'
import { agentWorlds, isMissing, orphans } from './world.ts'

/** Each agent without wiggum: it understands the scripted model, and its own tools do what the model says. */

const worlds = agentWorlds()
afterAll(worlds.end)

const NAMES: CliName[] = ['claude', 'codex', 'gemini', 'qwen', 'opencode', 'copilot', 'pi']

describe.each(NAMES)('%s', (name) => {
  test.skipIf(isMissing(name))('writes a file and runs a command with its own tools', async () => {
    const script = {
      anyone: [
        { tool: 'write' as const, path: 'made.txt', content: 'made by a tool\n' },
        { tool: 'shell' as const, command: 'echo made by a command > command.txt' },
        { text: 'All done.' },
      ],
    }
    const world = await worlds.fresh(script, [name])
    const child = spawn(join(BIN, name), [...clis[name].args, 'Write the file made.txt'], {
      cwd: world.repo,
      env: world.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const run = await ended(child)
    expect(run.code, run.stderr).toBe(0)
    expect(run.stdout).toContain('All done.')
    expect(readFileSync(join(world.repo, 'made.txt'), 'utf8')).toBe('made by a tool\n')
    expect(readFileSync(join(world.repo, 'command.txt'), 'utf8')).toBe('made by a command\n')
    expect(world.model.seen.flatMap(({ turn }) => turn ?? [])).toEqual([0, 1, 2])
    expect(await orphans(world)).toEqual([])
  })
})
