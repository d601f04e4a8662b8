import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startReaper } from '../../src/runtime/supervise.ts'
import { reuseScratch } from '../../src/sandbox/scratch.ts'
import { end, living, unique, until } from '../runtime/fixtures/processes.ts'
import { boxOf, bubblewrap, makeSite, NONE, runIn, type Site, srt } from './site.ts'

let site: Site
const words: string[] = []
beforeEach(() => {
  site = makeSite()
})
afterEach(() => site.end())
afterAll(async () => {
  for (const word of words) end(living(word))
  await startReaper().close()
})

const inside = (script: string, wish: Parameters<typeof runIn>[3] = {}) =>
  runIn(bubblewrap!, site, script, wish)

describe.skipIf(bubblewrap === null)('in bubblewrap', () => {
  test('git, node and npm test work, and what they write in the workspace is kept', async () => {
    const manifest = { name: 'x', version: '1.0.0', scripts: { test: 'node --test' } }
    writeFileSync(join(site.workspace, 'package.json'), JSON.stringify(manifest))
    writeFileSync(join(site.workspace, 'a.test.js'), "require('node:test')('a', () => {})\n")
    const ran = await inside(
      'git init -q . && git add -A && git commit -qm First && npm test && git log --format=%an',
    )
    expect(ran.exitCode, ran.text).toBe(0)
    expect(ran.text).toContain('# pass 1')
    expect(ran.text).toContain('A User')
    expect(existsSync(join(site.workspace, '.git/refs/heads'))).toBe(true)
  })

  test('a program ends with its own exit code', async () => {
    expect(await inside('exit 7')).toMatchObject({ outcome: 'exited', exitCode: 7 })
    expect(await inside('kill -SEGV $$')).toMatchObject({ outcome: 'exited', exitCode: 139 })
  })

  test('temporary files and new files in the home folder work, and are gone afterwards', async () => {
    const { text } = await inside(
      'echo 1 > /tmp/a; echo 2 > ~/b; mkdir -p ~/.cache/tool; cat /tmp/a ~/b; npm config get cache',
    )
    expect(text).toContain('1\n2\n')
    expect(text).toContain(join(site.home, '.npm'))
    expect(existsSync(join(site.home, 'b'))).toBe(false)
    const again = await inside('cat /tmp/a ~/b; echo over')
    expect(again.text).toContain('over')
    expect(again.text).not.toContain('1\n2\n')
  })

  test("what the user keeps in the home folder can be read, also through the user's own links", async () => {
    writeFileSync(join(site.home, 'real'), 'dotfile')
    symlinkSync('real', join(site.home, 'link'))
    symlinkSync('.ssh/id_ed25519', join(site.home, 'key'))
    const { text } = await inside('cat ~/.config/editor/settings ~/link; cat ~/key')
    expect(text).toContain('tabs')
    expect(text).toContain('dotfile')
    expect(text).not.toContain(site.secret)
  })

  test('what the user opens is open: a folder for writing, a hidden file for reading', async () => {
    mkdirSync(join(site.home, 'shared'))
    const wish = { write: ['~/shared'], read: ['~/.npmrc'] }
    const { text } = await inside('echo kept > ~/shared/file; cat ~/.npmrc; cat ~/.ssh/id_ed25519', wish)
    expect(readFileSync(join(site.home, 'shared/file'), 'utf8')).toBe('kept\n')
    expect(text.split(site.secret)).toHaveLength(3)
  })

  test('who may write the whole home folder still does not see the keys in it', async () => {
    const { text } = await inside('echo kept > ~/file; cat ~/.ssh/id_ed25519; cat ~/.npmrc', { write: ['~'] })
    expect(existsSync(join(site.home, 'file'))).toBe(true)
    expect(text).not.toContain(site.secret)
  })

  test.each([bubblewrap, srt].filter((each) => each !== null))(
    "an agent's state can be written, but not the settings in it: $name",
    async (sandbox) => {
      mkdirSync(join(site.home, '.agent'))
      writeFileSync(join(site.home, '.agent/settings.json'), '{}')
      const script =
        'cd ~/.agent; echo new > session; echo evil > settings.json; ' +
        'echo evil > other; mv other settings.json; rm -f settings.json; echo done > ended'
      await runIn(sandbox, site, script, { write: ['~/.agent'], read: ['~/.agent/settings.json'] })
      expect(readFileSync(join(site.home, '.agent/settings.json'), 'utf8')).toBe('{}')
      expect(readFileSync(join(site.home, '.agent/session'), 'utf8')).toBe('new\n')
      expect(existsSync(join(site.home, '.agent/ended'))).toBe(true)
    },
  )

  test.each([bubblewrap, srt].filter((each) => each !== null))(
    'npm still finds its registry, without the token: $name',
    async (sandbox) => {
      const { text } = await runIn(sandbox, site, 'npm config get registry; npm config list -l; cat ~/.npmrc')
      expect(text).toContain('http://127.0.0.1:9/mirror')
      expect(text).not.toContain(site.secret)
    },
  )

  test('a file that an agent rewrites is a copy', async () => {
    writeFileSync(join(site.home, '.agent.json'), '{"login":1}')
    const script =
      'cat ~/.agent.json; echo changed > ~/.agent.tmp; mv ~/.agent.tmp ~/.agent.json; cat ~/.agent.json'
    const { text } = await inside(script, { copies: ['.agent.json'] })
    expect(text).toContain('{"login":1}changed')
    expect(readFileSync(join(site.home, '.agent.json'), 'utf8')).toBe('{"login":1}')
  })

  test('a link that a command leaves where the next one mounts something is not followed', async () => {
    const box = boxOf(site)
    await inside('mv ~/.config ~/.away; mkdir /tmp/x; ln -s /tmp/x ~/.config')
    expect(lstatSync(join(box.scratch, 'home/.config')).isSymbolicLink()).toBe(true)
    reuseScratch(box, [])
    expect(existsSync(join(box.scratch, 'home/.config'))).toBe(false)
  })

  test.each([
    ['in the box', () => bubblewrap!],
    ['without one (the control)', () => NONE],
  ])('a program that is stopped may still say goodbye: %s', async (_, sandbox) => {
    const abort = new AbortController()
    const script = 'trap "echo bye > bye; exit 3" TERM; echo up > up; while :; do sleep 0.05; done'
    const running = runIn(sandbox(), site, script, { signal: abort.signal, graceMs: 10_000 })
    expect(await until(() => existsSync(join(site.workspace, 'up')))).toBe(true)
    abort.abort()
    expect(await running).toMatchObject({ outcome: 'cancelled', exitCode: 3 })
    expect(readFileSync(join(site.workspace, 'bye'), 'utf8')).toBe('bye\n')
  })

  test('a program that ignores SIGTERM is ended after the grace, with all it started', async () => {
    const word = unique()
    words.push(word)
    const script = `trap '' TERM; setsid sleep 100.${word} & echo up > up; while :; do sleep 0.05; done`
    const ran = await inside(script, { wallMs: 1_500, graceMs: 300 })
    expect(ran.outcome).toBe('wall-timeout')
    expect(living(word)).toEqual([])
  })

  test('nothing that a program started outlives it', async () => {
    const word = unique()
    words.push(word)
    const fugitives = [
      `setsid sleep 100.${word} &`,
      `nohup sleep 100.${word} >/dev/null 2>&1 &`,
      `env -i /usr/bin/setsid /bin/sleep 100.${word} >/dev/null 2>&1 </dev/null &`,
    ]
    expect((await inside([...fugitives, 'sleep 0.3'].join('\n'))).exitCode).toBe(0)
    expect(living(word)).toEqual([])
  })
})
