import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, vi } from 'vitest'
import { openRepository, type Repository } from '../../src/workspace/repository.ts'
import { openVault, type Vault } from '../../src/workspace/vault.ts'
import { workFolder } from '../../src/workspace/work-folder.ts'
import { copyRepository } from '../support/template-repository.ts'

const folders: string[] = []

/** In each file of tests that makes repositories: modules are shared between files, and so are not loaded for each. */
export function repositoriesEndWithTheirTest(): void {
  beforeEach(() => {
    // The settings of whoever runs the tests are none of theirs.
    vi.stubEnv('GIT_CONFIG_GLOBAL', '/dev/null')
    vi.stubEnv('GIT_CONFIG_NOSYSTEM', '1')
    vi.stubEnv('GIT_AUTHOR_NAME', undefined)
    vi.stubEnv('GIT_AUTHOR_EMAIL', undefined)
    vi.stubEnv('XDG_CONFIG_HOME', '/nonexistent')
  })

  afterEach(() => {
    vi.unstubAllEnvs()
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
  })
}

export function temporary(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'wiggum-ws-')))
  folders.push(folder)
  return folder
}

const USER = { name: 'Ada User', email: 'ada@example.org' }

function gitEnvironment(): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    HOME: '/nonexistent',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
  }
}

/** Git as a person would run it, with whatever the repository configures. */
export function sh(cwd: string, ...args: string[]): string {
  const options = {
    cwd,
    env: gitEnvironment(),
    encoding: 'utf8' as const,
    stdio: ['ignore', 'pipe', 'pipe'] as const,
  }
  return execFileSync('git', args, { ...options, stdio: [...options.stdio] }).replace(/\n$/, '')
}

export function write(root: string, files: Record<string, string | Buffer>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
}

export function commitAll(root: string, message: string): string {
  sh(root, 'add', '-A')
  sh(root, 'commit', '-q', '--allow-empty', '-m', message)
  return sh(root, 'rev-parse', 'HEAD')
}

export function makeUserRepository(
  files: Record<string, string> = { 'a.txt': 'one\n', 'b.txt': 'two\n' },
): string {
  const root = join(temporary(), 'project')
  copyRepository({ files, user: USER, message: 'first' }, root, gitEnvironment())
  return root
}

export async function opened(root: string): Promise<Repository> {
  const result = await openRepository(root)
  if (!result.ok) throw new Error(result.message)
  return result.repo
}

export interface Scene {
  root: string
  base: string
  vault: Vault
}

export async function scene(files?: Record<string, string>, run = '2026-01-02-task'): Promise<Scene> {
  const root = makeUserRepository(files)
  return { root, base: sh(root, 'rev-parse', 'HEAD'), vault: await vaultOf(root, run) }
}

export async function vaultOf(root: string, run = '2026-01-02-task'): Promise<Vault> {
  const repo = await opened(root)
  return openVault(repo, run, workFolder(repo, run, { WIGGUM_HOME: join(dirname(root), 'home') }))
}

export function must<T extends { ok: boolean }>(result: T): Extract<T, { ok: true }> {
  if (!result.ok) throw new Error(JSON.stringify(result))
  // The check above is what the type says.
  return result as Extract<T, { ok: true }>
}

export const DATE = '2026-01-02T03:04:05.000Z'
