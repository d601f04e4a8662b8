import { oneLine } from './words.ts'

/** What stands at a checkpoint, for whoever takes over. Each list is one line an item, in words. */
export interface ControlCenter {
  title: string
  /** ISO instant. */
  at: string
  /** Why now: "45 minutes since the last one". */
  why: string
  done: string[]
  open: string[]
  /** Questions that only a person may answer. */
  waiting: string[]
  /** Branches and rescue refs; what could not be saved or pushed. */
  saved: string[]
  spend: string[]
  quality: string[]
  /** What follows from it: "goes on", "stops: …". */
  decision: string
  /** Commands that a person may type next. */
  next: string[]
}

const MAX_LINE = 400

/** `control-center.md`: the hand-over of a run or a sprint. */
export function controlCenter(parts: ControlCenter): string {
  const lists: [string, string[]][] = [
    ['Done', parts.done],
    ['Open', parts.open],
    ['Waiting for an answer', parts.waiting],
    ['Where the work is', parts.saved],
    ['Spend', parts.spend],
    ['Quality, compared with the beginning', parts.quality],
  ]
  const commands = parts.next.map((command) => `    ${oneLine(command, MAX_LINE)}`)
  return [
    `# ${line(parts.title)}`,
    `Checkpoint at ${line(parts.at)}: ${line(parts.why)}.`,
    `**${line(parts.decision)}**`,
    ...lists.map(([heading, items]) => `## ${heading}\n\n${listed(items)}`),
    ...(commands.length > 0 ? [`## Next\n\n${commands.join('\n')}`] : []),
  ]
    .join('\n\n')
    .concat('\n')
}

function listed(items: string[]): string {
  return items.length > 0 ? items.map((item) => `- ${line(item)}`).join('\n') : 'Nothing.'
}

/** A task or a finding can hold anything: one line, and no markup of its own. */
function line(text: string): string {
  return oneLine(text, MAX_LINE).replace(/[\\`*_[\]<>|#]/g, (char) => `\\${char}`)
}
