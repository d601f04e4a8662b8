import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { capture } from '../runtime/supervise.ts'

const WHO = ['-c', 'user.name=wiggum demo', '-c', 'user.email=demo@localhost', '-c', 'commit.gpgSign=false']

/** A new repository with one commit on `main`: what the demo works on. */
export async function seedRepository(dir: string, files: Record<string, string>): Promise<void> {
  mkdirSync(dir, { recursive: true })
  await run(dir, ['init', '-q', '-b', 'main'])
  await run(dir, ['config', 'user.name', 'wiggum demo'])
  await run(dir, ['config', 'user.email', 'demo@localhost'])
  await commitFiles(dir, files, 'Start')
}

/** What somebody else commits there meanwhile. */
export async function commitFiles(
  dir: string,
  files: Record<string, string>,
  message: string,
): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), content)
  }
  await run(dir, ['add', '--', ...Object.keys(files)])
  await run(dir, ['commit', '-q', '-m', message])
}

async function run(dir: string, args: string[]): Promise<void> {
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: dir,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    LC_ALL: 'C',
  }
  const { code, stderr } = await capture('git', ['-C', dir, ...WHO, ...args], { env })
  if (code !== 0) throw new Error(`git ${args[0]} failed in the demo repository: ${stderr.trim()}`)
}
