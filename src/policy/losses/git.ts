import { argumentsIn, type Takes } from '../destructive/arguments.ts'
import { type GitCall, gitCall, isRehearsal } from '../destructive/git-call.ts'
import { type Running, runningIn, wordsAsText } from '../destructive/running.ts'
import { fileLosses } from './files.ts'
import type { Aliases } from './index.ts'
import type { GitLoss, Loss } from './loss.ts'

/** What a call of git throws away: changes, files that no commit has, commits that no ref leads to any more. */
export function gitLosses(running: Running, aliases: Aliases, depth = 0): Loss[] {
  const call = gitCall(running)
  if (!call || isRehearsal(call.args.filter((word) => word !== '-n' || call.verb === 'clean'))) return []
  const alias = call.aliases.get(call.verb) ?? aliases.get(call.verb)
  if (alias !== undefined && depth < MAX_ALIASES) return aliased(running, call, { alias, aliases, depth })
  const parts = Object.hasOwn(VERBS, call.verb) ? VERBS[call.verb]!(readArguments(call), running) : []
  return parts.map((part) => ({ kind: 'git', dir: call.dir, what: wordsAsText(running.words), ...part }))
}

const MAX_ALIASES = 4

interface Aliased {
  alias: string
  aliases: Aliases
  depth: number
}

function aliased(running: Running, call: GitCall, { alias, aliases, depth }: Aliased): Loss[] {
  const rest = wordsAsText(call.args)
  const line = alias.startsWith('!') ? `${alias.slice(1)} ${rest}` : `git ${alias} ${rest}`
  return runningIn(line, { cwd: call.dir ?? running.cwd, depth: 1 }).flatMap((inner) => [
    ...fileLosses(inner),
    ...gitLosses(inner, aliases, depth + 1),
  ])
}

type Part = GitLoss extends infer Each
  ? Each extends GitLoss
    ? Omit<Each, 'kind' | 'dir' | 'what'>
    : never
  : never

interface Given {
  args: string[]
  /** What stands before `--`, without options, and what stands behind it; `null`: there is no `--`. */
  names: string[]
  paths: string[] | null
  has(flag: RegExp): boolean
  option(name: RegExp): string | null
}

const TAKES: Takes = {
  short: /[bBcCsmF]/,
  long: /^(?:source|onto|expire|expire-unreachable|reason|orphan|message|conflict|strategy|exec)$/,
}

function readArguments({ args }: GitCall): Given {
  const end = args.indexOf('--')
  const before = argumentsIn(end < 0 ? args : args.slice(0, end), TAKES)
  const options = before.flatMap((each) => (each.kind === 'option' ? [each] : []))
  return {
    args,
    names: before.flatMap((each) => (each.kind === 'operand' ? [each.word] : [])),
    paths: end < 0 ? null : args.slice(end + 1),
    has: (flag) =>
      options.some(
        ({ name, flags }) =>
          (name.length > 1 && flag.test(`--${name}`)) ||
          [...flags, name].some((letter) => letter.length === 1 && flag.test(`-${letter}`)),
      ),
    option: (name) => options.find((each) => name.test(each.name))?.value ?? null,
  }
}

const ALL: Part = { part: 'changes', paths: null, from: null }
const FORCE = /^(?:-f|--force)$/
const head = (to: string, stays = true): Part => ({ part: 'refs', refs: ['HEAD'], to, stays })
const branches = (names: string[]) => names.map((name) => `refs/heads/${name}`)

