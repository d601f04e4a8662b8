import { cannotFail } from '../canaries.ts'
import type { EventData } from '../events.ts'
import { canAffordRun } from '../evidence-budget.ts'
import { plural } from '../plural.ts'
import { proofOf } from '../proof.ts'
import { rewrittenLibraries } from '../rewritten-libraries.ts'
import { tamperingOf } from '../tampering.ts'
import { verificationOf } from '../verification.ts'
import { runCanaries } from './canaries.ts'
import { aboutShown, needYes } from './gates.ts'
import { beforehand } from './hooks.ts'
import { needBaseline } from './making.ts'
import { secretsInside } from './secrets.ts'
import { unproven } from './show-defect.ts'
import { type Decided, finish, inPhase, type Rule, type View, verify } from './strategy.ts'
import { presentWork } from './work.ts'

/** Nothing could ever prove the work: ask before an agent is paid, not after. */
export const acceptNoTests: Rule = (view) => {
  const { verify, domain } = view.start
  const some = verify.test !== null || verify.acceptance.length > 0 || verify.required_files.length > 0
  if (some || domain === 'writing') return null
  return needYes(
    view,
    {
      kind: 'unverified',
      about: 'start',
      question: `No way to verify the work was found (${verify.detected}). Land without verification? Give one with --check "<command>", or accept that beforehand with --allow unverified.`,
      evidence: [],
    },
    { exit: 12 },
  )
}

export const buildMerge: Rule = (view) => {
  const { head } = presentWork(view)!
  if (view.state.refused && view.state.refused.reason !== 'moved') return notLanded(view, view.state.refused)
  const { merge, conflict } = view.state
  if (conflict?.head === head) return rewrittenTarget(view, conflict) ?? conflicting(view, conflict)
  if (merge?.head === head) return rewrittenTarget(view, merge)
  return inPhase(view, 'act', [{ do: 'build-merge', key: `merge:${head}`, head }])
}

type Merge = Pick<EventData['merge.built'], 'rewritten'>

/** With a plain merge, commits that the user dropped would come back. */
function rewrittenTarget(view: View, { rewritten }: Merge): Decided {
  if (!rewritten) return null
  const { target, base, branch } = view.start
  const question = `${target} was rewritten: it no longer has ${base.slice(0, 10)}, which this run started from. Put the change alone on what is there now?`
  const evidence = [
    ...rewritten.dropped.map((commit) => `no longer on ${target}: ${commit}`),
    `no: nothing lands, and the work stays on ${branch}`,
  ]
  const about = rewritten.tip.slice(0, 12)
  return needYes(view, { kind: 'rewritten-target', about, question, evidence }, { exit: 10 })
}

function conflicting({ start }: View, { files, rewritten }: EventData['merge.conflict']): Decided {
  const { branch, target, base } = start
  const where = `${branch} conflicts with ${target} in ${files.slice(0, 5).join(', ')}`
  const how = rewritten
    ? `put it there by hand (git rebase --onto ${target} ${base.slice(0, 10)} ${branch})`
    : 'merge it by hand'
  return finish('conflict', 13, `${where}: ${how}, the branch is intact`)
}

/** One after the other: two test runs at once may fight over ports and files, and a false red is costly. */
export const verifyMerged: Rule = (view) => {
  const baseline = needBaseline(view)
  return baseline.length > 0 ? baseline : verifyWork(view)
}

export function verifyWork(view: View): Decided {
  const { state } = view
  const { commit, tree, head } = state.merge!
  const merged = verificationOf(state, 'merged')
  if (!merged) return verify(view, 'merged', { commit, subject: tree })
  const copies = state.inspected[head]!.protected_changed.length > 0
  if (merged.green && copies && !verificationOf(state, 'base-copies'))
    return verify(view, 'base-copies', { commit, subject: tree })
  const canaries = merged.green ? runCanaries(view) : null
  if (canaries) return canaries
  if (merged.green && wantsProof(view) && !verificationOf(state, 'proof'))
    return verify(view, 'proof', { commit: head, subject: head })
  return merged.green ? withoutNewTests(view) : null
}

/** A new test, mock or setup may change what the other tests see: the base's own are run without them. */
function withoutNewTests(view: View): Decided {
  const { state, policy } = view
  const { commit, tree, head } = state.merge!
  const isKnown = verificationOf(state, 'base-copies') || (policy.verify.canary ?? 'off') === 'off'
  if (isKnown || !state.inspected[head]!.new_tests || !canAffordRun(state)) return null
  return verify(view, 'base-copies', { commit, subject: tree })
}

/** The change's own tests on the old code: red there and green here is proof. */
function wantsProof(view: View): boolean {
  const { files } = presentWork(view)!
  return files.some((file) => file.test && file.change !== 'deleted')
}

