import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'

const FILES_A_FOLDER = 100

/** A repository with one commit of so many files, checked out. Made by fast-import, which takes a second or two. */
export function makeRepository(path, files) {
  mkdirSync(path, { recursive: true })
  git(path, 'init', '-q', '-b', 'main')
  git(path, 'config', 'user.name', 'Ada User')
  git(path, 'config', 'user.email', 'ada@example.org')
  execFileSync('git', ['fast-import', '--quiet'], { cwd: path, input: importStream(files) })
  git(path, 'reset', '-q', '--hard', 'main')
  return path
}

function importStream(files) {
  const parts = ['commit refs/heads/main\ncommitter Ada User <ada@example.org> 1767000000 +0000\n']
  parts.push('data 6\nfirst\n')
  for (let at = 0; at < files; at++) {
    const folder = Math.floor(at / FILES_A_FOLDER)
    const text = `export const value${at} = ${at}\n`.repeat(1 + (at % 40))
    parts.push(`M 100644 inline src/part-${folder % 25}/folder-${folder}/file-${at}.ts\n`)
    parts.push(`data ${text.length}\n${text}\n`)
  }
  return parts.join('')
}

export function git(cwd, ...args) {
  return execFileSync('git', args, { cwd, encoding: 'utf8', maxBuffer: 1 << 28 }).trimEnd()
}
