import type { GateState } from '../core/state.ts'
import type { RunContext } from '../runtime/context.ts'
import type { OpenRun } from '../runtime/open-context.ts'
import { later } from '../runtime/perform/later.ts'
import { driveRun, type RunEnd } from '../runtime/run.ts'
import { exitAfter, onSignals } from '../runtime/signals.ts'
import { readInbox } from '../store/inbox.ts'
import { askAtTerminal, QuestionLeft } from './ask.ts'
import type { Call } from './command.ts'
import { jsonScreen, type Screen } from './json-screen.ts'
import { liveScreen } from './live-screen.ts'

export function screenFor(call: Call): Screen {
  return call.json ? jsonScreen(call.out) : liveScreen(call.out)
}

export interface Carry {
  call: Call
  screen: Screen
  /** Whether a gate may be asked at this terminal. */
  mayAsk: boolean
}

/** Drives an open run to where it can go, showing what happens, and says how it stands at the end. */
export async function carry(run: OpenRun, { call, screen, mayAsk }: Carry): Promise<number> {
  const { context } = run
  const off = onSignals((signal) => context.abort.abort(signal))
  const terminal = mayAsk && !call.json && process.stdin.isTTY === true && process.stdout.isTTY === true
  try {
    const end = terminal ? await driveWithQuestions(context, screen) : await driveRun(context, {})
    // Loaded only now: nothing of a report is needed before there is something to tell.
    ;(await later.report()).keepReport(context)
    const exit = exitCode(end)
    screen.close({ state: context.state, layout: context.layout, exit })
    return exit
  } catch (error) {
    screen.fail()
    throw error
  } finally {
    off()
    context.journal.close()
    run.release()
  }
}

/** A question that was left is no answer: the run goes on with what came instead, or stops where it is. */
async function driveWithQuestions(context: RunContext, screen: Screen): Promise<RunEnd> {
  const hasNews = () => readInbox(context.layout, context.state.runId).length > 0
  const ask = (gate: GateState) => askAtTerminal(gate, { screen, abort: context.abort, hasNews })
  for (;;) {
    try {
      return await driveRun(context, { ask })
    } catch (error) {
      if (!(error instanceof QuestionLeft)) throw error
      if (error.why === 'closed') return driveRun(context, {})
    }
  }
}

function exitCode(end: RunEnd): number {
  switch (end.kind) {
    case 'ended':
      return end.exitCode
    case 'waiting':
      return 20
    case 'interrupted':
      return exitAfter(end.signal)
    case 'handed-over':
      throw new Error('a run without a session was handed over to one')
  }
}
