import { spawnSync } from 'node:child_process'
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import type { World } from '../support/cli.ts'
import type { LiveWorld, Said, Session } from './live-session.ts'

/** A user's folder with work of every kind that is in no commit, and a loop that begins in it. */

export const FILES = {
  '.gitignore': '.env\nnode_modules/\n',
  'kept.txt': 'committed\n',
  'changed.txt': 'as committed\n',
  'crlf.txt': 'one\r\ntwo\r\n',
  '.gitattributes': 'crlf.txt text\n',
}

type Folder = Pick<World, 'repo' | 'write' | 'git'>

export function userWork({ repo, write, git }: Folder): void {
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

/** Every file but ignored ones and ours, with its bytes, its mode and where it leads. */
export function filesOf({ repo }: Folder): Record<string, string> {
  const all = readdirSync(repo, { recursive: true, withFileTypes: true })
  const paths = all.map((entry) => relative(repo, join(entry.parentPath, entry.name)))
  const own = paths.filter((path) => !/^\.(?:git|wiggum)(?:\/|$)|^\.env$/.test(path)).sort()
  return Object.fromEntries(
    own.flatMap((path) => {
      const stat = lstatSync(join(repo, path))
      if (stat.isDirectory()) return []
      const content = stat.isSymbolicLink()
        ? readlinkSync(join(repo, path))
        : readFileSync(join(repo, path), 'latin1')
      return [[path, `${stat.mode.toString(8)} ${content}`]]
    }),
  )
}

export function historyOf({ git }: Folder) {
  const refs = git('for-each-ref', '--format=%(refname) %(objectname)').split('\n')
  return {
    refs: refs.filter((line) => !line.startsWith('refs/wiggum/')),
    stash: git('stash', 'list'),
    staged: git('diff', '--cached'),
    status: git('status', '--porcelain', '-uall'),
  }
}

export interface Case {
  command: string
  /** What the question names. */
  names: RegExp
}

/** What throws away most, in the words that agents use. */
export const SEVEN: Case[] = [
  { command: 'git reset --hard', names: /changed\.txt/ },
  { command: 'git checkout -- changed.txt', names: /changed\.txt/ },
  { command: 'git stash drop', names: /stash entry/ },
  { command: 'git clean -fd', names: /notes\/deep\/plan\.txt/ },
  { command: 'git branch -D side', names: /a commit of side/ },
  { command: 'rm -r notes changed.txt', names: /notes\/bytes\.bin/ },
  { command: 'rm -rf .git', names: /the repository itself/ },
]

/** What an agent does with its own files and changes. */
export const DAY = [
  'echo a > own.txt',
  'rm own.txt',
  'echo b > kept2.txt && echo c > other.txt',
  'git checkout -b try && git add kept2.txt && git commit -qm try kept2.txt',
  'git checkout -q main; git branch -D try',
  'echo change >> kept.txt',
  'git checkout -- kept.txt',
  'mkdir -p gen/deep && echo x > gen/deep/y && rm -rf gen',
  'mkdir -p node_modules/p && echo x > node_modules/p/i.js',
  'rm -rf node_modules',
  'echo z > scratch.log; mv scratch.log scratch2.log; rm -f scratch2.log',
  'cp -p check.sh copy.sh && rm copy.sh',
  'touch -d 2001-01-01 old.txt',
  'rm old.txt',
  'rm kept.txt',
  'git restore kept.txt',
  'find . -name "*.tmp" -delete',
  'rm -f .git/index.lock',
  'git clean -n',
]

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
