import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { asList, asObject, asText } from '../../src/agents/json-value.ts'
import { type PluginWorld, pluginWorld } from './plugin-world.ts'

const worlds: PluginWorld[] = []
afterAll(() => {
  for (const world of worlds) world.end()
})

function fresh(options?: { git?: boolean }): PluginWorld {
  const world = pluginWorld(options)
  worlds.push(world)
  return world
}

const ALL = ['--host', 'all']
const CAP = 'CLAUDE_CODE_STOP_HOOK_BLOCK_CAP'
const DATA = 'home/.local/share/wiggum/plugin'
const CLAUDE = { '--user': 'home/.claude/settings.json', '--project': 'project/.claude/settings.local.json' }
const CODEX = { '--user': 'home/.codex/hooks.json', '--project': 'project/.codex/hooks.json' }
const SCOPES = ['--user', '--project'] as const

/** Of somebody who has hooks, an odd indent, no last newline, and more. */
const OWN = `{
    "model": "opus",
    "permissions": {"allow": ["Bash(ls:*)"]},
    "hooks": {
        "Stop": [{"hooks": [{"type": "command", "command": "say done"}]}],
        "Notification": []
    },
    "env": {"EDITOR": "vi"}
}`

function commandsIn(settings: Record<string, unknown>, event: string): (string | null)[] {
  const groups = asList(asObject(settings.hooks)?.[event])
  return groups.flatMap((group) =>
    asList(asObject(group)?.hooks).map((each) => asText(asObject(each)?.command)),
  )
}

