import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ownFile } from '../../agents/own-file.ts'
import { putFile } from './file-changes.ts'
import { pluginSource, sourceFile } from './hosts.ts'

/** Which Node.js and which wiggum the hooks start: a host started from a desktop often finds neither by itself. */
export const NODE_PATH = 'node-path'
export const PROGRAM_PATH = 'wiggum-path'

/** A copy of the plugin: unlike the package's folder it stays where it is when versions change. */
export function fillFolder(folder: string): void {
  const files = readdirSync(pluginSource(), { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(pluginSource().length + 1))
  // What an earlier version had and this one has not.
  for (const part of ['commands', 'skills', 'hooks', 'codex', '.claude-plugin'])
    rmSync(join(folder, part), { recursive: true, force: true })
  for (const path of files) put(join(folder, path), sourceFile(path))
  put(join(folder, NODE_PATH), line(process.execPath))
  const program = ownFile('wiggum.js')
  if (program !== null) put(join(folder, PROGRAM_PATH), line(program))
}

function put(path: string, bytes: Buffer): void {
  mkdirSync(dirname(path), { recursive: true })
  putFile(path, bytes)
}

function line(text: string): Buffer {
  return Buffer.from(`${text}\n`)
}
