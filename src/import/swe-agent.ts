import { basename } from 'node:path/posix'
import { contentText } from '../agents/claude-blocks.ts'
import { asAmount, asObject, asObjects, asText, type JsonObject, parseObject } from '../agents/json-value.ts'
import type { ImportedEnd, Importer, ImportReader, ImportSink } from './importer.ts'
import { namedCall } from './swe-agent-command.ts'

/** `<instance>.traj`: one element for each action, with what the shell answered. */
export const sweAgent: Importer = {
  id: 'swe-agent',
  label: 'SWE-agent trajectory',
  recognises: (head, name) =>
    /^\s*\{/.test(head) &&
    (/"trajectory":\s*\[/.test(head) || name.endsWith('.traj')) &&
    /"(?:action|observation)":\s*"/.test(head) &&
    !/"trajectory_format":/.test(head) &&
    !/"(?:args|extras)":\s*\{/.test(head),
  // Its history says the same again, at great length.
  shape: { kind: 'document', lists: ['trajectory', 'history'] },
  open: (sink, { name }) => trajectory(sink, name),
}

/** `instance`: of a path. */
export function instanceOf(path: string): string {
  return basename(path).replace(/(?:\.(?:traj|json|gz))+$/, '')
}

function trajectory(sink: ImportSink, path: string): ImportReader {
  let steps = 0
  let isSubmitted = false
  let how: ImportedEnd = null
  return {
    value: (value, list) => {
      const element = asObject(value)
      if (!element) return sink.problem('unknown', 'an element that is no object')
      if (list === 'history') return
      if (steps === 0) sink.begin({ id: instanceOf(path), agent: 'swe-agent' })
      if (steps === 0) tellTask(sink, element)
      steps += 1
      isSubmitted = tellStep(sink, element, String(steps))
    },
    rest: (value) => {
      if (steps === 0) return
      const rest = asObject(value)
      const info = asObject(rest?.info)
      sink.know({ model: modelOf(rest) })
      tellSpent(sink, asObject(info?.model_stats))
      how = endOf(asText(info?.exit_status))
    },
    end: () => sink.end(how ?? (isSubmitted ? 'finished' : null)),
  }
}

/** Newer versions keep with a step what the model was asked: before the first one that is the task. */
function tellTask(sink: ImportSink, element: JsonObject): void {
  const asked = asObjects(element.query ?? element.messages).filter(({ role }) => role === 'user')
  const text = contentText(asked.at(-1)?.content)
  if (text.trim() === '') return
  sink.know({ task: text })
  sink.turn(text, null)
}

/** True: it handed in its work. */
function tellStep(sink: ImportSink, element: JsonObject, id: string): boolean {
  const action = asText(element.action) ?? ''
  const thought = asText(element.thought) ?? ''
  const text = asText(element.observation) ?? ''
  if (thought.trim() !== '') sink.event({ kind: 'thought', text: thought }, null)
  // An answer without an action, which the program sent back.
  if (action.trim() === '') return false
  const call = namedCall(action, openFile(element.state))
  sink.event({ kind: 'tool-call', id, ...call }, null)
  sink.event({ kind: 'tool-result', id, isError: isRefused(text), text }, null)
  return call.name === 'finish'
}

/** How its editor says that it changed nothing. It has no exit codes. */
function isRefused(text: string): boolean {
  return /^\s*Your proposed edit has introduced new syntax error|^\s*(?:Usage: |File \S+ not found|No file open|Text not found|Your edit was not applied)/.test(
    text.slice(0, 300),
  )
}

function openFile(state: unknown): string | null {
  const fields = asObject(state) ?? parseObject(asText(state) ?? '')
  const file = asText(fields?.open_file)
  return file === null || file === 'n/a' ? null : file
}

function modelOf(rest: JsonObject | null): string | null {
  const config = asObject(rest?.replay_config) ?? parseObject(asText(rest?.replay_config) ?? '')
  const model = asObject(asObject(config?.agent)?.model)
  return asText(model?.name) ?? asText(model?.model_name)
}

function tellSpent(sink: ImportSink, stats: JsonObject | null): void {
  if (!stats) return
  const input = asAmount(stats.tokens_sent)
  const output = asAmount(stats.tokens_received)
  sink.spend({ input, output, usd: asAmount(stats.instance_cost) })
}

/** `submitted (exit_cost)`: it was stopped, and what stood was taken. */
export function endOf(status: string | null): ImportedEnd {
  if (status === null) return null
  if (/exit_(?:cost|context|total|command_timeout|format)|LimitsExceeded|TimeExceeded|limit/i.test(status))
    return 'cut'
  return /^submitted$/i.test(status) ? 'finished' : null
}
