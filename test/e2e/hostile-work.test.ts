import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { escapedUnseen } from '../../src/contracts/unseen.ts'
import { type World, wiggum } from '../support/cli.ts'
import { honest, turnOf } from '../support/scenarios.ts'
import { dataOf, expectNotLanded, inWorld, play } from './trust-play.ts'
import { fix, moreTests } from './trust-projects.ts'

vi.setConfig({ testTimeout: 120_000 })

/** What would make the user's own programs do something, if it came to them as the agent made it. */

const edits = [moreTests, fix]

describe('a .gitmodules that could start a program', () => {
  const write = '[submodule "m"]\n\tpath = m\n\turl = ./m\n\tupdate = !touch started\n'
  const maker = [turnOf('maker', { edits: [...edits, { path: '.gitmodules', write }] })]

  test('comes to no ref of the user’s, whose own check stays clean; the ending says where the work is', () =>
    inWorld(undefined, async (world) => {
      const played = await play(world, honest({ maker }))
      expectNotLanded(
        played,
        /git’s own check .* refuses the work, .* git -C .* log -p refs\/wiggum\/held\/1/,
      )
      expect(world.git('fsck', '--strict', '--no-dangling', '--no-progress')).toBe('')
      expect(world.git('for-each-ref', '--format=%(refname)').trim().split('\n')).toEqual(['refs/heads/main'])
      const [, dir = '', ref = ''] = /git -C (\S+) log -p (\S+)/.exec(played.said.reason ?? '') ?? []
      expect(world.git('-C', dir, 'show', `${ref}:src/slugify.js`)).toContain('-+|-+$')
    }))
})

describe('signs that a terminal obeys', () => {
  const hostile = 'x\u001b]8;;http://evil.example\u0007y\u009b31mz\u0085\u202e\u2066\u061c\u200e\u200f'
  const turn = (role: string) =>
    turnOf(role, { say: hostile, output: `Said ${hostile}`, ...(role === 'maker' ? { edits } : {}) })
  const scenario = honest({
    creator: [turn('creator')],
    maker: [{ ...turn('maker'), contract: { ...turnOf('maker').contract, summary: `Fixed ${hostile}` } }],
  })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for them
  const RAW = /[\0-\x08\x0b-\x1f]/

  test('are in no --json, no document and no view as they are', () =>
    inWorld(undefined, async (world) => {
      const played = await play(world, scenario, [], `fix the slugs \u202e\u009b\u200f${hostile}`)
      const { run_id } = played.said
      for (const args of [['status', run_id], ['report', run_id], ['explain', run_id], ['runs']])
        for (const more of [[], ['--json']]) {
          const shown = await wiggum(world, [...args, ...more])
          expect(escapedUnseen(shown.stdout), args.join(' ')).toBe(shown.stdout)
          expect(shown.stdout, args.join(' ')).not.toMatch(RAW)
        }
      expect(escapedUnseen(played.run.stdout)).toBe(played.run.stdout)
      expect(dataOf(played, 'run.start')[0]?.task).toContain('\u202e')
      for (const [path, text] of documentsOf(world)) {
        expect(escapedUnseen(text), path).toBe(text)
        expect(text, path).not.toMatch(RAW)
      }
    }))
})

function documentsOf({ repo }: World): [string, string][] {
  const folder = join(repo, '.wiggum/artifacts')
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const documents = all.filter((path) => path.endsWith('.md') && !path.includes('/prompts/'))
  expect(documents.length).toBeGreaterThan(3)
  return documents.map((path) => [path, readFileSync(join(folder, path), 'utf8')])
}
