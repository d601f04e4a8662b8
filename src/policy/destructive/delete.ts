import { findPlaces } from './listing.ts'
import type { Place } from './operation.ts'
import { outsidePath } from './paths.ts'
import { type Running, wordsAsText } from './running.ts'

const REMOVERS = /^(?:rm|rmdir|unlink|shred|srm|rimraf|trash|trash-put|del|del-cli)$/

/** Files and folders outside the workspace that are deleted; where only a search names them, the search. */
export function deletions(running: Running, place: Place): string[] {
  const { words, fed } = running
  const [program = ''] = words
  const outside = (paths: string[]) => paths.flatMap((path) => outsidePath(path, running.cwd, place) ?? [])
  if (REMOVERS.test(program)) {
    const found = fed && outside(fed.places).length > 0 ? [fed.text] : []
    return [...found, ...outside(operands(words).filter((word) => word !== '{}'))]
  }
  // What is moved away is no longer there.
  if (program === 'mv') return outside(movedAway(words))
  if (program === 'find' && words.includes('-delete') && outside(findPlaces(words)).length > 0)
    return [wordsAsText(words)]
  const copies = program === 'rsync' && words.some((word) => /^--delete/.test(word))
  if (copies && outside(operands(words).slice(-1)).length > 0) return [wordsAsText(words)]
  return losesData(words) ? [wordsAsText(words)] : []
}

export function operands([, ...args]: string[]): string[] {
  const end = args.indexOf('--')
  const before = end < 0 ? args : args.slice(0, end)
  return [...before.filter((word) => !word.startsWith('-')), ...(end < 0 ? [] : args.slice(end + 1))]
}

function movedAway(words: string[]): string[] {
  const names = operands(words)
  const into = words.findIndex((word) => word === '-t' || word === '--target-directory')
  return into < 0 ? names.slice(0, -1) : names.filter((name) => name !== words[into + 1])
}

/** A disk, and what a container engine keeps. */
function losesData(words: string[]): boolean {
  const [program = '', first = '', second = ''] = words
  if (/^mkfs(?:\.|$)/.test(program)) return true
  if (program === 'dd') return words.some((word) => /^of=\/dev\/(?!null$|zero$|std)/.test(word))
  if (program !== 'docker' && program !== 'podman') return false
  return (
    (first === 'volume' && /^(?:rm|remove|prune)$/.test(second)) || (first === 'system' && second === 'prune')
  )
}
