import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type World, wiggum } from '../support/cli.ts'
import { worldKeeper } from './run-log.ts'

const worlds = worldKeeper()
afterAll(worlds.end)

interface Told {
  name: string
  state: string
  detail: string
  agent?: {
    installed: boolean
    version: string | null
    login: string
    lacks: string[]
    default: boolean
  }
}

/** A program on the world's PATH that only knows its version. */
function install(world: World, name: string, version = '9.9.9'): void {
  const path = join(world.dir, 'bin', name)
  writeFileSync(path, `#!/bin/sh\necho "${version}"\n`)
  chmodSync(path, 0o755)
}

async function doctor(world: World, env: Record<string, string> = {}) {
  const run = await wiggum(world, ['doctor', '--json'], env)
  const told: Told[] = JSON.parse(run.stdout)
  const agents = Object.fromEntries(
    told.flatMap(({ agent, ...rest }) => (agent ? [[rest.name, { ...rest, ...agent }]] : [])),
  )
  return { code: run.code, agents }
}

describe('doctor', () => {
  test('names every known agent, and is exit 4 where none is installed', async () => {
    const { code, agents } = await doctor(worlds.fresh())
    expect(code).toBe(4)
    const names = ['claude', 'codex', 'acp:gemini', 'acp:qwen', 'acp:opencode', 'acp:copilot', 'pi']
    expect(Object.keys(agents).slice(0, names.length)).toEqual(names.map((name) => `agent ${name}`))
    for (const agent of Object.values(agents)) {
      expect(agent).toMatchObject({ installed: false, state: 'missing', default: false })
      expect(agent.detail).toMatch(/install/)
    }
  })

  test('says version, login, what it lacks, and which one would be used', async () => {
    const world = worlds.fresh()
    install(world, 'codex')
    install(world, 'pi')
    const { code, agents } = await doctor(world, { CODEX_API_KEY: 'secret-key' })
    expect(code).toBe(0)
    expect(agents['agent codex']).toMatchObject({
      installed: true,
      state: 'ok',
      version: '9.9.9',
      login: 'yes',
      default: true,
    })
    expect(agents['agent codex']!.lacks).toContain('costs')
    expect(agents['agent pi']).toMatchObject({ installed: true, default: false })
    expect(agents['agent claude']).toMatchObject({ installed: false, state: 'note' })
    const text = await wiggum(world, ['doctor'], { CODEX_API_KEY: 'secret-key' })
    expect(text.stdout).toMatch(
      /agent codex .*9\.9\.9.*logged in: CODEX_API_KEY is set; without .*costs.*; used by default/,
    )
    expect(text.stdout).not.toContain('secret-key')
  })

  test('a login that is not there is said with the next command to type', async () => {
    const world = worlds.fresh()
    install(world, 'codex')
    const { agents } = await doctor(world)
    expect(agents['agent codex']).toMatchObject({ login: 'no', state: 'note' })
    expect(agents['agent codex']!.detail).toMatch(/not logged in: run `codex login`/)
  })

  test('the configuration’s agent is the default; if it is missing that is said', async () => {
    const world = worlds.fresh()
    install(world, 'claude')
    install(world, 'pi')
    world.write('.wiggum/config.yaml', 'agent: [pi, codex]\n')
    const { agents } = await doctor(world)
    expect(agents['agent pi']).toMatchObject({ default: true, installed: true })
    expect(agents['agent codex']).toMatchObject({ default: true, installed: false, state: 'missing' })
    expect(agents['agent claude']).toMatchObject({ default: false, installed: true })
  })

  test('an agent of the user’s own is listed; a broken configuration hides no agent', async () => {
    const world = worlds.fresh()
    install(world, 'mine')
    world.write('.wiggum/config.yaml', 'acp: { mine: { command: [mine, --acp] } }\n')
    expect((await doctor(world)).agents['agent acp:mine']).toMatchObject({ installed: true })
    world.write('.wiggum/config.yaml', 'agnet: claude\n')
    install(world, 'claude')
    const { code, agents } = await doctor(world)
    expect(code).toBe(0)
    expect(agents['agent claude']).toMatchObject({ installed: true })
  })

  test('a version that is too old is one sentence with the command that updates it', async () => {
    const world = worlds.fresh()
    const home = join(world.dir, 'lib/node_modules/@openai/codex')
    mkdirSync(join(home, 'bin'), { recursive: true })
    writeFileSync(join(home, 'package.json'), JSON.stringify({ name: '@openai/codex', version: '0.1.0' }))
    writeFileSync(join(home, 'bin/codex'), '#!/bin/sh\necho codex 0.1.0\n')
    chmodSync(join(home, 'bin/codex'), 0o755)
    const PATH = `${join(home, 'bin')}:${world.env.PATH}`
    const run = await wiggum(world, ['run', 'Fix it', '--agent', 'codex'], { PATH })
    expect(run).toMatchObject({ code: 4, stdout: '' })
    expect(run.stderr).toMatch(/Codex 0\.1\.0 is too old: .*npm install -g @openai\/codex/)
    expect(run.stderr.trim().split('\n')).toHaveLength(1)
  })
})
