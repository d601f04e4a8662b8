import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LiveWorld, Said, Session } from './live-session.ts'

/** A user's folder with work of every kind that is in no commit, and a loop that begins in it. */

export const FILES = {
  '.gitignore': '.env\nnode_modules/\n',
  'kept.txt': 'committed\n',
  'changed.txt': 'as committed\n',
  'crlf.txt': 'one\r\ntwo\r\n',
  '.gitattributes': 'crlf.txt text\n',
}

export function userWork({ repo, write, git }: LiveWorld): void {
  git('branch', 'side')
  git('checkout', '-q', 'side')
  write('side.txt', 'only on the branch\n')
  git('add', '-A')
  git('commit', '-qm', 'side')
  git('checkout', '-q', 'main')
  write('kept.txt', 'put by\n')
  git('stash', 'push', '-q', 'kept.txt')
  write('changed.txt', 'as committed\nand changed by the user\n')
  write('staged.txt', 'staged\n')
  git('add', 'staged.txt')
  write('staged.txt', 'staged, and changed since\n')
  write('crlf.txt', 'one\r\ntwo\r\nthree\r\n')
  mkdirSync(join(repo, 'notes/deep'), { recursive: true })
  write('notes/deep/plan.txt', 'untracked\n')
  writeFileSync(join(repo, 'notes/bytes.bin'), Buffer.from([0, 255, 13, 10, 128, 10]))
  writeFileSync(join(repo, 'notes/run.sh'), '#!/bin/sh\n', { mode: 0o755 })
  symlinkSync('deep/plan.txt', join(repo, 'notes/link'))
  write('with a space “and” more.txt', 'x\n')
  write('.env', 'TOKEN=1\n')
}

let calls = 0

/** As the host asks before a call. */
export function uses(session: Session, tool: string, input: object, more: object = {}): Promise<Said> {
  const tool_use_id = `call-${++calls}`
  return session.hook('pre-tool', {
    hook_event_name: 'PreToolUse',
    tool_name: tool,
    tool_use_id,
    tool_input: input,
    ...more,
  })
}

export function asks(session: Session, command: string, more: object = {}): Promise<Said> {
  return uses(session, 'Bash', { command }, more)
}

/** One call from before it to behind it, as the host has them, if the hook lets it through. */
export async function does(session: Session, world: LiveWorld, command: string): Promise<Said> {
  const said = await asks(session, command)
  if (said.permission !== null) return said
  run(world, command)
  const response = {
    tool_name: 'Bash',
    tool_use_id: `call-${calls}`,
    tool_input: { command },
    tool_response: '',
  }
  await session.hook('post-tool', { hook_event_name: 'PostToolUse', ...response })
  return said
}

/** The person said yes. */
export function run({ repo, env }: LiveWorld, command: string): void {
  spawnSync('bash', ['-c', command], { cwd: repo, env: { ...process.env, ...env } })
}
