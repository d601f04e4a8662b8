import { PLANNED } from '../core/decide/dry-run.ts'
import type { RunState } from '../core/state.ts'
import { answerCommands } from './answer-commands.ts'

export interface NextStep {
  why: string
  /** To be typed as it stands; `null`: there is nothing to type. */
  command: string | null
}

/** What a person can do now, the likeliest first. */
export function nextSteps(state: RunState): NextStep[] {
  if (state.start?.live) return inSession(state)
  const gate = Object.values(state.gates).find((each) => each.answer === null)
  if (gate && !state.ended) return answers(state, gate.choices)
  if (!state.ended) return [step('go on where it stopped', resume(state))]
  if (state.start?.review && REVIEWED.includes(state.ended.status)) return afterReview(state)
  return byStatus[state.ended.status]?.(state) ?? [...look(state), step('go on', resume(state))]
}

const byStatus: Record<string, (state: RunState) => NextStep[]> = {
  landed: ({ merged }) => [
    step('nothing is left to do; see what landed', `git show ${merged?.commit ?? 'HEAD'}`),
  ],
  verified: (state) => [step('land it', resume(state)), ...look(state)],
  conflict: (state) => [step('merge it by hand; the branch is intact', mergeByHand(state))],
  [PLANNED]: (state) => [step('carry the plan out', resume(state))],
  refused: look,
  budget: (state) => [...look(state), step('go on, with as much again', resume(state))],
  'agent-unavailable': (state) => [
    step('see which agents work here', 'wiggum doctor'),
    step('then go on', resume(state)),
  ],
  'agent-failed': (state) => [
    step('see which agents work here', 'wiggum doctor'),
    step('then go on where it stopped', resume(state)),
  ],
  'findings-open': moreTries,
  'verification-red': moreTries,
  'soft-break': afterSoft,
  'hard-break': afterHard,
}

const REVIEWED = ['approved', 'findings-open', 'verification-red']

/** Whose change it is mends it. */
function afterReview({ runId, ended }: RunState): NextStep[] {
  const open =
    ended!.status === 'approved' ? [] : [step('mend what is open, then review it again', 'wiggum review')]
  return [...open, step('read what was found', `wiggum report ${runId}`)]
}

/** A session's work is in the user's tree, and its loop goes on only there. */
function inSession({ start, ended, runId }: RunState): NextStep[] {
  if (ended) return ended.head ? [step('look at what it made', 'git diff')] : []
  return [
    step('go on in its session', backToSession(start!.live!)),
    step('or end the loop', `wiggum stop ${runId}`),
  ]
}

export function backToSession({ host, session }: { host: string; session: string }): string {
  return host === 'codex' ? `codex resume ${session}` : `claude --resume ${session}`
}

function moreTries(state: RunState): NextStep[] {
  return [...look(state), step('let it try once more', resume(state)), mendByHand(state)]
}

function afterSoft(state: RunState): NextStep[] {
  return [
    ...look(state),
    step('start again, and say in the task how it is to be done', again(state)),
    step('let it go on for one more cycle all the same', resume(state)),
  ]
}

function afterHard(state: RunState): NextStep[] {
  if (state.broken?.detector === 'break.agent-failures')
    return [
      step('see which agents work here', 'wiggum doctor'),
      step('then go on where it stopped', resume(state)),
    ]
  if (state.merged)
    return [
      step('see what was taken back', `git show ${state.merged.commit}`),
      step('start again', again(state)),
    ]
  return [
    ...look(state),
    step('start again with a smaller or clearer task', again(state)),
    step('go on all the same', resume(state)),
  ]
}

function answers({ runId }: RunState, choices: string[]): NextStep[] {
  return answerCommands(runId, choices).each.map(({ why, command }) => step(why, command))
}

function look({ start, ended }: RunState): NextStep[] {
  if (!ended?.head) return []
  return [step('look at what it made', `git diff ${start!.base.slice(0, 10)} ${start!.branch}`)]
}

/** Merged into a target that was rewritten, the branch would bring back what was dropped there. */
function mergeByHand({ start, conflict }: RunState): string {
  const { branch, target, base } = start!
  return conflict?.rewritten
    ? `git rebase --onto ${target} ${base.slice(0, 10)} ${branch}`
    : `git merge ${branch}`
}

function mendByHand({ start }: RunState): NextStep {
  return step('or mend it by hand', `git switch ${start!.branch}`)
}

function again({ start }: RunState): string {
  return `wiggum run "<task>" --workflow ${start!.workflow}`
}

function resume({ runId }: RunState): string {
  return `wiggum resume ${runId}`
}

function step(why: string, command: string | null): NextStep {
  return { why, command }
}
