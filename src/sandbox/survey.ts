import { type Dirent, readdirSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import type { Box, Home, Network, Place } from './box.ts'
import { expand, isInside, placeOf } from './paths.ts'
import { CHECKED_CACHES, PRIVATE_CACHES, RUN_KEPT, SECRETS, TEMPORARY, VEILED } from './places.ts'

/** What is wanted, as paths that may be links, may start with `~`, and may not exist. */
export interface BoxWish {
  workspace: string
  scratch: string
  env: Readonly<Record<string, string | undefined>>
  /** The files that are to be run. */
  program: string[]
  write: string[]
  read: string[]
  hide: string[]
  /** Of the home folder, relative: not shown, because the program gets a copy. */
  copies: string[]
  /** Where caches are kept that several calls may share: their content is checked by those who use it. */
  caches: string
  network: Network
  domains: string[]
}

/** Looks at the machine and says what the box consists of. Nothing is made. */
export function surveyBox(wish: BoxWish): Box {
  const home = homeOf(wish.env)
  const places = (paths: string[]) => real(paths, home)
  const shown = [...wish.read, ...wish.write]
  const secrets = SECRETS.map((path) => `~/${path}`)
  const lifted = new Set(places(shown).map(({ path }) => path))
  const hide = places([...secrets, '/run', ...wish.hide]).filter(({ path }) => !lifted.has(path))
  const write = places(wish.write)
  // Whoever may write the whole home gets the real one.
  const twin = home === null || write.some(({ path }) => isInside(home, path)) ? null : home
  const temp = temporary(wish.env, home)
  const read = [...places(RUN_KEPT), ...places(wish.read), ...programs(wish, [...temp, ...caches(home)])]
  return {
    workspace: placeOf(wish.workspace)?.path ?? wish.workspace,
    write,
    // Showing what is around the private home would show the user's own in its place.
    read: read.filter(({ path }) => twin === null || !isInside(twin, path)),
    hide,
    temp,
    home: twin === null ? null : veiled(twin, [...hide.map(({ path }) => path), ...absent(twin, wish)]),
    shared: home === null ? [] : sharedCaches(home, wish),
    scratch: wish.scratch,
    network: wish.network,
    ports: null,
    domains: wish.domains,
  }
}

export function homeOf(env: BoxWish['env']): string | null {
  const place = env.HOME ? placeOf(env.HOME) : null
  return place?.folder && place.path !== '/' ? place.path : null
}

function real(paths: string[], home: string | null): Place[] {
  const found = paths.flatMap((path) => {
    const absolute = expand(path, home)
    const place = absolute === null ? null : placeOf(absolute)
    return place ? [place] : []
  })
  return [...new Map(found.map((place) => [place.path, place])).values()]
}

function absent(home: string, { copies }: BoxWish): string[] {
  return [...copies.map((path) => join(home, path)), ...caches(home)]
}

function caches(home: string | null): string[] {
  return home === null ? [] : PRIVATE_CACHES.map((path) => join(home, path))
}

/** Folders of programs that lie in a place that is replaced: a package with all that was installed beside it. */
function programs({ env, program }: BoxWish, replaced: string[]): Place[] {
  const folders = [...(env.PATH ?? '').split(delimiter), ...program.map((file) => dirname(file))]
  return real(folders.filter(isAbsolute), null)
    .map(({ path, folder }) => ({ path: /^.*?\/node_modules(?=\/|$)/.exec(path)?.[0] ?? path, folder }))
    .filter(({ path }) => replaced.some((place) => path !== place && isInside(path, place)))
}

/** Not where the user made the real one writable. */
function sharedCaches(home: string, { caches, write }: BoxWish): Box['shared'] {
  const open = real(write, home)
  return CHECKED_CACHES.map((path) => ({ path: join(home, path), from: join(caches, path) })).filter(
    ({ path }) => !open.some((place) => isInside(path, place.path)),
  )
}

function temporary(env: BoxWish['env'], home: string | null): string[] {
  const named = env.TMPDIR ? [...TEMPORARY, env.TMPDIR] : TEMPORARY
  const folders = real(named, home).filter(({ folder }) => folder)
  return folders.map(({ path }) => path).filter((path) => path !== '/' && path !== home)
}

function veiled(home: string, without: string[]): Home {
  const absent = new Set(without)
  const folders = VEILED.map((folder) => join(home, folder)).filter(isRealFolder)
  const entries = folders
    .flatMap(entriesOf)
    .filter(({ path }) => !absent.has(path) && !folders.includes(path))
  return { path: home, folders, entries }
}

/** Files and folders; links are planted as links, and sockets are nobody's business. */
function entriesOf(folder: string): Place[] {
  return list(folder)
    .filter((entry) => entry.isDirectory() || entry.isFile())
    .map((entry) => ({ path: join(folder, entry.name), folder: entry.isDirectory() }))
}

/** Links of the veiled folders, where they are and where they lead: the private home gets the same ones. */
export function linksOf(home: Home): { path: string; within: string }[] {
  return home.folders
    .flatMap((folder) =>
      list(folder)
        .filter((entry) => entry.isSymbolicLink())
        .map((entry) => join(folder, entry.name)),
    )
    .map((path) => ({ path, within: path.slice(home.path.length + 1) }))
}

function isRealFolder(path: string): boolean {
  const place = placeOf(path)
  return place?.path === path && place.folder
}

function list(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

/** What the user asked for and is not there: a typing error would otherwise open or close nothing, silently. */
export function missingPaths(wanted: string[], env: BoxWish['env']): string[] {
  const home = homeOf(env)
  return wanted.filter((path) => {
    const absolute = expand(path, home)
    return absolute === null || placeOf(absolute) === null
  })
}
