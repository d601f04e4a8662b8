import type { KeptRepository } from '../../workspace/kept-repository.ts'
import type { Assessment } from './assess.ts'
import type { Kept } from './keep.ts'

interface Story {
  what: string
  /** `null`: it could not be looked at in time. */
  found: Assessment | null
  kept: Kept | null
  copied: KeptRepository | null
  run: string
}

const MAX_NAMED = 8

/** What a person is asked: what would go that is theirs, and where it is kept. */
export function lossWords(story: Story): string {
  const { what, found } = story
  const begin = `wiggum: \`${oneLine(what, 160)}\``
  if (!found)
    return `${begin} may throw work away, and the folder is too large to see which. ${keptWords(story)}`
  const lost = [
    ...(found.repository ? ['the repository itself, with its history, branches and stash'] : []),
    ...found.commits,
    ...found.theirs.map(({ path, kind }) => `${path} (${kind})`),
    ...found.unkept.filter((each) => !found.theirs.some(({ path }) => path === each)),
  ]
  return `${begin} throws away what this session did not write: ${listed(lost)}. ${keptWords(story)}`
}

/** To a host that cannot ask: what the person may do instead. */
export function deniedWords(story: Story, command: string | null): string {
  const type =
    command === null ? '' : ` If it is meant, the user types it themselves: ${oneLine(command, 300)}`
  return `${lossWords(story)} Leave it, or ask the user.${type}`
}

function keptWords({ found, kept, copied }: Story): string {
  if (!kept) return 'It could not be kept.'
  const missing = [
    ...(found?.unkept ?? []),
    ...(found?.files ?? []).map(({ path }) => path).filter((path) => kept.leftOut.includes(path)),
    ...(found?.repository && !copied ? ['the repository'] : []),
  ]
  const all = `kept; back with: wiggum rescue restore ${shortRef(kept.ref)}`
  return missing.length === 0 ? `All of it is ${all}.` : `Not kept: ${listed(missing)}. The rest is ${all}.`
}

function shortRef(ref: string): string {
  return ref.replace(/^refs\/wiggum\/rescue\//, '')
}

function listed(all: string[]): string {
  const unique = [...new Set(all)]
  const more = unique.length > MAX_NAMED ? ` and ${unique.length - MAX_NAMED} more` : ''
  return (
    unique
      .slice(0, MAX_NAMED)
      .map((each) => oneLine(each, 200))
      .join(', ') + more
  )
}

function oneLine(text: string, max: number): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  return line.length > max ? `${line.slice(0, max)}…` : line
}
