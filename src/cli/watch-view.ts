import type { WiggumEvent } from '../core/events.ts'
import type { RunState } from '../core/state.ts'
import type { RunFacts } from '../report/facts/facts.ts'
import { progressLine } from '../report/progress.ts'
import { oneLine } from '../report/words.ts'
import { hideInView } from '../secrets/view.ts'
import { replaceCopy } from '../store/files.ts'
import type { Call } from './command.ts'
import { fitLine } from './fit-line.ts'
import { paint } from './paint.ts'
import { print } from './print.ts'
import { reportText } from './report-text.ts'
import type { ReportFormat, ReportWish } from './report-wish.ts'
import { liveLines } from './terminal-report.ts'

/** How a watched run is shown. */
export interface WatchView {
  /** It counts the time, so it changes although nothing happens. */
  ticks: boolean
  onEvent?: (event: WiggumEvent, state: RunState) => void
  show(facts: RunFacts): Promise<void>
  /** The last word. */
  end(facts: RunFacts): Promise<void>
  /** Whatever happened. */
  close(): void
}

export function watchView({ call, wish }: { call: Call; wish: ReportWish }): WatchView {
  const { format, output } = wish
  if (output !== null) return fileView(output, format)
  return process.stdout.isTTY === true ? screenView(call, format) : lineView(call, format)
}

/** The file is replaced whole, so whoever reads it sees the old report or the new one. */
function fileView(output: string, format: ReportFormat): WatchView {
  let written = ''
  const write = async (facts: RunFacts, live: boolean) => {
    const text = await reportText(facts, format, live)
    if (text !== written) replaceCopy(output, text)
    written = text
  }
  return {
    ticks: false,
    show: (facts) => write(facts, true),
    end: (facts) => write(facts, false),
    close: () => {},
  }
}

const OTHER_SCREEN = '\x1b[?1049h\x1b[?25l'
const OWN_SCREEN = '\x1b[?25h\x1b[?1049l'

/** On the terminal's other screen, so that what was there before comes back; the last report stays. */
function screenView(call: Call, format: ReportFormat): WatchView {
  let other = false
  const leave = () => {
    if (other) print(OWN_SCREEN)
    other = false
  }
  return {
    ticks: true,
    async show(facts) {
      const rows = process.stdout.rows || 24
      const lines = liveLines(facts, rows - 2).map(fitLine)
      const foot = paint('dim', `live, ${new Date().toLocaleTimeString()}. Ctrl-C leaves; the run goes on`)
      const body = [...lines, '', fitLine(foot)].map((line) => `${line}\x1b[K`).join('\n')
      print(`${other ? '' : OTHER_SCREEN}\x1b[H${body}\x1b[J`)
      other = true
    },
    async end(facts) {
      leave()
      call.out((await reportText(facts, format, false)).trimEnd())
    },
    close: leave,
  }
}

/** Off a terminal: a line for everything that happens, and the report at the end. */
function lineView(call: Call, format: ReportFormat): WatchView {
  let seen = 0
  return {
    ticks: false,
    onEvent(event, state) {
      if (event.seq <= seen) return
      seen = event.seq
      const line = progressLine(event, state)
      if (line) call.out(hideInView(oneLine(`[${line.stage}] ${line.what} ${line.result}`, 500)).trimEnd())
    },
    show: async () => {},
    async end(facts) {
      call.out('')
      call.out((await reportText(facts, format, false)).trimEnd())
    },
    close: () => {},
  }
}
