import { markdownReport } from '../report/markdown.ts'
import { driveRun, type RunEnd } from '../runtime/run.ts'
import type { OpenRun } from '../runtime/start.ts'
import { writeArtifact } from '../store/artifacts.ts'
import { askAtTerminal } from './ask.ts'
import type { Call } from './command.ts'
import { jsonScreen, type Screen } from './json-screen.ts'
import { liveScreen } from './live-screen.ts'
import { exitAfter, SIGNALS } from './signals.ts'

export function screenFor(call: Call): Screen {
  return call.json ? jsonScreen(call.out) : liveScreen(call.out)
}

interface Carry {
  call: Call
  screen: Screen
  /** Whether a gate may be asked at this terminal. */
  mayAsk: boolean
}

/** Drives an open run to where it can go, showing what happens, and says how it stands at the end. */
export async function carry(run: OpenRun, { call, screen, mayAsk }: Carry): Promise<number> {
  const { context } = run
  const listeners = Object.keys(SIGNALS).map((signal) => {
    const stop = () => context.abort.abort(signal)
    process.on(signal, stop)
    return () => process.off(signal, stop)
  })
  const terminal = mayAsk && !call.json && process.stdin.isTTY === true && process.stdout.isTTY === true
  try {
    const end = await driveRun(context, terminal ? { ask: (gate) => askAtTerminal(gate, screen) } : {})
    writeArtifact(context.layout, context.state.runId, 'report.md', markdownReport(context.state))
    const exit = exitCode(end)
    screen.close({ state: context.state, layout: context.layout, exit })
    return exit
  } catch (error) {
    screen.fail()
    throw error
  } finally {
    for (const off of listeners) off()
    context.journal.close()
    run.release()
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
  }
}
