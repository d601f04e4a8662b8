import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const templates = new Map<string, string>()

interface Wanted {
  files: Record<string, string>
  user: { name: string; email: string }
  message: string
}

/** A repository with one commit of these files: made once a worker, then copied. */
export function copyRepository(wanted: Wanted, to: string, env: Record<string, string>): void {
  const key = JSON.stringify([...Object.entries(wanted.files), wanted.user.email, wanted.message])
  const template = templates.get(key) ?? makeRepository(wanted, env)
  templates.set(key, template)
  cpSync(template, to, { recursive: true })
  // The index knows the files of the template by their times.
  execFileSync('git', ['update-index', '-q', '--refresh'], { cwd: to, env })
}

function makeRepository({ files, user, message }: Wanted, env: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'wiggum-template-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, env })
  git('init', '-q', '-b', 'main', '--template=')
  git('config', 'user.name', user.name)
  git('config', 'user.email', user.email)
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  git('add', '-A')
  git('commit', '-q', '--allow-empty', '-m', message)
  return folder
}
