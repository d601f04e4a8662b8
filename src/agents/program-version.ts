import { readFile, realpath } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import type { Found } from './agent.ts'
import { findProgram } from './find-program.ts'
import { asText, parseObject } from './json-value.ts'

const VERSION = /^\d+\.\d+\.\d+$/
/** From the program up to its package's folder. */
const LEVELS = 4

export interface Program {
  /** As people know it. */
  title: string
  file: string
  package: string
  install: string
  /** Older ones lack what wiggum needs; `null` if none is known to. */
  since: string | null
}

/** On the PATH, and new enough as far as that shows without starting it. */
export async function findVersioned(program: Program, path: string): Promise<Found> {
  const file = await findProgram(program.file, path)
  if (!file) {
    const problem = `${program.title} (the program \`${program.file}\`) is not on the PATH`
    return { ok: false, problem, fix: program.install }
  }
  const version = await installedVersion(file, program.package)
  if (version === null || program.since === null || !isOlder(version, program.since))
    return { ok: true, file, version }
  const problem = `${program.title} ${version} is too old: ${program.since} or newer is needed (${file})`
  return { ok: false, problem, fix: `update it with \`npm install -g ${program.package}@latest\`` }
}

/** Installers put the version into a package.json or into the path; starting the program would take far longer. */
export async function installedVersion(file: string, packageName: string): Promise<string | null> {
  try {
    const real = await realpath(file)
    return (await packageVersion(real, packageName)) ?? real.split(sep).findLast(isVersion) ?? null
  } catch {
    // Moved away since it was found.
    return null
  }
}

async function packageVersion(file: string, packageName: string): Promise<string | null> {
  let folder = dirname(file)
  for (let level = 0; level < LEVELS && basename(folder) !== 'node_modules'; level += 1) {
    const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '')
    const manifest = parseObject(text)
    if (manifest && asText(manifest.name) === packageName) return asText(manifest.version)
    folder = dirname(folder)
  }
  return null
}

function isVersion(part: string): boolean {
  return VERSION.test(part)
}

/** A preview counts as its release. */
export function isOlder(version: string, than: string): boolean {
  const [mine, theirs] = [version, than].map((each) => each.split(/[.+-]/).slice(0, 3).map(Number))
  for (const [at, wanted] of theirs!.entries()) {
    const have = mine![at] ?? 0
    if (have !== wanted) return have < wanted
  }
  return false
}
