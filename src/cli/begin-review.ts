import { oneLine } from '../report/words.ts'
import { refuseForeignRuns } from '../runtime/foreign-files.ts'
import { EXIT } from '../runtime/problem.ts'
import { openGit, type Project, readProject } from '../runtime/project.ts'
import { type Change, reviewChange } from '../runtime/review-change.ts'
import { reviewSubject, type Wanted } from '../runtime/review-subject.ts'
import { startRun } from '../runtime/start.ts'
import { remoteAddress } from '../workspace/ranges.ts'
import type { Repository } from '../workspace/repository.ts'
import { carry, screenFor } from './carry.ts'
import type { Call } from './command.ts'
import { liveScreen } from './live-screen.ts'
import { printError } from './print.ts'
import { type Document, documentOf, hand, nothingText, reviewText } from './review-document.ts'
import { reviewWanted } from './review-wanted.ts'
import { askedReviewers, reviewWish } from './review-wish.ts'
import { withFlags } from './run-options.ts'

/** Endings in which every reviewer has spoken. Anything else is no review that could be handed on. */
const FINISHED = ['approved', 'findings-open', 'verification-red']

/** `wiggum review`: finds the change, has it reviewed, and hands on what came of it. */
export async function beginReview(call: Call): Promise<number> {
  const document = documentOf(call)
  const repo = await openGit(call.cwd)
  const found = await findChange(call, repo)
  if ('nothing' in found) {
    // A flag that does not work is said today, and not on the day when there is something.
    askedReviewers(call, await projectAt(call, { repo, at: found.rules }))
    return nothingToReview(call, document, found.nothing)
  }
  const { change } = found
  const project = await projectFor(call, repo, change)
  const wish = reviewWish(call, project, change)
  // Where the result goes to standard output, nothing else does.
  const isAlone = document?.output === null
  const tell = isAlone ? (line: string) => printError(`${line}\n`) : call.out
  if (!call.json) tell(chosenWords(change))
  const screen = isAlone ? liveScreen(tell) : screenFor(call)
  const opened = await startRun(project, wish, { env: call.env, listeners: [screen] }).catch((error) => {
    screen.fail()
    throw error
  })
  const exit = await carry(opened, { call, screen, mayAsk: true })
  const { state } = opened.context
  if (document && FINISHED.includes(state.ended?.status ?? ''))
    hand(call, document, reviewText(document, state, await remoteAddress(repo)))
  return exit
}

/** The user's settings, never those that the change brings along. */
async function projectFor(call: Call, repo: Repository, { rules, head, patch }: Change): Promise<Project> {
  const isTheirs = patch === null
  if (isTheirs) await refuseForeignRuns(repo, rules, head)
  return projectAt(call, { repo, at: rules, ...(isTheirs ? { notFrom: head } : {}) })
}

async function projectAt(call: Call, side: Parameters<typeof readProject>[0]): Promise<Project> {
  const project = await readProject(side, call.env)
  return { ...project, config: withFlags(project.config, call) }
}

/** `rules`: the commit whose configuration would have counted. */
type Found = { change: Change } | { nothing: string; rules: string }

/** Where nothing is named: the branch, and if it has nothing of its own, what is not committed yet. */
async function findChange(call: Call, repo: Repository): Promise<Found> {
  const wanted = await reviewWanted(call)
  if (wanted.kind !== 'branch') return lookFor(call, repo, wanted)
  const target = (await readProject({ repo, at: 'HEAD' }, call.env)).config.git.target
  const committed = await lookFor(call, repo, wanted, target)
  if ('change' in committed) return committed
  const left = await lookFor(call, repo, { kind: 'working-tree' })
  return 'change' in left
    ? left
    : { ...committed, nothing: `${committed.nothing}, and neither does the working tree` }
}

async function lookFor(
  call: Call,
  repo: Repository,
  wanted: Wanted,
  target: string | null = null,
): Promise<Found> {
  const subject = await reviewSubject(repo, wanted, target)
  if (subject === null)
    return { nothing: 'The branch has nothing that it could be compared with', rules: 'HEAD' }
  const change = await reviewChange(repo, subject, { wanted, env: call.env })
  const what = `${subject.what[0]!.toUpperCase()}${subject.what.slice(1)}`
  if (change) return { change }
  return { nothing: `${what} ${subject.head === null ? 'hold' : 'holds'} no change`, rules: subject.rules }
}

function chosenWords({ what, base, head }: Change): string {
  return `Reviewing ${oneLine(what, 300)} (${base.slice(0, 10)} → ${head.slice(0, 10)})`
}

function nothingToReview(call: Call, document: Document | null, what: string): number {
  if (document) hand(call, document, nothingText(document, what))
  if (call.json) call.out(JSON.stringify({ status: 'nothing', exit_code: EXIT.ok, reason: what }))
  else if (document?.output !== null) call.out(`Nothing to review: ${what}.`)
  return EXIT.ok
}
