import { execFileSync, spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { demoProject, demoScenarios } from '../../src/agents/scripted/demo-project.ts'
import { parseScenario } from '../../src/agents/scripted/scenario.ts'
import { type Bundle, bundleScripted, run } from './bundle-scripted.ts'

let bundle: Bundle
let root: string
let repo: string

beforeAll(async () => {
  bundle = await bundleScripted()
})
afterAll(() => bundle.remove())

/** A repository of its own for each test of the group. */
function inTheProject(): void {
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'wiggum-demo-'))
    repo = join(root, 'repo')
    writeAll(demoProject)
    git('init', '-q', '-b', 'main')
    commit('Start')
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))
}

function writeAll(files: Record<string, string>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(repo, path)), { recursive: true })
    writeFileSync(join(repo, path), content)
  }
}

function git(...args: string[]): string {
  const identity = ['-c', 'user.name=T', '-c', 'user.email=t@example.invalid']
  return execFileSync('git', [...identity, ...args], { cwd: repo, encoding: 'utf8' })
}

function commit(message: string): void {
  git('add', '-A')
  git('commit', '-q', '-m', message)
}

/** Without the variables of the runner we are in: node's own test runner would report to it instead. */
function testsPass(): boolean {
  const env = { PATH: process.env.PATH ?? '', HOME: root }
  return spawnSync('npm', ['test'], { cwd: repo, env }).status === 0
}

const play = (name: keyof typeof demoScenarios, role: string, attempt = 1) => {
  const file = join(root, 'scenario.json')
  writeFileSync(file, JSON.stringify(demoScenarios[name].scenario))
  const env = { WIGGUM_ROLE: role, WIGGUM_ATTEMPT: String(attempt), HOME: root }
  return run({ file: process.execPath, args: [bundle.program, file], cwd: repo, env })
}

const slug = (title: string): string =>
  execFileSync(
    process.execPath,
    ['-e', `import('./src/slugify.js').then((m) => console.log(m.slugify(process.argv[1])))`, title],
    { cwd: repo, encoding: 'utf8' },
  ).trim()

describe('the demo project', () => {
  inTheProject()

  test('is green, and has the bug that its tests do not cover', () => {
    expect(testsPass()).toBe(true)
    expect(slug('Hello, World!')).toBe('hello-world-')
  })
})

describe('the demo scenarios', () => {
  test.each(Object.entries(demoScenarios))(
    '%s is valid, told in one sentence and plays every role',
    (name, demo) => {
      const parsed = parseScenario(JSON.stringify(demo.scenario), name)
      expect(parsed).toMatchObject({ ok: true, scenario: { name } })
      expect(demo.story).toMatch(/^[A-Z][^.]+\.$/)
      const roles = ['explorer', 'creator', 'maker', 'guardian', 'skeptic', 'sage', 'trickster']
      expect(Object.keys(demo.scenario.roles)).toEqual(expect.arrayContaining(roles))
    },
  )

  test.each(Object.entries(demoScenarios))(
    '%s waits less than 15 s in all, and long enough to be seen',
    (_, demo) => {
      const delays = Object.values(demo.scenario.roles).flatMap((turns) =>
        turns.map((turn) => turn.delay_ms ?? 0),
      )
      expect(delays.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(15_000)
      for (const ms of delays) expect(ms).toBeGreaterThanOrEqual(300)
    },
  )
})

describe('the demo scenarios', () => {
  inTheProject()

  test('happy: the Maker fixes the bug and covers it, in one commit', async () => {
    expect(await play('happy', 'maker')).toMatchObject({ code: 0 })
    expect(slug('Hello, World!')).toBe('hello-world')
    expect(testsPass()).toBe(true)
    expect(git('status', '--porcelain')).toBe('')
    git('checkout', '-q', 'HEAD~1', '--', 'src')
    expect(testsPass()).toBe(false)
  })

  test('liar: what is committed is green by itself and red with the tests of before', async () => {
    expect(await play('liar', 'maker')).toMatchObject({ code: 0 })
    expect(testsPass()).toBe(true)
    git('checkout', '-q', 'HEAD~1', '--', 'test')
    expect(testsPass()).toBe(false)
  })

  test("rejected: after each attempt Guardian's evidence is true and its line exists", {
    tags: 'deep',
  }, async () => {
    const findings = demoScenarios.rejected.scenario.roles.guardian?.[0]?.contract?.findings
    expect(findings).toMatchObject([{ severity: 'CRITICAL', file: 'src/slugify.js', line: 7 }])
    for (const attempt of [1, 2]) {
      expect(await play('rejected', 'maker', attempt)).toMatchObject({ code: 0 })
      expect(git('status', '--porcelain')).toBe('')
      expect(slug('(draft) notes')).toBe('-draft-notes')
      expect(readFileSync(join(repo, 'src/slugify.js'), 'utf8').split('\n').length).toBeGreaterThan(7)
      expect(testsPass()).toBe(true)
    }
    expect(git('rev-list', '--count', 'HEAD').trim()).toBe('3')
  })

  test("conflict: the Maker's change and the one made meanwhile cannot be merged", {
    tags: 'deep',
  }, async () => {
    git('branch', 'wiggum/demo')
    writeAll(demoScenarios.conflict.meanwhile ?? {})
    commit('Meanwhile')
    expect(testsPass()).toBe(true)
    git('checkout', '-q', 'wiggum/demo')
    await play('conflict', 'maker')
    const merge = spawnSync('git', ['merge-tree', '--write-tree', 'main', 'wiggum/demo'], { cwd: repo })
    expect(merge.status).toBe(1)
  })

  test('crash: the first attempt dies with its work uncommitted and a child left, the second succeeds', {
    tags: 'deep',
  }, async () => {
    const crashing = demoScenarios.crash.scenario.roles.maker?.[0]
    expect(crashing?.misbehave).toMatchObject({ crash_signal: 'SIGKILL', spawn: ['setsid sleep 600 &'] })
    const ran = await play('crash', 'maker', 1)
    expect(ran).toMatchObject({ code: null, signal: 'SIGKILL' })
    expect(git('status', '--porcelain')).toContain('test/slugify.test.js')
    expect(endChildrenIn(repo)).toBe(1)
    git('checkout', '-q', '.')
    expect(await play('crash', 'maker', 2)).toMatchObject({ code: 0 })
    expect(testsPass()).toBe(true)
  })
})

/** Ends every process that works in this folder, each by its pid, and says how many there were. */
function endChildrenIn(folder: string): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && folderOf(name) === folder)
  for (const pid of pids) process.kill(Number(pid), 'SIGKILL')
  return pids.length
}

function folderOf(pid: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    // It has ended since it was listed, or is not ours to look at.
    return null
  }
}
