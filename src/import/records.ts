import { asList, asObject, asText, type JsonObject, parseObject } from '../agents/json-value.ts'
import type { Importer, ImportSink } from './importer.ts'

/** One run a line: `{agent, model, instance, resolved, steps: [{thought, tool, args, obs}]}`. */
export const records: Importer = {
  id: 'records',
  label: 'benchmark records',
  recognises: (head) => /^\s*\{"agent":.{0,2000}"steps": ?\[/s.test(head),
  shape: { kind: 'lines' },
  open: (sink) => {
    let runs = 0
    return { value: (value) => tell(sink, value, runs++), end: () => {} }
  },
}

function tell(sink: ImportSink, value: unknown, number: number): void {
  const record = asObject(value)
  const steps = record && Array.isArray(record.steps) ? asList(record.steps) : null
  if (!record || !steps) {
    sink.problem('unknown', 'a line that is no record')
    return
  }
  const name = (key: string) => asText(record[key])
  sink.begin({
    id: `${name('instance') ?? 'run'}#${number}`,
    agent: name('agent'),
    model: name('model'),
    resolved: typeof record.resolved === 'boolean' ? record.resolved : null,
  })
  steps.forEach((step, index) => {
    tellStep(sink, asObject(step) ?? {}, index)
  })
  sink.end(asObject(steps.at(-1))?.tool === 'finish' ? 'finished' : null)
}

function tellStep(sink: ImportSink, step: JsonObject, index: number): void {
  const thought = asText(step.thought) ?? ''
  const tool = asText(step.tool)
  const obs = asText(step.obs)
  const id = String(index)
  if (thought.trim() !== '') sink.event({ kind: 'thought', text: thought }, null)
  sink.event(
    { kind: 'tool-call', id, name: tool ?? 'message', input: inputOf(asText(step.args) ?? '') },
    null,
  )
  if (obs === null) return
  const text = obs.replace(/^EXECUTION RESULT of \[[^\]\n]*\]:\n?/, '')
  sink.event({ kind: 'tool-result', id, isError: isRefusal(tool, text), text }, null)
}

/** The editor's own frame; what a command prints is not the tool's word. */
function isRefusal(tool: string | null, text: string): boolean {
  return tool === 'str_replace_editor' && text.startsWith('ERROR:')
}

const OPENS = /<parameter=([\w-]+)>/g
const CLOSES = '</parameter>'

/** One after the other; what is not closed is the end of it, so that no text is gone through twice. */
function* parameters(args: string): Generator<[string, string]> {
  OPENS.lastIndex = 0
  for (let match = OPENS.exec(args); match; match = OPENS.exec(args)) {
    const end = args.indexOf(CLOSES, OPENS.lastIndex)
    if (end === -1) return
    const [, key] = match
    const text = args.slice(OPENS.lastIndex, end)
    OPENS.lastIndex = end + CLOSES.length
    yield [key!, text]
  }
}

function inputOf(args: string): unknown {
  if (args.trimStart().startsWith('{')) return parseObject(args) ?? {}
  const pairs = [...parameters(args)].map(([key, text]) => [key, unframed(key, text)])
  return Object.fromEntries(pairs)
}

/** Blocks put a text on lines of its own. */
function unframed(key: string, text: string): unknown {
  const inside = text.replace(/^\n/, '').replace(/\n$/, '')
  if (!/_range$|_line$/.test(key)) return inside
  const numbers = inside.match(/-?\d+/g)?.map(Number) ?? []
  return key.endsWith('_line') ? (numbers[0] ?? inside) : numbers
}