export const landingGates: Rule = (view) =>
  secretsInside(view) ??
  tampering(view) ??
  outsideLinks(view) ??
  unfiltered(view) ??
  massDeletion(view) ??
  deletions(view) ??
  unproven(view)

function tampering(view: View): Decided {
  const merge = view.state.merge!
  const { asks } = tamperingOf(view.state, merge.head)
  const copies = verificationOf(view.state, 'base-copies')
  const numb = cannotFail(view.state)
  const rewritten = rewrittenLibraries(view.state)
  const isQuiet = asks.length + numb.length + rewritten.length === 0
  if (isQuiet && copies?.green !== false) return null
  const evidence = asks.map((finding) => `${finding.file}: ${finding.description}`)
  if (copies?.green === false) evidence.push(`with the tests as they were before: ${copies.reason}`)
  evidence.push(...numb, ...rewritten)
  const question =
    numb.length > 0
      ? 'With this change tests that must fail do not: green says nothing. Accept that?'
      : rewritten.length > 0
        ? 'With this change a library that the tests use has other content, though the lockfile asks for the same version: green says nothing. Accept that?'
        : copies?.green === false
          ? copiesQuestion(view.state.inspected[merge.head]!)
          : 'The change alters how it is tested. Accept that?'
  return needYes(
    view,
    { kind: 'test-tampering', about: aboutShown(merge.tree, evidence), question, evidence },
    { exit: 12 },
  )
}

function copiesQuestion({ protected_changed: changed }: EventData['work.inspected']): string {
  return changed.length > 0
    ? 'The tests as they were before fail on this change, which alters them. Accept that?'
    : 'The tests as they were before fail on this change without the tests that it adds. Accept that?'
}

function outsideLinks(view: View): Decided {
  const { head } = view.state.merge!
  const { outside_links: links } = view.state.inspected[head]!
  if (links.length === 0) return null
  const question = 'The change adds links that lead outside the repository. Is that meant?'
  return needYes(
    view,
    { kind: 'external', about: aboutShown(head, links), question, evidence: links.slice(0, 50) },
    { exit: 10 },
  )
}

function unfiltered(view: View): Decided {
  const { head } = view.state.merge!
  const files = view.state.inspected[head]!.unfiltered ?? []
  if (files.length === 0) return null
  const { branch } = view.start
  const question = `The change has ${plural(files.length, 'file')} that git stores through a filter such as Git LFS, and no filter is run on what an agent wrote. Land ${files.length > 1 ? 'them' : 'it'} as stored?`
  const how = `no: nothing lands; on ${branch} your own git stores them rightly: git add --renormalize . && git commit`
  const evidence = [...files.slice(0, 50), how]
  return needYes(view, { kind: 'lfs', about: aboutShown(head, files), question, evidence }, { exit: 10 })
}

function massDeletion(view: View): Decided {
  const { head } = view.state.merge!
  const mass = view.state.inspected[head]!.mass_deletion
  if (!mass) return null
  const question = `The change deletes ${mass.deleted} of ${mass.total} files. Is that meant?`
  return needYes(
    view,
    { kind: 'mass-deletion', about: head.slice(0, 12), question, evidence: [] },
    { exit: 10 },
  )
}

function deletions(view: View): Decided {
  const { head } = view.state.merge!
  const { unplanned_deletions: gone, mass_deletion: mass } = view.state.inspected[head]!
  if (gone.length === 0 || mass) return null
  const question = `The change deletes ${gone.length} file${gone.length > 1 ? 's' : ''} that the plan does not name. Is that meant?`
  return needYes(
    view,
    { kind: 'delete', about: head.slice(0, 12), question, evidence: gone.slice(0, 50) },
    { exit: 10 },
  )
}

export const landIt: Rule = (view) => {
  const { state, start } = view
  const merge = state.merge!
  if (!state.mergeAllowed)
    return finish(
      'verified',
      11,
      `verified and not merged, as asked; land it with: wiggum resume ${state.runId}`,
    )
  if (state.refused) return notLanded(view, state.refused)
  const { commit, onto } = merge
  const hook = beforehand(view, 'pre-merge', commit)
  if (hook) return hook
  const proof = proofOf(state)?.kind ?? null
  return [{ do: 'land', key: `land:${commit}:${start.target}`, commit, previous: onto, proof }]
}

function notLanded(view: View, { reason, detail }: { reason: string; detail: string }): Decided {
  const { runId, merge } = view.state
  // Without a merge nothing was verified either.
  if (!merge) return finish('conflict', 13, `${detail}; nothing landed, the work is on ${view.start.branch}`)
  const first = reason === 'dirty' ? 'Commit or stash that, then land' : 'Land'
  return finish('verified', 11, `verified, not merged: ${detail}. ${first} it with: wiggum resume ${runId}`)
}
