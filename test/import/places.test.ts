import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findTranscripts, isOfProject } from '../../src/import/places.ts'

const home = mkdtempSync(join(tmpdir(), 'wiggum-home-'))
afterAll(() => rmSync(home, { recursive: true }))
const put = (path: string, age: number) => {
  const whole = join(home, path)
  mkdirSync(dirname(whole), { recursive: true })
  writeFileSync(whole, '{}')
  utimesSync(whole, 1_700_000_000 - age, 1_700_000_000 - age)
}

test('the transcripts of installed agents are found, the newest first, wherever a variable puts them', () => {
  put('.claude/projects/-w/s-1.jsonl', 30)
  put('.claude/projects/-w/notes.txt', 0)
  put('.codex/sessions/2026/01/02/rollout-1.jsonl', 20)
  put('.gemini/tmp/h/chats/session-1.jsonl', 10)
  put('.gemini/tmp/h/logs.json', 0)
  put('.local/share/opencode/storage/session/p/ses_1.json', 40)
  put('.openhands/conversations/c/base_state.json', 50)
  put('other/projects/-w/s-2.jsonl', 5)
  symlinkSync(home, join(home, '.claude/projects/loop'))
  const names = (env: Record<string, string>, since?: number) =>
    findTranscripts({ folder: home, env }, since === undefined ? {} : { since }).map(
      ({ path, importer }) => `${importer.id} ${path.slice(home.length + 1)}`,
    )
  expect(names({})).toEqual([
    'gemini .gemini/tmp/h/chats/session-1.jsonl',
    'codex .codex/sessions/2026/01/02/rollout-1.jsonl',
    'claude .claude/projects/-w/s-1.jsonl',
    'opencode .local/share/opencode/storage/session/p/ses_1.json',
    'openhands .openhands/conversations/c/base_state.json',
  ])
  expect(names({}, (1_700_000_000 - 25) * 1000)).toHaveLength(2)
  expect(names({ CLAUDE_CONFIG_DIR: join(home, 'other') })[0]).toBe('claude other/projects/-w/s-2.jsonl')
  expect(findTranscripts({ folder: join(home, 'none'), env: {} })).toEqual([])
})

test('transcripts that are certainly of another project are left out', () => {
  put('.claude/projects/-w-sub/s-3.jsonl', 5)
  put('.claude/projects/-other/s-4.jsonl', 5)
  const names = findTranscripts({ folder: home, env: {} }, { project: '/w' }).map(({ path }) => path)
  expect(names.filter((path) => path.includes('.claude'))).toEqual([
    join(home, '.claude/projects/-w-sub/s-3.jsonl'),
    join(home, '.claude/projects/-w/s-1.jsonl'),
  ])
  expect(names.some((path) => path.includes('.codex'))).toBe(true)
  expect(isOfProject({ cwd: '/w/sub' }, '/w')).toBe(true)
  expect(isOfProject({ cwd: '/wider' }, '/w')).toBe(false)
  expect(isOfProject({ cwd: null }, '/w')).toBeNull()
})