describe.each(SCOPES)('%s', (scope) => {
  test('registers every hook, the commands and the skill, and the cap', async () => {
    const { plugin, json, read, dir } = fresh()
    const { code, out } = await plugin('install', scope, ...ALL)
    expect(code).toBe(0)
    expect(out).toContain('/hooks')
    const settings = json(CLAUDE[scope])
    expect(asObject(settings.env)).toEqual({ [CAP]: '200' })
    const [command = ''] = commandsIn(settings, 'Stop')
    expect(command).toMatch(/^sh '.*\/wiggum\/plugin\/hook\.sh' stop \|\| :$/)
    // A shell takes it as it is, apostrophe and all.
    expect(spawnSync('/bin/sh', ['-c', command!.replace(' stop ', ' where ')]).stdout.toString()).toContain(
      'wiggum.js',
    )
    expect(commandsIn(json(CODEX[scope]), 'UserPromptSubmit')).toHaveLength(1)
    const folder = CLAUDE[scope].replace(/\/[^/]+$/, '')
    expect(read(`${folder}/commands/wiggum/loop.md`)).toContain('$ARGUMENTS')
    expect(read(`${folder}/skills/wiggum/SKILL.md`)).toContain('name: wiggum')
    expect(read(`${DATA}/node-path`)).toBe(`${process.execPath}\n`)
    expect(statSync(join(dir, DATA)).mode & 0o777).toBe(0o700)
  })

  test('leaves no trace: nothing was there', async () => {
    const { plugin, tree } = fresh()
    const before = tree()
    await plugin('install', scope, ...ALL)
    expect(tree()).not.toEqual(before)
    expect((await plugin('uninstall', scope)).code).toBe(0)
    expect(tree()).toEqual(before)
  })

  test('leaves no trace: settings with hooks of their own, which are kept meanwhile', async () => {
    const { plugin, tree, put, json } = fresh()
    put(CLAUDE[scope], OWN, 0o600)
    put(CODEX[scope], '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"mine"}]}]}}\n')
    const before = tree()
    await plugin('install', scope, ...ALL)
    const settings = json(CLAUDE[scope])
    expect(settings).toMatchObject({ model: 'opus', env: { EDITOR: 'vi', [CAP]: '200' } })
    expect(commandsIn(settings, 'Stop')[0]).toBe('say done')
    expect(commandsIn(json(CODEX[scope]), 'Stop')[0]).toBe('mine')
    expect(tree()[CLAUDE[scope]]?.slice(0, 6)).toBe('100600')
    await plugin('uninstall', scope)
    expect(tree()).toEqual(before)
  })

  test('keeps what the user changed in between, and takes only its own', async () => {
    const { plugin, put, json, read, tree } = fresh()
    put(CLAUDE[scope], OWN)
    await plugin('install', scope, ...ALL)
    const changed = json(CLAUDE[scope])
    const theirs = { ...changed, model: 'sonnet', added: true }
    put(CLAUDE[scope], JSON.stringify(theirs, null, 4))
    const codex = json(CODEX[scope])
    put(CODEX[scope], JSON.stringify({ ...codex, description: 'mine now' }))
    await plugin('uninstall', scope)
    const { env, hooks, ...rest } = JSON.parse(OWN)
    expect(json(CLAUDE[scope])).toEqual({ ...rest, model: 'sonnet', added: true, hooks, env })
    expect(read(CLAUDE[scope])).toMatch(/^\{\n {4}"model"[\s\S]*[^\n]$/)
    expect(json(CODEX[scope])).toEqual({ description: 'mine now' })
    const names = Object.keys(tree())
    expect(names.filter((name) => /wiggum|commands|skills/.test(name))).toEqual([])
  })

  test('twice is once, and a newer version takes the older one’s place', async () => {
    const { plugin, put, tree, read } = fresh()
    put(CLAUDE[scope], OWN)
    const before = tree()
    await plugin('install', scope, ...ALL)
    const once = tree()
    await plugin('install', scope, ...ALL)
    expect(tree()).toEqual(once)
    put(`${DATA}/commands/older.md`, 'of an older version')
    put(`${DATA}/hook.sh`, 'old')
    const older = read(CLAUDE[scope]).replaceAll(' session-start ', ' an-older-event ')
    put(CLAUDE[scope], older)
    await plugin('install', scope, ...ALL)
    const again = tree()
    expect(again[`${DATA}/hook.sh`]).toBe(once[`${DATA}/hook.sh`])
    expect(Object.keys(again)).toEqual(Object.keys(once))
    expect(read(CLAUDE[scope])).not.toContain('an-older-event')
    await plugin('uninstall', scope)
    expect(Object.keys(tree())).toEqual(Object.keys(before))
    expect(JSON.parse(read(CLAUDE[scope]))).toEqual(JSON.parse(OWN))
  })

  test.each([
    ['{"hooks": ', /settings\S* is not valid JSON .*nothing was changed/],
    ['[]', /holds no JSON object/],
    ['{"hooks": []}', /something else than an object under "hooks"/],
    ['{"hooks": {"Stop": {}}}', /something else than a list under "hooks.Stop"/],
  ])('with %s says so and writes nothing', async (text, message) => {
    const { plugin, put, tree } = fresh()
    put(CLAUDE[scope], text)
    const before = tree()
    const problem = await plugin('install', scope, ...ALL).catch((error) => error)
    expect(problem).toMatchObject({ exitCode: 2 })
    expect(`${problem.message}. ${problem.fix}`).toMatch(message)
    expect(tree()).toEqual(before)
  })
})

test('the user’s own cap is left as it is, wherever it is set', async () => {
  const own = { env: { [CAP]: '20' } }
  for (const [scope, path] of [
    ['--user', CLAUDE['--user']],
    ['--project', CLAUDE['--user']],
    ['--project', 'project/.claude/settings.json'],
  ] as const) {
    const { plugin, put, json, read } = fresh()
    put(path, JSON.stringify(own))
    await plugin('install', scope, '--host', 'claude')
    expect(asObject(json(CLAUDE[scope]).env)?.[CAP]).toBe(path === CLAUDE[scope] ? '20' : undefined)
    await plugin('uninstall', scope)
    expect(read(path)).toBe(JSON.stringify(own))
  }
})

test('a file of ours that the user changed is theirs', async () => {
  const { plugin, put, read } = fresh()
  await plugin('install', ...ALL)
  put('home/.claude/commands/wiggum/loop.md', 'my own loop')
  const { out } = await plugin('uninstall')
  expect(out).toContain('loop.md was left')
  expect(read('home/.claude/commands/wiggum/loop.md')).toBe('my own loop')
})

test('settings behind a link stay behind it', async () => {
  const { plugin, put, tree, home } = fresh()
  put('home/dotfiles/claude.json', '{\n\t"a": 1\n}\n', 0o640)
  mkdirSync(join(home, '.claude'))
  symlinkSync('../dotfiles/claude.json', join(home, '.claude/settings.json'))
  const before = tree()
  await plugin('install', ...ALL)
  expect(tree()['home/.claude/settings.json']).toBe(before['home/.claude/settings.json'])
  expect(tree()['home/dotfiles/claude.json']?.slice(0, 6)).toBe('100640')
  await plugin('uninstall')
  expect(tree()).toEqual(before)
})

describe('in a project', () => {
  test('git sees nothing of it, and a tracked file is pointed out', async () => {
    const { plugin, put, project, env } = fresh()
    const status = () =>
      execFileSync('git', ['status', '--porcelain'], { cwd: project, env, encoding: 'utf8' })
    await plugin('install', '--project', ...ALL)
    expect(status()).toBe('')
    await plugin('uninstall', '--project')
    put(CODEX['--project'], '{}')
    execFileSync('git', ['add', '-A'], { cwd: project, env })
    expect((await plugin('install', '--project', ...ALL)).out).toContain('.codex/hooks.json is tracked')
  })

  test('it is at the top of the repository, and without git in the folder itself', async () => {
    const inner = fresh()
    mkdirSync(join(inner.project, 'sub'))
    await inner.plugin('install', '--project', '--host', 'claude')
    expect(existsSync(join(inner.project, '.claude'))).toBe(true)
    const bare = fresh({ git: false })
    const before = bare.tree()
    await bare.plugin('install', '--project', ...ALL)
    expect(existsSync(join(bare.project, '.claude/settings.local.json'))).toBe(true)
    await bare.plugin('uninstall', '--project')
    expect(bare.tree()).toEqual(before)
  })

  test('two worktrees share what git ignores: what one takes out, the other keeps', async () => {
    const world = fresh()
    const { project, dir, env } = world
    const other = join(dir, 'other')
    const who = ['-c', 'user.name=a', '-c', 'user.email=a@b']
    execFileSync('git', [...who, 'commit', '-q', '--allow-empty', '-m', 'one'], { cwd: project, env })
    execFileSync('git', ['worktree', 'add', '-q', other], { cwd: project, env })
    const seen = (cwd: string) => execFileSync('git', ['status', '--short'], { cwd, env }).toString()
    const before = world.read('project/.git/info/exclude')
    for (const folder of [project, other]) await world.pluginIn(folder, 'install', '--project', ...ALL)
    await world.pluginIn(project, 'uninstall', '--project')
    expect([seen(project), seen(other)]).toEqual(['', ''])
    await world.pluginIn(other, 'uninstall', '--project')
    expect([seen(project), seen(other)]).toEqual(['', ''])
    expect(world.read('project/.git/info/exclude')).toBe(before)
  })

  test('is left out where it is registered for all projects; each goes by itself', async () => {
    const { plugin, tree } = fresh()
    const before = tree()
    await plugin('install', '--project', '--host', 'codex')
    const { out } = await plugin('install', ...ALL)
    expect(out).toContain('hooks run twice')
    expect((await plugin('install', '--project', '--host', 'claude')).out).toContain('already')
    await plugin('uninstall')
    expect(tree()[`${DATA}/hook.sh`]).toBeDefined()
    await plugin('uninstall', '--project')
    expect(tree()).toEqual(before)
  })

  test('one host after the other, and back in any order', async () => {
    for (const order of [
      ['claude', 'codex'],
      ['codex', 'claude'],
    ] as const) {
      const { plugin, tree } = fresh()
      const before = tree()
      for (const host of ['claude', 'codex', 'claude']) await plugin('install', '--project', '--host', host)
      for (const host of order) await plugin('uninstall', '--project', '--host', host)
      expect(tree()).toEqual(before)
    }
  })
})

describe('uninstall', () => {
  test('with nothing installed says so', async () => {
    const { plugin, tree } = fresh()
    const before = tree()
    expect(await plugin('uninstall')).toEqual({ code: 0, out: 'Nothing is installed for all your projects.' })
    expect(tree()).toEqual(before)
  })

  test('finds what is its own when the record is lost', async () => {
    const { plugin, put, json, home, tree } = fresh()
    put(CLAUDE['--user'], OWN)
    await plugin('install', ...ALL)
    rmSync(join(home, '.local'), { recursive: true })
    await plugin('uninstall')
    expect(json(CLAUDE['--user'])).toEqual(JSON.parse(OWN))
    expect(Object.keys(tree()).filter((name) => name.includes('wiggum'))).toEqual([])
  })

  test('does not touch a file that cannot be read any more', async () => {
    const { plugin, put, tree } = fresh()
    await plugin('install', ...ALL)
    put(CLAUDE['--user'], '{ broken')
    const before = tree()
    await expect(plugin('uninstall')).rejects.toMatchObject({ exitCode: 2 })
    expect(tree()).toEqual(before)
  })
})

describe('what is asked for', () => {
  test('by default goes to the hosts that are installed', async () => {
    const { plugin, put, home } = fresh()
    await expect(plugin('install')).rejects.toMatchObject({ exitCode: 4 })
    put('bin/codex', '#!/bin/sh\n', 0o755)
    await plugin('install')
    expect([existsSync(join(home, '.codex')), existsSync(join(home, '.claude'))]).toEqual([true, false])
  })

  test('must be one of what there is', async () => {
    const { plugin } = fresh()
    await expect(plugin('upgrade')).rejects.toMatchObject({ exitCode: 2 })
    await expect(plugin('toString')).rejects.toMatchObject({ exitCode: 2 })
    await expect(plugin('install', '--user', '--project', ...ALL)).rejects.toMatchObject({ exitCode: 2 })
  })

  test('is answered as JSON', async () => {
    const { plugin, home } = fresh()
    const installed = JSON.parse((await plugin('install', '--json', '--host', 'codex')).out)
    const files = [join(home, '.codex/hooks.json')]
    expect(installed).toMatchObject({
      action: 'install',
      project: null,
      registered: [{ host: 'codex', files }],
    })
    const removed = JSON.parse((await plugin('uninstall', '--json')).out)
    expect(removed).toEqual({ action: 'uninstall', project: null, removed: ['codex'], kept: [] })
  })

  test('respects where the hosts keep their settings', async () => {
    const { plugin, env, dir, tree } = fresh()
    Object.assign(env, {
      CLAUDE_CONFIG_DIR: join(dir, 'c'),
      CODEX_HOME: join(dir, 'x'),
      XDG_DATA_HOME: join(dir, 'd'),
    })
    await plugin('install', ...ALL)
    for (const name of ['c/settings.json', 'x/hooks.json', 'd/wiggum/plugin/hook.sh'])
      expect(tree()[name], name).toBeDefined()
    expect(Object.keys(tree()).filter((name) => name.startsWith('home/'))).toEqual([])
  })
})

describe('doctor', () => {
  async function examined(world: PluginWorld, ...args: string[]) {
    const { code, out } = await world.plugin('doctor', '--json', ...args)
    const checks: { name: string; state: string; detail: string }[] = JSON.parse(out)
    return { code, states: Object.fromEntries(checks.map(({ name, state }) => [name, state])), checks }
  }

  test('is content with a plugin that works, and lists the loops', async () => {
    const world = fresh()
    world.put('bin/claude', '#!/bin/sh\n', 0o755)
    expect((await examined(world)).code).toBe(3)
    await world.plugin('install')
    const who = { name: 'a', email: 'a@b' }
    const repo = {
      root: '/r',
      gitDir: '/r/.git',
      commonDir: '/r/.git',
      objects: '/r/.git/objects',
      identity: who,
    }
    const gone = { pid: 1, start: '0', boot: 'another' }
    const live = { session: 'abc', run: '2026-01-01-x', host: 'claude', repo, process: gone }
    world.put('project/.wiggum/live/abc.json', JSON.stringify(live))
    const { code, states, checks } = await examined(world)
    expect(states).toMatchObject({ claude: 'ok', 'claude plugin': 'ok', 'claude cap': 'ok', 'hook.sh': 'ok' })
    expect(code, JSON.stringify(checks)).toBe(0)
    expect(checks.find(({ name }) => name === 'loop')?.detail).toMatch(
      /2026-01-01-x, of session abc, which is gone/,
    )
    expect((await world.plugin('doctor')).out).toContain('✓')
  })

  test('names what is missing', async () => {
    const world = fresh()
    world.put('bin/codex', '#!/bin/sh\n', 0o755)
    await world.plugin('install')
    const trust = async () => (await examined(world)).states['codex trust']
    expect(await trust()).toBe('note')
    world.put('home/.codex/config.toml', `[hooks.state."${world.home}/.codex/hooks.json:stop:0:0"]\n`)
    expect(await trust()).toBe('ok')
    expect((await examined(world, ...ALL)).states).toMatchObject({ claude: 'missing' })
    writeFileSync(join(world.dir, DATA, 'wiggum-path'), '/gone/wiggum.js\n')
    expect(await examined(world)).toMatchObject({ code: 3, states: { 'wiggum-path': 'missing' } })
    rmSync(join(world.dir, DATA), { recursive: true })
    expect(await examined(world)).toMatchObject({ code: 3, states: { 'hook.sh': 'missing' } })
  })
})