/** One line a verb. */
const VERBS: Readonly<Record<string, (given: Given, running: Running) => Part[]>> = {
  reset: ({ names, paths, has }) => {
    if (paths !== null && paths.length > 0) return []
    const to = names[0] ?? 'HEAD'
    const hard = has(/^--(?:hard|merge)$/) ? [{ ...ALL, from: names[0] ?? null } satisfies Part] : []
    return [...hard, ...(to === 'HEAD' ? [] : [head(to, hard.length === 0)])]
  },
  checkout: (given, { fed }) => {
    const { names, paths, has, option } = given
    const forced = has(FORCE) ? [{ ...ALL, from: names[0] ?? null } satisfies Part] : []
    const moved = option(/^B$/)
    if (moved !== null) return [...forced, { part: 'refs', refs: branches([moved]), to: names[0] ?? 'HEAD' }]
    if (option(/^(?:b|orphan)$/) !== null) return forced
    if (fed) return [{ part: 'changes', paths: fed.places, from: null }]
    if (paths !== null) return [...forced, { part: 'changes', paths, from: names[0] ?? null }]
    // A name may be a branch or a file: where it is no file nothing is lost.
    return [
      ...forced,
      ...(names.length > 0
        ? [{ part: 'changes', paths: names, from: names[1] ? names[0]! : null } satisfies Part]
        : []),
    ]
  },
  restore: ({ names, paths, has, option }, { fed }) => {
    const inIndexAlone = has(/^(?:-S|--staged)$/) && !has(/^(?:-W|--worktree)$/)
    if (inIndexAlone) return []
    const all = [...names, ...(paths ?? []), ...(fed?.places ?? [])]
    return [{ part: 'changes', paths: all, from: option(/^(?:s|source)$/) }]
  },
  switch: ({ names, has, option }) => {
    const forced = has(/^(?:-f|--force|--discard-changes)$/)
      ? [{ ...ALL, from: names[0] ?? null } satisfies Part]
      : []
    const moved = option(/^(?:C|force-create)$/)
    return moved === null
      ? forced
      : [...forced, { part: 'refs', refs: branches([moved]), to: names[0] ?? 'HEAD' }]
  },
  stash: ({ names }) => {
    if (names[0] === 'clear') return [{ part: 'stash', entry: null }]
    return names[0] === 'drop' ? [{ part: 'stash', entry: names[1] ?? '0' }] : []
  },
  clean: ({ args, has }) => (has(/^(?:-n|--dry-run)$/) ? [] : [{ part: 'untracked', args }]),
  branch: ({ names, has }) => {
    const isForced = has(FORCE)
    if (has(/^-D$/) || (isForced && has(/^(?:-d|--delete)$/)))
      return [{ part: 'refs', refs: branches(names), to: null }]
    const overwritten = has(/^-[MC]$/) || (isForced && has(/^(?:-m|-c|--move|--copy)$/))
    if (overwritten) return [{ part: 'refs', refs: branches(names.slice(-1)), to: names.at(-2) ?? 'HEAD' }]
    return isForced ? [{ part: 'refs', refs: branches(names.slice(0, 1)), to: names[1] ?? 'HEAD' }] : []
  },
  tag: ({ names, has }) => {
    const refs = names.map((name) => `refs/tags/${name}`)
    if (has(/^(?:-d|--delete)$/)) return [{ part: 'refs', refs, to: null }]
    return has(FORCE) ? [{ part: 'refs', refs: refs.slice(0, 1), to: names[1] ?? 'HEAD' }] : []
  },
  'update-ref': ({ names, has, args }) => {
    if (args.includes('--stdin')) return [{ part: 'history' }]
    return [{ part: 'refs', refs: names.slice(0, 1), to: has(/^-d$/) ? null : (names[1] ?? null) }]
  },
  commit: ({ has }) => (has(/^--amend$/) ? [head('HEAD^')] : []),
  rebase: ({ names, has, option }) => {
    if (has(/^--abort$/)) return [ALL]
    if (has(/^--(?:continue|skip|quit|edit-todo|show-current-patch)$/)) return []
    const moved = names[1] === undefined ? [] : branches([names[1]])
    const to = option(/^onto$/) ?? names[0] ?? '@{upstream}'
    return [{ part: 'refs', refs: ['HEAD', ...moved], to, stays: true }]
  },
  merge: ({ has }) => (has(/^--abort$/) ? [ALL] : []),
  'cherry-pick': ({ has }) => (has(/^--abort$/) ? [ALL] : []),
  revert: ({ has }) => (has(/^--abort$/) ? [ALL] : []),
  am: ({ has }) => (has(/^--abort$/) ? [ALL] : []),
  pull: ({ has }) => (has(/^(?:-r|--rebase)$/) ? [head('@{upstream}')] : []),
  rm: ({ names, paths, has }) =>
    has(FORCE) && !has(/^--cached$/)
      ? [{ part: 'changes', paths: [...names, ...(paths ?? [])], from: null }]
      : [],
  mv: ({ names, has }) => (has(FORCE) ? [{ part: 'changes', paths: names.slice(-1), from: null }] : []),
  'checkout-index': ({ names, has }) =>
    has(FORCE) ? [{ part: 'changes', paths: has(/^(?:-a|--all)$/) ? null : names, from: null }] : [],
  'read-tree': ({ has }) => (has(/^(?:-u|--reset)$/) ? [ALL] : []),
  submodule: ({ names, has }) => (has(FORCE) && /^(?:deinit|update)$/.test(names[0] ?? '') ? [ALL] : []),
  gc: ({ args }) =>
    args.some((word) => /^--prune(?:=(?!never)|$)/.test(word)) ? [{ part: 'unreachable' }] : [],
  prune: () => [{ part: 'unreachable' }],
  repack: ({ args }) =>
    args.some((word) => /^-\w*a\w*d|^-\w*d\w*a/.test(word)) ? [{ part: 'unreachable' }] : [],
  reflog: ({ names, has }) => {
    if (!/^(?:expire|delete)$/.test(names[0] ?? '')) return []
    // Stash entries stand in a reflog, and nowhere else.
    const isStash = has(/^--all$/) || names.some((name) => /stash/.test(name))
    return [{ part: 'unreachable' }, ...(isStash ? [{ part: 'stash', entry: null } satisfies Part] : [])]
  },
  worktree: ({ names, has }) =>
    names[0] === 'remove' && has(FORCE) ? [{ part: 'worktree', path: names[1] ?? '' }] : [],
  'filter-branch': () => [{ part: 'history' }],
  'filter-repo': () => [{ part: 'history' }],
  replace: ({ has }) => (has(/^(?:-d|--delete)$/) ? [{ part: 'history' }] : []),
}

/** Verbs of git's own that are no alias: nothing has to be asked about these. */
const PLAIN =
  /^(?:add|apply|archive|bisect|blame|bundle|cat-file|check-ignore|check-attr|cherry|clone|config|count-objects|describe|diff|diff-tree|diff-index|fetch|for-each-ref|format-patch|fsck|grep|hash-object|help|init|log|ls-files|ls-remote|ls-tree|merge-base|merge-tree|name-rev|notes|push|range-diff|remote|rev-list|rev-parse|shortlog|show|show-ref|sparse-checkout|status|symbolic-ref|update-index|var|version|whatchanged|write-tree|)$/

export function mayBeAlias(running: Running): boolean {
  const call = gitCall(running)
  return call !== null && !PLAIN.test(call.verb) && !Object.hasOwn(VERBS, call.verb)
}
