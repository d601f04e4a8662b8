import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'

/** plugin/hook.sh by itself: what it starts, where it looks, and that it never stands in anybody's way. */

const SCRIPT = resolve('plugin/hook.sh')
const EVENTS = ['session-start', 'prompt', 'pre-tool', 'post-tool', 'stop', 'pre-compact', 'session-end']
/** Debian's, and what macOS calls sh. */
const SHELLS = [['/bin/sh'], ['/bin/bash', '--posix']].filter(
  ([name = '']) => spawnSync(name, ['-c', ':']).status === 0,
)

const made: string[] = []
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true })
})

interface Bench {
  /** A project, with spaces and other letters than ASCII's in its path. */
  project: string
  plugin: string
  bin: string
  home: string
  /** What was started, a line each. */
  started(): string[]
  run(event: string, given?: Given): Ran
}

interface Given {
  env?: Record<string, string>
  input?: string | Buffer
  cwd?: string
  shell?: string[]
}

interface Ran {
  code: number | null
  stdout: string
  stderr: string
}

/** Every program that the script knows of is a stand-in that writes down that it was called. */
function bench(): Bench {
  const dir = mkdtempSync(join(tmpdir(), 'wiggum hök '))
  made.push(dir)
  const at = (name: string) => join(dir, name)
  const [project, plugin, bin, home] = [at('mein Projékt'), at('plügin dir'), at('bin'), at('home')]
  for (const folder of [project, plugin, bin, home]) mkdirSync(folder)
  copyFileSync(SCRIPT, join(plugin, 'hook.sh'))
  program(
    join(plugin, 'nöde'),
    `printf '%s\n' "$*" >> '${at('log')}'; cat >> '${at('input')}'; echo answered`,
  )
  writeFileSync(join(plugin, 'node-path'), `${join(plugin, 'nöde')}\n`)
  writeFileSync(join(plugin, 'wiggum.js'), '')
  writeFileSync(join(plugin, 'wiggum-path'), `${join(plugin, 'wiggum.js')}\n`)
  for (const name of ['date', 'head', 'mv', 'mkdir', 'cat', 'dirname', 'git', 'node'])
    program(join(bin, name), `echo ${name} >> '${at('log')}'; PATH=/usr/bin:/bin exec ${name} "$@"`)
  return {
    ...{ project, plugin, bin, home },
    started: () => (existsSync(at('log')) ? readFileSync(at('log'), 'utf8').trim().split('\n') : []),
    run: (event, { env = {}, input = '{}', cwd = project, shell = ['/bin/sh'] } = {}) => {
      const [file = '', ...args] = shell
      const ran = spawnSync(file, [...args, join(plugin, 'hook.sh'), event], {
        ...{ cwd, input },
        env: { PATH: bin, HOME: home, ...env },
        maxBuffer: 1 << 26,
      })
      return { code: ran.status, stdout: String(ran.stdout), stderr: String(ran.stderr) }
    },
  }
}

function program(path: string, body: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `#!/bin/sh\n${body}\n`, { mode: 0o755 })
}

function live(folder: string): string {
  mkdirSync(join(folder, '.wiggum/live'), { recursive: true })
  return join(folder, '.wiggum/live/spool')
}

const idle = { code: 0, stdout: '', stderr: '' }
const answered = { code: 0, stdout: 'answered\n', stderr: '' }

describe.each(SHELLS)('%s', (...shell) => {
  test('without a loop, only a prompt starts anything', () => {
    const { run, started, plugin } = bench()
    for (const event of EVENTS.filter((each) => each !== 'prompt'))
      expect(run(event, { shell })).toEqual(idle)
    expect(started()).toEqual([])
    expect(run('prompt', { shell })).toEqual(answered)
    expect(started()[0]).toBe(`${join(plugin, 'wiggum.js')} hook prompt`)
  })

  test('with a loop, every event but post-tool is handed on with its input', () => {
    const { run, started, project, plugin } = bench()
    live(project)
    const others = EVENTS.filter((each) => each !== 'post-tool')
    for (const event of others) expect(run(event, { shell, input: `[${event}]` })).toEqual(answered)
    const calls = started().filter((line) => line !== 'cat')
    expect(calls).toEqual(others.map((event) => `${join(plugin, 'wiggum.js')} hook ${event}`))
    const given = readFileSync(join(plugin, '..', 'input'), 'utf8')
    expect(given).toBe(others.map((event) => `[${event}]`).join(''))
  })

  test('spools what a tool did, one file for each call, in their order within one second', () => {
    const { run, bin, project } = bench()
    const spool = live(project)
    program(join(bin, 'date'), 'echo 1794840000')
    const inputs = Array.from({ length: 12 }, (_, at) => `{"call":${at}}`)
    for (const input of inputs) expect(run('post-tool', { shell, input })).toEqual(idle)
    const names = readdirSync(spool).sort()
    const numbers = names.map((name) => /^001794840000-(\d+)-\d+\.json$/.exec(name)?.[1])
    expect(numbers).toEqual(inputs.map((_, at) => String(1000 + at)))
    expect(names.map((name) => readFileSync(join(spool, name), 'utf8'))).toEqual(inputs)
  })
})

