import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { showOnDesktop } from '../../src/exporters/desktop.ts'
import { testNotice } from '../../src/report/notice.ts'

const dirs: string[] = []
afterAll(() => {
  for (const dir of dirs) rmSync(dir, { recursive: true, force: true })
})

/** A PATH with stand-ins only; they leave what they were called with beside themselves. */
function desktop(programs: Record<string, string>) {
  const dir = mkdtempSync(join(tmpdir(), 'wiggum-desktop-'))
  dirs.push(dir)
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(dir, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(dir, name), 0o755)
  }
  return { env: { PATH: dir, DISPLAY: ':7', MY_TOKEN: 'secret' }, dir }
}

const notice = { ...testNotice('2026-01-01T00:00:00.000Z'), lines: ['-e <b>& $(touch x)', 'second'] }
const { signal } = new AbortController()

describe('the desktop', () => {
  test('is told by notify-send, with words that are words alone', async () => {
    const { env, dir } = desktop({
      'notify-send': 'for each in "$@" "$DISPLAY $MY_TOKEN"; do echo "$each"; done > "$0.calls"',
    })
    expect(await showOnDesktop(notice, { env, signal })).toBeNull()
    expect(readFileSync(join(dir, 'notify-send.calls'), 'utf8').split('\n').slice(0, -1)).toEqual([
      '--app-name=wiggum',
      '--',
      'wiggum: a test',
      '-e &lt;b&gt;&amp; $(touch x)',
      'second',
      ':7 ',
    ])
    expect(existsSync(join(dir, 'x'))).toBe(false)
  })

  test('is told by osascript, with words as arguments of the script', async () => {
    const { env, dir } = desktop({ osascript: 'for each in "$@"; do echo "$each"; done > "$0.calls"' })
    expect(await showOnDesktop(notice, { env, signal })).toBeNull()
    const said = readFileSync(join(dir, 'osascript.calls'), 'utf8')
    expect(said).toContain('\nend run\nwiggum: a test\n-e <b>& $(touch x)\nsecond\n')
  })

  test('without a notifier is one sentence with what to do', async () => {
    const { env } = desktop({})
    expect(await showOnDesktop(notice, { env, signal })).toMatch(
      /^neither notify-send nor osascript is on PATH; /,
    )
  })

  test('whose notifier fails says so in its words', async () => {
    const { env } = desktop({ 'notify-send': 'echo "no bus" >&2\necho more >&2\nexit 1' })
    expect(await showOnDesktop(notice, { env, signal })).toBe('notify-send exited 1: no bus')
  })

  test('whose notifier hangs is left when the run ends', async () => {
    const abort = new AbortController()
    const { env } = desktop({ 'notify-send': 'exec /bin/sleep 600' })
    setTimeout(() => abort.abort(), 50)
    expect(await showOnDesktop(notice, { env, signal: abort.signal })).toBe('notify-send was ended: stopped')
  })
})
