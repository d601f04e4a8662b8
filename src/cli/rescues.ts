import { dirname, join, resolve } from 'node:path'
import { columns } from '../report/columns.ts'
import { oneLine, plural } from '../report/words.ts'
import { EXIT, Problem } from '../runtime/problem.ts'
import { openPlace } from '../runtime/project.ts'
import { readCommit } from '../workspace/commit-object.ts'
import { allRescues } from '../workspace/kept-refs.ts'
import { type KeptRepository, keptRepositories } from '../workspace/kept-repository.ts'
import { keptStateIn, whyKept } from '../workspace/kept-state.ts'
import type { Repository } from '../workspace/repository.ts'
import { workFolder } from '../workspace/work-folder.ts'
import type { Call } from './command.ts'
import { refuseAgents } from './refuse-agents.ts'
import { restoreRescue, showRescue } from './restore-rescue.ts'

/** What a rescue ref is, before anybody looked into it. */
export interface RescueRow {
  ref: string
  run: string
  commit: string
  saved: string
  why: string
  /** The repository is gone, or another: the ref is in our copy of it. */
  copy: KeptRepository | null
}

export interface RescuePlace {
  /** `null`: there is none here any more. */
  repo: Repository | null
  rows: RescueRow[]
  call: Call
}

const ACTIONS = ['list', 'show', 'restore']

/** `wiggum rescue`: what was kept, and back with it. */
export async function actOnRescues(call: Call): Promise<number> {
  const [action = '', wanted, ...paths] = call.args
  if (!ACTIONS.includes(action))
    throw new Problem(
      EXIT.usage,
      `There is no action "${oneLine(action, 60)}" here`,
      `Known are ${ACTIONS.join(', ')}.`,
    )
  if (action === 'restore') refuseAgents(call, 'restore what was kept')
  const place = await openRescues(call)
  if (action === 'list') return list(place)
  const row = rowOf(place, wanted)
  if (action === 'show') return showRescue(place, row)
  return restoreRescue(place, { row, paths })
}

async function openRescues(call: Call): Promise<RescuePlace> {
  const opened = await openPlace(call.cwd).then(
    ({ repo }) => ({ repo, problem: null }),
    (problem: unknown) => ({ repo: null, problem }),
  )
  const { repo, problem } = opened
  const copies = repo ? copiesOf(repo.commonDir, call) : copiesAbove(call)
  // What is wrong with a folder that never was a repository is said as ever.
  if (repo === null && copies.length === 0) throw problem
  const own = repo ? await rowsIn(repo) : []
  const known = new Set(own.map(({ ref }) => ref))
  const rest = copies.filter(({ ref }) => !known.has(ref)).map(rowOfCopy)
  return { repo, rows: [...own, ...rest], call }
}

function copiesOf(commonDir: string, { env }: Call): KeptRepository[] {
  return keptRepositories(workFolder({ commonDir }, 'kept', env))
}

/** Of the nearest folder above that had a repository. */
function copiesAbove(call: Call): KeptRepository[] {
  for (let folder = resolve(call.cwd); ; folder = dirname(folder)) {
    const copies = copiesOf(join(folder, '.git'), call)
    if (copies.length > 0 || folder === dirname(folder)) return copies
  }
}

async function rowsIn(repo: Repository): Promise<RescueRow[]> {
  const rows: RescueRow[] = []
  for (const { ref, run, commit, committed } of await allRescues(repo)) {
    const { message } = await readCommit(repo.gitDir, commit)
    rows.push({
      ref,
      run,
      commit,
      saved: new Date(committed).toISOString(),
      why: whyOf(message.toString('utf8')),
      copy: null,
    })
  }
  return rows.sort((one, other) => (one.saved < other.saved ? -1 : 1))
}

function whyOf(message: string): string {
  return keptStateIn(message) ? `before: ${whyKept(message)}` : whyKept(message)
}

function rowOfCopy(copy: KeptRepository): RescueRow {
  const { ref, run, commit, at } = copy
  return { ref, run, commit, saved: at, why: 'before the repository itself was removed', copy }
}

const PREFIX = 'refs/wiggum/rescue/'

export function shortName(ref: string): string {
  return ref.startsWith(PREFIX) ? ref.slice(PREFIX.length) : ref
}

/** By its whole name, by `<run>/<n>`, or by a run that has only one. */
function rowOf({ rows }: RescuePlace, wanted: string | undefined): RescueRow {
  if (wanted === undefined || wanted === '')
    throw new Problem(EXIT.usage, 'Which one is not said', 'See what there is: wiggum rescue list.')
  const short = shortName(wanted)
  const exact = rows.find(({ ref }) => shortName(ref) === short)
  if (exact) return exact
  const fitting = rows.filter(({ ref, run }) => run.includes(short) || shortName(ref).endsWith(`/${short}`))
  if (fitting.length === 1) return fitting[0]!
  if (fitting.length > 1)
    throw new Problem(
      EXIT.usage,
      `"${oneLine(wanted, 80)}" fits several rescue refs`,
      `Name one: ${fitting
        .slice(-5)
        .map(({ ref }) => shortName(ref))
        .join(', ')}.`,
    )
  throw new Problem(
    EXIT.usage,
    `There is no rescue ref "${oneLine(wanted, 80)}"`,
    'See what there is: wiggum rescue list.',
  )
}

function list({ rows, call, repo }: RescuePlace): number {
  if (call.json) {
    call.out(JSON.stringify(rows.map(({ copy, ...row }) => ({ ...row, repository: copy?.dir ?? null }))))
    return EXIT.ok
  }
  if (rows.length === 0) {
    call.out('Nothing is kept on rescue refs here.')
    return EXIT.ok
  }
  if (repo === null) call.out('The repository that stood here is gone. A copy of it is kept.')
  const shown = rows.map(({ ref, saved, why }) => [
    shortName(ref),
    saved.slice(0, 16).replace('T', ' '),
    oneLine(why, 70),
  ])
  for (const line of columns([['ref', 'kept (UTC)', 'what'], ...shown])) call.out(line)
  call.out(
    `${plural(rows.length, 'ref')}. See one: wiggum rescue show <ref>; back with it: wiggum rescue restore <ref>`,
  )
  return EXIT.ok
}
