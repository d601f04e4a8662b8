import { userInfo } from 'node:os'
import type { GateState } from '../core/state.ts'
import { EXIT, Problem } from '../runtime/problem.ts'
import { openPlace } from '../runtime/project.ts'
import { postAnswer } from '../store/inbox.ts'
import { choiceOf } from './ask.ts'
import { type Call, text as textOption } from './command.ts'
import { continueRun } from './continue-run.ts'
import { findRun, loadRun } from './find-run.ts'
import { liveOwner } from './owner.ts'
import { unreadable } from './read-run.ts'
import { refuseAgents } from './refuse-agents.ts'

/** Puts the answer into the run's inbox; if nobody is at work on the run, goes on with it here. */
export async function giveAnswer(call: Call, word: string, text: string | null): Promise<number> {
  refuseAgents(call, 'answer a question that is meant for a person', 'Answer from your own terminal.')
  const { layout } = await openPlace(call.cwd)
  const runId = findRun(layout, call.args[0] ?? '')
  const { state, damage } = loadRun(layout, runId)
  if (!state) throw unreadable(runId, damage)
  const open = Object.values(state.gates).filter((gate) => gate.answer === null)
  const gate = choose(open, textOption(call, 'gate'), runId)
  const said = isChoice(gate) ? choiceFor(gate, { word, text }, runId) : word
  fits(gate, said, runId)
  postAnswer(layout, runId, { gate: gate.id, answer: said, text, by: userInfo().username })
  // A session takes it at its next hook.
  if (liveOwner(layout, runId) || state.start?.live || call.options.resume === false) {
    call.out(
      call.json
        ? JSON.stringify({ run_id: runId, gate: gate.id, answer: said })
        : `Answered ${gate.kind} of ${runId}: ${said}.`,
    )
    return EXIT.ok
  }
  return continueRun(call, runId)
}

function choose(open: GateState[], wanted: string | null, runId: string): GateState {
  const named = wanted ? open.find((gate) => gate.id === wanted) : open[0]
  if (named && (wanted || open.length === 1)) return named
  if (open.length > 1)
    throw new Problem(
      EXIT.usage,
      `${runId} waits for several answers`,
      `Name one with --gate: ${open.map((gate) => gate.id).join(', ')}.`,
    )
  throw new Problem(
    EXIT.usage,
    `${runId} does not wait for ${wanted ? `the answer "${wanted}"` : 'an answer'}`,
    `See: wiggum status ${runId}.`,
  )
}

/** A question with choices of its own, not a yes or a no. */
function isChoice({ choices }: GateState): boolean {
  return !choices.includes('yes') && !choices.includes('answer')
}

function choiceFor(
  gate: GateState,
  { word, text }: { word: string; text: string | null },
  runId: string,
): string {
  const taken = word === 'answer' ? choiceOf(gate.choices, text ?? '') : null
  if (taken !== null) return taken
  throw new Problem(
    EXIT.usage,
    `This question has choices: ${gate.choices.join(', ')}`,
    `Use: wiggum answer ${runId} ${gate.choices[0]}.`,
  )
}

function fits(gate: GateState, word: string, runId: string): void {
  const wantsText = gate.choices.includes('answer')
  if (wantsText && word === 'yes')
    throw new Problem(
      EXIT.usage,
      'This question needs words, not a yes',
      `Use: wiggum answer ${runId} "<text>".`,
    )
  if (!wantsText && word === 'answer')
    throw new Problem(
      EXIT.usage,
      'This question needs a yes or a no',
      `Use: wiggum approve ${runId}, or wiggum reject ${runId}.`,
    )
}
