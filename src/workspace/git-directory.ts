import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cannotWrite } from '../store/environment-error.ts'
import { splitNul } from './git.ts'

/** What a repository made by hand holds. By hand, because `git init` and `git clone` bring templates and the user's settings along. */
interface GitDirectory {
  bare: boolean
  format: 'sha1' | 'sha256'
  /** `[key, value]` such as `['core.autocrlf', 'input']`: no section may have a subsection. */
  settings: [string, string][]
  /** The object folder this one borrows from, if any. */
  objects: string | null
  /** What HEAD holds: `ref: …` or an object id. */
  head: string
  exclude: string
  /** What counts over the `.gitattributes` of the files. */
  attributes?: string
  /** The `shallow` file of the repository it borrows from, if that has one. */
  shallow: string | null
}

export function writeGitDirectory(dir: string, contents: GitDirectory): void {
  try {
    writeAll(dir, contents)
  } catch (cause) {
    throw cannotWrite(dir, cause)
  }
}

/** A directory that was made beside its place becomes whole there at once, or not at all. */
export function moveIntoPlace(draft: string, dir: string): void {
  try {
    renameSync(draft, dir)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Somebody else made the same one meanwhile: theirs is as good.
    if (!existsSync(join(dir, 'HEAD'))) throw error
  }
}

function writeAll(dir: string, contents: GitDirectory): void {
  mkdirSync(join(dir, 'objects', 'info'), { recursive: true })
  mkdirSync(join(dir, 'objects', 'pack'), { recursive: true })
  mkdirSync(join(dir, 'refs', 'heads'), { recursive: true })
  mkdirSync(join(dir, 'info'), { recursive: true })
  if (contents.objects !== null)
    writeFileSync(join(dir, 'objects', 'info', 'alternates'), `${contents.objects}\n`)
  writeFileSync(join(dir, 'info', 'exclude'), contents.exclude)
  if (contents.attributes) writeFileSync(join(dir, 'info', 'attributes'), contents.attributes)
  if (contents.shallow !== null && existsSync(contents.shallow))
    copyFileSync(contents.shallow, join(dir, 'shallow'))
  writeFileSync(join(dir, 'config'), configText(contents))
  // Last, because without HEAD git does not take the folder for a repository.
  writeFileSync(join(dir, 'HEAD'), `${contents.head}\n`)
}

/** Asks for how the file system and the line endings there behave: all that one repository takes over from another. */
export const FILE_SETTINGS = [
  'config',
  '-z',
  '--get-regexp',
  '^core\\.(filemode|ignorecase|precomposeunicode|symlinks|autocrlf|eol)$',
]

export function readSettings(answer: Buffer): [string, string][] {
  return splitNul(answer).map((pair): [string, string] => {
    const newline = pair.indexOf('\n')
    return newline < 0 ? [pair, 'true'] : [pair.slice(0, newline), pair.slice(newline + 1)]
  })
}

function configText({ bare, format, settings }: GitDirectory): string {
  const base: [string, string][] = [
    ['core.repositoryformatversion', format === 'sha1' ? '0' : '1'],
    ['core.bare', String(bare)],
    ['core.logallrefupdates', String(!bare)],
  ]
  if (format !== 'sha1') base.push(['extensions.objectformat', format])
  return [...base, ...settings].map(configLine).join('')
}

function configLine([key, value]: [string, string]): string {
  const dot = key.indexOf('.')
  const quoted = value.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n')
  return `[${key.slice(0, dot)}]\n\t${key.slice(dot + 1)} = "${quoted}"\n`
}
