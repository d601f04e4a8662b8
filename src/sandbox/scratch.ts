import {
  copyFileSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { removeFolder } from '../workspace/remove.ts'
import type { Box } from './box.ts'
import { mountsOf } from './bubblewrap.ts'
import { isInside } from './paths.ts'
import { NPM_SETTINGS } from './places.ts'
import { linksOf } from './survey.ts'

/** Makes the box's private folders, empty. `copies` are files of the user's home that it gets a copy of. */
export function makeScratch(box: Box, copies: string[]): void {
  removeFolder(box.scratch)
  const home = join(box.scratch, 'home')
  // What is inside is made by the sandbox, for what it mounts there, and by the program.
  const links = box.home === null ? [] : linksOf(box.home)
  const parents = new Set(links.map(({ within }) => dirname(join(home, within))))
  for (const folder of [home, ...parents, join(box.scratch, 'tmp'), ...box.shared.map(({ from }) => from)])
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(join(box.scratch, 'empty'), '', { mode: 0o400 })
  if (box.home === null) return
  for (const { path, within } of links) plantLink(path, join(home, within))
  for (const name of copies) takeCopy(join(box.home.path, name), join(home, name))
  takeNpmSettings(join(box.home.path, '.npmrc'), join(home, '.npmrc'))
}

/** Without its tokens: where it names a mirror, no package could be installed without it. */
function takeNpmSettings(from: string, to: string): void {
  if (!statSync(from, { throwIfNoEntry: false })?.isFile()) return
  const lines = readFileSync(from, 'utf8').split('\n')
  const plain = lines.filter(
    (line) => NPM_SETTINGS.test(line.trim()) && !line.includes('@', line.indexOf('=')),
  )
  writeFileSync(to, plain.map((line) => `${line}\n`).join(''), { mode: 0o600 })
}

/**
 * The same folders for the next command of the same check. If the last one left a link where something will be mounted,
 * mounting would follow it: then everything is made anew.
 */
export function reuseScratch(box: Box, copies: string[]): void {
  if (!mountsOf(box).every(({ path }) => isPlain(box, path))) makeScratch(box, copies)
}

function isPlain(box: Box, path: string): boolean {
  const twins = [
    ...(box.home ? [{ of: box.home.path, twin: join(box.scratch, 'home') }] : []),
    ...box.temp.map((of) => ({ of, twin: join(box.scratch, 'tmp') })),
  ]
  return twins
    .filter(({ of }) => isInside(path, of))
    .every(({ of, twin }) => hasNoLink(twin, path.slice(of.length).split('/').filter(Boolean)))
}

function hasNoLink(folder: string, names: string[]): boolean {
  let path = folder
  for (const name of names) {
    path = join(path, name)
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (stat === undefined) return true
    if (stat.isSymbolicLink()) return false
  }
  return true
}

/** As a link, so that where it leads is judged inside the box. */
function plantLink(from: string, to: string): void {
  try {
    symlinkSync(readlinkSync(from), to)
  } catch {
    // One of our own private folders has that name.
  }
}

/** The user's file stays theirs. */
function takeCopy(from: string, to: string): void {
  if (!statSync(from, { throwIfNoEntry: false })?.isFile()) return
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  copyFileSync(from, to)
}