test('in a run of wiggum’s own nothing is done, loop or not', () => {
  const { run, started, project } = bench()
  const spool = live(project)
  for (const event of EVENTS) expect(run(event, { env: { WIGGUM_RUN_ID: '2026-11-16-x' } })).toEqual(idle)
  expect(started()).toEqual([])
  expect(existsSync(spool)).toBe(false)
})

describe('the folder with the loop', () => {
  test('is found above, up to the repository’s own and not beyond', () => {
    const { run, project } = bench()
    const inner = join(project, 'a b', 'ç')
    mkdirSync(inner, { recursive: true })
    live(project)
    expect(run('stop', { cwd: inner })).toEqual(answered)
    mkdirSync(join(project, '.git'))
    expect(run('stop', { cwd: inner })).toEqual(answered)
    // A worktree has a file there.
    writeFileSync(join(project, 'a b', '.git'), 'gitdir: elsewhere\n')
    expect(run('stop', { cwd: inner })).toEqual(idle)
  })

  test('is the project the host names, whatever the present folder is', () => {
    const { run, project, home } = bench()
    live(project)
    expect(run('stop', { cwd: home })).toEqual(idle)
    expect(run('stop', { cwd: home, env: { CLAUDE_PROJECT_DIR: project } })).toEqual(answered)
    expect(run('stop', { cwd: home, env: { CLAUDE_PROJECT_DIR: `${project}//` } })).toEqual(answered)
    expect(run('stop', { cwd: project, env: { CLAUDE_PROJECT_DIR: 'relative' } })).toEqual(answered)
    expect(run('stop', { cwd: project, env: { CLAUDE_PROJECT_DIR: '/' } })).toEqual(idle)
  })

  test('may have one of an earlier session, of which a new one is told', () => {
    const { run, project, started } = bench()
    mkdirSync(join(project, '.wiggum/state/parked'), { recursive: true })
    for (const event of EVENTS.filter((each) => !['prompt', 'session-start'].includes(each)))
      expect(run(event)).toEqual(idle)
    expect(started()).toEqual([])
    expect(run('session-start')).toEqual(answered)
  })

  test('may have the loop of Claude Code’s own plugin', () => {
    const { run, project } = bench()
    mkdirSync(join(project, '.claude'))
    writeFileSync(join(project, '.claude/ralph-loop.local.md'), '')
    expect(run('stop')).toEqual(answered)
    expect(run('post-tool')).toEqual(answered)
  })
})

describe('the spool', () => {
  test('takes calls at once without losing any', async () => {
    const { plugin, project, home } = bench()
    const spool = live(project)
    const inputs = Array.from({ length: 16 }, (_, at) => `{"call":${at}}`)
    const codes = await Promise.all(
      inputs.map((input) => {
        const child = spawn('/bin/sh', [join(plugin, 'hook.sh'), 'post-tool'], {
          cwd: project,
          env: { PATH: '/usr/bin:/bin', HOME: home },
        })
        child.stdin.end(input)
        return new Promise((done) => child.on('close', done))
      }),
    )
    expect(new Set(codes)).toEqual(new Set([0]))
    const kept = readdirSync(spool).map((name) => readFileSync(join(spool, name), 'utf8'))
    expect(kept.sort()).toEqual(inputs.sort())
  })

  test('keeps a megabyte of a call, for the user alone, and starts no node', () => {
    const { run, started, project } = bench()
    const spool = live(project)
    expect(run('post-tool', { input: Buffer.alloc(3_000_000, 'x') })).toEqual(idle)
    const [name = ''] = readdirSync(spool)
    expect(statSync(join(spool, name)).size).toBe(1_048_576)
    expect(statSync(join(spool, name)).mode & 0o777).toBe(0o600)
    expect(started().join()).not.toContain('hook')
  })

  test('is left alone if it cannot be written, or leads elsewhere', () => {
    const { run, project, home } = bench()
    const spool = live(project)
    writeFileSync(spool, 'in the way')
    expect(run('post-tool')).toEqual(idle)
    rmSync(spool)
    symlinkSync(home, spool)
    expect(run('post-tool')).toEqual(idle)
    expect(readdirSync(home)).toEqual([])
  })
})

