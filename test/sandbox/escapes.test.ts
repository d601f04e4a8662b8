import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startReaper } from '../../src/runtime/supervise.ts'
import type { Sandbox } from '../../src/sandbox/box.ts'
import { inTiers } from '../support/in-tiers.ts'
import { leftBehind, reads, writes } from './attempts.ts'
import { bubblewrap, listen, makeSite, NONE, runIn, type Site, srt } from './site.ts'

let site: Site
beforeEach(() => {
  site = makeSite()
})
afterEach(() => {
  site.end()
  for (const path of leftBehind) rmSync(path, { force: true })
})
afterAll(() => startReaper().close())

const isRoot = process.getuid?.() === 0
const possible = [...writes, ...reads].filter(({ root }) => !root || isRoot)

describe('without a sandbox (the control) a program reaches:', () => {
  for (const [some, options] of inTiers(possible, 3))
    test.each(some)('$name', options, async ({ script, reached }) => {
      expect(reached(site, await runIn(NONE, site, script(site)))).toBe(true)
    })
})

for (const sandbox of [bubblewrap, srt]) {
  if (sandbox === null) continue
  // What is used where nothing else is asked for is tried with all of them.
  const every = sandbox === bubblewrap ? 1 : 3
  describe(`in ${sandbox.name} a program does not write:`, () => {
    for (const [some, options] of inTiers(writes, every))
      test.each(some)('$name', options, ({ script, reached }) => isHeld(sandbox, script, reached))
  })
  describe(`in ${sandbox.name} a program does not read:`, () => {
    for (const [some, options] of inTiers(reads, every))
      test.each(some)('$name', options, ({ script, reached }) => isHeld(sandbox, script, reached))
  })
}

/** The same attempt, and then a line that shows that the program ran at all. */
async function isHeld(
  sandbox: Sandbox,
  script: (site: Site) => string,
  reached: (typeof writes)[number]['reached'],
): Promise<void> {
  const ran = await runIn(sandbox, site, `${script(site)}\necho was here >> file; echo was-here`)
  expect(ran.text).toContain('was-here')
  expect(reached(site, ran), ran.text).toBe(false)
}

const connect = (where: string) =>
  `"${process.execPath}" -e 'require("node:net").connect(${where}).on("data", (d) => console.log("got " + d)).on("error", (e) => console.log("error " + e.code))'`

describe.skipIf(bubblewrap === null)('in bubblewrap a program does not reach', () => {
  test('a server on the loopback address, unless the network is open', async () => {
    const { server, port, seen } = await listen(0)
    const script = connect(String(port))
    expect((await runIn(bubblewrap!, site, script, { network: 'none' })).text).toContain('error ECONNREFUSED')
    expect(seen()).toBe(0)
    expect((await runIn(bubblewrap!, site, script, { network: 'all' })).text).toContain('got hello')
    expect((await runIn(NONE, site, script)).text).toContain('got hello')
    server.close()
  })

  test('a port that is not on its list, while those on the list work', async () => {
    const [open, shut] = [await listen(0), await listen(0)]
    const script = `${connect(String(open.port))}; ${connect(String(shut.port))}; exit 7`
    const boxed = await runIn(bubblewrap!, site, script, { network: [open.port] })
    expect(boxed.text).toContain('got hello\n\nerror ECONNREFUSED')
    expect(boxed.exitCode).toBe(7)
    expect([open.seen(), shut.seen()]).toEqual([1, 0])
    expect((await runIn(NONE, site, script)).text).toContain('got hello\n\ngot hello')
    for (const { server } of [open, shut]) server.close()
  })

  test('a socket among the temporary files, as terminals and agents of keys have them', async () => {
    const { server, seen } = await listen(join(site.dir, 's'))
    const script = connect(JSON.stringify(join(site.dir, 's')))
    expect((await runIn(bubblewrap!, site, script)).text).toContain('error ENOENT')
    expect(seen()).toBe(0)
    expect((await runIn(NONE, site, script)).text).toContain('got hello')
    server.close()
  })

  test('a process outside: neither its environment nor the process itself', async () => {
    const outsider = spawn('sleep', ['300'], { env: { TOKEN: site.secret }, stdio: 'ignore' })
    const script = `tr '\\0' ' ' < /proc/${outsider.pid}/environ; kill -9 ${outsider.pid}; echo tried`
    const boxed = await runIn(bubblewrap!, site, script)
    expect(boxed.text).toContain('tried')
    expect(boxed.text).not.toContain(site.secret)
    expect(outsider.signalCode).toBe(null)
    const died = new Promise((done) => outsider.once('exit', (_, signal) => done(signal)))
    expect((await runIn(NONE, site, script)).text).toContain(site.secret)
    expect(await died).toBe('SIGKILL')
  })

  test("capabilities, also root's", async () => {
    const { text } = await runIn(bubblewrap!, site, 'grep CapEff /proc/self/status')
    expect(text).toMatch(/CapEff:\s*0{16}/)
  })
})