describe('node', () => {
  /** Without those that this machine may have. */
  function bare(plugin: string): void {
    const text = readFileSync(SCRIPT, 'utf8')
    writeFileSync(
      join(plugin, 'hook.sh'),
      text.replaceAll(/ \/(opt|home|usr)\/[\w./]*bin\/node/g, ' /nowhere/node'),
    )
    rmSync(join(plugin, 'node-path'))
  }

  test('is the newest of nvm’s where the PATH has none, by number and not by letter', () => {
    const { run, plugin, bin, home } = bench()
    bare(plugin)
    rmSync(join(bin, 'node'))
    for (const version of ['v9.11.2', 'v20.9.0', 'v20.19.5', 'v20.19.4', 'lts'])
      program(join(home, '.nvm/versions/node', version, 'bin/node'), `echo ${version}`)
    // Half removed.
    mkdirSync(join(home, '.nvm/versions/node/v24.0.0/bin/node'), { recursive: true })
    expect(run('prompt').stdout).toBe('v20.19.5\n')
    program(join(home, '.local/share/fnm/node-versions/v24.1.0/installation/bin/node'), 'echo fnm')
    expect(run('prompt', { env: { NVM_DIR: '/nowhere' } }).stdout).toBe('fnm\n')
  })

  test('is the one of the installation, then that of the PATH', () => {
    const { run, plugin, bin } = bench()
    program(join(bin, 'node'), 'echo from the PATH')
    expect(run('prompt')).toEqual(answered)
    writeFileSync(join(plugin, 'node-path'), '/gone/node')
    expect(run('prompt').stdout).toBe('from the PATH\n')
  })

  test('that is nowhere is told in one sentence, and only where somebody reads it', () => {
    const { run, plugin, bin, project } = bench()
    bare(plugin)
    rmSync(join(bin, 'node'))
    live(project)
    for (const event of EVENTS) {
      const { code, stdout, stderr } = run(event)
      expect([code, stdout]).toEqual([0, ''])
      expect(stderr).toMatch(['session-start', 'prompt'].includes(event) ? /^wiggum .*Node\.js.*\.\n$/ : /^$/)
    }
  })
})

describe('the program', () => {
  test('is beside the plugin or on the PATH if the installation’s is gone', () => {
    const { run, plugin, bin, started } = bench()
    writeFileSync(join(plugin, 'wiggum-path'), '/gone/wiggum.js\n')
    program(join(bin, 'wiggum'), 'echo "$1 $2 with $(command -v node)"')
    expect(run('prompt').stdout).toMatch(/^hook prompt with \/.*\/node\n$/)
    mkdirSync(join(plugin, '..', 'dist'))
    writeFileSync(join(plugin, '..', 'dist/wiggum.js'), '')
    expect(run('prompt')).toEqual(answered)
    expect(started()[0]).toMatch(/dist\/wiggum\.js hook prompt$/)
  })

  test('that is gone or broken stops nobody', () => {
    const { run, plugin, project } = bench()
    live(project)
    program(join(plugin, 'nöde'), 'exit 2')
    for (const event of EVENTS) expect(run(event)).toEqual(idle)
    rmSync(join(plugin, 'wiggum-path'))
    for (const event of EVENTS) expect(run(event).code).toBe(0)
    expect(run('stop').stderr).toBe('')
    expect(run('prompt').stderr).toMatch(/^wiggum is gone.*\.\n$/)
  })

  test('and node are named on request', () => {
    const { run, plugin } = bench()
    expect(run('where').stdout).toBe(`${join(plugin, 'nöde')}\n${join(plugin, 'wiggum.js')}\n`)
  })
})

test('nothing but what every sh knows', () => {
  expect(execFileSync('/bin/sh', ['-n', SCRIPT]).toString()).toBe('')
  const text = readFileSync(SCRIPT, 'utf8').replace(/^\s*#.*$/gm, '')
  expect(text).not.toMatch(/\[\[|^\s*(local|source|function|declare) |<<<|\$'|&>/m)
})
